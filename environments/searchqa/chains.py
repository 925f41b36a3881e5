"""What a question asks: a chain of facts from what it names to what it asks for.

A plan is (anchors, relations, compare). Without a comparison there is one anchor, and each fact leads on
from the value of the one before. With one there are two anchors; the first fact is followed from both,
the earlier or later of its two values is taken, and the chain goes on from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from ragen_bench.environments.searchqa.facts import ONTOLOGY
from ragen_bench.environments.searchqa.ontology import Relation
from ragen_bench.environments.searchqa.world import Entity, World
from ragen_bench.rng import Rng

#: Ways to compare.
COMPARISONS = ("earlier", "later")
#: Of 16 families, those that only test_ood has.
_OOD_SHARE = 5
#: Of 20 chains of several facts, those that may end in a year or number. An article tells one or two of them,
#: so that whoever reaches the right page by chance has the answer.
_ENDING_IN_VALUES = 1
#: Years between two values that are compared.
_CLEAR_YEARS = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked, without its wording.

    Args:
        anchors: names of the entities that the question starts from, one or two.
        relations: names of facts.
        compare: one of COMPARISONS, or "" with one anchor.
    """

    anchors: tuple[str, ...]
    relations: tuple[str, ...]
    compare: str = ""

    @property
    def family(self) -> str:
        """The chain without its anchors: what tasks of one template share."""
        chain = " > ".join(self.relations)
        return f"{self.compare} of two: {chain}" if self.compare else chain

    @property
    def hops(self) -> int:
        """Facts that have to be put together, the comparison among them."""
        return len(self.relations) + bool(self.compare)


@dataclass(frozen=True, slots=True)
class Solution:
    """A plan carried out in a world.

    Attributes:
        pages: the entities whose articles tell the facts, in the order in which they can be looked up.
        mentions: for each, the name by which the question or an earlier article gives it.
        answers: every right answer.
    """

    pages: tuple[Entity, ...]
    mentions: tuple[str, ...]
    answers: tuple[str, ...]


@lru_cache(maxsize=1 << 16)
def is_ood(family: str) -> bool:
    """Whether a family belongs to test_ood alone. Both ways to compare go together."""
    chain = family.removeprefix("earlier ").removeprefix("later ")
    return sha256(f"SearchQA family {chain}".encode()).digest()[0] % 16 < _OOD_SHARE


def draw_plan(world: World, hops: int, comparing: bool, rng: Rng) -> Plan | None:
    """A random chain from a random anchor; None when the draw leads nowhere."""
    count = hops - comparing
    relations: list[Relation] = []
    if count == 1:
        relations.append(rng.choice(ONTOLOGY.relations))
    else:
        relations.append(rng.choice(ONTOLOGY.links))
        for _ in range(count - 2):
            relations.append(rng.choice(ONTOLOGY.links_of[relations[-1].target]))
        ends = ONTOLOGY.values_of if rng.below(20) < _ENDING_IN_VALUES else ONTOLOGY.links_of
        relations.append(rng.choice(ends[relations[-1].target]))
    if comparing and not ONTOLOGY.kind[relations[0].target].order:
        return None
    starts = world.of_kind[relations[0].source]
    anchors = rng.sample(range(len(starts)), 2) if comparing else [rng.below(len(starts))]
    compare = rng.choice(COMPARISONS) if comparing else ""
    return Plan(
        tuple(starts[at].name for at in anchors), tuple(relation.name for relation in relations), compare
    )


def solve(world: World, plan: Plan, named: tuple[str, ...] = ()) -> Solution | None:
    """Carries a plan out; None when a fact is missing, the chain comes back, or no year decides.

    Args:
        world: where.
        plan: what.
        named: the anchors' names in the question, their titles by default.
    """
    starts = [world.by_name[name.casefold()] for name in plan.anchors]
    relations = [ONTOLOGY.by_name[name] for name in plan.relations]
    pages, mentions = list(starts), list(named or plan.anchors)
    at = starts[0]
    if plan.compare:
        first, relations = relations[0], relations[1:]
        ends = [world.value(start, first) for start in starts]
        one, two = ends
        if not isinstance(one, Entity) or not isinstance(two, Entity):
            return None
        if abs(one.year - two.year) < _CLEAR_YEARS:
            return None
        pages += [one, two]
        mentions += [world.mention(start, first) for start in starts]
        at = one if (one.year < two.year) == (plan.compare == "earlier") else two
        other = two if at is one else one
        # What follows must differ between the two, or the comparison would decide nothing.
        if other.facts.get(relations[0].key) == at.facts.get(relations[0].key):
            return None
    answers: tuple[str, ...] = ()
    for number, relation in enumerate(relations):
        found = world.value(at, relation)
        if found is None:
            return None
        if number == len(relations) - 1:
            answers = tuple(found.names) if isinstance(found, Entity) else (str(found),)
            if isinstance(found, Entity) and found in pages:
                return None
        else:
            assert isinstance(found, Entity)
            mentions.append(world.mention(at, relation))
            pages.append(found)
            at = found
    if len({page.number for page in pages}) < len(pages):
        return None
    return Solution(tuple(pages), tuple(mentions), answers)
