"""Writes the article of an entity: a first sentence, then its facts in random order."""

from __future__ import annotations

from ragen_bench.environments.searchqa.facts import ONTOLOGY
from ragen_bench.environments.searchqa.ontology import NUMBER, Kind
from ragen_bench.environments.searchqa.searcher import Passage
from ragen_bench.environments.searchqa.world import Entity, World
from ragen_bench.rng import Rng

_OBJECT = {"he": "him", "she": "her", "it": "it"}
_POSSESSIVE = {"he": "his", "she": "her", "it": "its"}


def named(name: str, kind: Kind) -> str:
    """A name in the middle of a sentence, "the Olvane" or "Tarnholt"."""
    return f"the {name}" if kind.definite else name


def articles(world: World) -> list[Passage]:
    """One article for each entity, in the order of the world's entities."""
    rng = Rng.of("SearchQA articles", world.name, world.documents)
    return [_article(world, entity, rng) for entity in world.entities]


def _article(world: World, entity: Entity, rng: Rng) -> Passage:
    kind = ONTOLOGY.kind[entity.kind]
    subject = _cap(named(entity.name, kind))
    noun = f"{rng.choice(kind.traits)} {rng.choice(kind.nouns)}"
    verb = "was" if entity.kind == "person" else "is"
    first = f"{subject} {verb} {_a(noun)}."
    sentences = []
    for relation in ONTOLOGY.of_kind[entity.kind]:
        found = entity.facts.get(relation.key)
        if found is None:
            continue
        if relation.is_value:
            value = f"{found:,}" if relation.target == NUMBER else str(found)
        else:
            value = named(world.mention(entity, relation), ONTOLOGY.kind[relation.target])
        sentences.append(_fill(rng.choice(relation.articles), entity, subject, value, rng))
    if entity.alias:
        alias = named(entity.alias, kind)
        sentences.append(_fill(rng.choice(kind.aliases), entity, subject, alias, rng))
    rng.shuffle(sentences)
    names = (entity.name, entity.alias) if entity.alias else (entity.name,)
    return Passage(entity.name, " ".join((first, *sentences)), names)


def _fill(sentence: str, entity: Entity, subject: str, value: str, rng: Rng) -> str:
    pronoun = entity.pronoun
    possessive = _POSSESSIVE[pronoun]
    return sentence.format(
        S=subject if rng.below(3) == 0 else pronoun.capitalize(),
        s=pronoun,
        o=_OBJECT[pronoun],
        p=possessive,
        P=possessive.capitalize(),
        y=value,
        Y=_cap(value),
        v=value,
        a=value,
    )


def _cap(text: str) -> str:
    return text[0].upper() + text[1:]


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
