"""What looks things up: the `Searcher` seam, and how text becomes words for it."""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

#: Characters of a passage that an agent is shown.
MAX_TITLE = 200
MAX_TEXT = 1_500

_WORD = re.compile(r"[^\W_]+")
#: Words that are in most passages, or that say nothing of what is looked for.
_STOP = (
    "a about above after all also an and any are as at be been before being between both but by can could "
    "did do does down each find for from had has have he her his how i if in into is it its me more most my "
    "name no not of on once only or other our out over own same she so some such than that the their them "
    "then there these they this those through to under up was we were what when where which while who whom "
    "whose why will with would you your"
)
STOP_WORDS = frozenset(_STOP.split())


class Passage(NamedTuple):
    """A title and a text.

    Attributes:
        title, text: what the agent is shown.
        names: what an index counts as title words, for example the title and another name.
    """

    title: str
    text: str
    names: tuple[str, ...] = ()


class Searcher(Protocol):
    """Finds passages. Embedded ones are pure: the same query gives the same passages, everywhere."""

    def search(self, query: str, k: int) -> list[Passage]:
        """The best `k` passages or fewer, best first.

        Raises:
            TransportError: the search itself failed; never the agent's fault.
        """
        ...


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without those that say nothing."""
    return [word for word in _WORD.findall(text.lower()) if word not in STOP_WORDS]


def shown(passage: Passage) -> Passage:
    """A passage as an agent may see it: bounded, on one line, and text that can be written to a file."""
    return Passage(_clean(passage.title, MAX_TITLE), _clean(passage.text, MAX_TEXT))


def _clean(text: str, most: int) -> str:
    text = " ".join(text[: 4 * most].encode("utf-8", "replace").decode("utf-8").split())
    return text if len(text) <= most else text[: most - 3] + "..."
