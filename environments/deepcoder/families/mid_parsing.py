"""Grade 2: text that has to be taken apart before it can be worked on."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_SHIFT = """\
import re
import sys

lines = sys.stdin.read().split("\\n")
total = {}
for line in lines[1:1 + int(lines[0])]:
    name, text = line.split()
    minutes = 0
    for number, unit in re.findall(r"([0-9]+)([dhm])", text):
        minutes += int(number) * {"d": $day * 60, "h": 60, "m": 1}[unit]
    minutes = $rounding
    total[name] = total.get(name, 0) + max(minutes - $pause, 0)
for name, m in sorted(total.items(), key=lambda item: $order):
    print(name, f"{m // 60}:{m % 60:02d}")
"""

_LEDGER = """\
def ledger(lines):
    stock, missed = {}, 0
    for line in lines:
        word, *rest = line.split()
        amount = int(rest[-1])
        if word == "add":
            have = stock.get(rest[0], 0)
            stock[rest[0]] = min(have + amount, $cap)
            missed += have + amount - stock[rest[0]]
        elif word == "take":
            have = stock.get(rest[0], 0)
            if have - amount >= $keep:
                stock[rest[0]] = have - amount
            else:
                missed += $penalty
        else:
            source, target = rest[0], rest[1]
            moved = min(amount, stock.get(source, 0), $cap - stock.get(target, 0))
            if source != target and moved > 0:
                stock[source] -= moved
                stock[target] = stock.get(target, 0) + moved
    rows = [[name, n] for name, n in stock.items() if n > 0]
    rows.sort(key=lambda r: $order)
    return [*rows, ["missed", missed]]
"""

_FIELDS = """\
def merge_fields(text):
    values = {}
    for part in text.split("$mark"):
        key, sign, value = part.partition("=")
        if not key:
            continue
        values.setdefault(key.lower(), []).append(int(value) if sign and value else $empty)
    rows = []
    for key, v in values.items():
        figure = $policy
        if figure % $modulus != 0:
            rows.append([key, figure])
    rows.sort(key=lambda r: $order)
    return rows
"""


def _shift_input(rng: Rng, values: Values) -> Any:
    names = rng.sample(["ada", "bo", "cyd", "dee", "eli", "fay", "gus", "hal", "ivy"], rng.between(3, 8))
    rows = []
    for _ in range(rng.between(4, 12)):
        parts = [f"{rng.between(1, 2)}d"] * rng.bernoulli(0.35) + [f"{rng.between(1, 9)}h"] * rng.bernoulli(
            0.6
        )
        parts += [f"{rng.between(1, 95)}m"] * (rng.bernoulli(0.7) or not parts)
        rows.append(rng.choice(names) + " " + "".join(parts))
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _ledger_input(rng: Rng, values: Values) -> Any:
    names = rng.sample(["bolts", "nuts", "pins", "rods", "caps", "gears"], rng.between(3, 6))
    lines = [f"add {name} {rng.between(5, 25)}" for name in names]
    for _ in range(rng.between(5, 15)):
        word = rng.choice(["add", "take", "take", "move", "move"])
        places = " ".join(rng.choice(names) for _ in range(1 + (word == "move")))
        lines.append(f"{word} {places} {rng.between(2, 20)}")
    return [lines]


def _field_input(rng: Rng, values: Values) -> Any:
    keys = rng.sample(["x", "Y", "id", "ID", "y", "tax", "Tax", "qty", "z", "rate"], rng.between(4, 9))
    parts = []
    for _ in range(rng.between(6, 16)):
        tail = f"={rng.between(-9, 60)}" if rng.bernoulli(0.8) else rng.choice(["=", ""])
        parts.append(rng.choice(keys) + tail if rng.bernoulli(0.95) else "")
    return [str(values["mark"]).join(parts)]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="mid_shift_hours",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "day": tuple(range(6, 15)),
            "rounding": (
                Say("rounded down to a multiple of 5", "minutes // 5 * 5"),
                Say("rounded up to a multiple of 5", "-(-minutes // 5) * 5"),
                Say("rounded down to a multiple of 15", "minutes // 15 * 15"),
                Say("rounded up to a multiple of 15", "-(-minutes // 15) * 15"),
                Say("rounded up to a multiple of 10", "-(-minutes // 10) * 10"),
            ),
            "pause": tuple(range(0, 36)),
            "order": (
                Say("by name in alphabetical order", "item[0]"),
                Say("from the most time to the least, equal times by name", "(-item[1], item[0])"),
                Say("from the least time to the most, equal times by name", "(item[1], item[0])"),
            ),
        },
        statement="""\
