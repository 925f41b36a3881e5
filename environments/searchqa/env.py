"""The SearchQA environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from ragen_bench.env import TextEnv
from ragen_bench.environments.searchqa import hotpotqa
from ragen_bench.environments.searchqa.actions import MAX_ANSWER, MAX_QUERY, Finish, Search, read_action
from ragen_bench.environments.searchqa.config import SearchConfig
from ragen_bench.environments.searchqa.corpora import world_index
from ragen_bench.environments.searchqa.mentions import names_in
from ragen_bench.environments.searchqa.scoring import score_answer
from ragen_bench.environments.searchqa.searcher import Passage, Searcher, shown
from ragen_bench.environments.searchqa.server import HttpSearcher
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

_PUBLIC_RULES = (
    "Answer the question. Look things up with search[words], as often as you need, then give the answer with "
    "finish[answer].\n"
    "A turn is exactly one of the two. A search shows the articles that match best.\n"
    "The answer is yes, no, or a few words: the name, date or number alone.\n"
    "Without finish before the turns are used up, nothing is earned."
)


class SearchQAEnv(TextEnv):
    """Answer a question by looking things up, one search at a time.

    | | |
    |---|---|
    | Action | `search[words]` or `finish[answer]` |
    | Turns | 4 (easy), 6 (medium), 8 (hard), 10 (expert) |
    | Reward | F1 of the answer |
    | Luck | none: replicas are equal |

    ## Description
    The question is about a made-up world: people, towns, rivers, companies, books and more, each with a
    short article. It names one thing, or two to compare, and asks for what is one to four facts away; what
    lies between is not named, and articles use other words than questions. Every split has a world of its
    own, so nothing can be known beforehand.

    ## Action space
    Text: one of `search[words]` and `finish[answer]`, in upper or lower case. A query has at most 256
    characters and an answer at most 512. Brackets inside the brackets are part of the text.

    ## Observation space
    After a search up to three articles, best first; the question; the turns that are left.

    ## Starting state
    Nothing searched. The answer is unique, and every article on the way can be found by its title.

    ## Rewards
    `match`: the F1 of the answer's words, once, at the end (preset em: 1 for an exact match, else 0).
    Searching costs nothing but turns.

    ## Episode end
    Terminates with `finish`; truncated when the turns are used up, with a score of 0.

    ## Information
    Beside the common keys, `f1` of the answer (0 until the end) and `searches` so far.

    ## Arguments
    The fields of `SearchConfig`, `max_turns`. `top_k`, `reward`, `engine` and the retriever's fields
    change no question.

    ## Version history
    v1: first version.
    """

    max_action_length: ClassVar[int] = 1024
    config: SearchConfig

    def begin(self, task: Task) -> None:
        """Nothing searched, nothing answered."""
        #: What was searched for, and the titles that were shown, in order.
        self.queries: list[str] = []
        self.seen: list[str] = []
        #: What the last search showed; None before the first.
        self.results: list[Passage] | None = None
        self._exact, self._f1 = False, 0.0

    def observe(self) -> str:
        """The last results, the question and the turns that are left."""
        lines: list[str] = []
        if self.results is not None:
            lines += [f"[{n}] {title}\n{text}" for n, (title, text, _) in enumerate(self.results, start=1)]
            lines += [] if self.results else ["Nothing was found."]
        left = max(0, self.max_turns - self.turn)
        lines += [f"Question: {self._task['question']}", f"Turns left: {left}."]
        return "\n".join(lines)

    def parse(self, text: str) -> Search | Finish:
        """A search or an answer."""
        return read_action(text)

    def apply(self, action: Search | Finish) -> bool:
        """Looks up, or ends the episode.

        Raises:
            TransportError: a retrieval server failed.
        """
        if isinstance(action, Search):
            found = self._searcher().search(action.query, self.config.top_k)
            before = self.results
            self.results = [shown(passage) for passage in found[: self.config.top_k]]
            self.queries.append(action.query)
            self.seen += [title for title, _, _ in self.results if title not in self.seen]
            return self.results != before
        self._exact, self._f1 = score_answer(action.answer, self._task["answers"])
        self.pay("match", self._f1 if self.config.reward == "f1" else float(self._exact))
        self.say("The answer is right." if self._exact else "The answer is not right.")
        self.finish()
        return True

    def result(self) -> tuple[bool, float]:
        """Success and score are the exact match."""
        return self._exact, float(self._exact)

    def extra_info(self) -> dict[str, Any]:
        """F1 of the answer, and the number of searches."""
        return {"f1": self._f1, "searches": len(self.queries)}

    def legal_hint(self) -> str:
        """The grammar; the same on every turn."""
        return (
            f"A turn is one of search[words], up to {MAX_QUERY} characters, and finish[answer], up to "
            f"{MAX_ANSWER}."
        )

    def rules(self) -> str:
        """The instruction; public rows also ask for yes or no."""
        if self.config.source == "hotpotqa":
            return _PUBLIC_RULES
        return self.env_spec.instruction

    def sample_action(self, rng: Rng) -> str:
        """In 3 of 4 a search, else an answer: a name of the question or the last results, uniformly."""
        texts = [self._task["question"], *(f"{title}. {text}" for title, text, _ in self.results or ())]
        names = list(dict.fromkeys(name for text in texts for name in names_in(text)))
        name = rng.choice(names) if names else "river"
        return f"{'finish' if rng.below(4) == 3 else 'search'}[{name[:200]}]"

    def snapshot(self) -> dict[str, Any]:
        """Queries, titles, the last results and the answer's worth."""
        results = self.results
        return {
            "queries": list(self.queries),
            "seen": list(self.seen),
            "results": None if results is None else [[title, text] for title, text, _ in results],
            "exact": self._exact,
            "f1": self._f1,
        }

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """Takes up the search where it was."""
        self.queries, self.seen = list(state["queries"]), list(state["seen"])
        results = state["results"]
        self.results = None if results is None else [Passage(title, text) for title, text in results]
        self._exact, self._f1 = state["exact"], state["f1"]

    def _searcher(self) -> Searcher:
        # Looked up each time: an environment is pickled and copied, an index is shared.
        config, task = self.config, self._task
        if config.retriever_url:
            return HttpSearcher(config.retriever_url, config.retriever_timeout)
        if config.source == "hotpotqa":
            return hotpotqa.searcher(task["world"], config)
        return world_index(task["world"], task["documents"], config.engine)
