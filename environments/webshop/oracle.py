"""The oracle of WebShop: it knows a best product, and goes to it as anyone could."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.webshop.env import MAX_QUERY
from ragen_bench.environments.webshop.goals import MOST_RESULTS, honest_query
from ragen_bench.environments.webshop.matching import options_match
from ragen_bench.environments.webshop.pages import item_clicks


class Oracle:
    """Searches for the kind and features by the shop's names, pages to the product, chooses and buys.

    Where that search does not list the product (public shops), it searches for the product's title.
    A task given by hand may have no product; it then buys the first that it finds.
    """

    def act(self, env: Any) -> str:
        """The action for the state `env` is in."""
        env = env.unwrapped
        task = env.task
        asin = task["asin"].upper()
        if env.page == "search":
            return f"search[{_query(env, asin)}]"
        if env.page == "results":
            shown = [product.asin for product in env.shown]
            legal = env.legal_actions()
            if asin in shown or (not asin and shown):
                return f"click[{(asin or shown[0]).lower()}]"
            return "click[next >]" if "click[next >]" in legal else "click[back to search]"
        if env.page != "item":
            return "click[< prev]"
        if asin and env.asin != asin:
            return "click[< prev]"
        wanted = task["goal"]["options"].values()
        for click in item_clicks(env.viewed):
            if (
                click.kind == "option"
                and click.name not in env.chosen
                and any(options_match(click.value, value) for value in wanted)
                and not _chosen_better(env, click.name, click.value, wanted)
            ):
                return f"click[{click.label}]"
        return "click[buy now]"


def _query(env: Any, asin: str) -> str:
    query = " ".join(honest_query(env.task["goal"]).split())[:MAX_QUERY].strip()
    product = env.shop.product(asin) if asin else None
    if product is not None and asin not in env.shop.search(query, MOST_RESULTS):
        query = " ".join(product.title.split())[:MAX_QUERY].strip()
    return query or "product"


def _chosen_better(env: Any, name: str, value: str, wanted: Any) -> bool:
    """Whether another value of the option is exactly what is wanted, and this one only similar."""
    exact = {text.lower() for text in wanted}
    values = env.viewed.options[name]
    return value.lower() not in exact and any(other.lower() in exact for other in values)
