"""Grade 2: tables of numbers, turned, trimmed and summed."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_LAYERS = """\
def turn_layers(table):
    rows, cols = len(table), len(table[0])
    result = [list(row) for row in table]
    for k in range(min(rows, cols) // 2):
        ring = [(k, c) for c in range(k, cols - k)]
        ring += [(r, cols - 1 - k) for r in range(k + 1, rows - k)]
        ring += [(rows - 1 - k, c) for c in range(cols - 2 - k, k - 1, -1)]
        ring += [(r, k) for r in range(rows - 2 - k, k, -1)]
        shift = $shift
        for i, (r, c) in enumerate(ring):
            a, b = ring[(i - shift) % len(ring)]
            result[r][c] = (table[a][b] + $gain * (k + 1)) % $modulus
    return result
"""

_TRIM = """\
import sys

low, high = $low, $high
lines = sys.stdin.read().split("\\n")
n, m = map(int, lines[0].split())
table = [list(map(int, line.split())) for line in lines[1:1 + n]]
while table:
    sums = [sum(row) for row in table]
    if min(sums) < low:
        i = $row
        print("row", sums[i])
        del table[i]
        continue
    sums = [sum(col) for col in zip(*table)]
    if max(sums) > high:
        j = $col
        print("column", sums[j])
        table = [row[:j] + row[j + 1:] for row in table]
        continue
    break
for row in table:
    print(*row)
print(len(table), sum(map(sum, table)))
"""

_ZIGZAG = """\
def diagonals(table):
    rows, cols = len(table), len(table[0])
    groups = {}
    for r in range(rows):
        for c in range(cols):
            groups.setdefault($line, []).append(table[r][c])
    result = []
    for n, key in enumerate(sorted(groups)):
        values = groups[key]
        if n % $every == $phase % $every:
            values = $change
        result.append(sum((i + 1) * v for i, v in enumerate(values)) % $modulus)
    return result
"""

_BLOCK = """\
import sys

lines = sys.stdin.read().split("\\n")
n, m, q = map(int, lines[0].split())
table = [list(map(int, line.split())) for line in lines[1:1 + n]]
for line in lines[1 + n:1 + n + q]:
    a, b, c, d = map(int, line.split())
    total = 0
    for i in range(min(a, c), max(a, c) + 1):
        for j in range(min(b, d), max(b, d) + 1):
            if $cell:
                total += table[i - 1][j - 1] * $weight
            else:
                total += $other
    print(total % $modulus)
"""


def _layer_input(rng: Rng, values: Values) -> Any:
    rows, cols = rng.between(2, 7), rng.between(2, 7)
    return [[[rng.between(0, 99) for _ in range(cols)] for _ in range(rows)]]


def _trim_input(rng: Rng, values: Values) -> Any:
    n, m = rng.between(5, 9), rng.between(3, 7)
    rows = [" ".join(str(rng.between(-2, 9)) for _ in range(m)) for _ in range(n)]
    return f"{n} {m}\n" + "\n".join(rows) + "\n"


def _block_input(rng: Rng, values: Values) -> Any:
    n, m, q = rng.between(3, 7), rng.between(3, 7), rng.between(2, 6)
    rows = [" ".join(str(rng.between(1, 40)) for _ in range(m)) for _ in range(n)]
    rows += [
        f"{rng.between(1, n)} {rng.between(1, m)} {rng.between(1, n)} {rng.between(1, m)}" for _ in range(q)
    ]
    return f"{n} {m} {q}\n" + "\n".join(rows) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="mid_turning_layers",
        grade=2,
        kind="function",
        starter="def turn_layers(table: list[list[int]]) -> list[list[int]]:",
        parameters={
            "shift": (
                Say("one place clockwise", "1"),
                Say("two places clockwise", "2"),
                Say("one place counter-clockwise", "-1"),
                Say("k places clockwise", "k + 1"),
                Say("k places counter-clockwise", "-k - 1"),
                Say(
                    "k places clockwise if k is odd, k places counter-clockwise if k is even",
                    "(k + 1) * (-1) ** k",
                ),
            ),
            "gain": tuple(range(1, 20)),
            "modulus": tuple(range(60, 101)),
        },
        statement="""\
`table` is a list of 1 to 20 rows of equal length (1 to 20) with integers from 0 to 99. Its outermost
cells form layer 1; after taking them away, the outermost cells of what is left form layer 2, and so on.
Only layers that are true rings count, those with at least two rows and two columns; a remaining single
row or column, or a single cell, stays exactly as it is.

In each ring k all numbers move along the ring by $shift, each place being a step to a neighbouring cell
of the ring. Then $gain times k is added to every number of ring k, and the sum is replaced by its
remainder modulo $modulus. Return the new table; `table` itself may be changed or not. Clockwise means to
the right along the top row.""",
        reference=_LAYERS,
        wrong=_LAYERS.replace("(i - shift)", "(i + shift)"),
        make=_layer_input,
        held_out=True,
    ),
    Family(
        key="mid_table_trim",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "low": tuple(range(6, 18)),
            "high": tuple(range(8, 29)),
            "row": (
                Say("the row with the smallest sum, the topmost of equal ones", "sums.index(min(sums))"),
                Say("the topmost row with a sum that is too small", "[s < low for s in sums].index(True)"),
                Say(
                    "the lowest row with a sum that is too small",
                    "max(i for i, s in enumerate(sums) if s < low)",
                ),
            ),
            "col": (
                Say("the column with the largest sum, the leftmost of equal ones", "sums.index(max(sums))"),
                Say(
                    "the rightmost column with a sum that is too large",
                    "max(i for i, s in enumerate(sums) if s > high)",
                ),
                Say(
                    "the leftmost column with a sum that is too large", "[s > high for s in sums].index(True)"
                ),
            ),
        },
        statement="""\
A table of integers is trimmed by repeating one step until nothing applies. If some row has a sum below
$low, delete $row. Otherwise, if some column has a sum above $high, delete $col. Otherwise stop. Rows
without any cells left have the sum 0; stop as well when no rows are left. After each deletion all sums
are worked out anew and the step starts again with the rows.

Input: the number of rows and of columns (1 to 12 each) on the first line, then one row per line with
integers from -99 to 99. Output: for each deletion, in order, a line `row S` or `column S` with the sum S
of what was deleted; then the remaining rows from top to bottom, numbers separated by spaces; then a line
with the number of remaining rows and the sum of all remaining numbers.""",
        reference=_TRIM,
        wrong=_TRIM.replace(
            "        del table[i]\n        continue",
            "        del table[i]\n        if not table or not table[0]:\n            break",
        ),
        make=_trim_input,
    ),
    Family(
        key="mid_diagonal_sums",
        grade=2,
        kind="function",
        starter="def diagonals(table: list[list[int]]) -> list[int]:",
        parameters={
            "line": (
                Say("row plus column", "r + c"),
                Say("row minus column", "r - c"),
                Say("column minus row", "c - r"),
                Say("row plus twice the column", "r + 2 * c"),
            ),
            "every": (2, 3, 4),
            "phase": (0, 1),
            "change": (
                Say("reversed", "values[::-1]"),
                Say("sorted in ascending order", "sorted(values)"),
                Say("sorted in descending order", "sorted(values, reverse=True)"),
                Say("rotated by one place (its last number moves to the front)", "values[-1:] + values[:-1]"),
            ),
            "modulus": tuple(range(50, 90)),
        },
        statement="""\
The cells of `table`, a list of 1 to 20 equally long rows of 1 to 20 integers from -50 to 99, are put into
groups: cells belong together if they have the same value of $line (indices count from 0). Within a group
the numbers are listed row by row from the top, and from left to right within a row. The groups are
numbered 0, 1, 2, ... in ascending order of that value.

Every group whose number leaves the remainder $phase when divided by $every has its list $change. Then the
weighted sum of each group is formed: 1 times its first number plus 2 times its second plus 3 times its
third and so on. Return the list of the weighted sums modulo $modulus, in ascending order of group number;
remainders are never negative.""",
        reference=_ZIGZAG,
        wrong=_ZIGZAG.replace("enumerate(sorted(groups))", "enumerate(groups)").replace(
            "n % $every == $phase % $every", "(n + 1) % $every == $phase"
        ),
        make=_layer_input,
    ),
    Family(
        key="mid_block_totals",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "cell": (
                Say("i + j is even", "(i + j) % 2 == 0"),
                Say("i is at most j", "i <= j"),
                Say("the number in it is odd", "table[i - 1][j - 1] % 2 == 1"),
                Say("it lies on the border of the queried block", "i in (a, c) or j in (b, d)"),
            ),
            "weight": (2, 3, 4, 5),
            "other": (
                Say("nothing", "0"),
                Say("the number in it", "table[i - 1][j - 1]"),
                Say("its row number i", "i"),
                Say("minus the number in it", "-table[i - 1][j - 1]"),
            ),
            "modulus": tuple(range(90, 140)),
        },
        statement="""\
The input starts with three integers n, m and q: the numbers of rows and columns of a table (1 to 20 each)
and of queries (1 to 20). Then follow the n rows of the table, each with m integers from 0 to 1000, and q
lines with four integers a b c d each. Rows count from 1 at the top, columns from 1 at the left. A query
asks about the block that has the cells (a, b) and (c, d), each given as row and column, as two opposite
corners; the corners may come in any order and may be equal.

A cell in row i and column j counts $weight times its number if $cell; any other cell of the block counts
$other. Print for each query, on a line of its own, the total of the block modulo $modulus, as a number
from 0 to $modulus - 1.""",
        reference=_BLOCK,
        wrong=_BLOCK.replace("range(min(a, c), max(a, c) + 1)", "range(a, c + 1)"),
        make=_block_input,
    ),
)
