"""Grade 1: merging, turning, pairing and filtering lists."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _numbers(rng: Rng, count: int, low: int, high: int) -> list[int]:
    return [rng.between(low, high) for _ in range(count)]


def _two_lines(rng: Rng) -> str:
    rows = [_numbers(rng, rng.between(2, 9), -20, 40) for _ in range(2)]
    return "".join(" ".join(map(str, row)) + "\n" for row in rows)


def _orders(rng: Rng, values: Values) -> Any:
    cards, base = _numbers(rng, rng.between(5, 9), 1, 90), int(values["base"])
    ends = (base - 2, base + len(cards) + 1)
    return [cards, [_numbers(rng, 2, *ends) for _ in range(rng.between(3, 8))]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="small_merge_rounds",
        grade=1,
        kind="function",
        starter="def merged(left: list[int], right: list[int]) -> list[int]:",
        parameters={
            "first": tuple(range(2, 7)),
            "second": tuple(range(2, 7)),
            "add": tuple(range(1, 26)),
            "rest": (
                Say("as they are", "rest"),
                Say("in reversed order", "rest[::-1]"),
                Say("with their signs changed", "[-x for x in rest]"),
                Say("doubled", "[2 * x for x in rest]"),
            ),
        },
        statement="""\
Two lists `left` and `right` (0 to 60 integers each, from -1000 to 1000) are merged. To begin with, $add is
added to every entry of `right`. Then rounds follow: a round takes the next $first entries of `left`, or
all that are left if there are fewer, and after them the next $second entries of `right`, or all that are
left. A round is played only while both lists still hold something. Entries that remain in one list after
the last round follow at the end, $rest. Return the merged list.""",
        reference="""\
def merged(left, right):
    right, out = [x + $add for x in right], []
    while left and right:
        out += left[:$first] + right[:$second]
        left, right = left[$first:], right[$second:]
    rest = left + right
    return out + $rest
""",
        wrong="""\
def merged(left, right):
    right, out = [x + $add for x in right], []
    while left and right:
        out += left[:$first] + right[:$second]
        left, right = left[$first:], right[$second:]
    return out
""",
        make=lambda rng, values: [_numbers(rng, rng.between(1, 14), -30, 60) for _ in range(2)],
        edges=lambda values: [[[], [4, 9, -2]], [[7, 1, 5], []]],
    ),
    Family(
        key="small_split_turn",
        grade=1,
        kind="function",
        starter="def turned(values: list[int]) -> list[int]:",
        parameters={
            "limit": tuple(range(20, 61)),
            "sign": (Say("left", "by"), Say("right", "-by")),
            "by": (2, 3, 4, 5, 6),
            "rest": (
                Say("is reversed", "tail[::-1]"),
                Say("is sorted from smallest to largest", "sorted(tail)"),
                Say("is sorted from largest to smallest", "sorted(tail, reverse=True)"),
                Say("is left as it is", "tail"),
                Say("has every entry doubled", "[2 * v for v in tail]"),
            ),
        },
        statement="""\
Split `values` (1 to 60 integers from -1000 to 1000) in front of the first entry greater than $limit: the
entries before it are the head, this entry and all after it are the tail. If no entry is greater than
$limit, the tail is empty. Turn the head by $by places to the $sign: an entry that falls off one end comes
back in at the other, and the head may be shorter than $by. The tail $rest. Return the head followed by the
tail.""",
        reference="""\
def turned(values):
    cut = 0
    while cut < len(values) and values[cut] <= $limit:
        cut += 1
    head, tail, by = values[:cut], values[cut:], $by
    if head:
        k = ($sign) % len(head)
        head = head[k:] + head[:k]
    return head + $rest
""",
        wrong="""\
def turned(values):
    cut = 0
    while cut < len(values) and values[cut] < $limit:
        cut += 1
    head, tail, by = values[:cut], values[cut:], $by
    if head:
        k = ($sign) % len(head)
        head = head[k:] + head[:k]
    return head + $rest
""",
        make=lambda rng, values: [_split(rng, int(values["limit"]))],
    ),
    Family(
        key="small_padded_pairs",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "pad": tuple(range(1, 20)),
            "upper": tuple(range(2, 10)),
            "lower": tuple(range(2, 10)),
            "align": (Say("first", "True"), Say("last", "False")),
        },
        statement="""\
Two rows of numbers are written below each other so that their $align numbers stand in the same column. In
the columns that only one row reaches, the other row counts as $pad. The value of a column is $upper times
its upper number plus $lower times its lower number.

Input: two lines, the upper and the lower row, each with 1 to 40 integers from -1000 to 1000.
Output: one line with the values of all columns from left to right, separated by single spaces, then a
second line with the largest of them.""",
        reference="""\
a = list(map(int, input().split()))
b = list(map(int, input().split()))
n = max(len(a), len(b))
if $align:
    a, b = a + [$pad] * (n - len(a)), b + [$pad] * (n - len(b))
else:
    a, b = [$pad] * (n - len(a)) + a, [$pad] * (n - len(b)) + b
out = [$upper * x + $lower * y for x, y in zip(a, b)]
print(*out)
print(max(out))
""",
        wrong="""\
a = list(map(int, input().split()))
b = list(map(int, input().split()))
n = min(len(a), len(b))
if not $align:
    a, b = a[-n:], b[-n:]
