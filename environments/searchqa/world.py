"""Builds a world: entities with names, years and facts that agree with each other.

A world follows from its name and its number of documents alone. Whoever makes something was alive and
grown up then; a capital, a summit and a festival lie in the region that boasts of them; the highest
mountain is the highest; a river's mouth lies on that river; a club plays in the town of its ground.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from ragen_bench.environments.searchqa.facts import ONTOLOGY
from ragen_bench.environments.searchqa.names import Names
from ragen_bench.environments.searchqa.ontology import NUMBER, YEAR, Kind, Relation
from ragen_bench.rng import Rng

#: Enters the seed of every world; whatever changes what is in one bumps it.
WORLD_VERSION = 1
#: Fewest entities of a kind, so that a guess within a kind is worth little.
FEWEST_OF_A_KIND = 60
#: Percentage of entities with a second name, where their kind has one; of links told by that name.
_ALIASED = 40
_TOLD_BY_ALIAS = 30


@dataclass(slots=True)
class Entity:
    """One thing, and the subject of one article.

    Attributes:
        number: its position in the world.
        kind, name: what it is and the title of its article.
        alias: another name, or "".
        year: of birth, founding or making; 0 where its kind has none.
        value: height or length; 0 where its kind has none.
        pronoun: "it", "he" or "she".
        facts: fact's key -> number of an entity, or the value itself. A fact may be missing.
        by_alias: keys of those facts that the article tells with the other's alias.
    """

    number: int
    kind: str
    name: str
    alias: str
    year: int
    value: int
    pronoun: str
    facts: dict[str, int] = field(default_factory=dict)
    by_alias: set[str] = field(default_factory=set)

    @property
    def names(self) -> list[str]:
        """Every name that is right as an answer."""
        return [self.name, self.alias] if self.alias else [self.name]


class World:
    """All entities of one world.

    Args:
        name: any text; another name is another world.
        documents: how many entities, and articles.
    """

    def __init__(self, name: str, documents: int) -> None:
        self.name, self.documents = name, documents
        rng = Rng.of("SearchQA world", WORLD_VERSION, name, documents)
        self.entities: list[Entity] = []
        self.of_kind: dict[str, list[Entity]] = {}
        self._create(rng.derive("entities"))
        self._link(rng.derive("facts"))
        self.by_name = {name.casefold(): e for e in self.entities for name in e.names}

    def value(self, entity: Entity, relation: Relation) -> Entity | int | None:
        """The value of a fact: an entity, a number, or None where the fact is missing."""
        found = entity.facts.get(relation.key)
        return found if found is None or relation.is_value else self.entities[found]

    def mention(self, entity: Entity, relation: Relation) -> str:
        """The name by which an entity's article tells the value of a fact."""
        other = self.entities[entity.facts[relation.key]]
        return other.alias if relation.key in entity.by_alias else other.name

    # ------------------------------------------------------------------------------ building

    def _create(self, rng: Rng) -> None:
        counts = _counts(self.documents)
        names = Names(rng.derive("names"), counts["person"], ONTOLOGY.vocabulary)
        for kind in ONTOLOGY.kinds:
            members = [self._entity(kind, names, rng) for _ in range(counts[kind.name])]
            # By year, so that those of a period are a slice.
            members.sort(key=lambda e: (e.year, e.name))
            for entity in members:
                entity.number = len(self.entities)
                self.entities.append(entity)
            self.of_kind[kind.name] = members
        self._years = {name: [e.year for e in members] for name, members in self.of_kind.items()}

    @staticmethod
    def _entity(kind: Kind, names: Names, rng: Rng) -> Entity:
        draw = {"person": names.person, "title": names.title, "stem": names.stem}[kind.naming]
        name = draw()
        alias = names.stem() if kind.aliases and rng.below(100) < _ALIASED else ""
        year = rng.between(*kind.years) if kind.years[1] else 0
        value = rng.between(*kind.numbers) if kind.numbers[1] else 0
        pronoun = ("he", "she")[rng.below(2)] if kind.name == "person" else "it"
        return Entity(0, kind.name, name, alias, year, value, pronoun)

    def _link(self, rng: Rng) -> None:
        for relation in ONTOLOGY.relations:
            for entity in self.of_kind[relation.source]:
                if relation.target == YEAR:
                    entity.facts[relation.key] = entity.year
                elif relation.target == NUMBER:
                    entity.facts[relation.key] = entity.value
                else:
                    self._draw(relation, entity, rng)
        self._agree(rng)
        for entity in self.entities:
            for relation in ONTOLOGY.links_of[entity.kind]:
                found = entity.facts.get(relation.key)
                if found is not None and self.entities[found].alias and rng.below(100) < _TOLD_BY_ALIAS:
                    entity.by_alias.add(relation.key)

    def _draw(self, relation: Relation, entity: Entity, rng: Rng) -> None:
        others = self.of_kind[relation.target]
        low, high = 0, len(others)
        if relation.lag is not None:
            years = self._years[relation.target]
            low = bisect_left(years, entity.year + relation.lag[0])
            high = bisect_right(years, entity.year + relation.lag[1])
        for _ in range(3):
            if high > low:
                other = others[low + rng.below(high - low)]
                if other is not entity:
                    entity.facts[relation.key] = other.number
                    return

    def _agree(self, rng: Rng) -> None:
        """Makes facts agree that speak of the same thing."""
        every = self.entities
        towns = rng.shuffled(self.of_kind["town"])
        for river, town in zip(self.of_kind["river"], towns, strict=False):
            river.facts["mouth"], town.facts["river"] = town.number, river.number
        for club in self.of_kind["club"]:
            club.facts["town"] = every[club.facts["ground"]].facts["town"]
        inside: dict[str, dict[int, list[Entity]]] = {"town": {}, "mountain": {}, "festival": {}}
        for kind, places in inside.items():
            for entity in self.of_kind[kind]:
                home = every[entity.facts["town"]] if kind == "festival" else entity
                places.setdefault(home.facts["region"], []).append(entity)
        for region in self.of_kind["region"]:
            for key, kind in (("capital", "town"), ("peak", "mountain"), ("festival", "festival")):
                found = inside[kind].get(region.number)
                if not found:
                    del region.facts[key]
                elif kind == "mountain":
                    region.facts[key] = max(found, key=lambda e: (e.value, e.number)).number
                else:
                    region.facts[key] = rng.choice(found).number
        for mountain in self.of_kind["mountain"]:
            near = inside["town"].get(mountain.facts["region"])
            if near:
                mountain.facts["base"] = rng.choice(near).number
            else:
                del mountain.facts["base"]


def _counts(documents: int) -> dict[str, int]:
    """Entities of each kind: the fewest that are allowed, and a share of the rest."""
    total = sum(kind.share for kind in ONTOLOGY.kinds)
    rest = documents - FEWEST_OF_A_KIND * len(ONTOLOGY.kinds)
    counts = {kind.name: FEWEST_OF_A_KIND + rest * kind.share // total for kind in ONTOLOGY.kinds}
    counts["person"] += documents - sum(counts.values())
    return counts
