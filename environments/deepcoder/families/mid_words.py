"""Grade 2: words grouped, ranked and typed."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_GROUPS = """\
def word_groups(words):
    groups = {}
    for w in words:
        groups.setdefault($signature, []).append(w)
    rows = []
    for group in groups.values():
        distinct = $members
        if len(distinct) >= $least:
            rows.append(distinct[:$most])
    rows.sort(key=lambda g: $order)
    return ["$joint".join(g) for g in rows]
"""

_RANKS = """\
import sys

points = {}
lines = sys.stdin.read().split("\\n")
for line in lines[1:1 + int(lines[0])]:
    name, *scores = line.split()
    scores = sorted(map(int, scores), reverse=True)
    points[name] = $total
rows = sorted(points.items(), key=lambda item: (-item[1], $tie))
every = [score for _, score in rows]
for i, (name, score) in enumerate(rows):
    rank = $rank
    print(rank, name, score, max(0, $prize - rank * $drop))
"""

_KEYPAD = """\
def keypad(text):
    groups, at = [], 0
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    for size in [$early] * $count + [$late] * 26:
        groups.append(alphabet[at:at + size])
        at += size
    spots = {c: (g, i + 1) for g, group in enumerate(groups) for i, c in enumerate(group)}
    presses, last, total = [], None, 0
    for c in text:
        if c == " ":
            presses.append(0)
            last = None
            continue
        g, i = spots[c]
        if g == last:
            total += $wait
        presses.append((g + $base) * 10 + i)
        total += i
        last = g
    return [*presses, total]
"""


def _group_input(rng: Rng, values: Values) -> Any:
    words = []
    for _ in range(rng.between(4, 8)):
        stem = [rng.choice("aaeirst") for _ in range(rng.between(3, 4))]
        words += ["".join(rng.shuffled(stem)) for _ in range(rng.between(2, 7))]
    rng.shuffle(words)
    return [words]


def _rank_input(rng: Rng, values: Values) -> Any:
    names = rng.sample(
        ["ann", "bob", "cyd", "dee", "eli", "fay", "gus", "hal", "ivy", "jon"], rng.between(5, 10)
    )
    rows = [name + "".join(f" {rng.between(1, 9)}" for _ in range(rng.between(2, 6))) for name in names]
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _keypad_input(rng: Rng, values: Values) -> Any:
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choice(letters) for _ in range(rng.between(1, 7))) for _ in range(rng.between(2, 6))]
    return [" ".join(words)]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="mid_word_groups",
        grade=2,
        kind="function",
        starter="def word_groups(words: list[str]) -> list[str]:",
        parameters={
            "signature": (
                Say("the same letters, each the same number of times", "''.join(sorted(w))"),
                Say("the same length and the same first letter", "(len(w), w[0])"),
                Say("the same first and last letter", "(w[0], w[-1])"),
                Say("the same number of vowels (a, e, i, o, u)", "sum(c in 'aeiou' for c in w)"),
                Say("the same last two letters", "w[-2:]"),
                Say(
                    "the same pattern of vowels (a, e, i, o, u) and other letters",
                    "''.join('v' if c in 'aeiou' else 'c' for c in w)",
                ),
            ),
            "members": (
                Say("in alphabetical order without repeats", "sorted(set(group))"),
                Say("in reverse alphabetical order without repeats", "sorted(set(group), reverse=True)"),
                Say("in alphabetical order, repeats kept", "sorted(group)"),
                Say("in the order of the list, repeats kept", "group"),
            ),
            "least": (1, 2),
            "most": (2, 3, 4),
            "order": (
                Say("with the most words left first, equal ones by their first word", "(-len(g), g[0])"),
                Say("in alphabetical order of their first words", "g[0]"),
                Say("in reverse alphabetical order of their last words", "[-ord(c) for c in g[-1]] + [0]"),
                Say(
                    "with the longest text (letters only) first, equal ones by their first word",
                    "(-sum(map(len, g)), g[0])",
                ),
            ),
            "joint": (
                Say("a hyphen", "-"),
                Say("a plus sign", "+"),
                Say("a slash", "/"),
                Say("a colon", ":"),
            ),
        },
        statement="""\