A time sheet holds the number of entries (1 to 50) on the first line and one entry per line after it: a
name of lower-case letters, a space and a duration such as `2d3h40m`. A duration has up to three parts,
days (d), hours (h) and minutes (m), always in this order, each at most once and each a positive integer
up to 200; any part may be missing, but not all of them. A day of work counts as $day hours.

Every entry's duration is first $rounding minutes; then a pause of $pause minutes is taken off, but no
entry falls below 0. Add up what remains per name. Print one line per name that occurs, `name H:MM`, with
H the whole hours without leading zeros (they may exceed 24) and MM the remaining minutes in two digits,
ordered $order.""",
        reference=_SHIFT,
        wrong=_SHIFT.replace("    minutes = $rounding\n", "")
        .replace("for name, m in", "for name, minutes in")
        .replace('print(name, f"{m', 'm = $rounding\n    print(name, f"{m'),
        make=_shift_input,
    ),
    Family(
        key="mid_store_ledger",
        grade=2,
        kind="function",
        starter="def ledger(lines: list[str]) -> list[list]:",
        parameters={
            "cap": tuple(range(25, 46)),
            "keep": (0, 1, 2, 3, 4, 5),
            "penalty": tuple(range(1, 10)),
            "order": (
                Say("in alphabetical order of the names", "r[0]"),
                Say("from the largest amount to the smallest, equal amounts by name", "(-r[1], r[0])"),
                Say("from the smallest amount to the largest, equal amounts by name", "(r[1], r[0])"),
            ),
        },
        statement="""\
A storeroom keeps goods in bins; a bin is known by its name, holds at most $cap pieces and is empty at
first. `lines` is a list of 1 to 60 orders, with positive amounts up to 100:
- `add NAME N`: put N pieces into the bin. What does not fit is thrown away, and every piece thrown away
  adds 1 to a counter of misses.
- `take NAME N`: remove N pieces, but only if at least $keep remain afterwards; else nothing is removed and
  the counter of misses grows by $penalty.
- `move A B N`: shift as many pieces as possible from bin A to bin B, at most N, never more than A has or B
  has room for; nothing is missed. If A and B are the same bin nothing happens.

Return one pair `[name, amount]` for every bin that is not empty at the end, $order, and then the pair
`["missed", counter]`.""",
        reference=_LEDGER,
        wrong=_LEDGER.replace("missed += have + amount - stock[rest[0]]", "pass").replace(
            "have - amount >= $keep", "have >= amount"
        ),
        make=_ledger_input,
    ),
    Family(
        key="mid_field_merge",
        grade=2,
        kind="function",
        starter="def merge_fields(text: str) -> list[list]:",
        parameters={
            "mark": (Say("an ampersand (`&`)", "&"), Say("a semicolon (`;`)", ";"), Say("a bar (`|`)", "|")),
            "empty": tuple(range(1, 16)),
            "policy": (
                Say("the last of its values", "v[-1]"),
                Say("the sum of its values", "sum(v)"),
                Say("the largest of its values", "max(v)"),
                Say("the first of its values", "v[0]"),
                Say("the number of its values times the first one", "len(v) * v[0]"),
            ),
            "modulus": tuple(range(3, 12)),
            "order": (
                Say("in the order in which the keys first occur", "0"),
                Say("in alphabetical order of the keys", "r[0]"),
                Say("from the largest figure to the smallest, equal figures by key", "(-r[1], r[0])"),
            ),
        },
        statement="""\
`text` (up to 1000 characters) is a row of fields separated by $mark. A field is a key of letters,
followed by `=` and an integer (perhaps negative), as in `qty=-4`. The integer may be missing (`qty=`),
and so may `=` and the integer (`qty`); such a field has the value $empty. Empty fields are skipped. Keys
that differ only in upper and lower case are the same key; write them in lower case.

The figure of a key is $policy, values being taken in the order of the text. Keys whose figure is
divisible by $modulus (0 and negative multiples are) are dropped. Return the pairs `[key, figure]` of the
other keys, $order.""",
        reference=_FIELDS,
        wrong=_FIELDS.replace("key.lower()", "key"),
        make=_field_input,
    ),
)
