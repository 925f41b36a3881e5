"""Grade 2: tables with quotes and outlines with numbers."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_QUOTED = """\
import sys

lines = sys.stdin.read().split("\\n")
rows = []
for line in lines[1:1 + int(lines[0])]:
    fields, field, quoted, i = [], "", False, 0
    while i < len(line):
        c = line[i]
        if quoted and c == "$quote" and line[i + 1:i + 2] == "$quote":
            field += c
            i += 1
        elif c == "$quote":
            quoted = not quoted
        elif c == "$mark" and not quoted:
            fields.append(field)
            field = ""
        else:
            field += c
        i += 1
    rows.append([*fields, field])
total = 0
for row in sorted(rows, key=lambda r: $order):
    total += len(row[-1]) * $rate
    print("$joint".join(f"<{x}>" for x in row))
print(total)
"""

_OUTLINE = """\
import sys

lines = sys.stdin.read().split("\\n")
counters = []
for line in lines[1:1 + int(lines[0])]:
    depth = (len(line) - len(line.lstrip(" "))) // $indent
    depth = min(depth, len(counters), $deepest)
    if depth == len(counters):
        counters.append($first - $step)
    del counters[depth + 1:]
    counters[depth] += $step
    print("$joint".join(str(c) for c in counters) + " " + line.strip())
"""


def _quoted_input(rng: Rng, values: Values) -> Any:
    mark, quote = str(values["mark"]), str(values["quote"])
    rows = []
    for _ in range(rng.between(2, 7)):
        fields = []
        for _ in range(rng.between(2, 4)):
            word = "".join(rng.choice("abcde fg" + mark + quote) for _ in range(rng.between(0, 7))).strip(" ")
            plain = mark not in word and quote not in word and rng.bernoulli(0.7)
            fields.append(word if plain else quote + word.replace(quote, quote * 2) + quote)
        rows.append(mark.join(fields))
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _outline_input(rng: Rng, values: Values) -> Any:
    rows, depth = [], 0
    words = ["oak", "elm", "fir", "ash", "yew", "box", "bay", "fig", "plum", "pear"]
    for _ in range(rng.between(5, 16)):
        rows.append(" " * (int(values["indent"]) * depth) + rng.choice(words))
        depth = max(0, depth + rng.choice([-3, -2, -1, -1, 0, 0, 1, 1, 1, 2]))
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="mid_quoted_rows",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "quote": (
                Say("an apostrophe (`'`)", "'"),
                Say("a star (`*`)", "*"),
                Say("a tilde (`~`)", "~"),
                Say("a hash (`#`)", "#"),
            ),
            "mark": (
                Say("a comma", ","),
                Say("a semicolon", ";"),
                Say("a bar (`|`)", "|"),
                Say("a colon", ":"),
            ),
            "joint": (Say("nothing", ""), Say("a plus sign", "+"), Say("a hyphen", "-"), Say("a slash", "/")),
            "order": (
                Say("in the order of the input", "0"),
                Say(
                    "by their number of fields, fewest first, equal numbers in the order of the input",
                    "len(r)",
                ),
                Say(
                    "by their number of fields, most first, equal numbers in the order of the input",
                    "-len(r)",
                ),
                Say("by the length of their first field, shortest first, ties in input order", "len(r[0])"),
            ),
            "rate": tuple(range(2, 20)),
        },
        statement="""\
The input is a table: the number of rows (1 to 30), then one row per line. Fields are separated by $mark.
The quote sign is $quote. Between an opening and a closing quote sign separators are ordinary characters,
and two quote signs in a row stand for one quote sign that belongs to the field. Quote signs that open or
close are not part of the field. Only whole fields are quoted, and the text inside is never broken over
lines. Fields may be empty; spaces belong to a field.

Print each row as one line: every field between `<` and `>`, with $joint between the fields. Print the
rows $order. A last line gives the sum, over all rows, of the length of the row's last field (after
unquoting) times $rate.""",
        reference=_QUOTED,
        wrong=_QUOTED.replace(
            "            field += c\n            i += 1\n        elif", "            i += 1\n        elif"
        ),
        make=_quoted_input,
        held_out=True,
    ),
    Family(
        key="mid_outline_numbers",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "indent": (1, 2, 3, 4),
            "deepest": (1, 2, 3, 4),
            "first": tuple(range(0, 12)),
            "step": tuple(range(1, 10)),
            "joint": (Say("a dot", "."), Say("a hyphen", "-"), Say("a colon", ":")),
        },
        statement="""\
An outline has to be numbered. The first line of the input says how many headings follow (1 to 40); each
following line is one heading, a word of lower-case letters after some spaces. A heading indented by n
spaces asks for level n / $indent, always a whole number; level 0 is the top. But a heading can be at most
one level deeper than the level actually given to the heading before it, the first heading is always at
level 0, and no heading is deeper than level $deepest: a heading that asks for more gets the deepest level
it can have.

Each level has a counter. The first heading of a level below its parent gets the number $first, and every
further one under the same parent $step more than the one before. Print for each heading, in the order of
the input, the numbers from the top level down to its own, joined by $joint, then a space and the word.""",
        reference=_OUTLINE,
        wrong=_OUTLINE.replace("    del counters[depth + 1:]\n", "").replace(
            "for c in counters", "for c in counters[:depth + 1]"
        ),
        make=_outline_input,
        held_out=True,
    ),
)
