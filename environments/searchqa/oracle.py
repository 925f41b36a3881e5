"""The oracle of SearchQA: it looks up what the question leads to, page by page, and answers."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.searchqa.tasks import solution_of


class Oracle:
    """Searches for each page of the chain by the name that the question or an earlier page gives it.

    It knows which facts to follow, and the answer. On the last turn it answers, whatever it has seen; on a
    task whose chain is not known it searches for the supporting titles, if any.
    """

    def act(self, env: Any) -> str:
        """The next search, or the answer once every page was seen."""
        env = env.unwrapped
        task = env.task
        solution = solution_of(task)
        if solution is not None:
            titles = [page.name for page in solution.pages]
            steps = list(zip(titles, solution.mentions, strict=True))
        else:
            steps = [(title, title) for title in task["plan"].get("titles", [])]
        left = env.max_turns - env.turn
        asked = set(env.queries)
        for title, query in steps:
            query = query[:200].strip()
            if left > 1 and title not in env.seen and query not in asked:
                return f"search[{query}]"
        return f"finish[{task['answers'][0]}]"
