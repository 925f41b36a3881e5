"""Grade 1: scanning, counting and replacing in words."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _word(rng: Rng, low: int, high: int, letters: str = _LETTERS) -> str:
    return "".join(rng.choice(letters) for _ in range(rng.between(low, high)))


def _words(rng: Rng, low: int, high: int, letters: str = _LETTERS) -> str:
    return " ".join(_word(rng, low, high, letters) for _ in range(rng.between(4, 10)))


def _runs(rng: Rng, values: Values) -> Any:
    least = int(values["least"])
    return [
        "".join(rng.choice("abcde") * rng.choice((1, 2, least, least + 1)) for _ in range(rng.between(6, 12)))
    ]


def _typed(rng: Rng, values: Values) -> str:
    signs = _LETTERS + (str(values["back"]) + str(values["shift"])) * 5
    start = rng.choice(_LETTERS) + str(values["back"]) * rng.below(3)
    return f"{start}{_word(rng, 12, 30, signs)}\n"


_SIGNS = ("#", "*", "+", "=", "/", "<", "^", "%", "&", "!")

FAMILIES: tuple[Family, ...] = (
    Family(
        key="small_run_marks",
        grade=1,
        kind="function",
        starter="def packed(text: str) -> str:",
        parameters={
            "least": (3, 4, 5),
            "open": ("(", "[", "<", "{", "/", "*", "+", "=", ":"),
            "add": tuple(range(0, 20)),
            "form": (
                Say("the number, then the letter", "number + c"),
                Say("the letter, then the number", "c + number"),
                Say("the number, then the letter as a capital", "number + c.upper()"),
                Say("the letter as a capital, then the number", "c.upper() + number"),
            ),
        },
        statement="""\
A run is a stretch of equal letters in `text` (1 to 200 small letters) that has no equal letter right
before or behind it. Every run of at least $least letters is replaced by the sign $open followed by $form;
the number is the length of the run plus $add. Shorter runs stay as they are. Return the new text.""",
        reference="""\
def packed(text):
    out, i = "", 0
    while i < len(text):
        c, j = text[i], i
        while j < len(text) and text[j] == c:
            j += 1
        number = str(j - i + $add)
        out += "$open" + $form if j - i >= $least else text[i:j]
        i = j
    return out
""",
        wrong="""\
def packed(text):
    out, i = "", 0
    while i < len(text):
        c, j = text[i], i
        while j < len(text) and text[j] == c:
            j += 1
        number = str(j - i + $add)
        out += "$open" + $form if j - i > $least else text[i:j]
        i = j
    return out
""",
        make=_runs,
    ),
    Family(
        key="small_broken_keys",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "back": _SIGNS[:5],
            "shift": _SIGNS[5:],
            "count": (2, 3, 4),
            "fill": ("-", ".", "_", "~", "?"),
            "mode": (
                Say("the next letter is written as a capital", "c.upper()"),
                Say("the next letter is written twice", "c + c"),
                Say("the next letter is written in round brackets", "'(' + c + ')'"),
                Say("the next letter is left out", "''"),
                Say("the next letter is written as a capital behind a dot", "'.' + c.upper()"),
                Say("the next letter is written with a 1 behind it", "c + '1'"),
            ),
        },
        statement="""\
An old machine types small letters on a strip of paper. The key $back takes away the last $count signs on
the strip, or all of them if there are fewer. After the key $shift, $mode; pressing it again before that
letter makes no difference, and neither does $back end its effect. All signs on the strip, brackets, dots
and digits too, count one by one.

Input: one line of 1 to 100 keys without spaces: small letters, $back and $shift.
Output: the strip at the end with $fill before and behind it, then a second line with the number of signs
that $back took away in all.""",
        reference="""\
strip, taken, held = "", 0, False
for c in input().strip():
    if c == "$back":
        cut = min(len(strip), $count)
        strip, taken = strip[:len(strip) - cut], taken + cut
    elif c == "$shift":
        held = True
    else:
        strip, held = strip + ($mode if held else c), False
print("$fill" + strip + "$fill")
print(taken)
""",
        wrong="""\
strip, taken, held = "", 0, False
for c in input().strip():
    if c == "$back":
        strip, taken, held = strip[:-$count], taken + $count, False
    elif c == "$shift":
        held = True
    else:
        strip, held = strip + ($mode if held else c), False
print("$fill" + strip + "$fill")
print(taken)
""",
        make=_typed,
    ),
    Family(
        key="small_word_chain",
        grade=1,
        kind="function",
        starter="def chain(words: list[str]) -> list[int]:",
        parameters={
            "fit": tuple(range(2, 12)),
            "miss": tuple(range(2, 10)),
            "length": tuple(range(2, 8)),
            "loop": (
                Say("the first word has no word before it and scores only for its letters", "None"),
                Say("for the first word, the last word counts as the word before it", "words[-1]"),
                Say("for the first word, the second word counts as the word before it", "words[1]"),
                Say("for the first word, the word itself counts as the word before it", "words[0]"),
                Say("for the first word, the word before it counts as the single letter a", "'a'"),
            ),
        },
        statement="""\
