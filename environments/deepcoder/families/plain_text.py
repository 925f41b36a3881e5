"""Grade 1: one rule applied to letters and words."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _word(rng: Rng, low: int, high: int, letters: str = _LETTERS) -> str:
    return "".join(rng.choice(letters) for _ in range(rng.between(low, high)))


def _text(rng: Rng, values: Values) -> Any:
    return [" ".join(_word(rng, 1, 9) for _ in range(rng.between(4, 12)))]


def _line(rng: Rng, values: Values) -> Any:
    return " ".join(_word(rng, 1, 9) for _ in range(rng.between(4, 12))) + "\n"


def _mixed(rng: Rng, values: Values) -> Any:
    letters = _LETTERS + _LETTERS.upper() + "0123456789 .,-"
    return [_word(rng, 15, 40, letters)]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="plain_letter_shift",
        grade=1,
        kind="function",
        starter="def encode(text: str) -> str:",
        parameters={
            "lower": tuple(range(1, 26)),
            "upper": tuple(range(1, 26)),
            "digits": tuple(range(1, 10)),
        },
        statement="""\
A message is hidden letter by letter. Each small letter a to z moves $lower places forward in the alphabet,
and after z comes a again. Each capital letter A to Z moves $upper places forward in the same way. Each digit
moves $digits places forward, and after 9 comes 0. All other characters stay. Given `text` (1 to 200
characters), return the hidden message.""",
        reference="""\
def encode(text):
    out = []
    for c in text:
        if "a" <= c <= "z":
            out.append(chr((ord(c) - 97 + $lower) % 26 + 97))
        elif "A" <= c <= "Z":
            out.append(chr((ord(c) - 65 + $upper) % 26 + 65))
        elif "0" <= c <= "9":
            out.append(str((int(c) + $digits) % 10))
        else:
            out.append(c)
    return "".join(out)
""",
        wrong="""\
def encode(text):
    out = []
    for c in text:
        if "a" <= c <= "z":
            out.append(chr((ord(c) - 97 + $lower) % 26 + 97))
        elif "A" <= c <= "Z":
            out.append(chr((ord(c) - 65 + $upper) % 26 + 65))
        else:
            out.append(c)
    return "".join(out)
""",
        make=_mixed,
    ),
    Family(
        key="plain_word_lengths",
        grade=1,
        kind="function",
        starter="def marked(text: str) -> str:",
        parameters={
            "limit": tuple(range(2, 8)),
            "short": (
                Say("written in capitals", "w.upper()"),
                Say("reversed", "w[::-1]"),
                Say("written twice in a row", "w + w"),
                Say("kept as it is", "w"),
                Say("put in round brackets", '"(" + w + ")"'),
            ),
            "long": (
                Say("cut to its first three letters", "w[:3]"),
                Say("cut to its last two letters", "w[-2:]"),
                Say("replaced by its number of letters", "str(len(w))"),
                Say("written with its first letter moved to the end", "w[1:] + w[0]"),
                Say("replaced by its first and its last letter", "w[0] + w[-1]"),
            ),
            "join": (
                Say("a single space", "' '"),
                Say("a hyphen", "'-'"),
                Say("a comma without spaces", "','"),
                Say("a plus sign", "'+'"),
                Say("a slash", "'/'"),
                Say("an underscore", "'_'"),
                Say("a colon", "':'"),
                Say("a dot", "'.'"),
                Say("a semicolon", "';'"),
                Say("an equals sign", "'='"),
                Say("a star", "'*'"),
                Say("two spaces", "'  '"),
                Say("an ampersand", "'&'"),
                Say("a vertical bar", "'|'"),
            ),
        },
        statement="""\
`text` holds 1 to 40 words of small letters, separated by single spaces. Each word with at most $limit letters
is $short; each longer word is $long. Return the changed words in their order, joined by $join. There is
nothing before the first word and nothing after the last one.""",
        reference="""\
def marked(text):
    out = []
    for w in text.split():
        out.append($short if len(w) <= $limit else $long)
    return $join.join(out)
""",
        wrong="""\
def marked(text):
    out = []
    for w in text.split():
        out.append($short if len(w) < $limit else $long)
    return $join.join(out)
""",
        make=_text,
    ),
    Family(
        key="plain_vowel_score",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "vowel": tuple(range(2, 13)),
            "other": tuple(range(1, 8)),
            "bonus": tuple(range(5, 45, 3)),
            "end": (Say("ends in a vowel", "w[-1]"), Say("begins with a vowel", "w[0]")),
        },
        statement="""\
