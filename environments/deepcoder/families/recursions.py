"""Grade 2: simple recursion: parts of parts, shares of shares, halves of halves."""

from __future__ import annotations

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_MADE = ("chair", "table", "shelf", "frame", "panel", "hinge", "board")
_RAW = ("wood", "glue", "wire", "nail", "felt")
_PEOPLE = (
    "abel", "bea", "carl", "dina", "emil", "fay", "gil", "hope", "ivo", "june", "kai", "liv", "max", "noa",
    "oda",
)  # fmt: skip


def _workshop(rng: Rng, values: Values) -> str:
    made = rng.sample(_MADE, rng.between(2, 5))
    raw = rng.sample(_RAW, rng.between(3, 5))
    lines = []
    for i, name in enumerate(made):
        parts = rng.sample(raw, rng.between(1, 2)) + rng.sample(made[i + 1 :], min(2, len(made) - i - 1))
        lines.append(
            f"{name} {rng.between(2, 6)} " + " ".join(f"{p}:{rng.between(2, 7)}" for p in rng.shuffled(parts))
        )
    orders = [f"{rng.choice(made)} {rng.between(5, 40)}" for _ in range(rng.between(1, 4))]
    return f"{len(lines)} {len(orders)}\n" + "\n".join([*rng.shuffled(lines), *orders]) + "\n"


