"""Grade 3: histories of changes and offers."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_UNDO = """\
import sys

lines = sys.stdin.read().split("\\n")
text, cursor, past, future = "", 0, [], []
for line in lines[1:1 + int(lines[0])]:
    word, *rest = line.split()
    before = (text, cursor)
    if word == "type":
        text = text[:cursor] + rest[0] + text[cursor:]
        cursor += len(rest[0])
    elif word == "erase":
        k = int(rest[0])
        $erase
    elif word == "go":
        k = int(rest[0])
        cursor = max(0, min(len(text), cursor + k))
        continue
    elif word == "undo":
        for _ in range(int(rest[0])):
            if past:
                future.append((text, cursor))
                text, cursor = past.pop()
    else:
        for _ in range(int(rest[0])):
            if future:
                past.append((text, cursor))
                text, cursor = future.pop()
    if word in ("type", "erase") and text != before[0]:
        past.append(before)
        future.clear()
        if len(past) > $memory:
            del past[0]
    print(text[$margin:] or "$blank", cursor * $scale)
"""


_MARKET = """\
import sys

lines = sys.stdin.read().split("\\n")
book = {"buy": [], "sell": []}
fees = 0
for number, line in enumerate(lines[1:1 + int(lines[0])], 1):
    word, *rest = line.split()
    if word == "drop":
        for side in book.values():
            side[:] = [o for o in side if o[1] != int(rest[0])]
        continue
    price, amount = int(rest[0]), int(rest[1])
    other = book["sell" if word == "buy" else "buy"]
    sign = 1 if word == "buy" else -1
    while amount and other:
        best = min(other, key=lambda o: (sign * o[0], $tie))
        if sign * (price - best[0]) < $spread:
            break
        k = min(amount, best[2], $lot)
        deal = $deal
        print(number, best[1], k, deal)
        fees += $fee * k
        amount -= k
        best[2] -= k
        if best[2] == 0:
            other.remove(best)
    if amount:
        book[word].append([price, number, amount])
for side in ("buy", "sell"):
    print(side, sum(o[2] for o in book[side]), *sorted({o[0] for o in book[side]}))
print(fees)
"""


def _undo_input(rng: Rng, values: Values) -> Any:
    rows = []
    for _ in range(rng.between(8, 20)):
        word = rng.choice(["type", "type", "type", "type", "erase", "go", "undo", "redo"])
        if word == "type":
            rows.append("type " + "".join(rng.choice("abcdefgh") for _ in range(rng.between(1, 5))))
        elif word == "go":
            rows.append(f"go {rng.between(-6, 4)}")
        else:
            rows.append(f"{word} {rng.between(1, 4)}")
    if rng.bernoulli(0.5):
        rows.append(f"undo {rng.between(3, 6)}")
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _market_input(rng: Rng, values: Values) -> Any:
    rows: list[str] = []
    for _ in range(rng.between(8, 18)):
        if rows and rng.bernoulli(0.1):
            rows.append(f"drop {rng.between(1, len(rows))}")
        else:
            side = rng.choice(["buy", "sell"])
            rows.append(f"{side} {rng.between(14, 26) + 2 * (side == 'buy')} {rng.between(1, 12)}")
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_undo_pad",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "erase": (
                Say(
                    "up to K letters just before the cursor are deleted",
                    "k = min(k, cursor); text = text[:cursor - k] + text[cursor:]; cursor -= k",
                ),
                Say(
                    "up to K letters just after the cursor are deleted",
                    "text = text[:cursor] + text[cursor + k:]",
                ),
                Say(
                    "up to K letters on each side of the cursor are deleted",
                    "k0 = min(k, cursor); text = text[:cursor - k0] + text[cursor + k:]; cursor -= k0",
                ),
            ),
            "memory": (1, 2, 3, 4),
            "margin": (0, 1, 2, 3),
            "blank": (Say("`-`", "-"), Say("`none`", "none"), Say("`*`", "*")),
            "scale": tuple(range(1, 16)),
        },
        statement="""\
A note pad has a text, empty at first, and a cursor between letters, at position 0. The input is the number
of commands (1 to 60), then one command per line (K from 1 to 9, for `go` from -9 to 9):
- `type WORD`: the lower-case word is inserted at the cursor, which then stands behind it.
- `erase K`: $erase.
- `go K`: the cursor moves by K, left if negative, but not past either end.
- `undo K`: K times the latest change not yet undone is taken back; text and cursor become what they were
  just before it. Nothing happens when no change is remembered.
- `redo K`: K times the latest undoing is taken back; text and cursor become what they were just before it,
  if there is one.

Changes are type and erase commands that alter the text; each makes earlier undoing final (no redo). If
more than $memory changes are remembered after one, the oldest is forgotten. After each command except
`go` print the text without its first $margin letters (or $blank if nothing is left), a space, and the
cursor position times $scale.""",
        reference=_UNDO,
        wrong=_UNDO.replace("        future.clear()\n", "").replace(
            "len(past) > $memory", "len(past) >= $memory"
        ),
        make=_undo_input,
    ),
    Family(
        key="hard_order_book",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "tie": (
                Say("the one with the smallest number", "o[1]"),
                Say("the one with the largest number", "-o[1]"),
                Say("the one with the largest open amount, the smallest number on ties", "(-o[2], o[1])"),
                Say("the one with the smallest open amount, the smallest number on ties", "(o[2], o[1])"),
            ),
            "spread": (0, 1, 2),
            "lot": tuple(range(2, 10)),
            "deal": (
                Say("the price of the waiting offer", "best[0]"),
                Say("the price of the new offer", "price"),
                Say("the mean of both prices, rounded down", "(price + best[0]) // 2"),
                Say("the sum of both prices", "price + best[0]"),
            ),
            "fee": tuple(range(1, 12)),
        },
        statement="""\
A market handles events, numbered from 1. The input has their number (1 to 60), then one event per line:
an offer `buy P A` or `sell P A` with price P (1 to 100) and amount A (1 to 50), or `drop N`, which
removes what waits of offer number N, if any.

A new offer trades at once with the waiting offers of the other kind. Take the best one: the lowest price
among sell offers, the highest among buy offers; among equal prices $tie. If the buyer's price minus the
seller's is less than $spread, trading ends. Otherwise as much as both still want is traded, but at most
$lot; print `NEW OLD K D` with the numbers of the new and the waiting offer, the traded amount and the
deal price, which is $deal. Repeat this until the new offer is used up or none waits. What is left of it
waits.

At the end print `buy`, the total waiting amount of buy offers and their different prices in ascending
order; the same for `sell`; and $fee times the total traded amount.""",
        reference=_MARKET,
        wrong=_MARKET.replace("min(amount, best[2], $lot)", "min(amount, best[2])").replace(
            "< $spread", "<= $spread"
        ),
        make=_market_input,
        held_out=True,
    ),
)
