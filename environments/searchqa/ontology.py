"""What there is in a world: kinds of entities, and the facts that each kind has.

A fact is a function: every entity has at most one value of it. In articles it is told by one of
`articles`, in questions by one of `nouns` (or `asks`), and the two never share a word that says what
the fact is, so that a question cannot be answered by matching words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

YEAR = "year"
NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entity.

    Args:
        name: also the first half of its facts' names.
        share: how large a part of the world it is, in parts of the sum over all kinds.
        nouns: what the first sentence calls it.
        traits: adjectives of the first sentence.
        aliases: how the article tells another name, with {S} and {a}; empty where there is none.
        which: the word after "Which" in a question for one.
        plural: of two of them in a comparison.
        order: (earlier, later) as a comparison says it; empty for kinds without a year.
        years: first and last year; (0, 0) where there is none.
        numbers: smallest and largest number, for kinds that have one in place of a year.
        definite: its name takes "the".
        naming: "stem", "person" or "title".
    """

    name: str
    share: int
    nouns: tuple[str, ...]
    traits: tuple[str, ...]
    which: str
    plural: str
    aliases: tuple[str, ...] = ()
    order: tuple[str, str] | tuple[()] = ()
    years: tuple[int, int] = (0, 0)
    numbers: tuple[int, int] = (0, 0)
    definite: bool = False
    naming: str = "stem"


@dataclass(frozen=True, slots=True)
class Relation:
    """A fact of a kind.

    Args:
        source: the kind that has it.
        key: its name within the kind.
        target: the kind of the value, or YEAR or NUMBER.
        articles: sentences of the source's article. {S} the subject, {s} its pronoun, {o} its pronoun as
            object, {p} and {P} the possessive, {y} and {Y} the value; a capital starts a sentence.
        nouns: noun phrases of questions; {x} comes last, so that they nest.
        asks: whole questions, for values that are no entity.
        lag: the value's year lies so many years after the subject's, both ends included.
    """

    source: str
    key: str
    target: str
    articles: tuple[str, ...]
    nouns: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    lag: tuple[int, int] | None = None

    @property
    def name(self) -> str:
        """Unique in an ontology, for example "book.author"."""
        return f"{self.source}.{self.key}"

    @property
    def is_value(self) -> bool:
        """The value is a year or number, no entity."""
        return self.target in (YEAR, NUMBER)


@dataclass(frozen=True)
class Ontology:
    """Kinds and facts, with look-ups."""

    kinds: tuple[Kind, ...]
    relations: tuple[Relation, ...]
    by_name: dict[str, Relation] = field(init=False, repr=False, compare=False)
    of_kind: dict[str, tuple[Relation, ...]] = field(init=False, repr=False, compare=False)
    links_of: dict[str, tuple[Relation, ...]] = field(init=False, repr=False, compare=False)
    values_of: dict[str, tuple[Relation, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = [kind.name for kind in self.kinds]
        set_field = object.__setattr__
        set_field(self, "by_name", {relation.name: relation for relation in self.relations})
        set_field(self, "of_kind", {n: tuple(r for r in self.relations if r.source == n) for n in names})
        for name, wanted in (("links_of", False), ("values_of", True)):
            chosen = {n: tuple(r for r in self.of_kind[n] if r.is_value is wanted) for n in names}
            set_field(self, name, chosen)

    @cached_property
    def kind(self) -> dict[str, Kind]:
        """Kinds by name."""
        return {kind.name: kind for kind in self.kinds}

    @cached_property
    def links(self) -> tuple[Relation, ...]:
        """Facts whose value is an entity."""
        return tuple(relation for relation in self.relations if not relation.is_value)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word of every sentence, in lower case; no entity is named like one."""
        texts = [t for r in self.relations for t in (*r.articles, *r.nouns, *r.asks)]
        for kind in self.kinds:
            texts += [*kind.nouns, *kind.traits, *kind.aliases, *kind.order, kind.which, kind.plural]
        return frozenset(
            word.strip("{}.,?'") for text in texts for word in text.lower().replace("-", " ").split()
        )
