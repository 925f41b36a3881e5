"""Grade 3: games, placements and arrangements searched with care."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_HEAPS = """\
def heap_game(heaps):
    top = max(heaps, default=0)
    values = []
    for n in range(top + 1):
        reach = set()
        for k in $takes:
            if k <= n:
                reach.add(values[n - k])
        if n >= 4:
            a = $part
            reach.add(values[a] ^ values[n - a])
        g = 0
        while g in reach:
            g += 1
        values.append(g)
    total = 0
    for h in heaps:
        total ^= values[h]
    wins = []
    for i, h in enumerate(heaps):
        rest = total ^ values[h]
        for k in $takes:
            if k <= h and values[h - k] == rest:
                wins.append([i, k])
    wins.sort(key=lambda w: $order)
    return [[values[h] for h in heaps], wins[:$most]]
"""

_QUEENS = """\
def placements(blocked):
    n = len(blocked)
    found = []

    def clash(r, c, placed):
        for i, j in enumerate(placed):
            if j is None:
                continue
            dr, dc = r - i, abs(c - j)
            if $attack:
                return True
        return False

    def extend(placed, score):
        r = len(placed)
        if r == n:
            found.append((score, placed))
            return
        for c in range(n):
            if blocked[r][c] == "." and not clash(r, c, placed):
                extend([*placed, c], score + $gain)

    extend([], 0)
    scores = [s for s, _ in found]
    if not found:
        return [0, 0, [row.count("#") for row in blocked], []]
    best = $pick(scores)
    firsts = [sum(p[0] == c for _, p in found) for c in range(n)]
    return [len(found), best, [p for s, p in found if s == best]$which, firsts]
"""

_ARRANGE = """\
import sys

lines = sys.stdin.read().split("\\n")
for line in lines[1:1 + int(lines[0])]:
    letters, place = line.split()
    counts = {c: letters.count(c) for c in sorted(letters)$reverse}
    memo = {}

    def ways(left, last, run):
        if not any(left):
            return 1
        key = (left, last, run)
        if key not in memo:
            total = 0
            for i, c in enumerate(counts):
                if left[i] and allowed(last, c, run):
                    smaller = left[:i] + (left[i] - 1,) + left[i + 1:]
                    total += ways(smaller, c, run + 1 if c == last else 1)
            memo[key] = total
        return memo[key]

    def allowed(last, c, run):
        if c == last:
            return run < $run
        return not last or $rule

    left, last, run, text = tuple(counts.values()), "", 0, ""
    total = ways(left, "", 0)
    if total == 0:
        print(0, "".join(counts))
        continue
    k = (int(place) $shift) % total
    while any(left):
        for i, c in enumerate(counts):
            if left[i] and allowed(last, c, run):
                smaller = left[:i] + (left[i] - 1,) + left[i + 1:]
                following = run + 1 if c == last else 1
                w = ways(smaller, c, following)
                if k < w:
                    left, last, run, text = smaller, c, following, text + c
                    break
                k -= w
    print(total, text)
"""


def _heap_input(rng: Rng, values: Values) -> Any:
    return [[rng.between(1, 30) for _ in range(rng.between(4, 8))]]


def _queen_input(rng: Rng, values: Values) -> Any:
    n = 5
    return [["".join("#" if rng.bernoulli(0.2) else "." for _ in range(n)) for _ in range(n)]]


def _arrange_input(rng: Rng, values: Values) -> Any:
    rows = []
    for _ in range(rng.between(2, 4)):
        letters = "".join(rng.choice("aabbcde") for _ in range(rng.between(3, 7)))
        rows.append(f"{letters} {rng.between(0, 500)}")
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_heap_game",
        grade=3,
        kind="function",
        starter="def heap_game(heaps: list[int]) -> list[list]:",
        parameters={
            "takes": tuple(
                Say(f"{a}, {b} or {c}", f"({a}, {b}, {c})")
                for a in range(1, 5)
                for b in range(2, 8)
                for c in range(3, 13)
                if a < b < c
            ),
            "part": (
                Say("half of its pebbles, rounded down,", "n // 2"),
                Say("a third of its pebbles, rounded down,", "n // 3"),
                Say("1 pebble", "1"),
                Say("2 pebbles", "2"),
            ),
            "order": (
                Say("by heap index from small to large, then by amount from small to large", "w"),
                Say("by amount from large to small, then by heap index from small to large", "(-w[1], w[0])"),
                Say(
                    "by heap index from large to small, then by amount from large to small", "(-w[0], -w[1])"
                ),
            ),
            "most": (1, 2, 3),
        },
        statement="""\
Two players move in turns; whoever cannot move loses. `heaps` holds the sizes of heaps of pebbles (0 to 20
heaps, sizes 0 to 100). A move picks one heap and either takes exactly $takes pebbles from it, or, if it
has at least 4 pebbles, splits it into two heaps, one with $part and one with the rest. Heaps may become
empty.