out = [$upper * x + $lower * y for x, y in zip(a, b)]
print(*out)
print(max(out))
""",
        make=lambda rng, values: _two_lines(rng),
    ),
    Family(
        key="small_standouts",
        grade=1,
        kind="function",
        starter="def standouts(heights: list[int]) -> list[int]:",
        parameters={
            "gap": tuple(range(1, 7)),
            "wall": tuple(range(0, 21)),
            "factor": tuple(range(2, 21)),
            "who": (Say("both its neighbours", "all"), Say("at least one of its two neighbours", "any")),
        },
        statement="""\
Posts stand in a row; `heights` holds their heights (1 to 60 integers from 0 to 1000). Before the first and
behind the last post there is a wall of height $wall, which counts as a neighbour. A post stands out when
it is at least $gap higher than $who. Return the heights of the posts that stand out, each multiplied by
$factor, in the order of the row. If no post stands out, return an empty list.""",
        reference="""\
def standouts(heights):
    row = [$wall] + heights + [$wall]
    out = []
    for a, h, b in zip(row, heights, row[2:]):
        if $who(h - x >= $gap for x in (a, b)):
            out.append(h * $factor)
    return out
""",
        wrong="""\
def standouts(heights):
    out = []
    for a, h, b in zip(heights, heights[1:], heights[2:]):
        if $who(h - x >= $gap for x in (a, b)):
            out.append(h * $factor)
    return out
""",
        make=lambda rng, values: [_posts(rng, int(values["wall"]), int(values["gap"]))],
        edges=lambda values: [[[50]]],
    ),
    Family(
        key="small_subtotals",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "every": tuple(range(2, 8)),
            "extra": tuple(range(1, 41)),
            "label": ("sum", "sub", "part", "block", "so far", "group", "total", "here", "count", "page"),
        },
        statement="""\
A clerk copies amounts, one on each line. After every $every amounts he adds a line with the text
"$label:", a space and the sum of these $every amounts plus a stamp fee of $extra. If fewer than $every
amounts remain for the last group, he closes it with the same kind of line but without the fee. There is no
such line for a group without amounts.

Input: n (1 to 60) on the first line, then a line with n integers from -1000 to 1000.
Output: all lines that the clerk writes, in order.""",
        reference="""\
n = int(input())
amounts = list(map(int, input().split()))
for i in range(0, n, $every):
    group = amounts[i:i + $every]
    print(*group, sep="\\n")
    print("$label:", sum(group) + ($extra if len(group) == $every else 0))
""",
        wrong="""\
n = int(input())
amounts = list(map(int, input().split()))
for i in range(0, n, $every):
    group = amounts[i:i + $every]
    print(*group, sep="\\n")
    if len(group) == $every:
        print("$label:", sum(group) + $extra)
""",
        make=lambda rng, values: _amounts(rng),
    ),
    Family(
        key="small_card_orders",
        grade=1,
        kind="function",
        starter="def played(cards: list[int], orders: list[list[int]]) -> list[int]:",
        parameters={
            "base": tuple(range(1, 9)),
            "add": tuple(range(1, 51)),
            "place": (
                Say("wraps around: behind the last card comes the first, before the first the last", "k % n"),
                Say("means the card at the end of the row that it has passed", "max(0, min(n - 1, k))"),
                Say("counts as the number of the first card", "k if 0 <= k < n else 0"),
                Say("counts as the number of the last card", "k if 0 <= k < n else n - 1"),
            ),
            "action": (
                Say("the two cards named by i and j change places", "row[i], row[j] = row[j], row[i]"),
                Say(
                    "card i is taken out and put back so that it becomes card j of the row",
                    "row.insert(j, row.pop(i))",
                ),
                Say("card j is replaced by a copy of card i", "row[j] = row[i]"),
            ),
        },
        statement="""\
A row of cards (`cards`, 1 to 40 integers) is numbered from left to right, beginning with number $base.
`orders` holds 0 to 40 pairs [i, j] of such numbers. A number smaller than $base or larger than that of the
last card $place. Each order is carried out in turn, on the row left by the one before: first the value of
card i goes up by $add, then $action; i and j may be the same. Return the final row.""",
        reference="""\
def played(cards, orders):
    row, n = cards[:], len(cards)
    for order in orders:
        i, j = [$place for k in (order[0] - $base, order[1] - $base)]
        row[i] += $add
        $action
    return row
""",
        wrong="""\
def played(cards, orders):
    row, n = cards[:], len(cards)
    for order in orders:
        i, j = [$place for k in order]
        row[i] += $add
        $action
    return row
""",
        make=_orders,
        held_out=True,
    ),
)


def _split(rng: Rng, limit: int) -> list[int]:
    size = rng.between(7, 11) if rng.below(12) else rng.between(3, 5)
    head = [limit if rng.below(4) == 0 else rng.between(limit - 15, limit) for _ in range(size)]
    return head + [limit + 1] * rng.below(2) + _numbers(rng, rng.below(8), limit - 10, limit + 20)


def _amounts(rng: Rng) -> str:
    amounts = _numbers(rng, rng.between(5, 20), -20, 90)
    return f"{len(amounts)}\n{' '.join(map(str, amounts))}\n"


def _posts(rng: Rng, wall: int, gap: int) -> list[int]:
    beside = (rng.between(0, wall), rng.between(wall + 5, wall + 12))
    ends = [[wall + rng.choice((rng.below(8), gap, gap + 3)), rng.choice(beside)] for _ in range(2)]
    return ends[0] + _numbers(rng, rng.between(5, 18), 0, 40) + ends[1][::-1]
