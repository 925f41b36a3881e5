"""Grade 3: small machines, sheets and ways to read an expression."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_PRECEDENCE = """\
def evaluate(texts):
    level = dict(zip("$ranking", (0, 1, 2)))
    result = []
    for text in texts:
        tokens, number = [], ""
        for c in text + " ":
            if c.isdigit():
                number += c
                continue
            if number:
                tokens.append(int(number))
                number = ""
            if c != " ":
                tokens.append(c)

        def read(least):
            token = tokens.pop(0)
            if token == "(":
                value = read(0)
                tokens.pop(0)
            else:
                value = token
            while tokens and tokens[0] != ")" and level[tokens[0]] >= least:
                sign = tokens.pop(0)
                a, b = value, read(level[sign] + $side)
                value = a + b if sign == "+" else a * b if sign == "*" else $hash
            return value

        result.append(read(0) % $modulus)
    return result
"""

_SHEET = """\
def sheet(cells):
    terms = {}
    for name, text in cells.items():
        terms[name] = []
        for part in text.split("+"):
            factor, star, what = part.rpartition("*")
            terms[name].append((int(factor) if star else $blank, what))

    def loops(name, path):
        if name in path:
            return True
        return any(loops(what, [*path, name]) for _, what in terms.get(name, []))

    def look(what):
        if what.isdigit():
            return int(what)
        if what not in terms:
            return $missing
        total = sum(factor * look(inner) for factor, inner in terms[what])
        return $adjust

    rows = [[name, "loop" if loops(name, []) else look(name)] for name in cells]
    rows.sort(key=lambda r: $order)
    return rows
"""


def _expression(rng: Rng, depth: int) -> str:
    parts = []
    for _ in range(rng.between(2, 5)):
        deeper = depth and rng.bernoulli(0.3)
        parts.append(f"({_expression(rng, depth - 1)})" if deeper else str(rng.between(1, 30)))
    text = parts[0]
    for part in parts[1:]:
        text += rng.choice("+*#") + part
    return text


def _expression_input(rng: Rng, values: Values) -> Any:
    return [[_expression(rng, 2) for _ in range(rng.between(3, 6))]]


def _sheet_input(rng: Rng, values: Values) -> Any:
    names = rng.sample(["a", "b", "c", "d", "e", "f", "g", "h"], rng.between(4, 7))
    cells = {}
    for i, name in enumerate(names):
        parts = []
        for _ in range(rng.between(1, 3)):
            times = f"{rng.between(2, 5)}*" if rng.bernoulli(0.4) else ""
            near = rng.choice([names[:i], names[:i], names[:i], ["y", "z"], names]) or ["z"]
            parts.append(times + (str(rng.between(1, 30)) if rng.bernoulli(0.35) else rng.choice(near)))
        cells[name] = "+".join(parts)
    order = rng.shuffled(names)
    return [{name: cells[name] for name in order}]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_odd_precedence",
        grade=3,
        kind="function",
        starter="def evaluate(texts: list[str]) -> list[int]:",
        parameters={
            "ranking": tuple(
                Say(f"`{r[2]}` binds tightest, then `{r[1]}`, and `{r[0]}` binds least", r)
                for r in ("+*#", "+#*", "*+#", "*#+", "#+*", "#*+")
            ),
            "side": (Say("left", 1), Say("right", 0)),
            "hash": (
                Say("a - b", "a - b"),
                Say("the absolute value of a - b", "abs(a - b)"),
                *(Say(f"{k} * a - b", f"{k} * a - b") for k in (2, 3, 4)),
                *(Say(f"a - {k} * b", f"a - {k} * b") for k in (2, 3, 4)),
                Say("the larger of a and b, minus 1", "max(a, b) - 1"),
                Say("the larger of a and b, minus 3", "max(a, b) - 3"),
            ),
            "modulus": tuple(range(90, 121)),
        },
        statement="""\
In a strange school three signs are used between numbers: `+` and `*` mean sum and product as usual, and a
# b means $hash. But other rules say what belongs together: $ranking. Where the same sign follows upon
itself, with nothing that binds less in between, such as in 1#2#3, it is grouped from the $side. Round
brackets come first, as always.

`texts` is a list of 0 to 20 correct expressions of up to 100 characters. They consist of non-negative
integers, the three signs, round brackets and perhaps spaces between these; there are no signs in front of
numbers. Return the list of their values modulo $modulus (remainders are never negative). The values
themselves are not reduced while computing: only the final value is.""",
        reference=_PRECEDENCE,
        wrong=_PRECEDENCE.replace('zip("$ranking", (0, 1, 2))', 'zip("$ranking", (0, 1, 1))'),
        make=_expression_input,
    ),
    Family(
        key="hard_sheet_cells",
        grade=3,
        kind="function",
        starter="def sheet(cells: dict[str, str]) -> list[list]:",
        parameters={
            "missing": tuple(range(1, 11)),
            "blank": (1, 2, 3),
            "adjust": (
                *(Say(f"reduced modulo {m}", f"total % {m}") for m in range(30, 60)),
                *(Say(f"raised to {m} if it is smaller", f"max({m}, total)") for m in range(10, 30)),
                *(Say(f"lowered to {m} if it is larger", f"min({m}, total)") for m in range(30, 60)),
            ),
            "order": (
                Say("in alphabetical order of the names", "r[0]"),
                Say("in reverse alphabetical order of the names", "-ord(r[0])"),
                Say("in the order of `cells`", "0"),
            ),
        },
        statement="""\
A sheet has 1 to 10 cells; `cells` maps their names (single lower-case letters) to formulas. A formula is
one or more terms joined by `+`. A term is an integer such as `12` or the name of a cell, perhaps with a
factor and `*` in front, as in `3*12` or `4*b`; a term without a factor has the factor $blank, be it an
integer or a name. There are no spaces and no negative numbers. A name that is no key of `cells` has the
value $missing.

The value of a cell is the sum of its terms (factor times value), $adjust. If following references from a
cell, from one cell to the next, can go on for ever because of a circle, the cell has no value but the
text "loop"; a cell that refers to itself is such a circle. Return pairs `[name, value]` for all cells,
$order.""",
        reference=_SHEET,
        wrong=_SHEET.replace("return $missing", "return 0").replace("else $blank, what", "else 1, what"),
        make=_sheet_input,
        held_out=True,
    ),
)
