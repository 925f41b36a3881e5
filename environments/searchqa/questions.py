"""Words a question, in other words than the articles use."""

from __future__ import annotations

from ragen_bench.environments.searchqa.articles import named
from ragen_bench.environments.searchqa.chains import Plan
from ragen_bench.environments.searchqa.facts import ONTOLOGY
from ragen_bench.environments.searchqa.world import World
from ragen_bench.rng import Rng

_ASKS = ("Name {x}.", "Please find out the name of {x}.", "What is the name of {x}?")
#: Percentage of anchors that are named by their other name.
_BY_ALIAS = 30


def name_anchors(world: World, plan: Plan, rng: Rng) -> tuple[str, ...]:
    """The names by which a question gives its anchors."""
    names = []
    for anchor in plan.anchors:
        alias = world.by_name[anchor.casefold()].alias
        names.append(alias if alias and rng.below(100) < _BY_ALIAS else anchor)
    return tuple(names)


def word_question(plan: Plan, anchors: tuple[str, ...], rng: Rng) -> str:
    """A question for a plan, with its anchors by the given names."""
    relations = [ONTOLOGY.by_name[name] for name in plan.relations]
    kind = ONTOLOGY.kind[relations[0].source]
    phrases = [named(name, kind) for name in anchors]
    if plan.compare:
        first, relations = relations[0], relations[1:]
        noun = rng.choice(first.nouns)
        one, two = (noun.format(x=phrase) for phrase in phrases)
        compared = ONTOLOGY.kind[first.target]
        word = compared.order[plan.compare == "later"]
        phrases = [f"the {word} of two {compared.plural}, {one} and {two}"]
    phrase = phrases[0]
    for relation in relations[:-1]:
        phrase = rng.choice(relation.nouns).format(x=phrase)
    last = relations[-1]
    if last.is_value:
        asked = rng.choice(last.asks)
        if plan.compare and not asked.endswith(("{x}?", "{x}.")) and len(relations) == 1:
            # A verb after two names would seem to be about the second alone.
            phrase = phrase.replace(", ", " (", 1) + ")"
        return asked.format(x=phrase)
    return _ask(rng.choice(last.nouns).format(x=phrase), last.target, rng)


def _ask(phrase: str, target: str, rng: Rng) -> str:
    """A question for what a noun phrase stands for."""
    which = ONTOLOGY.kind[target].which
    start = f"the {which} "
    if phrase.startswith(f"{start}that "):
        own = f"Which {which} {phrase.removeprefix(start + 'that ')}?"
    elif target == "person" and not phrase.startswith(start):
        own = f"Who is {phrase}?"
    elif phrase.startswith(start):
        # "Which town is the town" would be clumsy.
        own = f"Which is {phrase}?"
    else:
        own = f"Which {which} is {phrase}?"
    at = rng.below(len(_ASKS) + 1)
    return _ASKS[at].format(x=phrase) if at < len(_ASKS) else own
