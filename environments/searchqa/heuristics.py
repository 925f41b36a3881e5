"""Cheap policies: none of them understands the question or an article.

They see names (runs of capitalised words) and numbers. Where one draws at random, the draw depends on the
question and the turn alone.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from ragen_bench.environments.searchqa.corpora import world_of
from ragen_bench.environments.searchqa.facts import ONTOLOGY
from ragen_bench.environments.searchqa.mentions import names_in, numbers_in
from ragen_bench.environments.searchqa.tasks import solution_of
from ragen_bench.environments.searchqa.world import World
from ragen_bench.rng import Rng


def _search(words: str) -> str:
    return f"search[{words[:250].strip()}]"


def _finish(answer: str) -> str:
    return f"finish[{answer[:500]}]"


def _rng(env: Any) -> Rng:
    return Rng.of("SearchQA cheap policy", env.task["question"], env.turn)


def _first_search(env: Any) -> str | None:
    """The question itself as the query, before anything was searched."""
    return _search(env.task["question"]) if env.results is None else None


class FirstName:
    """Answers with the first name of the question."""

    def act(self, env: Any) -> str:
        """The answer."""
        names = names_in(env.unwrapped.task["question"])
        return _finish(names[0] if names else "unknown")


class LastName:
    """Answers with the last name of the question."""

    def act(self, env: Any) -> str:
        """The answer."""
        names = names_in(env.unwrapped.task["question"])
        return _finish(names[-1] if names else "unknown")


class ClosedBook:
    """Searches nothing and answers with what is most often right for the fact that is asked.

    It knows which fact that is and how often each value occurs, which is more than a reader of other
    worlds could know.
    """

    def act(self, env: Any) -> str:
        """The answer."""
        task = env.unwrapped.task
        relations = task["plan"].get("relations")
        if not relations:
            return _finish("yes")
        return _finish(_commonest(world_of(task["world"], task["documents"]), relations[-1]))


class Top1:
    """Searches for the question, and answers with the title on top."""

    def act(self, env: Any) -> str:
        """The search or the answer."""
        env = env.unwrapped
        return _first_search(env) or _finish(env.results[0].title if env.results else "unknown")


class RandomResult:
    """Searches for the question, and answers with a random name or number of what is shown."""

    def act(self, env: Any) -> str:
        """The search or the answer."""
        env = env.unwrapped
        return _first_search(env) or _finish(_any(_found(env, 3), _rng(env)))


class Walk:
    """Starts at the first name of the question and goes from page to page by random names.

    It takes as many steps as the question has hops, the fewest that can reach the answer, and answers with a
    random name of the last page, or with a number where the question asks for one.
    """

    def act(self, env: Any) -> str:
        """The next search, or the answer."""
        env = env.unwrapped
        question = env.task["question"]
        if env.results is None:
            return _search((names_in(question) or [question])[0])
        last = len(env.queries) >= env.config.hops or env.turn == env.max_turns - 1
        numeric = last and any(word in question for word in (" year ", " km ", " m ", " km?", " m?"))
        choice = _any(_found(env, 1, numeric, not numeric), _rng(env))
        return _finish(choice) if last else _search(choice)


class GoldPassages:
    """Is handed the last page of the chain, and answers with its first value of the right kind.

    A reference for the card, no floor: it shows what is left to understand when the search is solved.
    """

    def act(self, env: Any) -> str:
        """The answer."""
        task = env.unwrapped.task
        solution = solution_of(task)
        if solution is None:
            return _finish(task["answers"][0])
        world = world_of(task["world"], task["documents"])
        page = solution.pages[-1]
        wanted = ONTOLOGY.by_name[task["plan"]["relations"][-1]]
        for relation in ONTOLOGY.of_kind[page.kind]:
            if relation.target == wanted.target and relation.key in page.facts:
                value = world.value(page, relation)
                return _finish(str(value) if isinstance(value, int) else world.mention(page, relation))
        return _finish("unknown")


def _found(env: Any, pages: int, numbers: bool = True, names: bool = True) -> list[str]:
    """Names and numbers in the first pages of the last results, without the names of the question."""
    known = set(names_in(env.task["question"]))
    found: list[str] = []
    for title, text, _ in (env.results or [])[:pages]:
        found += [name for name in names_in(text) if name != title] if names else []
        found += numbers_in(text) if numbers else []
    return [item for item in dict.fromkeys(found) if item not in known]


def _any(items: list[str], rng: Rng) -> str:
    return rng.choice(items) if items else "unknown"


@lru_cache(maxsize=512)
def _commonest(world: World, name: str) -> str:
    relation = ONTOLOGY.by_name[name]
    values = Counter(
        entity.facts[relation.key]
        for entity in world.of_kind[relation.source]
        if relation.key in entity.facts
    )
    value = min(values, key=lambda item: (-values[item], item))
    return str(value) if relation.is_value else world.entities[value].name
