"""Generated shops: more than 5,000 products each, the same for the same number on every machine.

Products come in lines of ten. Nine of a line are rivals of its first product: each has one feature
exchanged, or one choice of an option missing, or a higher price, or two of these. So whoever wants
one product of a line meets others that are almost right.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from ragen_bench.environments.webshop.config import FEWEST_FEATURES, MOST_FEATURES
from ragen_bench.environments.webshop.goods import KINDS, Kind
from ragen_bench.environments.webshop.product import Product
from ragen_bench.environments.webshop.product_texts import description, reviews
from ragen_bench.environments.webshop.searching import Bm25
from ragen_bench.rng import Rng

#: Lines of a kind, and products of a line.
LINES, LINE = 13, 10
PRODUCTS = len(KINDS) * LINES * LINE
#: Shops that stay in memory.
_SHOPS = 6
#: Version of the generator of products; a change makes other shops.
_EDITION = 1

_BRANDS = tuple(
    first + last
    for first in ("Al", "Bre", "Cor", "Dun", "Fen", "Hol", "Kes", "Lum", "Nor", "Ost", "Pel", "Quin")
    for last in ("bury", "dale", "gate", "ivo", "mere", "wick")
)
_MODELS = tuple(
    first + last
    for first in ("Ar", "Be", "Cal", "Do", "El", "Fa", "Gil", "Ho", "Is", "Jun", "Ka", "Lo", "Mar", "Ne")
    for last in ("bo", "den", "dra", "fin", "lis", "mon", "na", "rex", "sia", "to", "via", "zan")
)
_ASIN = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"


class Item(NamedTuple):
    """What the generator fixes of a product; texts are made when a page is opened.

    `choices` are the values of each option, in the order of the department's options.
    """

    asin: str
    kind: Kind
    brand: str
    model: str
    features: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    cents: int

    @property
    def title(self) -> str:
        """As shown in search results; it names two features."""
        return f"{self.brand} {self.model} {self.kind.name}, {self.features[0]}, {self.features[1]}".title()


class _Draft(NamedTuple):
    features: tuple[str, ...]
    choices: tuple[tuple[str, ...], ...]
    cents: int


class GeneratedShop:
    """The shop with a number; see `shop`.

    Args:
        number: names the shop; its products follow from it.
    """

    def __init__(self, number: int) -> None:
        rng = Rng.of("webshop products", _EDITION, number)
        self.items: list[Item] = []
        #: Items by the name of their kind.
        self.by_kind: dict[str, list[Item]] = {}
        names = rng.shuffled([(brand, model) for brand in _BRANDS for model in _MODELS])
        taken: set[str] = set()
        for kind in KINDS:
            drafts = [draft for _ in range(LINES) for draft in _line(rng, kind)]
            rng.shuffle(drafts)
            items: list[Item] = []
            for draft in drafts:
                brand, model = names[len(self.items) + len(items)]
                items.append(Item(_asin(rng, taken), kind, brand, model, *draft))
            self.by_kind[kind.name] = items
            self.items += items
        #: What each item of a kind has: features, and options as "name value"; in the order of `by_kind`.
        self.has = {name: [_has(item) for item in items] for name, items in self.by_kind.items()}
        self._by_asin = {item.asin: item for item in self.items}

    @cached_property
    def _index(self) -> Bm25:
        return Bm25(_document(item) for item in self.items)

    def item(self, asin: str) -> Item | None:
        """The item with that number."""
        return self._by_asin.get(asin.upper())

    def product(self, asin: str) -> Product | None:
        """The product with that number."""
        item = self.item(asin)
        return product_of(item) if item is not None else None

    def search(self, query: str, limit: int) -> list[str]:
        """Numbers of the best products for a query, best first."""
        return [self.items[place].asin for place in self._index.search(query, limit)]


@lru_cache(maxsize=_SHOPS)
def shop(number: int) -> GeneratedShop:
    """The generated shop with that number, built when it is first asked for."""
    return GeneratedShop(number)


@lru_cache(maxsize=4096)
def product_of(item: Item) -> Product:
    """The product with its texts."""
    price = item.cents / 100
    names = [name for name, _ in item.kind.department.options]
    rng = Rng.of("webshop texts", _EDITION, item.asin)
    return Product(
        asin=item.asin,
        title=item.title,
        price=price,
        price_text=f"${price:.2f}",
        query=item.kind.name,
        category=item.kind.category,
        attributes=item.features,
        bullets=tuple(feature.capitalize() for feature in item.features),
        description=description(item.brand, item.model, item.kind.name, item.features, rng),
        options=dict(zip(names, item.choices, strict=True)),
        rating=f"{3.2 + rng.below(18) / 10:.1f}",
        reviews=reviews(item.features, rng),
    )


def _has(item: Item) -> tuple[frozenset[str], int]:
    options = [
        f"{name} {value}"
        for (name, _), values in zip(item.kind.department.options, item.choices, strict=True)
        for value in values
    ]
    return frozenset((*item.features, *options)), item.cents


def _line(rng: Rng, kind: Kind) -> list[_Draft]:
    pool = kind.department.features
    low, high = kind.price
    features = rng.sample(pool, rng.between(FEWEST_FEATURES, MOST_FEATURES))
    choices = []
    for _, values in kind.department.options:
        kept = sorted(rng.sample(range(len(values)), len(values) * 2 // 3))
        choices.append(tuple(values[place] for place in kept))
    cents = 100 * rng.between(low, low + (high - low) * 2 // 3) - rng.choice((1, 5, 51))
    first = _Draft(tuple(features), tuple(choices), cents)
    line = [first]
    for number in range(1, LINE):
        rival = first
        # Five rivals lack a feature, two a choice, one is dear; the last lacks a feature and is dear.
        if number <= 5 or number == 9:
            rival = _other_feature(rng, rival, pool)
        if number in (6, 7):
            rival = _fewer_choices(rng, rival)
        if number in (8, 9):
            rival = rival._replace(cents=rival.cents * rng.between(125, 180) // 100)
        line.append(rival._replace(cents=max(99, rival.cents + rng.between(-150, 150))))
    return [draft._replace(features=tuple(rng.shuffled(draft.features))) for draft in line]


def _other_feature(rng: Rng, draft: _Draft, pool: tuple[str, ...]) -> _Draft:
    features = list(draft.features)
    spare = [name for name in pool if name not in features]
    features[rng.below(len(features))] = rng.choice(spare)
    return draft._replace(features=tuple(features))


def _fewer_choices(rng: Rng, draft: _Draft) -> _Draft:
    fewer = []
    for values in draft.choices:
        gone = rng.below(len(values))
        fewer.append(values[:gone] + values[gone + 1 :])
    return draft._replace(choices=tuple(fewer))


def _asin(rng: Rng, taken: set[str]) -> str:
    while True:
        word = rng.word()
        asin = "B0" + "".join(_ASIN[word >> 5 * place & 31] for place in range(8))
        if asin not in taken:
            taken.add(asin)
            return asin


def _document(item: Item) -> str:
    """What is searched: title, features, category and the options to choose from."""
    values = " ".join(value for choices in item.choices for value in choices)
    return f"{item.title} {' '.join(item.features)} {item.kind.category} {values}"
