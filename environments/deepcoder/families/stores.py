"""Grade 2: dictionaries of what is where: an index, things found."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_WORDS = ("elm", "fir", "bark", "leaf", "moss", "acorn", "grove", "cedar", "sapling", "thicket", "willow")


def _pages(rng: Rng, values: Values) -> Any:
    vocabulary = rng.sample(_WORDS, rng.between(7, len(_WORDS)))
    share = {word: rng.between(2, 5) for word in vocabulary}
    pages = []
    for _ in range(rng.between(7, 14)):
        words = [w for w in vocabulary if rng.below(8) < share[w]]
        pages.append(" ".join([*rng.shuffled(words), rng.choice(vocabulary)]))
    return [pages]


def _lost(rng: Rng, values: Values) -> str:
    day, rows, kinds, keep = rng.between(1, 5), [], ("hat", "key"), int(values["keep"])
    for _ in range(rng.between(12, 28)):
        # Often a whole part of the time things are kept, so that some are asked for on their last day.
        day += rng.choice((0, 0, keep // 2, keep - keep // 2, 1, 3))
        rows.append(f"{rng.choice(('found', 'found', 'ask'))} {day} {rng.choice(kinds)}")
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="book_index_lines",
        grade=2,
        kind="function",
        starter="def index(pages: list[str]) -> list[str]:",
        parameters={
            "least": (3, 4, 5),
            "first": tuple(range(1, 31)),
            "run": (2, 3, 4),
            "most": (5, 6, 7, 8, 9),
            "order": (
                Say("alphabetical order", "w"),
                Say("reversed alphabetical order", "[-ord(c) for c in w] + [0]"),
                Say("order of the first page, equal pages in alphabetical order", "(where[w][0], w)"),
                Say(
                    "order of the number of pages, most first, equal numbers in alphabetical order",
                    "(-len(where[w]), w)",
                ),
            ),
        },
        statement="""\
`pages` holds the text of 1 to 40 pages of a book on trees, each with lower-case words separated by single
spaces (a page may be an empty string). The first page has the number $first, the next one the number after
it, and so on. An index is wanted of the words of at least $least letters; but a word that is on more than
$most pages is left out.

Return one string per word of the index: the word, a colon, a space, and its page numbers in ascending
order, each number once, separated by a comma and a space. Split the numbers into longest runs without a
hole: a run of at least $run pages is written as its first and last number with a hyphen between, such as
`12-15`, a shorter one number by number. The words come in $order. Without any word return an empty list.""",
        reference="""\
def index(pages):
    where = {}
    for number, page in enumerate(pages, $first):
        for w in set(page.split()):
            if len(w) >= $least:
                where.setdefault(w, []).append(number)
    out = []
    for w in sorted((w for w in where if len(where[w]) <= $most), key=lambda w: $order):
        runs = []
        for number in where[w]:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        parts = []
        for run in runs:
            parts += [f"{run[0]}-{run[-1]}"] if len(run) >= $run else [str(k) for k in run]
        out.append(f"{w}: {', '.join(parts)}")
    return out
""",
        wrong="""\
def index(pages):
    where = {}
    for number, page in enumerate(pages, $first):
        for w in set(page.split()):
            if len(w) >= $least:
                where.setdefault(w, []).append(number)
    out = []
    for w in sorted((w for w in where if len(where[w]) <= $most), key=lambda w: $order):
        runs = []
        for number in where[w]:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        parts = []
        for run in runs:
            parts += [f"{run[0]}-{run[-1]}"] if len(run) > $run else [str(k) for k in run]
        out.append(f"{w}: {', '.join(parts)}")
    return out
""",
        make=_pages,
    ),
    Family(
        key="lost_property_office",
        grade=2,
        kind="stdin",
        starter="",
        parameters={
            "keep": tuple(range(5, 25)),
            "base": tuple(range(1, 16)),
            "rate": (1, 2, 3, 4, 5),
            "which": (
                Say("that was found first", "min(fits)"),
                Say("that was found last", "max(fits)"),
            ),
        },
        statement="""\
A lost property office numbers the things found 1, 2, 3, ... in the order of the input. Each event has a
day, and days never go down:
- `found DAY KIND`: a thing of this kind comes in.
- `ask DAY KIND`: someone asks for a thing of this kind. If the office has any, the one of them $which is
  handed out for a fee of $base, plus $rate for each day since it was found (none on the same day).

Before the events of a day, every thing that was found more than $keep days earlier is sold and gone.

Input: the number of events (1 to 60), then one event per line; kinds are lower-case words, days integers
from 1 to 1000.
Output: for each `ask`, a line with the number of the thing and the fee, or the word `none`. Then a line
`left` with the numbers of the things still there after the last event, ascending, each after a
space; and a line `paid T` with the sum T of all fees.""",
        reference="""\
here, found, paid = {}, 0, 0
for _ in range(int(input())):
    event, day, kind = input().split()
    day = int(day)
    here = {k: v for k, v in here.items() if day - v[0] <= $keep}
    if event == "found":
        found += 1
        here[found] = (day, kind)
        continue
    fits = [k for k, v in here.items() if v[1] == kind]
    if not fits:
        print("none")
        continue
    number = $which
    fee = $base + $rate * (day - here.pop(number)[0])
    paid += fee
    print(number, fee)
print("left", *sorted(here))
print("paid", paid)
""",
        wrong="""\
here, found, paid = {}, 0, 0
for _ in range(int(input())):
    event, day, kind = input().split()
    day = int(day)
    here = {k: v for k, v in here.items() if day - v[0] < $keep}
    if event == "found":
        found += 1
        here[found] = (day, kind)
        continue
    fits = [k for k, v in here.items() if v[1] == kind]
    if not fits:
        print("none")
        continue
    number = $which
    fee = $base + $rate * (day - here.pop(number)[0])
    paid += fee
    print(number, fee)
print("left", *sorted(here))
print("paid", paid)
""",
        make=_lost,
    ),
)