def _legacy(rng: Rng, values: Values) -> str:
    people = rng.sample(_PEOPLE, rng.between(5, len(_PEOPLE)))
    lines = [f"{people[i]} {people[rng.below(min(i, 6))]}" for i in range(1, len(people))]
    return f"{len(people)} {people[0]} {rng.between(100, 1500)}\n" + "\n".join(lines) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="workshop_part_lists",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "spare": tuple(range(1, 41)),
            "pack": tuple(range(3, 17)),
            "order": (
                Say("alphabetical order", "r"),
                Say("reversed alphabetical order", "[-ord(c) for c in r] + [0]"),
                Say(
                    "the largest number to buy first, equal numbers in alphabetical order",
                    "(-buy[r], r)",
                ),
                Say(
                    "the smallest number to buy first, equal numbers in alphabetical order",
                    "(buy[r], r)",
                ),
            ),
        },
        statement="""\
A workshop makes things from parts, which may be made from parts themselves. The recipe `chair 3 wood:2
panel:1` says: chairs are made in batches of 3, and a batch takes 2 wood and 1 panel. Whoever needs k pieces
of a thing with a recipe makes as many full batches as it takes to get at least k, and needs the parts
for all of them (for 2 batches 4 wood and 2 panels). Surplus pieces are thrown away: each need is worked out
by itself. Things without a recipe are raw.

Input: the numbers of recipes and of orders (1 to 10 each), then the recipes, one per line, in any order and
never in circles; then the orders, one per line: a thing with a recipe, and how many are needed. Names are
lower-case words, numbers are at most 40.
Output: for each raw thing needed, a line with its name and the number to buy: add $spare to the number
needed for all orders together, and round the sum up to a multiple of $pack. Order of the lines: $order.""",
        reference="""\
from collections import defaultdict

recipes, need = {}, defaultdict(int)
n, m = map(int, input().split())
for _ in range(n):
    name, batch, *parts = input().split()
    recipes[name] = (int(batch), [(p.split(":")[0], int(p.split(":")[1])) for p in parts])


def make(name, k):
    if name not in recipes:
        need[name] += k
        return
    batch, parts = recipes[name]
    for part, count in parts:
        make(part, -(-k // batch) * count)


for _ in range(m):
    name, k = input().split()
    make(name, int(k))
buy = {r: -(-(k + $spare) // $pack) * $pack for r, k in need.items()}
for r in sorted(buy, key=lambda r: $order):
    print(r, buy[r])
""",
        wrong="""\
from collections import defaultdict

recipes, need = {}, defaultdict(int)
n, m = map(int, input().split())
for _ in range(n):
    name, batch, *parts = input().split()
    recipes[name] = (int(batch), [(p.split(":")[0], int(p.split(":")[1])) for p in parts])


def make(name, k):
    if name not in recipes:
        need[name] += k
        return
    batch, parts = recipes[name]
    for part, count in parts:
        make(part, -(-k * count // batch))


for _ in range(m):
    name, k = input().split()
    make(name, int(k))
buy = {r: -(-(k + $spare) // $pack) * $pack for r, k in need.items()}
for r in sorted(buy, key=lambda r: $order):
    print(r, buy[r])
""",
        make=_workshop,
    ),
    Family(
        key="legacy_shares",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "keep": tuple(range(5, 46)),
            "least": tuple(range(20, 60)),
            "rest": (
                Say("kept by the one who passes the money on", "person"),
                Say("given to the first of the children on top", "children[person][0]"),
                Say("given to the last of the children on top", "children[person][-1]"),
            ),
        },
        statement="""\
A sum of money is passed down a family. Whoever receives an amount and has no children, or receives less than
$least, keeps it all. Everybody else keeps $keep percent of the amount received, rounded down to an integer,
and splits what remains equally among the children, in integers; what cannot be split equally is $rest.
Each child then does the same with the amount received.

Input: the first line has the number of people (1 to 40), the name of the one who receives the sum, and the
sum (1 to 100000). Each of the other lines has the names of a child and of its only parent, who is either the
first person or was a child in an earlier line. Names are different lower-case words. The children of a person
are ordered as in the input.
Output: for each person, in alphabetical order, a line with the name and the amount kept in the end (0 for
those who got nothing).""",
        reference="""\
n, first, amount = input().split()
children = {first: []}
for _ in range(int(n) - 1):
    child, parent = input().split()
    children[child] = []
    children[parent].append(child)
kept = dict.fromkeys(children, 0)


def receive(person, amount):
    own = children[person]
    kept[person] = amount
    if not own or amount < $least:
        return
    kept[person] = amount * $keep // 100
    share, over = divmod(amount - kept[person], len(own))
    lucky = $rest
    if lucky == person:
        kept[person] += over
    for child in own:
        receive(child, share + over * (child == lucky))


receive(first, int(amount))
for person in sorted(kept):
    print(person, kept[person])
""",
        wrong="""\
n, first, amount = input().split()
children = {first: []}
for _ in range(int(n) - 1):
    child, parent = input().split()
    children[child] = []
    children[parent].append(child)
kept = dict.fromkeys(children, 0)


def receive(person, amount):
    own = children[person]
    kept[person] = amount
    if not own or amount < $least:
        return
    kept[person] = amount * $keep // 100
    share = (amount - kept[person]) // len(own)
    for child in own:
        receive(child, share)


receive(first, int(amount))
for person in sorted(kept):
    print(person, kept[person])
""",
        make=_legacy,
    ),
    Family(
        key="halved_row_score",
        grade=2,
        kind="function",
        starter="def scores(row: list[int]) -> list[int]:",
        parameters={
            "small": (1, 2, 3),
            "longer": (Say("left", "+ 1"), Say("right", "+ 0")),
            "first": tuple(range(2, 10)),
            "second": tuple(range(2, 10)),
            "rule": (
                Say("the left half", "True"),
                Say("the half with the larger sum (the left one if the sums are equal)", "sum(l) >= sum(r)"),
                Say("the half with the smaller sum (the left one if the sums are equal)", "sum(l) <= sum(r)"),
                Say("the half whose first entry is larger (the left one if they are equal)", "l[0] >= r[0]"),
                Say("the half with the larger score (either one if the scores are equal)", "a >= b"),
                Say("the half whose last entry is larger (the left one if they are equal)", "l[-1] >= r[-1]"),
            ),
        },
        statement="""\
The score of a row of numbers is worked out as follows. If the row has at most $small numbers, its score is
their sum. Otherwise cut it into two halves in the middle; if its length is odd, the $longer half gets one
number more. Work out the scores of both halves in the same way. The score of the row is then $first times
the score of one half minus $second times the score of the other half. The half with the factor $first is
$rule.

`row` has 1 to 64 integers from -100 to 100. Return a list with the score of the whole row, followed by the
scores of its left and its right half in this order if the row was cut (so the list has one or three
numbers).""",
        reference="""\
def scores(row):
    if len(row) <= $small:
        return [sum(row)]
    cut = (len(row) $longer) // 2
    l, r = row[:cut], row[cut:]
    a, b = scores(l)[0], scores(r)[0]
    if $rule:
        return [$first * a - $second * b, a, b]
    return [$first * b - $second * a, a, b]
""",
        wrong="""\
def scores(row):
    if len(row) <= $small:
        return [sum(row)]
    cut = len(row) - (len(row) $longer) // 2
    l, r = row[:cut], row[cut:]
    a, b = scores(l)[0], scores(r)[0]
    if $rule:
        return [$first * a - $second * b, a, b]
    return [$first * b - $second * a, a, b]
""",
        make=lambda rng, values: [[rng.between(-20, 40) for _ in range(rng.between(4, 26))]],
        # With equal factors nobody could tell which half is meant.
        allowed=lambda values: values["first"] != values["second"],
    ),
)
