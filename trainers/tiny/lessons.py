"""The stream of lessons: lesson number n is always the same, whoever asks for it.

A lesson is a prompt exactly as evaluation builds it (context mode "single_turn", protocol "tags")
and the reply to give. Tasks come from the train splits alone.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, field
from typing import Any

from ragen_bench.agents.chat_format import ChatFormat
from ragen_bench.agents.context import ContextConfig, ContextManager
from ragen_bench.env import TextEnv, make
from ragen_bench.evaluation.probe import question_messages
from ragen_bench.policy import Message
from ragen_bench.reply import render_reply, system_text_of
from ragen_bench.rng import Rng
from ragen_bench.trainers.tiny.demonstrations import Demonstration, demonstrate
from ragen_bench.trainers.tiny.drills import copy_drill, map_drill
from ragen_bench.trainers.tiny.perception import explain
from ragen_bench.trainers.tiny.tokenizer import END, TAUGHT

CONTEXT = ContextConfig(mode="single_turn")
#: Train tasks that lessons are drawn from, per environment: more than are ever drawn.
_TASKS = 1 << 40
#: Characters of a token that drills use: words and cells, no sentences.
_LONGEST_PIECE = 16


@dataclass(frozen=True, slots=True)
class Mixture:
    """How often each kind of lesson comes; the numbers are relative.

    Args:
        play: environment name -> weight of its demonstrations.
        see: environment name -> weight of its probe questions.
        drill: "Copy" and "Map" -> weight; see `drills`.
        start: share of demonstrations from the first state of an episode.
    """

    play: dict[str, float] = field(
        default_factory=lambda: {
            "Sokoban": 0.27, "FrozenLake": 0.15, "Countdown": 0.20, "Sudoku": 0.05, "Bandit": 0.07
        }
    )  # fmt: skip
    see: dict[str, float] = field(
        default_factory=lambda: {"Sokoban": 0.07, "FrozenLake": 0.06, "Sudoku": 0.03}
    )
    drill: dict[str, float] = field(default_factory=lambda: {"Copy": 0.04, "Map": 0.03})
    start: float = 0.5


@dataclass(frozen=True, slots=True)
class Lesson:
    """One thing to say.

    Args:
        name: the environment, and the kind of the question where one is asked.
        index: of the train task; None for a task that no split holds.
        prompt, reply: token ids; the reply ends with the end token.
    """

    name: str
    index: int | None
    prompt: list[int]
    reply: list[int]

    @property
    def length(self) -> int:
        """Tokens in all."""
        return len(self.prompt) + len(self.reply)


class Lessons:
    """Lessons by number.

    Args:
        tokenizer: of the model.
        seed: names the stream.
        mixture: what is taught.
        preset: of every environment.
    """

    def __init__(
        self, tokenizer: Any, seed: int = 0, mixture: Mixture | None = None, preset: str = "easy"
    ) -> None:
        self._tokenizer, self._seed = tokenizer, seed
        mixture = mixture or Mixture()
        self._start = mixture.start
        parts = {"play": mixture.play, "see": mixture.see, "drill": mixture.drill}
        self._kinds = [(kind, name) for kind, names in parts.items() for name in names]
        self._weights = [weight for names in parts.values() for weight in names.values()]
        self._pool = _short_tokens(tokenizer)
        self._chat = ChatFormat(tokenizer)
        self._envs: dict[str, TextEnv] = {
            name: make(f"ragen/{name}-v1", preset=preset, split="train") for name in TAUGHT
        }
        self._openings: dict[str, list[int]] = {}
        self._end: int = tokenizer.convert_tokens_to_ids(END)
        self._user: int = tokenizer.convert_tokens_to_ids("<|user|>")
        self._closing = [self._end, tokenizer.convert_tokens_to_ids("<|assistant|>")]

    def lesson(self, number: int) -> Lesson:
        """The lesson of that number."""
        rng = Rng.of("tiny lesson", self._seed, number)
        kind, name = self._kinds[rng.weighted(self._weights)]
        if kind == "drill":
            asked, answer = DRILLS[name](rng, self._pool, self._ids)
            return Lesson(name, None, [self._user, *asked, *self._closing], [*answer, self._end])
        env = self._envs[name]
        while True:
            observation = self._reach(env, rng)
            if kind == "play":
                shown = demonstrate(env)
                context = ContextManager(system_text_of(env), CONTEXT)
                return self._lesson(name, env, context.messages([], observation), shown)
            question = rng.choice(env.questions(rng))
            explained = explain(env, question)
            if explained is not None:
                messages = question_messages(env, env.observe(), question)
                return self._lesson(f"{name} {question.kind}", env, messages, explained)

    def _lesson(self, name: str, env: TextEnv, messages: tuple[Message, ...], shown: Demonstration) -> Lesson:
        reply = render_reply(shown.thinking, shown.answer)
        return Lesson(name, env.index, self._prompt(messages), [*self._ids(reply), self._end])

    def _prompt(self, messages: tuple[Message, ...]) -> list[int]:
        system, user = messages
        opening = self._openings.get(system["content"])
        if opening is None:
            # The template writes message by message, so the constant part is tokenised once.
            whole = self._chat.tokens([system, {"role": "user", "content": ""}])
            opening = self._openings[system["content"]] = whole[: -len(self._closing)]
            if len(self._openings) > 4096:
                self._openings.clear()
        return [*opening, *self._ids(user["content"]), *self._closing]

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer(text, add_special_tokens=False).input_ids)

    def _reach(self, env: TextEnv, rng: Rng) -> str:
        """Puts `env` into a state worth a lesson and returns what is seen there."""
        while True:
            observation, _ = env.reset(options={"index": rng.below(_TASKS)})
            if env.env_spec.name == "Bandit" and rng.bernoulli(0.5):
                observation = _with_made_up_jobs(env, rng)
            if env.max_turns == 1 or rng.bernoulli(self._start):
                return observation
            played = rng.bernoulli(0.5)
            for _ in range(1 + rng.below(env.max_turns - 1)):
                before = env.get_state()
                action = demonstrate(env).answer if played else env.sample_action(rng)
                if not played and rng.bernoulli(0.1):
                    action = "help"
                after, *_ = env.step(action)
                if env.over:
                    env.set_state(before)
                    break
                observation = after
            if not env.is_dead():
                return observation


DRILLS = {"Copy": copy_drill, "Map": map_drill}


def _short_tokens(tokenizer: Any) -> list[int]:
    """Ids of words, numbers, cells and letters: no sentences, no parts of characters, no control tokens."""
    special = set(tokenizer.all_special_ids)
    texts = [(token, tokenizer.decode([token])) for token in range(len(tokenizer)) if token not in special]
    return [
        token
        for token, text in texts
        if len(text) <= _LONGEST_PIECE and text.isascii() and text.isprintable() and "<" not in text
    ]


def _with_made_up_jobs(env: TextEnv, rng: Rng) -> str:
    """The same game with professions that are no words, so that names are copied and not remembered."""
    task = dict(env.task)
    task["arms"] = [
        {"name": f"{arm['name'].split(' ', 1)[0]} {_made_up(rng)}", "level": arm["level"]}
        for arm in task["arms"]
    ]
    observation, _ = env.reset(options={"task": task})
    return observation


def _made_up(rng: Rng) -> str:
    letters = string.ascii_lowercase
    word = "".join(rng.choice(letters) for _ in range(rng.between(3, 12)))
    return f"{word[:4]}-{word[4:]}" if len(word) > 7 and rng.bernoulli(0.2) else word
