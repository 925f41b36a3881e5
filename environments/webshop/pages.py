"""The pages of a shop as text, and what can be clicked on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragen_bench.environments.webshop.goals import MOST_RESULTS
from ragen_bench.environments.webshop.product import Product

#: Products on a page of results.
PAGE = 10
BACK, PREVIOUS, NEXT, BUY = "back to search", "< prev", "next >", "buy now"
SUB_PAGES = ("description", "features", "reviews")
#: Longest title, option value and sub-page that are shown; public products have longer ones.
_TITLE, _VALUE, _TEXT = 200, 80, 4000
#: Most values of one option and most options that are shown.
_VALUES, _OPTIONS = 60, 8


@dataclass(frozen=True, slots=True)
class Click:
    """Something that can be clicked.

    Args:
        label: what the agent writes between the brackets, lower case.
        kind: "back", "previous", "next", "product", "option", "page" or "buy".
        name, value: which product, option (and its value) or sub-page.
    """

    label: str
    kind: str
    name: str = ""
    value: str = ""


def results_page(products: Sequence[Product], page: int, total: int) -> str:
    """One page of results; `page` counts from 1."""
    pages = max(1, -(-min(total, MOST_RESULTS) // PAGE))
    lines = [f"Page {page} of {pages} ({total} results)"]
    if not products:
        lines.append("No products were found.")
    for product in products:
        lines.append(f"[{product.asin.lower()}] {_cut(product.title, _TITLE)} {product.price_text}")
    return "\n".join(lines)


def results_clicks(products: Sequence[Product], page: int, total: int) -> list[Click]:
    """The buttons of a page of results, then its products."""
    clicks = [Click(BACK, "back")]
    if page > 1:
        clicks.append(Click(PREVIOUS, "previous"))
    if page * PAGE < total:
        clicks.append(Click(NEXT, "next"))
    return clicks + [Click(product.asin.lower(), "product", product.asin) for product in products]


def item_page(product: Product, chosen: Mapping[str, str]) -> str:
    """A product with its options and what was chosen."""
    lines = [_cut(product.title, _TITLE), f"Price: {product.price_text}"]
    if product.rating:
        lines.append(f"Rating: {product.rating}")
    for name, labels in _labels(product).items():
        picked = chosen.get(name)
        text = ", ".join(
            f"[{label}] (chosen)" if value == picked else f"[{label}]" for label, value in labels
        )
        lines.append(f"{name.capitalize()}: {text}")
    return "\n".join(lines)


def item_clicks(product: Product) -> list[Click]:
    """The buttons of a product's page, then the values of its options."""
    clicks = [Click(BACK, "back"), Click(PREVIOUS, "previous")]
    clicks += [Click(name, "page", name) for name in SUB_PAGES]
    clicks.append(Click(BUY, "buy"))
    for name, labels in _labels(product).items():
        clicks += [Click(label, "option", name, value) for label, value in labels]
    return clicks


def sub_page(product: Product, name: str) -> str:
    """Description, Features or Reviews of a product."""
    if name == "description":
        text = product.description
    else:
        text = "\n".join(f"- {part}" for part in (product.bullets if name == "features" else product.reviews))
    return f"{_cut(product.title, _TITLE)}\n{name.capitalize()}:\n{_cut(text, _TEXT) or 'Nothing here.'}"


def sub_page_clicks() -> list[Click]:
    """The buttons of a sub-page."""
    return [Click(BACK, "back"), Click(PREVIOUS, "previous")]


def _labels(product: Product) -> dict[str, list[tuple[str, str]]]:
    """(label, value) of what can be chosen. A label that is taken already gets its option in front."""
    taken = {BACK, PREVIOUS, NEXT, BUY, *SUB_PAGES}
    labels: dict[str, list[tuple[str, str]]] = {}
    for name, values in list(product.options.items())[:_OPTIONS]:
        here = labels.setdefault(name, [])
        for value in values[:_VALUES]:
            label = _cut(" ".join(value.lower().split()), _VALUE)
            if label in taken:
                label = f"{name.lower()}: {label}"
            if label and label not in taken:
                taken.add(label)
                here.append((label, value))
    return labels


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 3].rstrip()}..."
