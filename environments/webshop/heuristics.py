"""Cheap policies: what a keyword search buys without reading what a product can do."""

from __future__ import annotations

import re
from typing import Any

from ragen_bench.environments.webshop.env import MAX_QUERY
from ragen_bench.rng import Rng

_PRICE = re.compile(r"\$?(\d+(?:\.\d+)?) dollars")


def _search(env: Any) -> str:
    return f"search[{env.wanted[:MAX_QUERY]}]"


def _unchosen(env: Any) -> dict[str, list[str]]:
    """Values of the options that have no choice yet, by name."""
    return {name: list(values) for name, values in env.viewed.options.items() if name not in env.chosen}


def _named(env: Any, values: list[str]) -> list[str]:
    """The values that the instruction names as whole words."""
    text = env.wanted.lower()
    return [value for value in values if re.search(rf"(?<!\w){re.escape(value.lower())}(?!\w)", text)]


class BuyFirst:
    """Searches for the instruction, opens the first result and buys it as it is."""

    def act(self, env: Any) -> str:
        """The action for the state `env` is in."""
        env = env.unwrapped
        if env.page == "search":
            return _search(env)
        if env.page == "results":
            asin = self._pick(env)
            return f"click[{asin.lower()}]" if asin else "click[back to search]"
        return self._choose(env) or "click[buy now]"

    def _pick(self, env: Any) -> str:
        shown = env.shown
        return str(shown[0].asin) if shown else ""

    def _choose(self, env: Any) -> str:
        return ""


class BuyFirstWithOptions(BuyFirst):
    """Like `BuyFirst`, with the first value of every option."""

    def _choose(self, env: Any) -> str:
        for values in _unchosen(env).values():
            return f"click[{values[0]}]"
        return ""


class OptionMatch(BuyFirst):
    """Like `BuyFirst`, with the options that the instruction names."""

    def _choose(self, env: Any) -> str:
        for values in _unchosen(env).values():
            for value in _named(env, values):
                return f"click[{value}]"
        return ""


class Affordable(OptionMatch):
    """Like `OptionMatch`, with the first result that the instruction's price allows."""

    def _pick(self, env: Any) -> str:
        found = _PRICE.search(env.wanted)
        limit = float(found.group(1)) if found else float("inf")
        fitting = [product.asin for product in env.shown if product.price <= limit]
        return fitting[0] if fitting else super()._pick(env)


class Fitting(Affordable):
    """Like `Affordable`, but the first result that also has every option that the instruction names.

    It looks at the options of ten results without opening their pages, which no agent can.
    """

    def _pick(self, env: Any) -> str:
        found = _PRICE.search(env.wanted)
        limit = float(found.group(1)) if found else float("inf")
        best, most = "", -1
        for product in env.shown:
            if product.price <= limit:
                count = sum(bool(_named(env, list(values))) for values in product.options.values())
                if count > most:
                    best, most = product.asin, count
        return best or super()._pick(env)


class KindAndOptions(Fitting):
    """Like `Fitting`, but it searches only for what kind of product is wanted and for the options."""

    def act(self, env: Any) -> str:
        """The action for the state `env` is in."""
        env = env.unwrapped
        if env.page != "search":
            return super().act(env)
        kind = re.split(r" that |[.?]", env.wanted, maxsplit=1)[0]
        options = re.search(r"(?:it in|come in|choose) (.*?)\.", env.wanted)
        query = f"{kind} {options.group(1) if options else ''}"
        return f"search[{query[:MAX_QUERY]}]"


class TitleMatch(OptionMatch):
    """Like `OptionMatch`, with the result whose title shares most words with the instruction."""

    def _pick(self, env: Any) -> str:
        said = set(env.wanted.lower().split())
        shown = env.shown
        if not shown:
            return ""
        return str(max(shown, key=lambda product: len(said & set(product.title.lower().split()))).asin)


class RandomClick:
    """Searches for the instruction, then clicks at random, anything but back."""

    def act(self, env: Any) -> str:
        """The action for the state `env` is in."""
        env = env.unwrapped
        if env.page == "search":
            return _search(env)
        rng = Rng.of("random click", env.playing_split, env.index, env.replica, env.turn)
        legal = [action for action in env.legal_actions() if action != "click[back to search]"]
        return rng.choice(legal or ["click[back to search]"])


BUY_FIRST = BuyFirst()
BUY_FIRST_WITH_OPTIONS = BuyFirstWithOptions()
OPTION_MATCH = OptionMatch()
AFFORDABLE = Affordable()
FITTING = Fitting()
KIND_AND_OPTIONS = KindAndOptions()
TITLE_MATCH = TitleMatch()
RANDOM_CLICK = RandomClick()
