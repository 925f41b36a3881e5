"""Finds the shop that a task is played in."""

from __future__ import annotations

from ragen_bench.environments.webshop import catalogue
from ragen_bench.environments.webshop.product import Shop
from ragen_bench.environments.webshop.public_shop import public_shop


def shop_of(name: int | str) -> Shop:
    """The generated shop with a number, or one of WebShop's own: "full" or "small".

    Raises:
        MissingData: a public shop whose files are not here.
    """
    return catalogue.shop(name) if isinstance(name, int) else public_shop(name)
