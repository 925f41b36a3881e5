"""Seeded Bandit tasks.

A task holds the arms in the order in which they are listed, each with its level on the scale, and
the hidden law: the level of the best arm in each round and what it pays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, permutations
from math import perm
from typing import Any

from ragen_bench.environments.bandit.config import BanditConfig
from ragen_bench.environments.bandit.words import COLOURS, PROFESSIONS, Professions, ladders
from ragen_bench.errors import InvalidTask
from ragen_bench.field_checks import is_whole
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

_FIELDS = ("family", "scale", "arms", "best", "top", "horizon")
_ARM_FIELDS = ("name", "level")
_LONGEST = 60
#: Coins tossed in one draw.
_COINS = 30


class BanditTasks:
    """The task source of Bandit."""

    def generate(self, rng: Rng, config: BanditConfig, split: str) -> Task:
        """One candidate."""
        ood = split == "test_ood"
        count = config.arms
        people = PROFESSIONS[split]
        if config.law == "jobs":
            family, scale, names = _jobs(rng, people)
        else:
            # Drawn without `choice`, because calls are much of what a task costs.
            known = ladders(count, ood)
            ladder, choices = known[rng.below(len(known))]
            family, scale = ladder.name, ladder.ends
            words = choices[rng.below(len(choices))]
            jobs = _distinct(rng, people.every, count)
            names = [f"{word} {job}" for word, job in zip(words, jobs, strict=True)]
        if count <= 5:
            orders = _orders(count)
            order: Sequence[int] = orders[rng.below(len(orders))]
        else:
            order = _distinct(rng, range(count), count)
        tops = config.tops
        return {
            "family": family + "_ood" if ood and config.law == "jobs" else family,
            "scale": scale,
            "arms": [{"name": names[level], "level": level} for level in order],
            "best": _best(rng, config),
            "top": tops[rng.below(len(tops))] if len(tops) > 1 else tops[0],
            "horizon": config.rounds * config.pulls,
        }

    def canonical(self, task: Task) -> str:
        """The arms' names, sorted, and the law: the order of the list makes no other puzzle."""
        return f"{'|'.join(sorted([arm['name'] for arm in task['arms']]))}|{task['best']}|{task['top']}"

    def validate(self, task: Mapping[str, Any], config: BanditConfig) -> Task:
        """A task given by hand. `family`, `scale` and `horizon` may be left out.

        Raises:
            InvalidTask: names the field.
        """
        for key in task:
            if key not in _FIELDS:
                raise InvalidTask(str(key), task[key], f"left out; the fields are {', '.join(_FIELDS)}")
        family = _text("family", task.get("family", "given"))
        scale = task.get("scale", "")
        if scale != "":
            _text("scale", scale)
        arms = _arms(task.get("arms"), config)
        best = task.get("best")
        if not isinstance(best, list | tuple) or len(best) != config.rounds:
            raise InvalidTask("best", best, f"a list of levels, one for each of {config.rounds} rounds")
        for level in best:
            if not is_whole(level) or not 0 <= level < config.arms:
                raise InvalidTask("best", best, f"levels from 0 to {config.arms - 1}")
        _check_moves(best, config)
        top = task.get("top", config.tops[0] if len(config.tops) == 1 else None)
        if not is_whole(top) or top not in config.tops:
            raise InvalidTask("top", top, f"one of {', '.join(map(str, config.tops))}")
        horizon = task.get("horizon", config.horizon)
        if not is_whole(horizon) or horizon != config.horizon:
            raise InvalidTask("horizon", horizon, f"{config.horizon}, as in this preset")
        return {
            "family": family,
            "scale": scale,
            "arms": arms,
            "best": list(best),
            "top": top,
            "horizon": horizon,
        }

    def perturb(self, task: Task, rng: Rng) -> Task:
        """The first words change hands, each to the arm half the scale away.

        So every name changes, and the best arm has another name in every round; with two arms the
        two words are swapped.
        """
        count = len(task["arms"])
        words: list[str] = [""] * count
        for arm in task["arms"]:
            words[arm["level"]] = arm["name"].split(" ", 1)[0]
        arms = []
        for arm in task["arms"]:
            level = (arm["level"] + count // 2) % count
            person = arm["name"].split(" ", 1)[1]
            if task["scale"]:
                arms.append({"name": f"{words[level]} {person}", "level": level})
            else:
                # Without a scale the profession decides, so the level stays with it.
                arms.append({"name": f"{words[level]} {person}", "level": arm["level"]})
        return {**task, "arms": arms}


def _jobs(rng: Rng, people: Professions) -> tuple[str, str, list[str]]:
    """Family, scale and names of a steady and a daring arm."""
    first, second = _distinct(rng, COLOURS, 2)
    return "jobs", "", [f"{first} {rng.choice(people.steady)}", f"{second} {rng.choice(people.daring)}"]


def _best(rng: Rng, config: BanditConfig) -> list[int]:
    """The level of the best arm in each round."""
    count = config.arms
    if config.law == "jobs":
        return [1]
    if config.law == "odds":
        return [int(rng.below(100) < config.odds)]
    if config.law == "drift":
        level = rng.below(count)
        best = [level]
        coins = 0
        for number in range(config.rounds - 1):
            if number % _COINS == 0:
                coins = rng.below(1 << _COINS)
            # At an end of the row there is only one way, and the coin does not count.
            up = level == 0 or (level < count - 1 and coins & 1 == 1)
            coins >>= 1
            level += 1 if up else -1
            best.append(level)
        return best
    # One draw for all jumps where it fits: drawing is much of what a task costs.
    others = count - 1
    if count * others ** (config.rounds - 1) >= 1 << 62:
        best = [rng.below(count)]
        for _ in range(config.rounds - 1):
            step = rng.below(others)
            best.append(step + (step >= best[-1]))
        return best
    code = rng.below(count * others ** (config.rounds - 1))
    code, level = divmod(code, count)
    best = [level]
    for _ in range(config.rounds - 1):
        code, step = divmod(code, others)
        level = step + 1 if step >= level else step
        best.append(level)
    return best


@lru_cache(maxsize=8)
def _orders(count: int) -> tuple[tuple[int, ...], ...]:
    """Every order of a few levels: one draw picks one."""
    return tuple(permutations(range(count)))


def _distinct(rng: Rng, items: Any, k: int) -> list[Any]:
    """k distinct items in random order, from a single draw where it fits into a word."""
    pool = list(items)
    n = len(pool)
    ways = _arrangements(n, k)
    if ways >= 1 << 62:
        return rng.sample(pool, k)
    code = rng.below(ways)
    for i in range(k):
        code, j = divmod(code, n - i)
        j += i
        pool[i], pool[j] = pool[j], pool[i]
    return pool[:k]


_arrangements = lru_cache(maxsize=256)(perm)


def _arms(arms: Any, config: BanditConfig) -> list[dict[str, Any]]:
    count = config.arms
    if not isinstance(arms, list | tuple) or len(arms) != count:
        raise InvalidTask("arms", arms, f"a list of {count} arms")
    checked: list[dict[str, Any]] = []
    for number, arm in enumerate(arms):
        field = f"arms[{number}]"
        if not isinstance(arm, Mapping) or set(arm) != set(_ARM_FIELDS):
            raise InvalidTask(field, arm, 'an object with "name" and "level"')
        name, level = arm["name"], arm["level"]
        if (
            not isinstance(name, str)
            or not 3 <= len(name) <= _LONGEST
            or " ".join(name.split()) != name
            or " " not in name
            or not name.replace(" ", "").replace("-", "").isalnum()
        ):
            raise InvalidTask(f"{field}.name", name, 'words of letters and digits, such as "tiny baker"')
        if not is_whole(level) or not 0 <= level < count:
            raise InvalidTask(f"{field}.level", level, f"a whole number from 0 to {count - 1}")
        checked.append({"name": name, "level": level})
    if len({arm["name"].casefold() for arm in checked}) < count:
        raise InvalidTask("arms", [arm["name"] for arm in checked], "arms with distinct names")
    if len({arm["level"] for arm in checked}) < count:
        raise InvalidTask("arms", [arm["level"] for arm in checked], "arms with distinct levels")
    return checked


def _check_moves(best: Any, config: BanditConfig) -> None:
    if config.law == "jobs" and best[0] != 1:
        raise InvalidTask("best", best, "[1], the daring job, with this law")
    for before, after in pairwise(best):
        if config.law == "drift" and abs(after - before) != 1:
            raise InvalidTask("best", best, "levels that move by one step each round")
        if before == after:
            raise InvalidTask("best", best, "levels that differ from one round to the next")


def _text(field: str, value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= _LONGEST:
        raise InvalidTask(field, value, f"a text of 1 to {_LONGEST} characters")
    return value


TASKS = BanditTasks()