In a game, each word should begin with the letter with which the word before it ends. A word scores $length
points for each of its letters. If it fits the word before it, it gets $fit points more; if not, it loses
$miss points. However, $loop. Given `words` (2 to 60 words of 1 to 12 small letters), return the scores of
all words in order, and behind them the number of words that got the points for fitting.""",
        reference="""\
def chain(words):
    before, out, fits = $loop, [], 0
    for w in words:
        score = $length * len(w)
        if before is not None:
            good = before[-1] == w[0]
            score += $fit if good else -$miss
            fits += good
        out.append(score)
        before = w
    return out + [fits]
""",
        wrong="""\
def chain(words):
    before, out, fits = $loop, [], 0
    for w in words:
        score = $length * len(w)
        if before is not None:
            good = before[-1] == w[0]
            score += $fit if good else -$miss
            fits += good
        out.append(score)
        before = w if before is None or good else before
    return out + [fits]
""",
        make=lambda rng, values: [_words(rng, 1, 6, "abc").split()],
    ),
    Family(
        key="small_swap_letters",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "one": tuple("abcdefghij"),
            "two": tuple("klmnoprst"),
            "most": (2, 3, 4, 5),
            "rest": (
                Say("stay as they are", "c"),
                Say("are left out", "''"),
                Say("become capitals", "c.upper()"),
                Say("become a hyphen each", "'-'"),
                Say("are written twice", "c + c"),
                Say("are put in round brackets one by one", "'(' + c + ')'"),
            ),
        },
        statement="""\
A printer has mixed up two letters. On each line, every $one should be $two and every $two should be $one.
But only the first $most such letters of a line, counted from the left and both kinds together, are put
right in this way; all further letters $one and $two of the line $rest. Other letters and the spaces do not
change.

Input: n (1 to 20), then n lines of small letters and single spaces.
Output: the n corrected lines, and then a line with the numbers of letters that were put right on each
line, separated by single spaces.""",
        reference="""\
counts = []
for _ in range(int(input())):
    done, out = 0, ""
    for c in input().strip():
        if c not in "$one$two":
            out += c
        elif done < $most:
            out += "$two" if c == "$one" else "$one"
            done += 1
        else:
            out += $rest
    print(out)
    counts.append(done)
print(*counts)
""",
        wrong="""\
counts = []
for _ in range(int(input())):
    line = input().strip()
    done = min($most, line.count("$one") + line.count("$two"))
    out = line.replace("$one", "$two", $most).replace("$two", "$one", $most)
    print(out)
    counts.append(done)
print(*counts)
""",
        make=lambda rng, values: _mixed(rng, f"{values['one']}{values['two']}"),
    ),
    Family(
        key="small_middle_letters",
        grade=1,
        kind="function",
        starter="def middles(words: list[str]) -> list[str]:",
        parameters={
            "long": (4, 5, 6),
            "join": ("-", "/", ".", ":", "+", "=", "_", "~", "*"),
            "even": (
                Say("the two letters in the middle", "w[h - 1:h + 1]"),
                Say("the left one of the two letters in the middle", "w[h - 1]"),
                Say("the right one of the two letters in the middle", "w[h]"),
                Say("the two letters in the middle, in reversed order", "w[h] + w[h - 1]"),
            ),
            "base": tuple(range(1, 21)),
        },
        statement="""\
Every word gets a short form. For a word of at least $long letters it is made of its first letter, its core
and its last letter, with the sign $join between them. The core of a word with an odd number of letters is
the letter in its middle; with an even number it is $even. The short form of a shorter word is the word
itself, the sign $join and a number: the position of the word in the list, the first word having $base, the
second $base + 1, and so on. Given `words` (1 to 60 words of 1 to 15 small letters), return the short forms
in order.""",
        reference="""\
def middles(words):
    out = []
    for i, w in enumerate(words):
        h = len(w) // 2
        if len(w) < $long:
            out.append(w + "$join" + str($base + i))
        else:
            core = w[h] if len(w) % 2 else $even
            out.append("$join".join([w[0], core, w[-1]]))
    return out
""",
        wrong="""\
def middles(words):
    out, i = [], 0
    for w in words:
        h = len(w) // 2
        if len(w) < $long:
            out.append(w + "$join" + str($base + i))
            i += 1
        else:
            core = w[h] if len(w) % 2 else $even
            out.append("$join".join([w[0], core, w[-1]]))
    return out
""",
        make=lambda rng, values: [_words(rng, 1, 10).split()],
    ),
)


def _mixed(rng: Rng, pair: str) -> str:
    rows = [_words(rng, 1, 4, _LETTERS[:10] + pair * 4) for _ in range(rng.between(2, 4))]
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"
