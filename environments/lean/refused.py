"""Words that no proof may contain: they assume what is to be shown, or change what Lean itself does."""

from __future__ import annotations

import re

REFUSED = (
    "sorry",
    "admit",
    "axiom",
    "native_decide",
    "ofReduceBool",
    "sorryAx",
    "set_option",
    "macro",
    "macro_rules",
    "syntax",
    "notation",
    "infix",
    "infixl",
    "infixr",
    "prefix",
    "postfix",
    "elab",
    "elab_rules",
    "import",
    "open",
    "export",
    "namespace",
    "section",
    "end",
    "universe",
    "variable",
    "theorem",
    "lemma",
    "example",
    "def",
    "abbrev",
    "opaque",
    "constant",
    "instance",
    "inductive",
    "structure",
    "class",
    "deriving",
    "attribute",
    "initialize",
    "builtin_initialize",
    "unsafe",
    "partial",
    "implemented_by",
    "extern",
    "run_tac",
    "run_cmd",
    "run_elab",
    "by_elab",
    "mutual",
    "private",
    "local",
    "scoped",
    "unseal",
    "stop",
    "#eval",
    "#print",
    "#check",
    "#reduce",
    "#exit",
)
"""Refused wherever they stand as words, comments included, whatever checks the proof."""

_WORD = re.compile(r"#?[^\W\d][\w'!?]*|#")
_REFUSED = frozenset(REFUSED)


def refused_word(text: str) -> str | None:
    """The first refused word of `text`, or None."""
    for match in _WORD.finditer(text):
        word = match.group()
        if word in _REFUSED or word.startswith("#"):
            return word
    return None
