"""TextEnv: the base class of every environment.

A subclass plays one task and says what an action does; everything that the contract fixes for all
environments (seeding, splits, replicas, chunks of actions, limits, the info dict, snapshots) is
here, once.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.utils import seeding

from ragen_bench.errors import EpisodeOver, InvalidConfig, RagenError, UnknownName
from ragen_bench.probing import Question
from ragen_bench.registration import register_when_imported
from ragen_bench.registry import attribute_of, get_preset, get_spec, load
from ragen_bench.rng import Rng
from ragen_bench.spaces import TextSpace
from ragen_bench.spec import EnvSpec, Preset
from ragen_bench.splits import Task, parse_split, stream

#: A line in every instruction, so that text of this benchmark can be found in a training corpus.
CANARY = "ragen-bench canary 6f2c41d8"

_RESET_OPTIONS = ("split", "index", "replica", "task")
_LIMITS = ("max_turns", "max_actions_per_turn")
_INTEGERS = (int, np.integer)


class InvalidAction(RagenError):
    """Raised by `TextEnv.parse` for text that is no action here.

    Args:
        kind: recorded as `info["error"]`: "unreadable", "illegal", ...
        feedback: one sentence for the agent. Never quotes the agent's text or the solution.
    """

    def __init__(self, kind: str, feedback: str) -> None:
        self.kind, self.feedback = kind, feedback
        super().__init__(feedback)


class TextEnv(gymnasium.Env[str, str]):
    """A seeded text task with string observations and actions.

    Args:
        env_spec: the id or the spec.
        preset: a rung of the ladder.
        split: the split that `reset(seed=s)` indexes, "fresh:SALT" included.
        render_mode: None, "ansi", or what `metadata` lists.
        **overrides: fields of the preset's config, `max_turns` or `max_actions_per_turn`.

    Raises:
        UnknownName: preset, split or override that does not exist.
        InvalidConfig: a value outside what is allowed.

    Subclasses implement `begin`, `observe`, `parse`, `apply`, `result`, `snapshot`, `restore` and
    `sample_action`. In `begin` and `apply` they call `pay`, `say` and `finish`.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 4}  # type: ignore[misc]
    #: Longest action that is read; a longer one is invalid.
    max_action_length: ClassVar[int] = 4096
    #: Longest observation.
    max_observation_length: ClassVar[int] = 65_536

    luck: Rng

    def __init__(
        self,
        env_spec: str | EnvSpec,
        *,
        preset: str = "medium",
        split: str = "train",
        render_mode: str | None = None,
        **overrides: Any,
    ) -> None:
        self.env_spec = get_spec(env_spec) if isinstance(env_spec, str) else env_spec
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise UnknownName("render_mode", render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.preset = _override(self.env_spec, get_preset(self.env_spec, preset), overrides)
        self.config = self.preset.config
        self.overrides = dict(overrides)
        self.split = split
        self._bind()
        self.action_space = TextSpace(self.max_action_length)
        self.observation_space = TextSpace(self.max_observation_length)
        self._task: Task = {}
        self.playing_split = split
        self.index: int | None = None
        self.replica = 0
        self.turn = 0
        self._over = True
        self._started = False
        #: `info["error"]` of the last step, for `extra_info`.
        self.error: str | None = None
        self._pending_seed: int | None = None
        self._generator: np.random.Generator | None = None
        self._terms: dict[str, float] = {}
        self._feedback: list[str] = []

    def _bind(self) -> None:
        spec = self.env_spec
        self.source = load(spec.tasks)
        self._stream = stream(spec, self.preset, self.config, self.split)
        self._max_turns = self.preset.max_turns
        self._max_actions = self.preset.max_actions_per_turn
        self._limit_ends_task = self.preset.limit_ends_task or self._max_turns == 1
        self._separator = spec.separator
        self._pays_invalid = any(term.name == "invalid" for term in spec.reward.terms)
        self._has_extra_info = type(self).extra_info is not TextEnv.extra_info

    # ------------------------------------------------------------------ what subclasses implement

    #: What the `invalid` term pays, where the reward spec has one.
    invalid_reward: ClassVar[float] = -0.1

    def begin(self, task: Task) -> None:
        """Sets up the state of a task, which stays unchanged. Luck comes from `self.luck` only."""
        raise NotImplementedError

    def observe(self) -> str:
        """The state as text. Never the answer, the seed or the index."""
        raise NotImplementedError

    def parse(self, text: str) -> Any:
        """One action, read from stripped, non-empty, bounded text.

        Raises:
            InvalidAction: it is none.
        """
        raise NotImplementedError

    def apply(self, action: Any) -> bool:
        """Plays an action that `parse` returned. True when it changed the state."""
        raise NotImplementedError

    def result(self) -> tuple[bool, float]:
        """(success, score in [0, 1]) of the ended episode."""
        raise NotImplementedError

    def snapshot(self) -> dict[str, Any]:
        """The JSON-able state beyond what TextEnv holds."""
        raise NotImplementedError

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """The inverse of `snapshot`; `self.luck` is already set."""
        raise NotImplementedError

    def sample_action(self, rng: Rng) -> str:
        """A random well-formed action; its distribution is written in the card."""
        raise NotImplementedError

    def legal_actions(self) -> list[str] | None:
        """Every action that is legal now, in a fixed order; None where they cannot be listed."""
        return None

    def legal_hint(self) -> str:
        """What an invalid action is answered with: what is legal, in one line."""
        legal = self.legal_actions()
        return f"Legal actions: {', '.join(legal)}." if legal else f"An action looks like: {self.example()}"

    def example(self) -> str:
        """An action that parses in some state of the task; override where that depends on the task."""
        return self.env_spec.example

    def final_terms(self) -> dict[str, float]:
        """Reward terms paid once when the episode ends, terminated or truncated."""
        return {}

    def extra_info(self) -> dict[str, Any]:
        """Info keys of the environment's own (declared in the spec); fresh objects each call."""
        return {}

    def is_dead(self) -> bool:
        """True when success has become impossible and that can be told cheaply."""
        return False

    def questions(self, rng: Rng) -> list[Question]:
        """Probe questions about the present state, one of each kind; none by default."""
        return []

    def frame(self) -> np.ndarray:
        """The state as an image, shape (height, width, 3), uint8; only with "rgb_array"."""
        raise NotImplementedError

    # --------------------------------------------------------------------- for use in `apply`

    def pay(self, term: str, value: float) -> None:
        """Adds to a reward term of this turn."""
        terms = self._terms
        terms[term] = terms.get(term, 0.0) + value

    def say(self, sentence: str) -> None:
        """Adds a sentence of feedback in front of the next observation."""
        self._feedback.append(sentence)

    def finish(self) -> None:
        """The task has ended."""
        self._over = True

    # --------------------------------------------------------------------------- Gymnasium's API

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Starts an episode.

        Args:
            seed: index in the split chosen at make time, replica 0; None draws index and replica.
            options: "split", "index", "replica" override; "task" plays exactly that task.

        Raises:
            UnknownName: an unknown option. InvalidTask, InvalidConfig: a value that is not allowed.
        """
        if seed is not None:
            self._seed(seed)
        if seed is not None and not options:
            split, index, replica, task = self.split, int(seed), 0, None
        else:
            split, index, replica, task = self._choose(seed, options or {})
        if split != self.split:
            source = stream(self.env_spec, self.preset, self.config, split)
        else:
            source = self._stream
        if task is None:
            self._task = source.task(index)
            self.luck = source.luck(index, replica)
            self.index = index if source.size is None else index % source.size
        else:
            self._task = self.source.validate(_own_copy(task), self.config)
            self.luck = Rng.of("luck of a given task", self.env_spec.name, self._task, replica)
            self.index = None
        self.playing_split, self.replica = split, replica
        self.turn = 0
        self._over, self._started, self.error = False, True, None
        self._terms, self._feedback = {}, []
        self.begin(self._task)
        observation = self._observation() if self._feedback else self.observe()
        return observation, self._info(True, False, [], None)

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Plays one reply: one action, or several between separators.

        Raises:
            EpisodeOver: the episode has ended, or none was started. TypeError: not a string.
        """
        if self._over:
            raise EpisodeOver(_over_message(self._started))
        if not isinstance(action, str):
            raise TypeError(f"an action is a str, got {type(action).__name__}")
        self.turn += 1
        self._terms, self._feedback = {}, []
        executed: list[str] = []
        effective = False
        error = None
        # Most replies are one action, and this is the hottest code of the package: they skip a call.
        separator = self._separator
        try:
            if (
                len(action) <= self.max_action_length
                and (separator is None or separator not in action)
                and (text := action.strip())
            ):
                effective = bool(self.apply(self.parse(text)))
                executed.append(text)
            else:
                for text in self._pieces(action):
                    if self.apply(self.parse(text)):
                        effective = True
                    executed.append(text)
                    if self._over:
                        break
        except InvalidAction as invalid:
            error = invalid.kind
            if self._pays_invalid:
                self.pay("invalid", self.invalid_reward)
            self._feedback.append(f"{invalid.feedback} {self.legal_hint()}")
        self.error = error
        terminated: bool = self._over
        truncated = False
        if not terminated and self.turn >= self._max_turns:
            terminated = self._limit_ends_task
            truncated = not terminated
            self._over = True
        if self._over:
            for term, value in self.final_terms().items():
                self.pay(term, value)
        info = self._info(error is None, effective, executed, error)
        reward = float(sum(self._terms.values()))
        observation = self._observation() if self._feedback else self.observe()
        return observation, reward, terminated, truncated, info

    def render(self) -> Any:
        """The state as text ("ansi") or as an image ("rgb_array")."""
        if self.render_mode == "ansi":
            return self.observe() if self._started else ""
        if self.render_mode == "rgb_array":
            return self.frame()
        return None

    # -------------------------------------------------------------------- on `env.unwrapped`

    @property
    def task(self) -> Task:
        """A copy of the task being played; it may hold the answer."""
        return copy.deepcopy(self._task)

    @property
    def instruction(self) -> str:
        """What the agent is told once, before the first observation; carries the canary."""
        return f"{self.rules()}\n({CANARY})"

    def rules(self) -> str:
        """The instruction for this preset; override where it depends on the config."""
        return self.env_spec.instruction

    @property
    def track(self) -> str:
        """ "@synthetic", or "@public:<name>@<revision>" with the revision of the data that was read."""
        if not self.preset.track:
            return self.env_spec.track
        return f"{self.preset.track}@{self.source.revision(self.config)}"

    @property
    def split_size(self) -> int | None:
        """Distinct tasks of the split, or None when it is unbounded."""
        return self._stream.size

    @property
    def max_turns(self) -> int:
        """Replies per episode."""
        return self._max_turns

    @property
    def max_actions_per_turn(self) -> int:
        """Actions executed per reply."""
        return self._max_actions

    @property
    def over(self) -> bool:
        """True before the first reset and after the end of an episode."""
        return self._over

    def perturb(self, task: Task) -> Task:
        """`task` with one decisive feature changed; the same change every time."""
        changed: Task = self.source.perturb(copy.deepcopy(task), Rng.of("perturb", self.env_spec.name, task))
        return changed

    def get_state(self) -> dict[str, Any]:
        """A JSON-able snapshot of the whole episode; `set_state` continues from it exactly.

        Raises:
            EpisodeOver: no episode was started.
        """
        if not self._started:
            raise EpisodeOver(_over_message(False))
        return copy.deepcopy(
            {
                "id": self.env_spec.id,
                "preset": self.preset.name,
                "task": self._task,
                "split": self.playing_split,
                "index": self.index,
                "replica": self.replica,
                "turn": self.turn,
                "over": self._over,
                "luck": self.luck.get_state(),
                "state": self.snapshot(),
            }
        )

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Restores a snapshot of `get_state`, also one of another instance.

        Raises:
            InvalidConfig: the snapshot is of another environment or preset.
        """
        if state["id"] != self.env_spec.id:
            raise InvalidConfig("state['id']", state["id"], repr(self.env_spec.id))
        if state["preset"] != self.preset.name:
            raise InvalidConfig("state['preset']", state["preset"], repr(self.preset.name))
        state = copy.deepcopy(dict(state))
        self._task, self.playing_split = state["task"], state["split"]
        self.index, self.replica = state["index"], state["replica"]
        self.turn, self._over, self._started = state["turn"], state["over"], True
        self.luck = Rng.from_state(state["luck"])
        self._terms, self._feedback = {}, []
        self.restore(self._task, state["state"])

    # -------------------------------------------------------------------------------- internals

    def _pieces(self, action: str) -> list[str]:
        if len(action) > self.max_action_length:
            raise InvalidAction("too_long", f"An action has at most {self.max_action_length} characters.")
        if self._separator is None or self._separator not in action:
            text = action.strip()
            if text:
                return [text]
        else:
            pieces = [text for piece in action.split(self._separator) if (text := piece.strip())]
            if pieces:
                return pieces[: self._max_actions]
        raise InvalidAction("empty", "There was no action.")

    def _observation(self) -> str:
        if not self._feedback:
            return self.observe()
        return "\n".join((*self._feedback, self.observe()))

    def _info(self, valid: bool, effective: bool, executed: list[str], error: str | None) -> dict[str, Any]:
        success, score = self.result() if self._over else (False, 0.0)
        info = {
            "success": success,
            "score": score,
            "valid": valid,
            "effective": effective,
            "executed": executed,
            # The caller's from now on: every turn begins with a new one.
            "reward_terms": self._terms,
            "turn": self.turn,
            "error": error,
        }
        if self._has_extra_info:
            info.update(self.extra_info())
        return info

    def _choose(
        self, seed: int | None, options: Mapping[str, Any]
    ) -> tuple[str, int, int, Mapping[str, Any] | None]:
        for key in options:
            if key not in _RESET_OPTIONS:
                raise UnknownName("reset option", key, _RESET_OPTIONS)
        split = options.get("split", self.split)
        task = options.get("task")
        if task is not None and ("index" in options or "split" in options):
            raise InvalidConfig("options", sorted(options), "either a task, or a split and index")
        if task is not None and not isinstance(task, Mapping):
            raise InvalidConfig("options['task']", task, "a mapping of task fields")
        drawn_index, drawn_replica = (int(seed), 0) if seed is not None else self._draw_index(options)
        index = _natural("options['index']", options.get("index", drawn_index))
        replica = _natural("options['replica']", options.get("replica", drawn_replica))
        parse_split(split)
        return split, index, replica, task

    def _draw_index(self, options: Mapping[str, Any]) -> tuple[int, int]:
        if "index" in options or options.get("task") is not None:
            # Nothing is left to chance, the play is the first replica; drawing would only cost time.
            return 0, 0
        rng = Rng.from_generator(self.np_random)
        return rng.below(1 << 31), rng.below(1 << 31)

    def _seed(self, seed: int) -> None:
        if isinstance(seed, bool) or not isinstance(seed, _INTEGERS) or seed < 0:
            raise InvalidConfig("seed", seed, "an integer of at least 0")
        # Building NumPy's generator costs more than many resets do, so it waits until it is used.
        self._pending_seed = int(seed)
        self._generator = None
        self._np_random_seed = int(seed)

    @property
    def _np_random(self) -> np.random.Generator | None:  # type: ignore[override]
        if self._generator is None and self._pending_seed is not None:
            self._generator, _ = seeding.np_random(self._pending_seed)
            self._pending_seed = None
        return self._generator

    @_np_random.setter
    def _np_random(self, value: np.random.Generator | None) -> None:
        self._generator, self._pending_seed = value, None

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        # Streams are shared by all instances of a process and rebuilt from the spec.
        state.pop("_stream", None)
        state.pop("source", None)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def __deepcopy__(self, memo: dict[int, Any]) -> TextEnv:
        other = type(self).__new__(type(self))
        memo[id(self)] = other
        other.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        return other

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.env_spec.id} preset={self.preset.name!r} split={self.split!r}>"


def make(spec: EnvSpec | str, **kwargs: Any) -> TextEnv:
    """The bare environment of a spec, registered or not, without Gymnasium's wrappers."""
    spec = get_spec(spec) if isinstance(spec, str) else spec
    env: TextEnv = attribute_of(spec.entry_point)(env_spec=spec, **kwargs)
    return env


def _override(spec: EnvSpec, preset: Preset, overrides: Mapping[str, Any]) -> Preset:
    if not overrides:
        return preset
    known = [item.name for item in fields(preset.config)]
    for key in overrides:
        if key not in (*known, *_LIMITS):
            raise UnknownName(f"option of {spec.id}", key, (*known, *_LIMITS))
    config = replace(preset.config, **{k: v for k, v in overrides.items() if k in known})
    limits = {k: v for k, v in overrides.items() if k in _LIMITS}
    return replace(preset, config=config, **limits)


def _natural(field: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, _INTEGERS) or value < 0:
        raise InvalidConfig(field, value, "an integer of at least 0")
    return int(value)


def _own_copy(task: Mapping[str, Any]) -> Any:
    try:
        return copy.deepcopy(task)
    except RecursionError as error:
        raise InvalidConfig("options['task']", task, "a mapping that is not nested without end") from error


def _over_message(started: bool) -> str:
    if started:
        return "the episode has ended; call reset() before step()"
    return "no episode has been started; call reset() first"


# See `registration`: the import of Gymnasium above could not register yet.
register_when_imported()
