"""The second opinion: math-verify, asked only about short, tame notation that `answers` cannot read.

Its own time-out works by signals, on the main thread only, so it is switched off here; what reaches it is
bounded instead: matrices, intervals and unions, plus-minus and binomials, made of short numbers and letters.
Free-form algebra never comes here: a computer algebra system can spend minutes on sixty characters of it. Its
known faults (factorials, the sign of a constant, lists, equations, mixed numbers) lie in notation that
`answers` reads by itself, so that none of them comes here either.
"""

from __future__ import annotations

import re
from functools import lru_cache

_LONGEST = 60
_COMMANDS = frozenset(
    ("frac", "sqrt", "pi", "infty", "cup", "cap", "pm", "binom", "le", "leq", "ge", "geq", "lt", "gt", "ne",
     "neq", "in", "emptyset")
)  # fmt: skip
_ENVIRONMENTS = re.compile(r"\\(?:begin|end)\{[pb]matrix\}")
_TAME = re.compile(r"[0-9A-Za-z\s+\-*/^()\[\]{}|,.<>=&_\\]*\Z", re.ASCII)
_TAME_SIGNS = re.compile(r"[⟨⟩≤≥⏎]")
_EXPONENT = re.compile(r"[A-Za-z]\^(?:[23]|\{[23]\})(?!\d)")
_ROOT = re.compile(r"\\sqrt\s*\{?\d{1,4}\}?")
_BINOMIAL = re.compile(r"\\binom\s*(?:\{\d{1,2}\}\s*\{\d{1,2}\}|\d\d)")


def library_match(answer: str, gold: str) -> bool:
    """Whether the library finds two normalised answers equal; False where they may not be shown to it."""
    return is_tame(answer) and is_tame(gold) and _ask(answer, gold)


def is_tame(text: str) -> bool:
    """Whether the library deals with the text in bounded time, by its length, depth, numbers and commands."""
    if len(text) > _LONGEST or not _TAME.match(_TAME_SIGNS.sub("", text)):
        return False
    bare = _ENVIRONMENTS.sub(" ", text)
    if any(command not in _COMMANDS for command in re.findall(r"\\([A-Za-z]+)", bare)):
        return False
    if re.search(r"\\[^A-Za-z\\]", bare) or re.search(r"[A-Za-z]{2}", re.sub(r"\\[A-Za-z]+", " ", bare)):
        return False
    if re.search(r"\d{5}", bare) or bare.count("^") > 2 or len(_EXPONENT.findall(bare)) != bare.count("^"):
        return False
    if bare.count("\\binom") > 2 or len(_BINOMIAL.findall(bare)) != bare.count("\\binom"):
        return False
    if bare.count("\\sqrt") > 2 or len(_ROOT.findall(bare)) != bare.count("\\sqrt"):
        return False
    if bare.count("\\frac") > 3 or len(set(re.findall(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])", bare))) > 2:
        return False
    depth = deepest = 0
    for character in bare:
        depth += (character in "([{⟨") - (character in ")]}⟩")
        deepest = max(deepest, depth)
    return depth == 0 and deepest <= 3


@lru_cache(maxsize=4096)
def _ask(answer: str, gold: str) -> bool:
    try:
        import logging

        # Its warning that no time-out is set is known here.
        logging.getLogger("math_verify").setLevel(logging.CRITICAL)
        from math_verify import LatexExtractionConfig, parse, verify
    except ImportError:
        return False
    config = [LatexExtractionConfig()]
    try:
        said, meant = (
            parse(f"${_latex(text)}$", extraction_config=config, parsing_timeout=None)
            for text in (answer, gold)
        )
        # A reading that lost a part of the text would be compared with less than was said.
        if not said or not meant:
            return False
        return bool(verify(meant, said, timeout_seconds=None))
    except Exception:  # noqa: BLE001 - whatever a parser of others raises, the answer is not accepted
        return False


def _latex(text: str) -> str:
    for old, new in (("⟨", "\\{"), ("⟩", "\\}"), ("≤", "\\le "), ("≥", "\\ge "), ("⏎", " \\\\ ")):
        text = text.replace(old, new)
    return text
