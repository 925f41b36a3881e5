"""What is known of a product, generated or public, and what a shop is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Product:
    """One product.

    Args:
        asin: its number in the shop, upper case.
        title: shown in search results.
        price: what is compared with a ceiling, in dollars.
        price_text: what is shown.
        query: what it is filed under.
        category: parts joined by " › ".
        attributes: hidden; what a goal's attributes are compared with.
        bullets, description: the pages Features and Description.
        options: values by name.
        rating: shown; may be empty.
        reviews: the page Reviews.
    """

    asin: str
    title: str
    price: float
    price_text: str
    query: str
    category: str
    attributes: tuple[str, ...]
    bullets: tuple[str, ...]
    description: str
    options: Mapping[str, tuple[str, ...]]
    rating: str = ""
    reviews: tuple[str, ...] = ()


class Shop(Protocol):
    """A catalogue with a search engine."""

    def product(self, asin: str) -> Product | None:
        """The product with that number."""
        ...

    def search(self, query: str, limit: int) -> Sequence[str]:
        """Numbers of the best products for a query, best first."""
        ...
