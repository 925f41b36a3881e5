"""Takes off an answer what does not change it, and writes the rest in one notation."""

from __future__ import annotations

import re

_CLAIM = re.compile(
    r"\A(?:so,?\s+|thus,?\s+|therefore,?\s+|hence,?\s+)?"
    r"(?:#{2,4}\s*|(?:the\s+)?(?:final\s+)?answer\s*(?:is\s*:?|[:=])\s*)",
    re.IGNORECASE,
)
_LINE_BREAK = re.compile(r"\s*\\\\\s*")
_STYLED = re.compile(r"\\(?:text|math|m)(?:bf|it|rm|bb|sf|box)?\s*\{([^{}]*)\}")
#: What is replaced, in this order. Braces of sets become ⟨⟩, so that they differ from those of LaTeX groups.
_REPLACED = (
    ("**", ""), ("\\$", ""), ("$", ""), ("£", ""), ("€", ""), ("\\%", "%"), ("\\!", ""), ("\\,", " "),
    ("\\;", " "), ("\\:", " "), ("\\ ", " "), ("~", " "), ("{,}", ","), ("\\(", ""), ("\\)", ""),
    ("^{\\circ}", ""), ("^\\circ", ""), ("°", ""), ("\\left", ""), ("\\right", ""), ("−", "-"), ("–", "-"),
    ("×", "*"), ("·", "*"), ("÷", "/"), ("\\dfrac", "\\frac"), ("\\tfrac", "\\frac"), ("½", " 1/2"),
    ("¼", " 1/4"), ("¾", " 3/4"), ("√", "\\sqrt "), ("π", "\\pi "), ("²", "^2"), ("³", "^3"), ("\\{", "⟨"),
    ("\\}", "⟩"), ("\\lbrace", "⟨"), ("\\rbrace", "⟩"),
)  # fmt: skip


def normalise(text: str) -> str:
    """The answer without what does not change it: boxes, bold, currency, delimiters, a claim in front."""
    text = _LINE_BREAK.sub("⏎", text.replace("\\displaystyle", " ")).strip()
    boxes = _boxed(text)
    if boxes:
        text = ", ".join(boxes)
    for old, new in _REPLACED:
        text = text.replace(old, new)
    text = _STYLED.sub(r" \1 ", text)
    text = re.sub(r"\\frac\s*(\d)\s*(\d)", r"\\frac{\1}{\2}", text)
    text = re.sub(r"\\frac\s*(\d)\s*\{", r"\\frac{\1}{", text)
    text = re.sub(r"\\sqrt\s*(\d)", r"\\sqrt{\1}", text)
    text = _CLAIM.sub("", text.strip(), count=1)
    text = re.sub(r"\s*:\s*", ":", text)
    text = " ".join(text.split())
    return text.rstrip(".,;: ").strip().strip("`*_").strip()


def _boxed(text: str) -> list[str]:
    """What stands in every \\boxed{...}, in order."""
    found: list[str] = []
    at = text.find("\\boxed")
    while at >= 0:
        start = text.find("{", at)
        if start < 0 or text[at + 6 : start].strip():
            return found
        depth = 0
        for end in range(start, len(text)):
            depth += (text[end] == "{") - (text[end] == "}")
            if depth == 0:
                break
        else:
            return found
        found.append(text[start + 1 : end])
        at = text.find("\\boxed", end)
    return found
