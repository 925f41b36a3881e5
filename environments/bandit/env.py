"""The Bandit environment."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, ClassVar

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.environments.bandit.config import BanditConfig
from ragen_bench.environments.bandit.law import law_of, top_mean
from ragen_bench.environments.bandit.rules import instruction, move_lines, status_lines
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

#: Share of the random policy's regret with which an episode still succeeds.
ALLOWED_REGRET = 0.2
#: Regrets are sums of a few numbers; this is far above their rounding.
_TOLERANCE = 1e-9
_QUOTES = "\"'`“”‘’«»"


class BanditEnv(TextEnv):
    """Pull the arms that pay best, where the words in their names order them.

    | | |
    |---|---|
    | Action | an arm's name |
    | Turns | 1 (easy, ragen), 20 (medium), 30 (hard, expert) |
    | Reward | the payout |
    | Luck | payouts: replicas differ |

    ## Description
    Each arm is named by a word of a scale ("warm", "June", "third") and a profession, and the list is
    shuffled. The nearer an arm stands to the best one on the scale, the more it pays on average, so
    a few well-placed pulls tell where the best arm is. It moves with every round: by a number of steps
    that is announced (medium, hard), or one step, unannounced (expert). With one pull (easy, ragen)
    the words alone tell the better arm. The law is stated in the instruction, its hidden part is not.

    ## Action space
    Text: the name of an arm, in upper or lower case, with or without quotation marks.

    ## Observation space
    What the last pull paid, the arms with the ends of their scale, the announcement of the round, and
    the number of the round and pull.

    ## Starting state
    Nothing pulled. Every arm is as likely to be the best one.

    ## Rewards
    `payout`: the points of the pull divided by `unit`. An invalid turn loses the pull and earns
    nothing.

    ## Episode end
    Terminates after the last pull: the horizon is part of the task. The score is 1 - regret /
    regret of random pulls, both in expected payouts, and success is a score of at least 0.8. An
    invalid turn has the regret of an arm that pays nothing.

    ## Information
    Beside the common keys, `pulls`: arms pulled so far.

    ## Arguments
    The fields of `BanditConfig`, and `max_turns`, which can cut the horizon short.

    ## Version history
    v1: first version.
    """

    max_action_length: ClassVar[int] = 256
    config: BanditConfig

    def _bind(self) -> None:
        super()._bind()
        config = self.config
        # Whoever overrides rounds or pulls changes the horizon, and nothing is played beyond it.
        self._max_turns = min(self._max_turns, config.horizon)
        law = self._law = law_of(config)
        self._gaps, self._outcomes, self._per_word = law.gaps, law.outcomes, law.per_word
        self._status = status_lines(config, self._max_turns)
        #: By turns played: the round, and after the last turn a number that no round has.
        self._round = (*(turn // config.pulls for turn in range(self._max_turns)), config.rounds)
        self._move_lines = move_lines(config)
        self._noise = config.noise
        self._unit = config.unit
        self._jobs = config.law == "jobs"

    def begin(self, task: Task) -> None:
        """Reads the arms; nothing is pulled yet."""
        levels = self._levels = {arm["name"]: arm["level"] for arm in task["arms"]}
        listed = self._listed = list(levels)
        #: By level; worked out when first asked for.
        self._names: list[str] = []
        best = self._best = task["best"]
        self._top: int = task["top"]
        label = f"Arms ({task['scale']})" if task["scale"] else "Arms"
        self._arms_line = f"{label}: {', '.join(listed)}.\n"
        lines = self._move_lines
        self._round_lines = ["", *[lines[after - before] for before, after in pairwise(best)], ""]
        #: (turn, level, points) of each pull, turns counted from 0.
        self.history: list[tuple[int, int, int]] = []
        self._last_pull = 0
        self._last_arm = ""
        self._regret: float = 0
        self._word = self._draws = 0

    def observe(self) -> str:
        """The last payout, the arms, and where the game stands."""
        turn = self.turn
        if self._last_pull == turn > 0:
            return (
                f"The {self._last_arm} paid {self.history[-1][2]} points.\n"
                f"{self._arms_line}{self._round_lines[self._round[turn]]}{self._status[turn]}"
            )
        return f"{self._arms_line}{self._round_lines[self._round[turn]]}{self._status[turn]}"

    def parse(self, text: str) -> str:
        """The arm that is named."""
        if text in self._levels:
            return text
        wanted = " ".join(text.strip(_QUOTES).casefold().split())
        for name in self._listed:
            if name.casefold() == wanted:
                return name
        raise InvalidAction("no_arm", "That is not the name of an arm, and the pull is lost.")

    def apply(self, action: str) -> bool:
        """Pulls an arm."""
        turn = self.turn - 1
        level = self._levels[action]
        gap = self._gaps[self._best[self._round[turn]]][level]
        if not self._draws:
            self._word, self._draws = self._law.words(self.luck), self._per_word
        self._draws -= 1
        self._word, noise = divmod(self._word, self._outcomes)
        points = self._job_points(level, noise) if self._jobs else self._top - int(gap) + noise - self._noise
        self._regret += gap
        self.history.append((turn, level, points))
        self._last_pull, self._last_arm = turn + 1, action
        self.pay("payout", points / self._unit)
        return True

    def result(self) -> tuple[bool, float]:
        """Whether the score reached 0.8, and the score."""
        allowed = self._random_regret()
        regret = self._lost()
        score = min(1.0, max(0.0, 1.0 - regret / allowed))
        return regret <= ALLOWED_REGRET * allowed + _TOLERANCE, score

    def is_dead(self) -> bool:
        """Whether more regret has run up than an episode with success may have."""
        return self._lost() > ALLOWED_REGRET * self._random_regret() + _TOLERANCE

    def legal_actions(self) -> list[str]:
        """The arms, in the order of the list."""
        return list(self._listed)

    def sample_action(self, rng: Rng) -> str:
        """Each arm equally likely."""
        return rng.choice(self._listed)

    def extra_info(self) -> dict[str, Any]:
        """How many arms were pulled."""
        return {"pulls": len(self.history)}

    def rules(self) -> str:
        """The law in plain words."""
        return instruction(self.config)

    def example(self) -> str:
        """The first arm of the list; before the first reset, the spec's example."""
        return self._listed[0] if self._started else self.env_spec.example

    def snapshot(self) -> dict[str, Any]:
        """The pulls so far and what is left of the drawn word."""
        return {"history": [list(pull) for pull in self.history], "word": self._word, "draws": self._draws}

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """Reads the task and takes up the pulls."""
        self.begin(task)
        self.history = [(turn, level, points) for turn, level, points in state["history"]]
        self._word, self._draws = state["word"], state["draws"]
        if self.history:
            turn, level, _ = self.history[-1]
            self._last_pull, self._last_arm = turn + 1, self.names[level]
        gaps, best = self._law.gaps, self._best
        self._regret = sum(gaps[best[self._round[turn]]][level] for turn, level, _ in self.history)

    # -------------------------------------------------------------------- on `env.unwrapped`

    @property
    def names(self) -> list[str]:
        """The arms by level: index 0 is lowest on the scale."""
        if not self._names:
            self._names = sorted(self._levels, key=self._levels.__getitem__)
        return list(self._names)

    @property
    def moves(self) -> list[int]:
        """The steps announced so far, one for each round after the first; 0 where the law tells none."""
        begun = min(self.turn // self.config.pulls, self.config.rounds - 1)
        if self.config.law != "jump":
            return [0] * begun
        return [self._best[k + 1] - self._best[k] for k in range(begun)]

    # ------------------------------------------------------------------------------ internals

    def _job_points(self, level: int, draw: int) -> int:
        if level == 0:
            return self._top
        return self.config.prize if draw < self.config.odds else 0

    def _lost(self) -> float:
        """Regret so far, with a turn without a pull counted as an arm that pays nothing."""
        return self._regret + (self.turn - len(self.history)) * top_mean(self.config, self._top)

    def _random_regret(self) -> float:
        average, best = self._law.average, self._best
        return sum([average[best[number]] for number in self._round[:-1]])