Words are scored for a game: each of the vowels a, e, i, o, u brings $vowel points, every other letter $other
points, and a word that $end gets $bonus points on top.

Input: one line of 1 to 40 words of small letters, separated by single spaces.
Output: the scores of the words in order, separated by single spaces, then on a second line the word with the
highest score, the first of them if several.""",
        reference="""\
words = input().split()
scores = []
for w in words:
    s = sum($vowel if c in "aeiou" else $other for c in w)
    if $end in "aeiou":
        s += $bonus
    scores.append(s)
print(*scores)
print(words[scores.index(max(scores))])
""",
        wrong="""\
words = input().split()
scores = []
for w in words:
    s = sum($vowel if c in "aeiou" else $other for c in w)
    scores.append(s)
print(*scores)
print(words[scores.index(max(scores))])
""",
        make=_line,
    ),
    Family(
        key="plain_block_reverse",
        grade=1,
        kind="function",
        starter="def blocks(text: str) -> str:",
        parameters={
            "size": tuple(range(2, 10)),
            "turn": (
                Say("every block", "True"),
                Say("the first block and every second block after it", "i % 2 == 0"),
                Say("the second block and every second block after it", "i % 2 == 1"),
                Say("the first block and every third block after it", "i % 3 == 0"),
                Say("the third block and every third block after it", "i % 3 == 2"),
            ),
            "rest": (
                Say("is left out", "''"),
                Say("is kept as it is", "tail"),
                Say("is reversed", "tail[::-1]"),
                Say("is written twice", "tail + tail"),
                Say("is replaced by one # per character", "'#' * len(tail)"),
            ),
            "mark": (
                Say("a dot", "'.'"),
                Say("a slash", "'/'"),
                Say("a colon", "':'"),
                Say("a hyphen", "'-'"),
                Say("a space", "' '"),
                Say("a plus sign", "'+'"),
                Say("an underscore", "'_'"),
                Say("a vertical bar", "'|'"),
                Say("a star", "'*'"),
                Say("nothing at all", "''"),
            ),
        },
        statement="""\
Cut `text` (1 to 200 small letters) from the left into blocks of exactly $size characters. What is left at
the end and is shorter than a block is the tail; it may be empty. Reverse $turn; the others stay as they are.
The tail $rest. Return the blocks in order with $mark between neighbouring blocks, directly followed by the
tail.""",
        reference="""\
def blocks(text):
    n = len(text) // $size
    parts = []
    for i in range(n):
        b = text[i * $size:(i + 1) * $size]
        parts.append(b[::-1] if $turn else b)
    tail = text[n * $size:]
    return $mark.join(parts) + $rest
""",
        wrong="""\
def blocks(text):
    n = len(text) // $size
    parts = []
    for i in range(n):
        b = text[i * $size:(i + 1) * $size]
        parts.append(b if $turn else b[::-1])
    tail = text[n * $size:]
    return $mark.join(parts) + $rest
""",
        make=lambda rng, values: [_word(rng, 2 * int(values["size"]), 6 * int(values["size"]))],
    ),
    Family(
        key="plain_initials_code",
        grade=1,
        kind="function",
        starter="def codes(names: list[str]) -> list[str]:",
        parameters={
            "first": tuple(range(1, 5)),
            "last": tuple(range(1, 5)),
            "base": tuple(range(3, 60)),
            "case": (Say("capital", ".upper()"), Say("small", "")),
            "cut": (
                Say("a hyphen", "-"),
                Say("a slash", "/"),
                Say("a dot", "."),
            ),
        },
        statement="""\
Members of a club get codes. `names` holds 1 to 40 full names, each a first name and a surname of 2 to 12
small letters separated by one space. A code is made of the first $first letters of the first name and the
first $last letters of the surname (all of it where a name is shorter), in $case letters, then $cut, then
the number $base plus the total number of letters in both names. Return the codes in order.""",
        reference="""\
def codes(names):
    out = []
    for name in names:
        a, b = name.split()
        number = $base + len(a) + len(b)
        out.append((a[:$first] + b[:$last])$case + "$cut" + str(number))
    return out
""",
        wrong="""\
def codes(names):
    out = []
    for name in names:
        a, b = name.split()
        number = $base + len(name)
        out.append((a[:$first] + b[:$last])$case + "$cut" + str(number))
    return out
""",
        make=lambda rng, values: [
            [f"{_word(rng, 2, 9)} {_word(rng, 2, 9)}" for _ in range(rng.between(3, 7))]
        ],
    ),
)
