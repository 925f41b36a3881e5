"""Grade 3: dynamic programming over sequences and amounts."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_SPACED = """\
def best_picks(values):
    n = len(values)
    best = [(0, [])] * (n + $gap + 2)
    for i in range(n - 1, -1, -1):
        score, picks = best[i + $gap + 1]
        taken = score + values[i] $bonus - $fee
        skip = best[i + 1]
        if taken > skip[0] or (taken == skip[0] and $prefer):
            best[i] = (taken, [i, *picks])
        else:
            best[i] = skip
    return [best[0][0], *best[0][1]]
"""

_BAG = """\
import sys

lines = sys.stdin.read().split("\\n")
n, top = map(int, lines[0].split())
best = [0] + [None] * top
for line in lines[1:1 + n]:
    weight, worth = map(int, line.split())
    fresh = list(best)
    for room in range(top + 1):
        for k in range(1, $copies + 1):
            if k * weight <= room and best[room - k * weight] is not None:
                total = best[room - k * weight] + $gain
                if fresh[room] is None or total > fresh[room]:
                    fresh[room] = total
    best = fresh
for room in range($first, top + 1, $every):
    if best[room] is None:
        print(room, "impossible")
    else:
        print(room, best[room])
"""

_EDIT = """\
import sys

lines = sys.stdin.read().split("\\n")
target = lines[0].strip()
rows = []
for place, line in enumerate(lines[2:2 + int(lines[1])]):
    word = line.strip()
    cost = [[0] * (len(target) + 1) for _ in range(len(word) + 1)]
    for i in range(len(word) + 1):
        for j in range(len(target) + 1):
            options = []
            if i:
                options.append(cost[i - 1][j] + $delete)
            if j:
                options.append(cost[i][j - 1] + $insert)
            if i and j:
                a, b = word[i - 1], target[j - 1]
                options.append(cost[i - 1][j - 1] + (0 if a == b else $change))
            if i > 1 and j > 1 and word[i - 2:i] == target[j - 2:j][::-1]:
                options.append(cost[i - 2][j - 2] + $swap)
            cost[i][j] = min(options, default=0)
    rows.append((cost[-1][-1], place, word))
for total, _, word in sorted(rows):
    print(total, word)
"""

_CHAIN = """\
def best_chain(nums):
    length, back = [], []
    for i, x in enumerate(nums):
        best, source = 0, -1
        for j in range(i):
            if $low <= x - nums[j] <= $high and i - j <= $reach:
                if length[j] > best or (length[j] == best and $prefer):
                    best, source = length[j], j
        length.append(best + 1)
        back.append(source)
    chain = []
    if nums:
        i = $end
        while i >= 0:
            chain.append(nums[i])
            i = back[i]
    return [length, chain[::-1]]
"""


def _spaced_input(rng: Rng, values: Values) -> Any:
    return [[rng.between(-5, 30) for _ in range(rng.between(5, 22))]]


def _bag_input(rng: Rng, values: Values) -> Any:
    n, top = rng.between(2, 6), rng.between(14, 30)
    return f"{n} {top}\n" + "".join(f"{rng.between(2, 9)} {rng.between(1, 30)}\n" for _ in range(n))


def _edit_input(rng: Rng, values: Values) -> Any:
    target = "".join(rng.choice("aebcd") for _ in range(rng.between(4, 9)))
    words = []
    for _ in range(rng.between(3, 7)):
        word = list(target)
        for _ in range(rng.between(1, 4)):
            i, kind = rng.below(len(word)), rng.below(4)
            if kind == 0 and len(word) > 2:
                del word[i]
            elif kind == 1:
                word.insert(i, rng.choice("aebcd"))
            elif kind == 2:
                word[i] = rng.choice("aebcd")
            else:
                word[i - 1 : i + 1] = word[i - 1 : i + 1][::-1]
        words.append("".join(word))
    return f"{target}\n{len(words)}\n" + "\n".join(words) + "\n"


def _chain_input(rng: Rng, values: Values) -> Any:
    return [[rng.between(0, 45) for _ in range(rng.between(8, 30))]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_spaced_picks",
        grade=3,
        kind="function",
        starter="def best_picks(values: list[int]) -> list[int]:",
        parameters={
            "gap": (1, 2, 3, 4),
            "fee": tuple(range(0, 15)),
            "bonus": (
                Say("", ""),
                *(
                    Say(f", plus the remainder of {k} times i modulo {m}", f"+ {k} * i % {m}")
                    for k in (2, 3, 5, 7)
                    for m in (9, 10, 11, 13)
                ),
            ),
            "prefer": (Say("smallest", "True"), Say("largest", "False")),
        },
        statement="""\
A hiker may rest at camps in a row. `values` holds the pleasure of each camp (1 to 200 integers from -100
to 100). Any set of camps may be chosen, but between two chosen camps at least $gap other camp(s) must
lie. A chosen camp i scores values[i]$bonus, minus a fee of $fee. The empty choice scores 0. Find a choice
with the largest total score.

