"""Grade 1: points, marks and ranks."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _numbers(rng: Rng, count: int, low: int, high: int) -> list[int]:
    return [rng.between(low, high) for _ in range(count)]


def _marks(rng: Rng) -> str:
    rows = [" ".join(map(str, _numbers(rng, 8, 1, 10))) for _ in range(rng.between(2, 6))]
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _table(rng: Rng, low: int, high: int) -> list[list[int]]:
    width = rng.between(2, 6)
    return [[rng.between(low, high) for _ in range(width)] for _ in range(rng.between(2, 6))]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="small_race_points",
        grade=1,
        kind="function",
        starter="def points(results: list[int]) -> list[int]:",
        parameters={
            "best": (Say("largest", "r"), Say("smallest", "-r")),
            "ties": (
                Say("all get the best of the places they fill", "sum(w > v for w in keys)"),
                Say("all get the worst of the places they fill", "sum(w >= v for w in keys) - 1"),
                Say(
                    "fill their places in the order of the list",
                    "sum(w > v for w in keys) + keys[:i].count(v)",
                ),
            ),
            "top": tuple(range(40, 121, 2)),
            "step": tuple(range(2, 11)),
        },
        statement="""\
`results` holds 1 to 50 integers from 0 to 1000, one for each runner. The $best result takes place 1, the
next one place 2, and so on. Runners with equal results fill neighbouring places; they $ties. Place 1 earns
$top points and each later place $step points fewer than the place before it, but never fewer than 0.
Return the points of the runners in the order of `results`.""",
        reference="""\
def points(results):
    keys = [$best for r in results]
    out = []
    for i, v in enumerate(keys):
        ahead = $ties
        out.append(max(0, $top - $step * ahead))
    return out
""",
        wrong="""\
def points(results):
    keys = [$best for r in results]
    places = sorted(set(keys), reverse=True)
    return [max(0, $top - $step * places.index(v)) for v in keys]
""",
        make=lambda rng, values: [_numbers(rng, rng.between(6, 14), 10, 22)],
    ),
    Family(
        key="small_dice_sheet",
        grade=1,
        kind="function",
        starter="def sheet(rolls: list[int]) -> list[int]:",
        parameters={"least": (2, 3, 4), "fine": tuple(range(1, 21)), "bonus": tuple(range(10, 61))},
        statement="""\
A score sheet has one box for each face 1 to 6 of a die. `rolls` holds 1 to 60 rolls. The box of a face
that came up at least $least times scores the face times its number of rolls. The box of a face that came
up less often, or never, scores minus $fine. If the six boxes together score 30 or more, there is a bonus
of $bonus points. Return seven integers: the boxes of faces 1 to 6, then their total with the bonus, if
any.""",
        reference="""\
def sheet(rolls):
    boxes = []
    for face in range(1, 7):
        count = rolls.count(face)
        boxes.append(face * count if count >= $least else -$fine)
    total = sum(boxes)
    return boxes + [total + $bonus if total >= 30 else total]
""",
        wrong="""\
def sheet(rolls):
    boxes = []
    for face in range(1, 7):
        count = rolls.count(face)
        boxes.append(face * count if count > $least else -$fine)
    total = sum(boxes)
    return boxes + [total + $bonus if total >= 30 else total]
""",
        make=lambda rng, values: [_numbers(rng, rng.between(18, 36), 1, 6)],
    ),
    Family(
        key="small_judge_marks",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "low": (1, 2, 3),
            "high": (1, 2),
            "factor": tuple(range(2, 13)),
            "start": tuple(range(1, 41)),
        },
        statement="""\
Eight judges give every diver a mark from 1 to 10. For each diver the lowest marks, $low in number, and the
highest marks, $high in number, are struck out; of equal marks only as many are struck out as needed. The
score is the sum of the other marks times $factor, plus $start.

Input: n (1 to 30) on the first line, then n lines with eight integers each.
Output: n lines with the scores, in the order of the input. A last line holds the number of the diver with
the highest score, counted from 1; if several share it, the first of them.""",
        reference="""\
n = int(input())
scores = []
for _ in range(n):
    marks = sorted(map(int, input().split()))
    scores.append(sum(marks[$low:8 - $high]) * $factor + $start)
print(*scores, sep="\\n")
print(scores.index(max(scores)) + 1)
""",
        wrong="""\
n = int(input())
scores = []
for _ in range(n):
    marks = sorted(set(map(int, input().split())))
    scores.append(sum(marks[$low:len(marks) - $high]) * $factor + $start)
print(*scores, sep="\\n")
print(scores.index(max(scores)) + 1)
""",
        make=lambda rng, values: _marks(rng),
    ),
    Family(
        key="small_quiz_sheets",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "right": tuple(range(4, 14)),
            "wrong": tuple(range(2, 8)),
            "blank": (0, 2, 3),
            "start": tuple(range(10, 30)),
        },
        statement="""\
