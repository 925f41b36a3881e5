"""Writes a question: an opening, moves that change a running value, and something to find."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ragen_bench.environments.metamathqa import words
from ragen_bench.environments.metamathqa.config import MetaMathQAConfig
from ragen_bench.environments.metamathqa.program import (
    OPERATORS,
    UNEVEN,
    Number,
    Undefined,
    simplest,
    written,
)
from ragen_bench.environments.metamathqa.stories import Ending, Range, Sentence, Story, sentence
from ragen_bench.rng import Rng

#: Largest value on the way, and largest denominator.
_LARGEST = 90_000
_LARGEST_DENOMINATOR = 60
#: Draws of the numbers of one sentence before another is tried.
_TRIES = 4
_GENERAL_ASIDES = tuple(sentence(text) for text in words.ASIDES)


@dataclass(slots=True)
class Draft:
    """A question in the making.

    Args:
        values: the numbers that were drawn, in the order of drawing.
        drawn_freely: whether a number comes from a range, not from a list of usual percentages.
        lines: program lines whose tokens `@i` stand for `values[i]`.
        results: the value of every line.
        body: sentences as lists of text and indices into `values`.
    """

    story: Story
    names: dict[str, str]
    values: list[int] = field(default_factory=list)
    drawn_freely: list[bool] = field(default_factory=list)
    lines: list[list[str]] = field(default_factory=list)
    results: list[Number] = field(default_factory=list)
    body: list[list[str | int]] = field(default_factory=list)
    steps: int = 0


def draft(rng: Rng, story: Story, config: MetaMathQAConfig) -> tuple[Draft, Ending] | None:
    """A question of the configured length, or None when the draw does not work out."""
    who, friend = words.people(rng, config.renamed)
    one, many = story.things or ("", "")
    if config.renamed and story.things:
        one, many = words.invented_things(rng)
    names = {
        "who": who[0], "she": who[1], "her": who[2], "obj": who[3], "friend": friend[0],
        "thing": one, "things": many,
    }  # fmt: skip
    made = Draft(story, names)
    ending = rng.choice(story.endings)
    wanted = rng.between(config.steps_low, config.steps_high)
    if not _add(made, rng.choice(story.openings), rng, ""):
        return None
    last, before = "", None
    for move in [*rng.shuffled(story.moves), *rng.shuffled(story.moves)]:
        left = wanted - ending.steps - made.steps
        if left <= 0:
            break
        if move.steps > left or move is before:
            continue
        connector = rng.choice(words.CONNECTORS)
        if connector == last:
            connector = ""
        if _add(made, move, rng, connector):
            last, before = connector, move
    if not config.steps_low <= made.steps + ending.steps <= config.steps_high:
        return None
    if ending.before.parts:
        if not _add(made, Sentence(ending.before.parts, ending.program, ending.steps), rng, ""):
            return None
    elif ending.program != ("v",):
        raise AssertionError(f"{story.key}: an ending without a sentence in front computes nothing")
    return made, ending


def add_asides(made: Draft, rng: Rng, count: int) -> None:
    """Puts irrelevant facts between the sentences, never in front."""
    pool = [*made.story.asides, *rng.sample(_GENERAL_ASIDES, max(0, count - 1))]
    for aside in rng.sample(pool, min(count, len(pool))):
        parts, _ = _draw(made, aside, rng)
        made.body.insert(1 + rng.below(len(made.body)), _capital(parts))


def _add(made: Draft, sentence: Sentence, rng: Rng, connector: str) -> bool:
    """Appends a sentence and its line when numbers are found for which all values make sense."""
    kept = len(made.values)
    for _ in range(_TRIES):
        parts, names = _draw(made, sentence, rng)
        tokens = [_token(token, names, len(made.results)) for token in sentence.program]
        try:
            value = _run(tokens, made)
        except (Undefined, ZeroDivisionError):
            del made.values[kept:], made.drawn_freely[kept:]
            continue
        if sentence.steps or not made.results:
            made.lines.append(tokens)
            made.results.append(value)
        made.steps += sentence.steps
        first = parts[0] if parts else ""
        if isinstance(first, str) and first.startswith("^"):
            parts[0], connector = first[1:], ""
        made.body.append([connector, *parts] if connector else _capital(parts))
        return True
    return False


def _draw(made: Draft, sentence: Sentence, rng: Rng) -> tuple[list[str | int], dict[str, int]]:
    """The sentence with its slots filled, and where its numbers went."""
    value = int(made.results[-1]) if made.results else 0
    parts: list[str | int] = []
    names: dict[str, int] = {}
    for part in sentence.parts:
        if isinstance(part, Range):
            names[part.name] = len(made.values)
            parts.append(len(made.values))
            made.values.append(_number(part, value, rng))
            made.drawn_freely.append(not part.choices)
        else:
            parts.append(part if isinstance(part, str) else made.names[part[0]])
    return parts, names


def _number(wanted: Range, value: int, rng: Rng) -> int:
    if wanted.choices:
        return rng.choice(wanted.choices)
    low, high = (value // number if relative else number for relative, number in (wanted.low, wanted.high))
    low = max(2, low)
    return rng.between(low, max(low, high))


def _token(token: str, names: dict[str, int], line: int) -> str:
    if token == "v":
        return f"r{line - 1}"
    if token == "s":
        return "r0"
    return f"@{names[token]}" if token in names else token


def _run(tokens: list[str], made: Draft) -> Number:
    stack: list[Number] = []
    for token in tokens:
        operator = OPERATORS.get(token)
        if operator is None:
            if token[0] == "@":
                stack.append(made.values[int(token[1:])])
            else:
                stack.append(made.results[int(token[1:])] if token[0] == "r" else int(token))
            continue
        b, a = stack.pop(), stack.pop()
        value = simplest(operator(a, b))
        if not sensible(value, made.story.whole):
            raise Undefined
        stack.append(value)
    return stack[0]


def sensible(value: Number, whole: bool) -> bool:
    """Whether a quantity on the way is positive, of readable size, and whole where it must be."""
    if isinstance(value, Fraction) and (whole or value.denominator > _LARGEST_DENOMINATOR):
        return False
    return 0 < value <= _LARGEST


def _capital(parts: list[str | int]) -> list[str | int]:
    first = parts[0]
    if isinstance(first, str):
        return [first[:1].upper() + first[1:], *parts[1:]]
    return parts


def finish(made: Draft, ending: Ending, rng: Rng, unknown: int | None) -> tuple[str, str]:
    """The text of the question and its program, with numbers counted in the order of the text.

    Args:
        unknown: index into `values` of the number that is replaced by x; the question is then backward.
    """
    order: list[int] = []

    def text(parts: list[str | int]) -> str:
        words_ = []
        for part in parts:
            if isinstance(part, str):
                words_.append(part)
            elif part == unknown:
                words_.append("x")
            else:
                order.append(part)
                words_.append(written(made.values[part]))
        return "".join(words_)

    body = " ".join(text(parts) for parts in made.body)
    question = _plain(ending.question, made)
    phrase = _plain(ending.phrase, made)
    if unknown is not None:
        result = written(made.results[-1])
        written_question = f"{body} {rng.choice(_BACKWARD).format(phrase=phrase, result=result)}"
    else:
        written_question = rng.choice(_FORWARD if rng.below(2) else _REPHRASED).format(
            body=body, question=question, phrase=phrase
        )
    places = {index: place for place, index in enumerate(order)}
    program = "; ".join(" ".join(_place(token, places, unknown) for token in line) for line in made.lines)
    return written_question, program


_FORWARD = ("{body} {question}",)
_REPHRASED = (
    "{body} What is {phrase}?",
    "{body} Find {phrase}.",
    "{body} Work out {phrase}.",
    "Find {phrase} from the following facts. {body}",
    "{question} These are the facts. {body}",
    "Your task is to work out {phrase}. {body}",
)
_BACKWARD = (
    "In the end, {phrase} is {result}. What is the value of x?",
    "If {phrase} is {result}, what is x?",
    "It is known that {phrase} is {result}. Find x.",
    "For which x is {phrase} equal to {result}?",
)


def _plain(sentence: Sentence, made: Draft) -> str:
    return "".join(
        part if isinstance(part, str) else made.names[part[0]]
        for part in sentence.parts
        if not isinstance(part, Range)
    )


def _place(token: str, places: dict[int, int], unknown: int | None) -> str:
    if token[0] != "@":
        return token
    index = int(token[1:])
    return "x" if index == unknown else f"#{places[index]}"


def unknowns(made: Draft, least: int) -> list[int]:
    """Which numbers may be asked for: those on which the result depends linearly, as a test will confirm."""
    if any(token in UNEVEN for line in made.lines for token in line):
        return []
    used = {int(token[1:]) for line in made.lines for token in line if token[0] == "@"}
    return [i for i in sorted(used) if made.values[i] >= least and (least <= 2 or made.drawn_freely[i])]
