"""Grade 1: tallies, labels and drawings made of text."""

from __future__ import annotations

from ragen_bench.environments.deepcoder.family import Family, Say
from ragen_bench.rng import Rng

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _word(rng: Rng, low: int, high: int, letters: str = _LETTERS) -> str:
    return "".join(rng.choice(letters) for _ in range(rng.between(low, high)))


FAMILIES: tuple[Family, ...] = (
    Family(
        key="plain_letter_tally",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "least": (1, 2, 3),
            "order": (
                Say("in alphabetical order", "c"),
                Say("from most to least frequent, equal ones in alphabetical order", "(-n[c], c)"),
                Say("from least to most frequent, equal ones in alphabetical order", "(n[c], c)"),
                Say("from z to a", "-ord(c)"),
            ),
            "weight": tuple(range(2, 30)),
            "skip": tuple("aeioulnrst"),
        },
        statement="""\
Count the letters of one line of text. Letters are a to z; the line holds small letters and spaces only, 1 to
300 characters. The letter $skip is not counted at all. A letter is listed if it occurs at least $least
times.

Output: one line for each listed letter, $order, with the letter, a space, and its count multiplied by
$weight. If no letter is listed, print the word none.""",
        reference="""\
line = input()
n = {}
for c in line:
    if c != " " and c != "$skip":
        n[c] = n.get(c, 0) + 1
listed = sorted((c for c in n if n[c] >= $least), key=lambda c: $order)
for c in listed:
    print(c, n[c] * $weight)
if not listed:
    print("none")
""",
        wrong="""\
line = input()
n = {}
for c in line:
    if c != " ":
        n[c] = n.get(c, 0) + 1
listed = sorted((c for c in n if n[c] > $least), key=lambda c: $order)
for c in listed:
    print(c, n[c] * $weight)
if not listed:
    print("none")
""",
        make=lambda rng, values: (
            " ".join(_word(rng, 3, 8, "aeioulnrstdgm") for _ in range(rng.between(4, 10))) + "\n"
        ),
    ),
    Family(
        key="plain_padded_columns",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "width": tuple(range(4, 12)),
            "fill": tuple(".-_*+=~"),
            "left": (
                Say("the word at the left and the fill after it", "w + f"),
                Say("the fill at the left and the word after it", "f + w"),
            ),
            "edge": tuple("|/#:!"),
            "cut": (Say("its first letters", "w[:n]"), Say("its last letters", "w[-n:]")),
            "case": (Say("as it is", "w"), Say("in capitals", "w.upper()"), Say("reversed", "w[::-1]")),
        },
        statement="""\
Print a column of labels, each $width characters wide between two edges.

Input: one line of 1 to 40 words of small letters, separated by single spaces.
Output: one line for each word: the edge $edge, the label, and the edge $edge again. A word longer than
$width is first cut to $cut so that $width are left. Then it is written $case. A shorter one is filled up
to $width characters with $fill, with $left.""",
        reference="""\
n = $width
for w in input().split():
    if len(w) > n:
        w = $cut
    w = $case
    f = "$fill" * ($width - len(w))
    print("$edge" + ($left) + "$edge")
""",
        wrong="""\
for w in input().split():
    w = w[: $width - 1]
    f = "$fill" * ($width - len(w))
    print("$edge" + ($left) + "$edge")
""",
        make=lambda rng, values: (
            " ".join(_word(rng, 1, int(values["width"]) + 4) for _ in range(rng.between(4, 9))) + "\n"
        ),
    ),
    Family(
        key="plain_doubled_letters",
        grade=1,
        kind="function",
        starter="def squeeze(text: str) -> str:",
        parameters={
            "most": tuple(range(1, 5)),
            "set": (
                Say("any letter", "True"),
                Say("a vowel (a, e, i, o, u)", "c in 'aeiou'"),
                Say("a letter that is no vowel (vowels are a, e, i, o, u)", "c not in 'aeiou'"),
                Say("a letter before n in the alphabet", "c < 'n'"),
                Say("the letter n or one after it in the alphabet", "c >= 'n'"),
            ),
            "mark": tuple("#*+-=.~!@%^&"),
            "pad": tuple(range(1, 13)),
        },
        statement="""\
Careless typing repeats letters. In `text` (1 to 200 small letters), look at every longest stretch of one and
the same letter. If that letter is $set and the stretch is longer than $most, it is cut to $most letters, and
the character $mark is written once directly after it. All other stretches stay. At the very end add a colon
and the length of the original text plus $pad. Return the result.""",
        reference="""\
def squeeze(text):
    out, i = [], 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        c, n = text[i], j - i
        if ($set) and n > $most:
            out.append(c * $most + "$mark")
        else:
            out.append(c * n)
        i = j
    return "".join(out) + ":" + str(len(text) + $pad)
""",
        wrong="""\
def squeeze(text):
    out, i = [], 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        c, n = text[i], j - i
        if n > $most:
            out.append(c * $most)
        else:
            out.append(c * n)
        i = j
    return "".join(out) + ":" + str(len(text) + $pad)
""",
        make=lambda rng, values: [
            "".join(
                rng.choice("abeikmorstuz") * rng.between(1, int(values["most"]) + 2)
                for _ in range(rng.between(6, 14))
            )
        ],
    ),
    Family(
        key="plain_cross_out",
        grade=1,
        kind="function",
        starter="def remaining(text: str) -> list[str]:",
        parameters={
            "first": tuple("abcdefgh"),
            "second": tuple("nopqrst"),
            "least": (2, 3, 4),
            "order": (
                Say("in their order in the text", "left"),
                Say("sorted alphabetically", "sorted(left)"),
                Say(
                    "sorted by length, shorter ones first, equal lengths as in the text",
                    "sorted(left, key=len)",
                ),
                Say("in the reverse of their order in the text", "left[::-1]"),
            ),
            "twice": (Say("both", "and"), Say("at least one", "or")),
            "change": (
                Say("as they are", "w"),
                Say("in capitals", "w.upper()"),
                Say("without their first letter", "w[1:]"),
            ),
        },
        statement="""\
`text` holds 1 to 40 words of small letters, separated by single spaces. Cross out every word that contains
$twice of the letters $first and $second, and every word with fewer than $least letters. Return the
remaining words $order, each written $change. Sorting, where asked for, is done before the words are
changed. Equal words all stay; if none is left, return an empty list.""",
        reference="""\
def remaining(text):
    left = []
    for w in text.split():
        if ("$first" in w) $twice ("$second" in w):
            continue
        if len(w) >= $least:
            left.append(w)
    return [$change for w in $order]
""",
        wrong="""\
def remaining(text):
    left = []
    for w in text.split():
        if "$first" in w:
            continue
        if len(w) > $least:
            left.append(w)
    return [$change for w in $order]
""",
        make=lambda rng, values: [
            " ".join(
                _word(rng, 1, 7, str(values["first"]) + str(values["second"]) + "klmuvwxyzij")
                for _ in range(rng.between(8, 14))
            )
        ],
        held_out=True,
    ),
    Family(
        key="plain_ruler_line",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "major": tuple(range(5, 13)),
            "minor": tuple(range(2, 5)),
            "start": tuple(range(0, 15)),
            "sign": tuple("|#H+"),
            "plain": tuple(".-_"),
        },
        statement="""\
Draw rulers as text. A ruler of length n has one character for each of the marks $start, $start + 1, and so
on, n marks in all. A mark divisible by $major is drawn as $sign. Of the other marks, those divisible by
$minor are drawn as the character ' (a single quote). All remaining marks are drawn as $plain.

Input: a number q (1 to 20) on the first line, then q lengths n from 1 to 100 on the second line.
Output: the q rulers, one per line, in the order of the lengths.""",
        reference="""\
import sys
data = list(map(int, sys.stdin.read().split()))
for n in data[1:1 + data[0]]:
    out = []
    for m in range($start, $start + n):
        if m % $major == 0:
            out.append("$sign")
        elif m % $minor == 0:
            out.append("'")
        else:
            out.append("$plain")
    print("".join(out))
""",
        wrong="""\
import sys
data = list(map(int, sys.stdin.read().split()))
for n in data[1:1 + data[0]]:
    out = []
    for m in range($start, $start + n):
        if m % $minor == 0:
            out.append("'")
        elif m % $major == 0:
            out.append("$sign")
        else:
            out.append("$plain")
    print("".join(out))
""",
        make=lambda rng, values: _lengths(rng),
        held_out=True,
    ),
)


def _lengths(rng: Rng) -> str:
    count = rng.between(2, 6)
    return f"{count}\n" + " ".join(str(rng.between(8, 60)) for _ in range(count)) + "\n"
