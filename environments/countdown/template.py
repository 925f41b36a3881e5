"""Templates: the shape of an expression with every number left out, such as "n*n + n - n/n".

Order and brackets of a sum or of a product make no other template: a sum is its terms, added or
subtracted, and a product its factors, above or below the line. A template names its operators, so two
expressions of one template use the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

_Parts = tuple[tuple[str, ...], tuple[str, ...]]
#: An expression: a number, or (left, sign, right).
Tree: TypeAlias = "int | tuple[Tree, str, Tree]"


@dataclass(frozen=True, slots=True, eq=False)
class _Template:
    """The shape of one expression. Compared by identity, so that looking up a join is cheap.

    Args:
        text: the template as it is written.
        terms: the terms added and those subtracted when it becomes part of a sum.
        factors: the factors above and below the line when it becomes part of a product.
    """

    text: str
    terms: _Parts
    factors: _Parts


#: One object for each template, however it came about, so that few joins are new.
_known = lru_cache(maxsize=1 << 15)(_Template)

#: A given number.
_NUMBER = _Template("n", (("n",), ()), (("n",), ()))


def template_text(tree: Tree) -> str:
    """The template of an expression."""
    return _template(tree).text


def _template(tree: Tree) -> _Template:
    if isinstance(tree, int):
        return _NUMBER
    left, sign, right = tree
    return _join(
        _NUMBER if isinstance(left, int) else _template(left),
        sign,
        _NUMBER if isinstance(right, int) else _template(right),
    )


@lru_cache(maxsize=1 << 15)
def _join(left: _Template, sign: str, right: _Template) -> _Template:
    """The template of `left sign right`."""
    if sign in "+-":
        added, taken = _merged(left.terms, right.terms, sign == "-")
        text = " - ".join((" + ".join(added), *taken))
        return _known(text, (added, taken), ((f"({text})",), ()))
    above, below = _merged(left.factors, right.factors, sign == "/")
    text = "/".join(("*".join(above), *below))
    return _known(text, ((text,), ()), (above, below))


def _merged(left: _Parts, right: _Parts, inverse: bool) -> _Parts:
    ahead, behind = right[::-1] if inverse else right
    return _sorted(left[0] + ahead), _sorted(left[1] + behind)


def _sorted(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The longest first, as one writes them."""
    if parts.count("n") == len(parts):
        return parts
    return tuple(sorted(parts, key=lambda part: (-len(part), part)))