Sort the list `words` (0 to 100 lower-case words of 2 to 10 letters) into groups: two words belong to the
same group if they have $signature. Write the words of each group $members. Groups with fewer than $least
words in that row are dropped altogether, and of each remaining group only the first $most word(s) are
kept.

Return one string per remaining group, its kept words joined with $joint. The groups come $order; groups
that are still equal come in the order in which their first member occurs in `words`. Alphabetical order
is that of plain string comparison, where a word comes before a longer one that begins with it. An empty
list gives an empty list.""",
        reference=_GROUPS,
        wrong=_GROUPS.replace("distinct[:$most]", "distinct[-$most:]").replace(">= $least", "> $least"),
        make=_group_input,
    ),
    Family(
        key="mid_rank_board",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "total": (
                Say("the sum of the scores", "sum(scores)"),
                Say("the sum of the two best scores", "sum(scores[:2])"),
                Say("the sum of the scores without one lowest score", "sum(scores[:-1])"),
                Say("the best score times the number of scores", "scores[0] * len(scores)"),
                Say("twice the best score minus the lowest score", "2 * scores[0] - scores[-1]"),
            ),
            "tie": (
                Say("in alphabetical order", "item[0]"),
                Say("in the order of the input", "0"),
                Say("in reverse alphabetical order", "[-ord(c) for c in item[0]]"),
            ),
            "rank": (
                Say("one more than the number of players with more points", "every.index(score) + 1"),
                Say(
                    "the number of players with at least as many points, the player included",
                    "sum(s >= score for s in every)",
                ),
                Say(
                    "one more than the number of different higher points",
                    "len({s for s in every if s > score}) + 1",
                ),
            ),
            "prize": tuple(range(30, 50)),
            "drop": tuple(range(2, 10)),
        },
        statement="""\
A tournament's results are given as the number of players (1 to 40) on the first line and one line per
player: a different name of three lower-case letters, followed by 2 to 8 scores from 0 to 50, separated by
spaces. A player's points are $total.

Print one line per player with four values separated by spaces: rank, name, points and prize. Players with
more points come first; players with equal points are printed $tie. The rank of a player is $rank. The
prize is $prize minus $drop times the rank, but never less than 0.""",
        reference=_RANKS,
        wrong=_RANKS.replace("    rank = $rank", "    rank = i + 1"),
        make=_rank_input,
    ),
    Family(
        key="mid_keypad_presses",
        grade=2,
        kind="function",
        starter="def keypad(text: str) -> list[int]:",
        parameters={
            "early": (1, 2, 3, 4, 5),
            "late": (2, 3, 4, 5, 6),
            "count": (1, 2, 3, 4, 5),
            "base": tuple(range(1, 9)),
            "wait": tuple(range(1, 9)),
        },
        allowed=lambda v: v["early"] != v["late"],
        statement="""\
An old keypad writes the letters a to z with few keys. The first $count keys carry $early letter(s) each,
in alphabetical order; every later key carries the next $late letters, until all letters are used up (the
last key may carry fewer). The keys are numbered from $base upwards. To write the letter that is the i-th
on its key, press that key i times.

`text` has up to 200 characters, lower-case letters and spaces. Return a list with one number per
character: 10 times the key's number plus i for a letter, and 0 for a space. Append the total time: every
press takes 1 unit, a space takes none, and $wait units of waiting are added for each letter whose key is
also the key of the letter directly before it (there is no waiting across a space).""",
        reference=_KEYPAD,
        wrong=_KEYPAD.replace("            last = None\n", "")
        .replace("            total += $wait", "            total += $wait * (spots.get(c) != i)")
        .replace("if g == last", "if g == last and len(presses) > 1"),
        make=_keypad_input,
        held_out=True,
    ),
)