If several choices reach it, compare their sorted lists of indices from the left: a list that continues
where another one ends counts as smaller than it at that place, and otherwise the list with the smaller
index at the first difference is the smaller one. Take the $prefer list. Return the score followed by the
chosen indices in ascending order.""",
        reference=_SPACED,
        wrong=_SPACED.replace("best[i + $gap + 1]", "best[i + $gap]"),
        make=_spaced_input,
    ),
    Family(
        key="hard_exact_loads",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "copies": (2, 3, 4, 5),
            "gain": (
                Say("k times its worth", "k * worth"),
                Say("k times its worth, minus 5 once", "k * worth - 5"),
                Say("its worth, plus 3 for each further piece", "worth + 3 * (k - 1)"),
                Say("k times its worth, plus k times k", "k * worth + k * k"),
                Say("k times its worth, minus k times k", "k * worth - k * k"),
            ),
            "first": tuple(range(0, 12)),
            "every": tuple(range(1, 10)),
        },
        statement="""\
A ferry must be loaded to an exact weight. There are n kinds of crates; of each kind at most $copies
pieces may be taken, all of them at once: taking k >= 1 pieces of a kind with weight w weighs k times w
and earns $gain. Taking none of a kind weighs nothing and earns nothing. Earnings may be negative, and
they add up over the kinds.

Input: n (1 to 20) and the largest load T (1 to 100) on the first line, then n lines with the weight (1 to
50) and the worth (1 to 100) of each kind. Output: for each load L = $first, $first + $every, $first + 2 *
$every and so on, as long as L <= T, a line with L and the largest possible earnings of a choice that
weighs exactly L, or with L and the word `impossible`. The load 0 is reached by taking nothing.""",
        reference=_BAG,
        wrong=_BAG.replace("    fresh = list(best)\n", "    fresh = best\n").replace(
            "[0] + [None] * top", "[0] * (top + 1)"
        ),
        make=_bag_input,
    ),
    Family(
        key="hard_word_repair",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "delete": tuple(range(2, 11)),
            "insert": tuple(range(3, 12)),
            "change": (
                Say("3", "3"),
                Say("5", "5"),
                Say(
                    "2 if both letters are vowels (a, e, i, o, u) or both are not, else 6",
                    "(2 if (a in 'aeiou') == (b in 'aeiou') else 6)",
                ),
                Say("1 plus the distance of the two letters in the alphabet", "1 + abs(ord(a) - ord(b))"),
                Say("4 if it is the word's first letter, else 2", "(4 if i == 1 else 2)"),
                Say("4 if it is the word's last letter, else 3", "(4 if i == len(word) else 3)"),
                Say("6 if the new letter is `a`, else 3", "(6 if b == 'a' else 3)"),
            ),
            "swap": (1, 2, 3, 4),
        },
        statement="""\
Misspelt words are to be turned into a target word. The word is read from left to right, and each letter
is used in one repair: a letter of the word is deleted for $delete; a letter of the target is inserted for
$insert; a letter is kept for 0 if it equals the next one of the target; a letter is changed into the next
one of the target for $change; or two neighbouring letters of the word are swapped for $swap if, swapped,
they equal the next two of the target. Letters that have been repaired are not touched again.

Input: the target on the first line, the number of words (1 to 20) on the second, then one word per line;
target and words have 1 to 15 lower-case letters. Output: a line `C WORD` per word with the least total
cost C of turning it into the target, sorted by cost from small to large, equal costs in the order of the
input.""",
        reference=_EDIT,
        wrong=_EDIT.replace("(0 if a == b else $change)", "(0 if a == b else $delete + $insert)"),
        make=_edit_input,
    ),
    Family(
        key="hard_step_chain",
        grade=3,
        kind="function",
        starter="def best_chain(nums: list[int]) -> list[list[int]]:",
        parameters={
            "low": tuple(range(-4, 4)),
            "high": tuple(range(5, 17)),
            "reach": tuple(range(4, 12)),
            "prefer": (Say("smallest", "False"), Say("largest", "True")),
            "end": (
                Say("smallest", "length.index(max(length))"),
                Say("largest", "len(length) - 1 - length[::-1].index(max(length))"),
            ),
        },
        statement="""\
A chain in the list `nums` (0 to 200 integers from -1000 to 1000) is a choice of indices i1 < i2 < ... <
ik, with k >= 1, such that for each two neighbouring ones, i and j with i < j, the difference nums[j] -
nums[i] is at least $low and at most $high, and j - i is at most $reach.

Return a list of two lists. The first gives for every index the largest number of indices in a chain that
ends there. The second gives the numbers of one longest chain in their order: it ends at the $end index at
which a longest chain can end, and going backwards, the index before an index is always the $prefer one
out of those with which a chain as long as possible up to there is formed. For an empty `nums` both lists
are empty.""",
        reference=_CHAIN,
        wrong=_CHAIN.replace("i - j <= $reach", "i - j < $reach"),
        make=_chain_input,
    ),
)
