"""The tokenizer of `tiny`: bytes, and a lexicon of what the environments say.

Every byte is a token, so any text can be written and read back. Above the bytes stands a lexicon:
whole sentences of the instructions (the constant part of a prompt becomes a dozen tokens), words,
whole numbers up to 200, cells such as `(2, 4)`, and symbols of grids. What a model must look up in
a grid is thereby one token, wherever it stands.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ragen_bench.env import TextEnv, make
from ragen_bench.registry import get_spec, list_environments
from ragen_bench.reply import system_text_of
from ragen_bench.reply.tags import ANSWER_CLOSE, ANSWER_OPEN, THINK_CLOSE, THINK_OPEN
from ragen_bench.rng import Rng

#: Names of the environments that the model is taught.
TAUGHT = ("Sokoban", "FrozenLake", "Bandit", "Countdown", "Sudoku")
#: Tokens of prompt and reply together.
MAX_LENGTH = 2048
PAD, END = "<|pad|>", "<|end|>"
ROLES = ("<|system|>", "<|user|>", "<|assistant|>")
CHAT_TEMPLATE = (
    "{% for message in messages %}{{ '<|' + message['role'] + '|>' + message['content'] + '<|end|>' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}"
)

_LARGEST_NUMBER = 200
_LARGEST_GRID = 10
#: A symbol and the space behind it; the last one of a row is a byte.
_SYMBOLS = ("#", "_", "O", "X", "√", "P", "S", "G")
_GLUE = (", ", ": ", "; ", " | ", "||", " || ", "   ", " = ", " at ", "√")
# What observations and questions say beside their numbers and grids.
_SAID = (
    "\nPlayer: ", "\nBoxes: ", "\nTargets: ", "\nGoal: ", "\nHoles: ", "\nEvery move goes as intended.",
    "\nReplies left: ", "Every box is on a target.\n", "Numbers: ", "\nTarget: ", "Arms (",
    "You have one pull.",
    "\nEmpty cells: ", "\n        ----+----", "col     ", "\nrow ", " row ", " col ", "row ", "place ",
    "<think>your reasoning</think><ans>", "\n\nQuestion: ",
    "\n\nQuestion: Which symbol is at row ", ", column ",
    "? Answer with that symbol alone.",
    "\n\nQuestion: At which row and column is the player after ", ", if it goes as intended",
    "? Answer with two numbers: row, column.",
    "\n\nQuestion: Which of Up, Down, Left, Right would change something now? Answer with all that would, "
    "separated by commas, or none.",
    "\n\nQuestion: Which of Left, Down, Right, Up would change something now? Answer with all that would, "
    "separated by commas, or none.",
    "\n\nQuestion: Which values may be placed at row ",
    ", being in neither its row nor its column nor its box? Answer with all of them, separated by commas.",
    "\n\nQuestion: How many cells of row ", " are empty after ", "? Answer with one number.",
    "You are not asked to play now, but one question about the state below. Think inside <think> </think>, "
    "then give the answer to the question inside <ans> </ans>.",
)  # fmt: skip
#: Words of the demonstrations.
_OWN_WORDS = ("no", "clear")
#: Shortest piece of an instruction that becomes one token.
_SHORTEST_PIECE = 12
_FIXED = re.compile(r"\(\d+, \d+\)|\b\d+\b|<think>your reasoning</think><ans>.*")
_WORD = re.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")


def build_tokenizer() -> Any:
    """The tokenizer, with a chat template, as transformers has them."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    core = Tokenizer(models.BPE({symbol: i for i, symbol in enumerate(alphabet)}, []))
    core.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    core.decoder = decoders.ByteLevel()
    core.add_special_tokens([AddedToken(text, normalized=False) for text in (PAD, END, *ROLES)])
    phrases, words = lexicon()
    core.add_tokens([AddedToken(text, normalized=False) for text in phrases])
    core.add_tokens([AddedToken(text, normalized=False, single_word=True) for text in words])
    # With the space before it a word follows directly on what it follows in the text, so one look back
    # is enough to find and copy it; unknown words begin with a spaced letter for the same reason.
    spaced = [*words, *string.ascii_lowercase]
    core.add_tokens([AddedToken(f" {text}", normalized=False) for text in spaced])
    return PreTrainedTokenizerFast(
        tokenizer_object=core,
        pad_token=PAD,
        eos_token=END,
        chat_template=CHAT_TEMPLATE,
        model_max_length=MAX_LENGTH,
        clean_up_tokenization_spaces=False,
        additional_special_tokens=list(ROLES),
    )


def load_tokenizer(folder: Path) -> Any:
    """A saved tokenizer."""
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(str(folder))


def lexicon() -> tuple[list[str], list[str]]:
    """What is one token wherever it stands, and what is one where it is a whole word."""
    phrases = [THINK_OPEN, THINK_CLOSE, ANSWER_OPEN, ANSWER_CLOSE, THINK_CLOSE + ANSWER_OPEN]
    phrases += [f"{symbol} " for symbol in _SYMBOLS]
    phrases += [f"({r}, {c})" for r in range(1, _LARGEST_GRID + 1) for c in range(1, _LARGEST_GRID + 1)]
    phrases += [str(number) for number in range(10, _LARGEST_NUMBER + 1)]
    phrases += [f"\nrow {r}   " for r in range(1, _LARGEST_GRID)]
    phrases += [*_GLUE, *_SAID]
    words: Counter[str] = Counter()
    pieces: Counter[str] = Counter()
    for env in _taught_environments():
        text = system_text_of(env)
        pieces.update(piece for piece in _pieces(text) if len(piece) >= _SHORTEST_PIECE)
        words.update(_WORD.findall(text))
        for seed in range(8):
            observation, _ = env.reset(seed=seed)
            words.update(_WORD.findall(observation))
            words.update(
                w for q in env.questions(Rng.of("tiny lexicon", seed)) for w in _WORD.findall(q.text)
            )
    words.update(_OWN_WORDS)
    words.update(word for scale in _scale_words() for word in scale)
    known = {*phrases}
    phrases += [piece for piece in sorted(pieces) if piece not in known]
    whole = sorted(word for word in words if len(word) > 1 and not word.isdigit() and word not in known)
    return phrases, whole


def _pieces(text: str) -> Iterator[str]:
    """The parts of a system text between its numbers, which alone differ from preset to preset."""
    return (piece for piece in _FIXED.split(text) if piece)


def _taught_environments() -> Iterator[TextEnv]:
    own = {spec.name: spec for spec in list_environments() if spec.id.startswith("ragen/")}
    for name in TAUGHT:
        spec = get_spec(own[name].id)
        for preset in spec.presets:
            if preset.track:
                continue
            yield make(spec, preset=preset.name)


def _scale_words() -> Iterator[tuple[str, ...]]:
    from ragen_bench.environments.bandit.words import SCALES

    return (scale.words for scale in SCALES)