In a quiz every answer is one of the letters a to d. Each sheet begins with $start points. A right answer
adds $right points, a wrong one takes $wrong points away, and a question left open, written as a hyphen,
adds $blank points. A sheet may end with fewer than 0 points.

Input: the first line holds the right answers, 1 to 40 letters without spaces; the second line holds n (1
to 30); then come n lines, each with one sheet of the same length.
Output: the points of the sheets in order, one on each line, then a last line with the difference between
the most and the fewest points.""",
        reference="""\
key = input().strip()
points = []
for _ in range(int(input())):
    total = $start
    for a, b in zip(key, input().strip()):
        total += $right if a == b else $blank if b == "-" else -$wrong
    points.append(total)
print(*points, sep="\\n")
print(max(points) - min(points))
""",
        wrong="""\
key = input().strip()
points = []
for _ in range(int(input())):
    total = $start
    for a, b in zip(key, input().strip()):
        total += $right if a == b else -$wrong
    points.append(total)
print(*points, sep="\\n")
print(max(points) - min(points))
""",
        make=lambda rng, values: _quiz(rng),
    ),
    Family(
        key="small_mark_letters",
        grade=1,
        kind="function",
        starter="def letters(marks: list[int]) -> list[str]:",
        parameters={
            "top": tuple(range(80, 93)),
            "middle": tuple(range(60, 76)),
            "low": tuple(range(40, 51)),
            "near": (2, 3, 4, 5),
        },
        statement="""\
A teacher turns marks into letters: A from $top points, B from $middle points, C from $low points, and D
below that. A B, a C or a D gets a plus sign behind the letter, such as B+, when the mark is at most $near
points short of the next better letter. Given `marks` (1 to 60 integers from 0 to 100), return the letters
in the same order. An A never has a plus sign.""",
        reference="""\
def letters(marks):
    out = []
    for m in marks:
        if m >= $top:
            out.append("A")
            continue
        letter, goal = ("B", $top) if m >= $middle else ("C", $middle) if m >= $low else ("D", $low)
        out.append(letter + ("+" if goal - m <= $near else ""))
    return out
""",
        wrong="""\
def letters(marks):
    out = []
    for m in marks:
        if m >= $top:
            out.append("A")
            continue
        letter, goal = ("B", $top) if m >= $middle else ("C", $middle) if m >= $low else ("D", $low)
        out.append(letter + ("+" if goal - m < $near else ""))
    return out
""",
        make=lambda rng, values: [_near_marks(rng, values)],
    ),
    Family(
        key="small_column_leaders",
        grade=1,
        kind="function",
        starter="def leaders(table: list[list[int]]) -> list[list[int]]:",
        parameters={
            "pick": (Say("largest", "max"), Say("smallest", "min")),
            "tie": (Say("the topmost", "rows[0]"), Say("the lowest", "rows[-1]")),
            "first": tuple(range(0, 18)),
            "factor": tuple(range(2, 34)),
        },
        statement="""\
`table` holds 1 to 20 rows of the same length (1 to 20) with integers from -1000 to 1000. Rows are numbered
from top to bottom, beginning with $first. For every column, find its $pick value and the number of the row
in which it stands; if several rows share it, take $tie of them. Return, for the columns from left to
right, the pairs [number of the row, $factor times the value].""",
        reference="""\
def leaders(table):
    out = []
    for column in zip(*table):
        best = $pick(column)
        rows = [i for i, v in enumerate(column) if v == best]
        out.append([$first + $tie, $factor * best])
    return out
""",
        wrong="""\
def leaders(table):
    out = []
    for column in zip(*table):
        best = $pick(column)
        rows = [i for i, v in enumerate(column) if v == best][::-1]
        out.append([$first + $tie, $factor * best])
    return out
""",
        make=lambda rng, values: [_table(rng, -3, 5)],
    ),
)


def _quiz(rng: Rng) -> str:
    length = rng.between(5, 12)
    key = [rng.choice("abcd") for _ in range(length)]
    sheets = [
        "".join(rng.choice([c, c, "-", rng.choice("abcd")]) for c in key) for _ in range(rng.between(2, 5))
    ]
    return "\n".join(["".join(key), str(len(sheets)), *sheets]) + "\n"


def _near_marks(rng: Rng, values: Values) -> Any:
    marks = []
    for _ in range(rng.between(8, 16)):
        goal = int(values[rng.choice(("top", "middle", "low"))])
        marks.append(rng.between(goal - 6, goal + 2) if rng.below(4) else rng.between(0, 100))
    return marks
