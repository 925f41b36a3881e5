"""Grade 3: dynamic programming over cuts, piles and turns."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_BREAKS = """\
import sys

lines = sys.stdin.read().split("\\n")
for text in lines[1:1 + int(lines[0])]:
    words = text.split()
    n = len(words)
    best = [(0, [])] * (n + 1)
    for i in range(n - 1, -1, -1):
        options = []
        for j in range(i + 1, n + 1):
            size = sum(map(len, words[i:j])) + j - i - 1
            if size > $width:
                break
            spare = $width - size
            cost = $last if j == n else $raw
            options.append((best[j][0] + cost + $line, $tie, best[j][1]))
        total, tie, rest = min(options)
        best[i] = (total, [abs(tie), *rest])
    print(best[0][0], *best[0][1])
"""

_PILES = """\
def pile_costs(piles):
    n = len(piles)
    weight = [[0] * n for _ in range(n)]
    cost = [[0] * n for _ in range(n)]
    for i in range(n - 1, -1, -1):
        weight[i][i] = piles[i]
        for j in range(i + 1, n):
            total = sum(piles[i:j + 1])
            weight[i][j] = total
            options = []
            for k in range(i, j):
                a, b = weight[i][k], weight[k + 1][j]
                options.append(cost[i][k] + cost[k + 1][j] + $price)
            cost[i][j] = $pick(options) + $fee
    return [cost[0][j] for j in range(n)]
"""

_RUNS = """\
def count_rows(lengths):
    top = max(lengths, default=0)
    totals = [1]
    state = {}
    for n in range(1, top + 1):
        fresh = {}
        for c in range($colours):
            limit = $long if c $special else $short
            for run in range(1, limit + 1):
                if run == 1:
                    ways = sum(w for (d, _), w in state.items() if d != c and $near) if n > 1 else 1
                else:
                    ways = state.get((c, run - 1), 0)
                fresh[c, run] = ways % $modulus
        state = fresh
        totals.append(sum(state.values()) % $modulus)
    return [totals[n] for n in lengths]
"""


def _break_input(rng: Rng, values: Values) -> Any:
    rows = []
    for _ in range(rng.between(3, 5)):
        rows.append(" ".join("abcdefghij"[: rng.between(1, 9)] for _ in range(rng.between(3, 14))))
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _pile_input(rng: Rng, values: Values) -> Any:
    return [[rng.between(1, 20) for _ in range(rng.between(3, 12))]]


def _run_input(rng: Rng, values: Values) -> Any:
    return [[rng.between(0, 30) for _ in range(rng.between(2, 6))]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_line_breaks",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "width": tuple(range(12, 24)),
            "raw": (
                Say("s times s", "spare ** 2"),
                Say("the square of s - 4", "(spare - 4) ** 2"),
                Say("s times (s + 1)", "spare * (spare + 1)"),
                Say("3 times s if s is odd, otherwise s times s", "(3 * spare if spare % 2 else spare ** 2)"),
            ),
            "last": (
                Say("nothing", "0"),
                Say("s", "spare"),
                Say("s divided by 2, rounded down", "spare // 2"),
                Say("5 if s is more than 4, otherwise nothing", "(5 if spare > 4 else 0)"),
            ),
            "line": (1, 3, 6, 10, 15, 20),
            "tie": (Say("fewer", "j - i"), Say("more", "i - j")),
        },
        statement="""\
Texts are set in lines of width $width. The words of a text stay in order; neighbouring words of a line
are separated by one space, words are never broken, and the words and spaces of a line together take up at
most $width places. If s places of a line stay free, the line costs $raw; but the last line of a text
costs $last instead. On top of that, every line costs $line. Each text is to be set as cheaply as
possible; if there are several ways, take the one with $tie words in the first line in which they differ.

Input: the number of texts (1 to 10), then one text per line, with 1 to 40 words of 1 to 9 lower-case
letters. Output: for each text one line with its least total cost and the number of words in each of its
lines from the first to the last, separated by spaces.""",
        reference=_BREAKS,
        wrong=_BREAKS.replace(
            "options.append((best[j][0] + cost + $line, $tie, best[j][1]))",
            "options.append((-size, best[j][0] + cost + $line, j - i, best[j][1]))",
        ).replace("total, tie, rest = min(options)", "_, total, tie, rest = min(options)"),
        make=_break_input,
    ),
    Family(
        key="hard_pile_costs",
        grade=3,
        kind="function",
        starter="def pile_costs(piles: list[int]) -> list[int]:",
        parameters={
            "price": tuple(
                Say(f"{words}, plus {k} times {other}", f"{code} + {k} * {code2}")
                for words, code in (
                    ("a + b", "a + b"),
                    ("the larger of a and b", "max(a, b)"),
                    ("the difference of a and b (never negative)", "abs(a - b)"),
                    ("the remainder of a times b modulo 10", "a * b % 10"),
                )
                for k in (1, 2, 3, 4)
                for other, code2 in (
                    ("the smaller of a and b", "min(a, b)"),
                    ("the last digit of a", "(a % 10)"),
                    ("the last digit of a + b", "((a + b) % 10)"),
                )
            ),
            "pick": (Say("smallest", "min"), Say("largest", "max")),
            "fee": tuple(range(0, 24)),
        },
        statement="""\
Piles of sand stand in a row; `piles` holds their weights (1 to 30 integers from 1 to 100). A step joins
two neighbouring piles, of weight a on the left and of weight b on the right, into one pile of weight a +
b at the same place in the row. The step costs $price, plus a fixed fee of $fee. Steps are repeated until
one pile is left.

Return a list with one number for each j from 1 to the length of `piles`: the $pick total cost with which
the first j piles alone can be joined into one pile, over all orders of joining. A single pile costs 0, so
the first number is always 0.""",
        reference=_PILES,
        wrong=_PILES.replace("$pick(options)", "options[len(options) // 2]"),
        make=_pile_input,
    ),
    Family(
        key="hard_bead_rows",
        grade=3,
        kind="function",
        starter="def count_rows(lengths: list[int]) -> list[int]:",
        parameters={
            "colours": (4, 5, 6, 7),
            "long": (3, 4, 5),
            "short": (1, 2),
            "special": (
                Say("the number 0", "== 0"),
                Say("the number 0 or 1", "<= 1"),
                Say("any number but 0", "!= 0"),
            ),
            "near": (
                Say("any other colour", "True"),
                Say("a colour whose number differs by at most 2", "abs(c - d) <= 2"),
                Say("a colour with a higher number, or the number 0", "(c > d or c == 0)"),
            ),
            "modulus": tuple(range(900, 1000, 7)),
        },
        statement="""\
Beads of $colours colours, numbered from 0 to $colours - 1, are threaded in a row from left to right. A
run is a longest stretch of neighbouring beads of one colour. A run of a colour with $special may have up
to $long beads, a run of any other colour only up to $short. Right after a run the next bead must have
$near, compared with the colour of the run (the new bead's number is the one that is tested), and of
course not the same colour.

`lengths` holds 0 to 30 integers from 0 to 200. Return a list with, for each length n, the number of
different rows of exactly n beads that keep these rules, modulo $modulus. There is one row without beads.""",
        reference=_RUNS,
        wrong=_RUNS.replace("range(1, limit + 1)", "range(1, limit + 1 + (limit == $long))"),
        make=_run_input,
    ),
)
