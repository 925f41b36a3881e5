"""The WebShop environment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from ragen_bench.env import InvalidAction, TextEnv
from ragen_bench.environments.webshop import pages
from ragen_bench.environments.webshop.config import WebShopConfig
from ragen_bench.environments.webshop.goals import MOST_RESULTS
from ragen_bench.environments.webshop.product import Product, Shop
from ragen_bench.environments.webshop.scoring import Score, score
from ragen_bench.environments.webshop.searching import words
from ragen_bench.environments.webshop.shops import shop_of
from ragen_bench.rng import Rng
from ragen_bench.splits import Task

#: A form of (action, argument); brackets may stand inside the argument.
_FORM = re.compile(r"(search|click)\s*\[(.*)\]\Z", re.IGNORECASE | re.DOTALL)
#: Longest query.
MAX_QUERY = 400
_Action = tuple[str, Any]


class WebShopEnv(TextEnv):
    """Find, customise and buy the product that an instruction describes.

    | | |
    |---|---|
    | Action | `search[words]` or `click[button]` |
    | Turns | 12 (easy), 15 (medium), 20 (hard), 25 (expert) |
    | Reward | WebShop's formula, once, for the purchase |
    | Luck | none: replicas are equal |

    ## Description
    A shop has a search page, pages of results, a page for every product with its options, and three
    sub-pages per product: Description, Features and Reviews. The instruction says what the product must
    be able to do, in other words than the shop's, which options to choose, and what it may cost. Many
    products meet all but one of these constraints. Every product lists all its features on its Features
    page, and two of them in its title.

    ## Action space
    Text: `search[words]` on the search page, `click[label]` elsewhere, with a label that the
    observation lists. Upper and lower case are the same.

    ## Observation space
    The instruction, the page, and the actions that are available.

    ## Starting state
    The search page.

    ## Rewards
    `purchase`: type factor x (features matched + options matched + [price within the limit]) /
    (features + options + 1), when something is bought. Nothing else is paid.

    ## Episode end
    Terminates with `click[buy now]`; truncates after the last turn. Success is a reward of 1.0, and
    the score is the reward.

    ## Information
    Beside the common keys, `matched`: what the purchase matched, empty before it.

    ## Arguments
    The fields of `WebShopConfig`, and `max_turns`.

    ## Version history
    v1: first version.
    """

    max_action_length: ClassVar[int] = 512
    config: WebShopConfig

    def begin(self, task: Task) -> None:
        """Opens the search page."""
        #: "search", "results", "item", or the name of a sub-page.
        self.page = "search"
        self.query = ""
        #: Page of results, from 1.
        self.number = 1
        self.asin = ""
        #: Chosen options, value by name.
        self.chosen: dict[str, str] = {}
        self._bought: Score | None = None
        # Searching a public shop takes a while, so that results are kept while they are paged through.
        self._found: tuple[str, list[str]] | None = None
        self._looked_up: tuple[str, list[Product]] | None = None

    @property
    def shop(self) -> Shop:
        """The shop of the task."""
        return shop_of(self._task["catalogue"])

    @property
    def wanted(self) -> str:
        """The instruction of the task, as every page shows it."""
        return str(self._task["instruction"])

    @property
    def shown(self) -> list[Product]:
        """The products on the current page of results."""
        return self._results()[0]

    @property
    def viewed(self) -> Product:
        """The product whose page or sub-page is open."""
        product = self.shop.product(self.asin)
        assert product is not None
        return product

    def observe(self) -> str:
        """The instruction, the page and what can be done."""
        if self._bought is not None:
            return f"Instruction: {self.wanted}\nThank you for your purchase."
        if self.page == "search":
            body = "Search page"
        elif self.page == "results":
            products, total = self._results()
            body = pages.results_page(products, self.number, total)
        elif self.page == "item":
            body = pages.item_page(self.viewed, self.chosen)
        else:
            body = pages.sub_page(self.viewed, self.page)
        legal = self.legal_actions()
        available = ", ".join(legal) if legal else "search[<words>]"
        return f"Instruction: {self.wanted}\n{body}\nAvailable actions: {available}"

    def parse(self, text: str) -> _Action:
        """("search", query) or ("click", Click)."""
        form = _FORM.match(text)
        if form is None:
            raise InvalidAction("unreadable", "An action is search[words] or click[button].")
        argument = " ".join(form.group(2).split())
        if form.group(1).lower() == "search":
            if self.page != "search":
                raise InvalidAction("illegal", "There is no search field on this page.")
            if not argument or len(argument) > MAX_QUERY:
                raise InvalidAction("unreadable", f"A search has 1 to {MAX_QUERY} characters.")
            return "search", argument
        label = argument.lower()
        for click in self._clicks():
            if click.label == label:
                return "click", click
        raise InvalidAction("illegal", "There is no such button on this page.")

    def apply(self, action: _Action) -> bool:
        """Goes to another page, chooses an option, or buys."""
        kind, argument = action
        if kind == "search":
            self.query, self.number, self.page = argument, 1, "results"
            return True
        click: pages.Click = argument
        if click.kind == "back":
            self.page, self.query, self.asin, self.chosen = "search", "", "", {}
        elif click.kind == "next":
            self.number += 1
        elif click.kind == "previous":
            self._previous()
        elif click.kind == "product":
            self.page, self.asin, self.chosen = "item", click.name, {}
        elif click.kind == "page":
            self.page = click.name
        elif click.kind == "option":
            changed = self.chosen.get(click.name) != click.value
            self.chosen[click.name] = click.value
            return changed
        else:
            self._bought = score(self.viewed, self.chosen, self._task["goal"])
            self.pay("purchase", self._bought.reward)
            self.finish()
        return True

    def _previous(self) -> None:
        if self.page == "results":
            self.number -= 1
        elif self.page == "item":
            self.page, self.asin, self.chosen = "results", "", {}
        else:
            self.page = "item"

    def _results(self) -> tuple[list[Product], int]:
        if self._found is None or self._found[0] != self.query:
            self._found = self.query, list(self.shop.search(self.query, MOST_RESULTS))
        found = self._found[1]
        key = f"{self.number} {self.query}"
        if self._looked_up is None or self._looked_up[0] != key:
            first = (self.number - 1) * pages.PAGE
            products = [self.shop.product(asin) for asin in found[first : first + pages.PAGE]]
            self._looked_up = key, [product for product in products if product is not None]
        return self._looked_up[1], len(found)

    def _clicks(self) -> list[pages.Click]:
        if self.page == "search" or self._bought is not None:
            return []
        if self.page == "results":
            products, total = self._results()
            return pages.results_clicks(products, self.number, total)
        return pages.item_clicks(self.viewed) if self.page == "item" else pages.sub_page_clicks()

    def legal_actions(self) -> list[str] | None:
        """Every button of the page; None on the search page, where any words may be searched for."""
        if self.page == "search":
            return None
        return [f"click[{click.label}]" for click in self._clicks()]

    def legal_hint(self) -> str:
        """Points to the list that every observation ends with."""
        return "What is available is listed at the end of the page."

    def result(self) -> tuple[bool, float]:
        """Success is a reward of 1.0; the score is the reward."""
        reward = self._bought.reward if self._bought is not None else 0.0
        return reward == 1.0, reward

    def extra_info(self) -> dict[str, Any]:
        """What the purchase matched."""
        bought = self._bought
        if bought is None:
            return {"matched": {}}
        return {
            "matched": {
                "type": bought.type_factor,
                "attributes": bought.attributes,
                "options": bought.options,
                "price": bought.price,
            }
        }

    def snapshot(self) -> dict[str, Any]:
        """Where the agent is, and what it has chosen."""
        return {
            "page": self.page,
            "query": self.query,
            "number": self.number,
            "asin": self.asin,
            "chosen": dict(self.chosen),
            "bought": self._bought is not None,
        }

    def restore(self, task: Task, state: Mapping[str, Any]) -> None:
        """Back to that page; a purchase is scored anew."""
        self.begin(task)
        self.page, self.query, self.number = state["page"], state["query"], state["number"]
        self.asin, self.chosen = state["asin"], dict(state["chosen"])
        if state["bought"]:
            self._bought = score(self.viewed, self.chosen, task["goal"])

    def sample_action(self, rng: Rng) -> str:
        """On the search page, one to five words of the instruction; elsewhere each button equally likely."""
        legal = self.legal_actions()
        if legal:
            return rng.choice(legal)
        found = words(self.wanted) or ["product"]
        query = " ".join(rng.sample(found, min(len(found), rng.between(1, 5))))
        return f"search[{query[:MAX_QUERY]}]"
