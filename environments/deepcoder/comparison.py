"""Whether an output is the expected one, decided in the process that knows the expected one.

Values come from the sandbox as plain JSON data, so that no method of a submitted object is ever called here.
"""

from __future__ import annotations

import math
import re
from typing import Any

#: Floats may differ by this, relative to the larger one or absolutely.
TOLERANCE = 1e-6

_SPACE = re.compile(r"(\s+)")
#: A number with a decimal point: only these are compared as numbers in a text.
_FLOAT = re.compile(r"[+-]?\d+\.\d+\Z", re.ASCII)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\Z", re.ASCII)
#: Digits of the longest number that is read as one.
_LONGEST_NUMBER = 400


def same_value(got: Any, expected: Any) -> bool:
    """Whether a returned value is the expected one; both are JSON data.

    Types must match: True is not 1, 1 is not 1.0, and where a float is expected an int is wrong. Floats may
    differ by `TOLERANCE`. Lists are compared item by item, dicts key by key.
    """
    if type(got) is not type(expected):
        return False
    if isinstance(expected, float):
        return _close(got, expected)
    if isinstance(expected, list):
        return len(got) == len(expected) and all(map(same_value, got, expected))
    if isinstance(expected, dict):
        return got.keys() == expected.keys() and all(same_value(got[key], expected[key]) for key in expected)
    return bool(got == expected)


def same_output(got: str, expected: str) -> bool:
    """Whether printed text is the expected one.

    Compared line by line, without white space at line ends and without empty lines at the end. A number with
    a decimal point may differ by `TOLERANCE`; everything else must be the same, inner spaces included.
    """
    lines, wanted = _lines(got), _lines(expected)
    return len(lines) == len(wanted) and all(map(_same_line, lines, wanted))


def _lines(text: str) -> list[str]:
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _same_line(got: str, expected: str) -> bool:
    if got == expected:
        return True
    if "." not in expected:
        return False
    tokens, wanted = _SPACE.split(got), _SPACE.split(expected)
    return len(tokens) == len(wanted) and all(map(_same_token, tokens, wanted))


def _same_token(got: str, expected: str) -> bool:
    if got == expected:
        return True
    if not _FLOAT.match(expected) or len(got) > _LONGEST_NUMBER or not _NUMBER.match(got):
        return False
    return _close(float(got), float(expected))


def _close(got: float, expected: float) -> bool:
    return got == expected or math.isclose(got, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