The rank of a heap is the smallest non-negative integer that no move leads to, where a move that leaves
one heap leads to that heap's rank, and a split leads to the bitwise exclusive or of both new heaps'
ranks. The player to move loses against perfect play exactly if the exclusive or of all heaps' ranks is 0.
Return a list of two lists: the ranks of the heaps in order; and the winning moves that take pebbles (no
splits), those after which the opponent loses against perfect play, as pairs `[heap index, amount]`,
ordered $order, but only the first $most of them (all, if there are fewer).""",
        reference=_HEAPS,
        wrong=_HEAPS.replace("reach.add(values[a] ^ values[n - a])", "reach.discard(-1)"),
        make=_heap_input,
        held_out=True,
    ),
    Family(
        key="hard_guard_rows",
        grade=3,
        kind="function",
        starter="def placements(blocked: list[str]) -> list:",
        parameters={
            "attack": (
                Say(
                    "stand in the same column or in neighbouring rows and neighbouring columns",
                    "dc == 0 or (dr == 1 and dc == 1)",
                ),
                Say(
                    "stand in the same column, or on the same diagonal at most two rows apart",
                    "dc == 0 or dr == dc <= 2",
                ),
                Say(
                    "stand in the same column or a chess knight's move apart", "dc == 0 or {dr, dc} == {1, 2}"
                ),
                Say(
                    "stand in neighbouring rows, and in the same or in neighbouring columns",
                    "dr == 1 and dc <= 1",
                ),
                Say(
                    "stand in the same column, or in neighbouring rows and more than two columns apart",
                    "dc == 0 or (dr == 1 and dc > 2)",
                ),
            ),
            "gain": tuple(
                Say(
                    f"(r + 1) * (c + 1) modulo {m}, plus {k} if r + c is even",
                    f"(r + 1) * (c + 1) % {m} + {k} * ((r + c) % 2 == 0)",
                )
                for m in range(5, 22)
                for k in range(0, 12)
            ),
            "pick": (Say("largest", "max"), Say("smallest", "min")),
            "which": (Say("first", "[0]"), Say("last", "[-1]")),
        },
        statement="""\
A square yard of n rows (1 to 6) is given as a list `blocked` of n strings of n characters: `#` is a
blocked cell, `.` a free one. Exactly one guard is to stand in each row, on a free cell, so that no two
guards disturb each other. Two guards disturb each other if they $attack. A guard in row r and column c
(both counted from 0) scores $gain.

Return a list of four things: the number of such placements; the $pick total score among them; the
placement that has this score, as the list of the guards' columns from row 0 to row n - 1 (if there are
several, the $which of them in the lexicographic order of these lists); and a list that gives for each
column the number of placements whose guard in row 0 stands there. If there is no placement at all, the
four things are 0, 0, the list of the numbers of blocked cells in each row, and an empty list.""",
        reference=_QUEENS,
        wrong=_QUEENS.replace("for i, j in enumerate(placed)", "for i, j in list(enumerate(placed))[:-1]"),
        make=_queen_input,
        held_out=True,
    ),
    Family(
        key="hard_kth_arrangement",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "reverse": (Say("alphabetical order", ""), Say("reverse alphabetical order", "[::-1]")),
            "run": (1, 2, 3),
            "rule": (
                Say("there is no other rule", "True"),
                Say("`a` and `b` never stand next to each other", '{last, c} != {"a", "b"}'),
                Say("`b` never stands directly behind `a`", 'last + c != "ab"'),
                Say("`a` never stands directly behind `c`", 'last + c != "ca"'),
                Say(
                    "letters that stand next to each other are at most two places apart in the alphabet",
                    "abs(ord(last) - ord(c)) <= 2",
                ),
            ),
            "shift": tuple(Say(f"times {k}", f"* {k}") for k in (2, 3, 5, 7, 11, 13))
            + tuple(Say(f"plus {k}", f"+ {k}") for k in range(0, 65)),
        },
        statement="""\
For a row of letters such as `aab`, look at all different orders of exactly these letters that keep two
rules. First, at most $run equal letter(s) stand in a row without another letter between them. Second,
$rule. The allowed orders are listed like words in a dictionary in $reverse, compared from the left, and
counted from 0.

Input: the number of questions (1 to 10), then one question per line: 1 to 8 letters out of a, b, c, d, e,
in any order and perhaps repeated, a space, and an integer q from 0 to 1000. Output: for each question a
line with the number N of allowed orders, a space, and the order with the number (q $shift) modulo N. If
no order is allowed, print 0, a space, and the different letters in $reverse, each once.""",
        reference=_ARRANGE,
        wrong=_ARRANGE.replace("% total", "% max(1, total - 1)"),
        make=_arrange_input,
    ),
)
