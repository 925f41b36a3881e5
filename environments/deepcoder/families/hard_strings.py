"""Grade 3: patterns, packed texts and orders of letters."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_MOTIF = """\
def motif_hits(text, motif):
    hits, i = [], 0
    while i + len(motif) <= len(text):
        misses = 0
        for a, b in zip(text[i:], motif):
            if b != "?" and a != b:
                misses += $cost
        if misses <= $limit:
            hits.append([i, misses * $scale])
            i += $jump
        else:
            i += 1
    return hits
"""

_NESTED = """\
import sys

lines = sys.stdin.read().split("\\n")
for line in lines[1:1 + int(lines[0])]:
    text, place = line.split()
    stack, number = [""], []
    i = 0
    while i < len(text):
        c = text[i]
        if c.isdigit():
            number.append(int(c))
            stack.append("")
            i += 1
        elif c == ")":
            k, body = number.pop(), stack.pop()
            depth = len(stack)
            stack[-1] += $expand
        else:
            stack[-1] += c
        i += 1
    whole = stack[0]
    k = int(place) $shift
    print(len(whole), whole[k % len(whole)] if whole else "-", sum(whole.count(c) * w for c, w in $weights))
"""

_RANKS = """\
def suffix_order(text, alphabet):
    value = {c: i for i, c in enumerate(alphabet)}
    end = $end

    def key(i):
        k = [value[c] for c in text[i:i + $depth]]
        return ([*k, end] if len(k) < $depth else k, $tie)

    order = sorted(range(len(text)), key=key)
    return [(r * $a + i * $b) % $modulus for r, i in enumerate(order)]
"""


def _motif_input(rng: Rng, values: Values) -> Any:
    motif = "".join(rng.choice("abc?") for _ in range(rng.between(3, 5)))
    text = ""
    for _ in range(rng.between(4, 10)):
        if rng.bernoulli(0.5):
            text += "".join(rng.choice("abc") if c == "?" or rng.bernoulli(0.2) else c for c in motif)
        else:
            text += "".join(rng.choice("abc") for _ in range(rng.between(1, 4)))
    return [text, motif]


def _nested_text(rng: Rng, depth: int) -> str:
    text = ""
    for _ in range(rng.between(1, 3)):
        if depth and rng.bernoulli(0.6):
            text += f"{rng.between(1, 4)}({_nested_text(rng, depth - 1)})"
        else:
            text += "".join(rng.choice("abcd") for _ in range(rng.between(1, 3)))
    return text


def _nested_input(rng: Rng, values: Values) -> Any:
    rows = [f"{_nested_text(rng, 3)} {rng.between(0, 99)}" for _ in range(rng.between(2, 5))]
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _rank_input(rng: Rng, values: Values) -> Any:
    letters = "abcde"[: rng.between(2, 5)]
    text = "".join(rng.choice(letters) for _ in range(rng.between(6, 16)))
    return [text, "".join(rng.shuffled(letters))]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_motif_hits",
        grade=3,
        kind="function",
        starter="def motif_hits(text: str, motif: str) -> list[list[int]]:",
        parameters={
            "cost": (
                Say("1", "1"),
                Say("the distance of the two letters in the alphabet", "abs(ord(a) - ord(b))"),
                Say("2 if the text's letter is `a`, and 1 otherwise", "(2 if a == 'a' else 1)"),
                Say("2 if the motif's letter is `b`, and 1 otherwise", "(2 if b == 'b' else 1)"),
                Say(
                    "1 if the text's letter comes earlier in the alphabet, and 2 otherwise",
                    "(1 if a < b else 2)",
                ),
            ),
            "limit": (1, 2),
            "jump": (
                Say("one place further on", "1"),
                Say("just behind the hit", "len(motif)"),
                Say("two places further on", "2"),
                Say(
                    "three places further on if the hit has no penalty, and one place further on otherwise",
                    "(3 if misses == 0 else 1)",
                ),
                Say(
                    "one place further on if the hit has no penalty, and just behind the hit otherwise",
                    "(1 if misses == 0 else len(motif))",
                ),
            ),
            "scale": tuple(range(2, 52)),
        },
        statement="""\
