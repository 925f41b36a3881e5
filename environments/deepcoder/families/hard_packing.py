"""Grade 3: texts cut and packed."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_PACK = """\
import sys

lines = sys.stdin.read().split("\\n")
for line in lines[1:1 + int(lines[0])]:
    text = line.strip()
    i, out, size = 0, [], 0
    while i < len(text):
        best, where = 0, 0
        for d in range(1, min(i, $window) + 1):
            k = 0
            while i + k < len(text) and k < $most and text[i + k - d] == text[i + k]:
                k += 1
            if k > best or (k == best and $far):
                best, where = k, d
        if best >= $least:
            out.append(f"<{where},{best}>")
            size += $mark
            i += best
        else:
            out.append(text[i])
            size += 1
            i += 1
    print("".join(out), size)
"""


_MIRROR = """\
def mirror_cuts(text):
    n = len(text)
    best = [(0, [])] * (n + 1)
    for i in range(n - 1, -1, -1):
        options = []
        for j in range(i + 1, n + 1):
            part = text[i:j]
            k = j - i
            slips = sum(part[x] != part[-1 - x] for x in range(k // 2))
            if slips <= $slips:
                options.append((best[j][0] + $cost + slips * $fine, $order, best[j][1]))
        total, size, rest = min(options)
        best[i] = (total, [abs(size), *rest])
    return [best[0][0], *best[0][1]]
"""


def _pack_input(rng: Rng, values: Values) -> Any:
    rows = []
    for _ in range(rng.between(2, 4)):
        base = "".join(rng.choice("abc") for _ in range(rng.between(3, 6)))
        text = base
        for _ in range(rng.between(2, 5)):
            i = rng.below(len(text))
            text += text[i : i + rng.between(2, 7)] + rng.choice("abc")
        rows.append(text[:40])
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _mirror_input(rng: Rng, values: Values) -> Any:
    text = ""
    for _ in range(rng.between(2, 5)):
        half = "".join(rng.choice("abc") for _ in range(rng.between(1, 4)))
        text += half + rng.choice("abc") * rng.below(2) + half[::-1]
    return [text]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_text_packer",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "window": tuple(range(4, 16)),
            "most": (4, 5, 6, 7, 8, 9),
            "least": (2, 3),
            "far": (Say("smallest", "False"), Say("largest", "True")),
            "mark": tuple(range(2, 10)),
        },
        statement="""\
A packer walks over a text from left to right. At index i it looks for a repetition: a distance d from 1
to $window, not larger than i, and a length k of at most $most such that the k letters from index i on are
equal, one by one, to the letters d places before them (k may be larger than d; then the repetition
overlaps itself). It takes the largest k that some d allows, and among the distances that allow it the
$far one. If this k is at least $least, it writes `<d,k>` and goes on at i + k; otherwise it writes the
letter itself and goes on at i + 1.

Input: the number of texts (1 to 10), then one text of 1 to 60 lower-case letters per line. Output: for
each text a line with the packed text, a space, and its size, where a letter has size 1 and a mark `<d,k>`
has size $mark.""",
        reference=_PACK,
        wrong=_PACK.replace("k < $most and ", "k < min(d, $most) and "),
        make=_pack_input,
    ),
    Family(
        key="hard_mirror_cuts",
        grade=3,
        kind="function",
        starter="def mirror_cuts(text: str) -> list[int]:",
        parameters={
            "slips": (1, 2),
            "cost": tuple(
                Say(text.replace("A", str(a)), code.replace("A", str(a)))
                for a in range(6, 25)
                for text, code in (
                    ("A", "A"),
                    ("A if its length is odd, and 1 otherwise", "(A if k % 2 else 1)"),
                    ("A if it begins with `a`, and A + 3 otherwise", "(A + 3 * (part[0] != 'a'))"),
                    (
                        "A plus twice its length for a length above 2, and A otherwise",
                        "(A + (2 * k if k > 2 else 0))",
                    ),
                )
            ),
            "fine": tuple(range(1, 9)),
            "order": (Say("shorter", "k"), Say("longer", "-k")),
        },
        statement="""\
`text` (1 to 60 lower-case letters) is cut into pieces, one after the other without gaps. In a piece, the
first letter is compared with the last one, the second with the last but one, and so on; the middle letter
of an odd length is compared with nothing. Every such pair of different letters is one slip. Only pieces
with at most $slips slip(s) are allowed. A piece costs $cost; on top of that, each of its slips costs
$fine.

Find the cutting with the least total cost. If there are several, take the one that has the $order piece
where they first differ. Return a list with the least total cost, followed by the lengths of the pieces
from left to right.""",
        reference=_MIRROR,
        wrong=_MIRROR.replace(" + slips * $fine", ""),
        make=_mirror_input,
    ),
)
