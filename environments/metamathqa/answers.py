"""Whether two answers are the same: numbers, fractions, units, expressions, equations, lists, words.

The exact reading here decides nearly everything, in bounded time, in any thread and without evaluating
text. A maths-verification library is asked only about notation that this module cannot read (`library`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from ragen_bench.environments.metamathqa.expressions import (
    Node,
    Unreadable,
    evaluate,
    read_expression,
    same_value,
    variables,
)
from ragen_bench.environments.metamathqa.notation import normalise

#: Characters beyond which an answer is no answer.
MAX_LENGTH = 1000
_MOST_ITEMS = 24
_POINTS = 3

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?|\.\d+"
_QUANTITY = re.compile(
    rf"\A(?P<sign>[-+]?)\s*(?:(?P<whole>\d{{1,30}})\s+(?:and\s+)?(?P<up>\d{{1,30}})\s*/\s*(?P<down>\d{{1,30}})"
    rf"|(?P<top>{_NUMBER})\s*/\s*(?P<bottom>{_NUMBER})|(?P<plain>{_NUMBER}))"
    r"(?:\s*(?P<percent>%|percent\b))?(?P<unit>.*)\Z",
    re.ASCII | re.DOTALL,
)
_UNIT = re.compile(
    r"\A(?:[A-Za-z]{2,24}(?:\^\{?[23]\}?)?(?:/[A-Za-z]{1,12})?|[mglLhs](?:\^\{?[23]\}?)?(?:/[A-Za-z]{1,12})?)\Z"
)
#: Words behind a number that change its value, or begin another answer.
_NO_UNITS = frozenset(
    re.findall(
        r"\w+",
        """and or plus minus times over divided multiplied to from than not but nor either if is are equals
        equal zero one two three four five six seven eight nine ten eleven twelve twenty
        thirty forty fifty sixty
        seventy eighty ninety hundred thousand million billion trillion dozen score half halves third thirds
        quarter quarters fourth fifth tenth squared cubed factorial pi sqrt sin cos tan ln log exp""",
    )
)
#: Units that may follow their number without a space.
_ATTACHED = frozenset(
    ("cm", "mm", "km", "kg", "ml", "am", "pm", "ft", "hours", "minutes", "seconds", "cents")
)
#: Without any of these there is no notation that only the library knows.
_NOTATION = re.compile(r"[\\⟨\[|<>≤≥]")
_WORDS = re.compile(r"[^\W\d_]+(?:[ '-][^\W\d_]+){0,7}\Z")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Shape:
    """An answer as it was read.

    Args:
        kind: "value", "equation", "list", "tuple" or "words".
        node: the expression of a value; left minus right of an equation.
        items: the parts of a list or tuple.
        text: the brackets of a tuple, the letters of words.
        unit: a unit behind a number.
        percent: a percent sign stood behind the number.
    """

    kind: str
    node: Node = ()
    items: tuple[Shape, ...] = ()
    text: str = ""
    unit: str = ""
    percent: bool = False


def answers_match(answer: str, gold: str) -> bool:
    """Whether `answer` says the same as `gold`. Never raises, never evaluates text.

    Args:
        answer: what an agent said; may be hostile.
        gold: the right answer.
    """
    if len(answer) > MAX_LENGTH or len(gold) > MAX_LENGTH:
        return False
    said, meant = normalise(answer), normalise(gold)
    if not said or not meant:
        return False
    if said == meant:
        return True
    one, other = read(said), read(meant)
    if one is not None and other is not None:
        return _same(one, other)
    if _letters(said) == _letters(meant) and _letters(said):
        return _digits(said) == _digits(meant) and _marks(said) == _marks(meant)
    if not _NOTATION.search(said + meant):
        return False
    from ragen_bench.environments.metamathqa.library import library_match

    return library_match(said, meant)


def is_readable(text: str) -> bool:
    """Whether there is anything in `text` that could be an answer: a digit or a letter that is kept."""
    return any(character.isalnum() for character in normalise(text[:MAX_LENGTH]))


def number(text: str) -> Fraction | None:
    """The rational number that `text` writes down, or None."""
    shape = read(normalise(text)) if len(text) <= MAX_LENGTH else None
    if shape is None or shape.kind != "value" or variables(shape.node):
        return None
    try:
        value = evaluate(shape.node)
    except Unreadable:
        return None
    return value if isinstance(value, Fraction) else None


def read(text: str, depth: int = 0) -> Shape | None:
    """The shape of a normalised answer, or None where the notation is unknown."""
    if not text or depth > 3:
        return None
    quantity = _quantity(text)
    if quantity is not None:
        return quantity
    inner = _enclosed(text)
    if inner is not None:
        brackets, body = inner
        parts = _parts(body)
        if len(parts) > 1:
            items = _all(parts, depth)
            if items is None:
                return None
            if brackets in ("{}", "⟨⟩"):
                return Shape("list", items=items, text="{}")
            return Shape("tuple", items=items, text=brackets)
        if brackets in ("⟨⟩", "{}"):
            return read(body.strip(), depth + 1)
        if brackets == "()" and re.fullmatch(r"[A-Za-z]", body.strip()):
            return Shape("words", text=body.strip().casefold())
    parts = _parts(text)
    if len(parts) > 1:
        items = _all(parts, depth)
        return None if items is None else Shape("list", items=items)
    if text.count("=") == 1 and not re.search(r"[<>!≤≥≠]|\\[lg]eq?\b|\\neq?\b", text):
        return _equation(text, depth)
    try:
        node = read_expression(text)
    except Unreadable:
        pass
    else:
        return Shape("value", node=node)
    if _WORDS.match(text) and not _NO_UNITS & set(text.casefold().split()):
        return Shape("words", text=_letters(text))
    return None


def _quantity(text: str) -> Shape | None:
    """A number, fraction or mixed number, with a percent sign or a unit behind it."""
    match = _QUANTITY.match(text)
    if match is None:
        return None
    words = match["unit"].split()
    if len(words) > 4 or any(not _UNIT.match(word) or word.casefold() in _NO_UNITS for word in words):
        return None
    if words and not match["unit"][0].isspace() and words[0].casefold() not in _ATTACHED:
        return None  # "5x" is a product
    try:
        value = _rational(match)
    except (ZeroDivisionError, Unreadable):
        return None
    return Shape("value", node=("n", value), unit=_singular(words), percent=bool(match["percent"]))


def _rational(match: re.Match[str]) -> Fraction:
    if len(match[0]) > 120:
        raise Unreadable
    if match["whole"]:
        value = int(match["whole"]) + Fraction(int(match["up"]), int(match["down"]))
    elif match["top"]:
        value = _decimal(match["top"]) / _decimal(match["bottom"])
    else:
        value = _decimal(match["plain"])
    return -value if match["sign"] == "-" else value


def _decimal(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))


def _singular(words: list[str]) -> str:
    return " ".join(word.casefold().rstrip("s") for word in words)


def _equation(text: str, depth: int) -> Shape | None:
    left, right = (side.strip() for side in text.split("="))
    if re.fullmatch(r"[A-Za-z](?:_\{?\w\}?)?|\w\(\w\)|\\[a-z]+|", left) and left not in ("e", "i"):
        inner = read(right, depth + 1)
        if inner is not None and inner.kind != "equation" and not (inner.node and variables(inner.node)):
            return inner
    try:
        one, other = read_expression(left), read_expression(right)
        if not variables(one) and not variables(other):
            # "12 * 3 = 36" says 36; a false claim says nothing.
            return Shape("value", node=other) if same_value(evaluate(one), evaluate(other)) else None
    except Unreadable:
        return None
    return Shape("equation", node=("+", [one, ("*", [("n", Fraction(-1)), other])]))


def _same(one: Shape, other: Shape) -> bool:
    if one.kind == other.kind == "value":
        return _same_quantity(one, other)
    if one.kind == other.kind == "equation":
        return _proportional(one.node, other.node)
    if one.kind == "words" or other.kind == "words":
        return _name(one) == _name(other) != ""
    if {one.kind, other.kind} <= {"list", "tuple"} and len(one.items) == len(other.items):
        if one.kind == other.kind == "list":
            return _same_set(one.items, other.items)
        if one.kind != other.kind and "{}" in (one.text, other.text):
            return False
        if one.kind == other.kind and one.text != other.text:
            return False
        return all(_same(a, b) for a, b in zip(one.items, other.items, strict=True))
    return False


def _name(shape: Shape) -> str:
    """What a shape reads as a word: words themselves, and a single letter."""
    if shape.kind == "words":
        return shape.text
    return str(shape.node[1]).casefold() if shape.kind == "value" and shape.node[0] == "v" else ""


def _same_quantity(one: Shape, other: Shape) -> bool:
    if one.unit and other.unit and one.unit != other.unit:
        return False
    names = variables(one.node) | variables(other.node)
    try:
        for point in range(_POINTS if names - {"pi", "e", "i"} else 1):
            a, b = evaluate(one.node, point), evaluate(other.node, point)
            same = same_value(a, b)
            if not same and one.percent != other.percent:
                same = same_value(a / 100 if one.percent else a, b / 100 if other.percent else b)
            if not same:
                return False
    except Unreadable:
        return False
    return True


def _proportional(one: Node, other: Node) -> bool:
    """Whether two equations, as left minus right, differ by a constant factor only."""
    if variables(one) != variables(other):
        return False
    try:
        pairs = [(evaluate(one, point), evaluate(other, point)) for point in range(_POINTS + 1)]
    except Unreadable:
        return False
    a, b = pairs[0]
    if a == 0 or b == 0:
        return False
    return all(same_value(a * d, b * c) for c, d in pairs[1:])


def _same_set(ones: tuple[Shape, ...], others: tuple[Shape, ...]) -> bool:
    left = list(others)
    for item in ones:
        found = next((i for i, candidate in enumerate(left) if _same(item, candidate)), None)
        if found is None:
            return False
        del left[found]
    return True


def _all(parts: list[str], depth: int) -> tuple[Shape, ...] | None:
    if len(parts) > _MOST_ITEMS:
        return None
    items = [read(part, depth + 1) for part in parts]
    return tuple(item for item in items if item is not None) if all(items) else None


def _parts(text: str) -> list[str]:
    """The text split at commas, semicolons, "and" and "or" outside brackets."""
    depth, start, at, parts = 0, 0, 0, []
    while at < len(text):
        character = text[at]
        width = 0
        if character in "([{⟨":
            depth += 1
        elif character in ")]}⟩":
            depth -= 1
        elif depth == 0:
            if character in ",;":
                width = 1
            elif character == " ":
                joined = re.match(r" (?:and|or) ", text[at : at + 5])
                width = len(joined[0]) if joined else 0
        if width:
            parts.append(text[start:at].strip())
            start = at = at + width
        else:
            at += 1
    parts.append(text[start:].strip())
    return [part for part in parts if part] if len(parts) > 1 else parts


def _enclosed(text: str) -> tuple[str, str] | None:
    """(brackets, inside) when one pair of brackets spans the whole text."""
    if text[0] not in "([{⟨" or text[-1] not in ")]}⟩" or len(text) < 3:
        return None
    depth = 0
    for at, character in enumerate(text):
        depth += (character in "([{⟨") - (character in ")]}⟩")
        if depth == 0:
            return (text[0] + text[-1], text[1:-1]) if at == len(text) - 1 else None
    return None


def _letters(text: str) -> str:
    return "".join(_WORD.findall(text)).casefold()


def _digits(text: str) -> list[str]:
    return re.findall(r"\d+", text)


def _marks(text: str) -> str:
    return re.sub(r"[\s\w]", "", text)