Search `text` (0 to 300 lower-case letters) for a `motif` (2 to 10 characters, lower-case letters and
question marks). Laid over the text at index i, each character of the motif meets one of the text; the
motif must not reach past the text's end. A question mark meets every letter without penalty, and so does
a letter that is equal. Any other meeting has a penalty of $cost. There is a hit at i if the penalties add
up to at most $limit.

Try i = 0 first. After an index without a hit go one place further on; after a hit continue $jump. Return
a list of pairs `[i, p]` for the hits in the order found, where p is the hit's total penalty times $scale.
Only indices that are tried can be hits.""",
        reference=_MOTIF,
        wrong=_MOTIF.replace("while i + len(motif) <= len(text)", "while i + len(motif) < len(text)").replace(
            "misses <= $limit", "misses < $limit"
        ),
        make=_motif_input,
    ),
    Family(
        key="hard_nested_counts",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "expand": (
                Say("the body k times in a row", "body * k"),
                Say(
                    "the body k times, every second copy (the 2nd, 4th, ...) reversed",
                    "''.join(body[::-1] if x % 2 else body for x in range(k))",
                ),
                Say("the body k times, with a letter `e` between the copies", "'e'.join([body] * k)"),
                Say("the body k times, with a letter `e` behind the last copy", "body * k + 'e'"),
                Say(
                    "every letter of the body k times in place, so that `2(ab)` gives `aabb`",
                    "''.join(x * k for x in body)",
                ),
                Say("the body k times and then once reversed", "body * k + body[::-1]"),
                Say(
                    "the body k times, or k + 1 times if the group lies inside another group",
                    "body * (k + (depth > 1))",
                ),
            ),
            "shift": tuple(Say(f"plus {k}", f"+ {k}") for k in range(0, 12))
            + tuple(Say(f"times {k}", f"* {k}") for k in range(2, 12)),
            "weights": tuple(
                Say(
                    f"{a} times the number of its `a`s plus {b} times the number of its `b`s",
                    f"(('a', {a}), ('b', {b}))",
                )
                for a in range(1, 7)
                for b in range(1, 7)
            ),
        },
        statement="""\
A packed text consists of the letters a, b, c, d and of groups `k(...)`: a digit k from 1 to 9 and, in
round brackets, a body that is itself a packed text of at least one letter. Groups may be nested.
Unpacking works from the inside to the outside: a group is replaced, once its body has been unpacked, by
$expand. A packed text unpacks to 1 to 5000 letters.

Input: the number of lines (1 to 10), then lines with a packed text of up to 60 characters, a space and an
integer q from 0 to 1000. Output: for each of them a line with three values separated by spaces: the
number n of letters of the unpacked text; its letter at index (q $shift) modulo n, counting from 0; and
$weights.""",
        reference=_NESTED,
        wrong=_NESTED.replace("k = int(place) $shift", "k = int(place) $shift - 1"),
        make=_nested_input,
        held_out=True,
    ),
    Family(
        key="hard_suffix_order",
        grade=3,
        kind="function",
        starter="def suffix_order(text: str, alphabet: str) -> list[int]:",
        parameters={
            "end": (Say("before", "-1"), Say("after", "len(alphabet)")),
            "depth": (2, 3, 4),
            "tie": (Say("smaller", "i"), Say("larger", "-i")),
            "a": tuple(range(1, 8)),
            "b": tuple(range(1, 8)),
            "modulus": tuple(range(11, 41, 3)),
        },
        statement="""\
`alphabet` is a string of 1 to 26 different lower-case letters, and `text` a string of 0 to 100 of these
letters. Letters are ordered as they stand in `alphabet`. For each index i of the text its key is the part
of the text that begins at i and has $depth letters, or fewer if the text ends earlier. Keys are compared
letter by letter from the left; if one key ends where the other one goes on, the one that ends comes $end
the other.

Sort all indices of the text by their keys; equal keys are sorted with the $tie index first. Let i be the
index that stands at position r of the sorted row (positions count from 0). Return the list of the values
($a * r + $b * i) modulo $modulus, in the order of r. An empty text gives an empty list.""",
        reference=_RANKS,
        wrong=_RANKS.replace(", $tie)", ", -($tie))"),
        make=_rank_input,
        held_out=True,
    ),
)
