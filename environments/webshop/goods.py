"""What the shops sell: kinds of product, the features and options they come with, their prices."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.environments.webshop.features import FEATURES

_COLORS = (
    "black", "white", "navy", "red", "olive", "teal", "beige", "charcoal", "lavender", "mustard",
    "burgundy", "coral", "mint", "silver",
)  # fmt: skip
_SIZES = ("small", "medium", "large", "tall", "petite", "oversized")
_PATTERNS = ("plain", "striped", "floral", "checked", "dotted", "camouflage")
_FINISHES = ("matte", "glossy", "brushed", "hammered", "antique", "frosted")
_PLUGS = ("us", "eu", "uk", "jp", "br", "za")


@dataclass(frozen=True, slots=True)
class Department:
    """Kinds of product that share features and options.

    Args:
        path: first parts of the category.
        features: names of what a product may have.
        options: what a buyer chooses, each with its possible values.
    """

    path: tuple[str, str]
    features: tuple[str, ...]
    options: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of product.

    Args:
        name: what it is called in the shop; also the query that it is filed under.
        phrase: what a shopper asks for, with its article.
        department: where it is sold.
        price: lowest and highest, in dollars.
        held_out: sold in every shop, but wanted only in test_ood.
    """

    name: str
    phrase: str
    department: Department
    price: tuple[int, int]
    held_out: bool = False

    @property
    def category(self) -> str:
        """The path of the category, parts joined as in WebShop's files."""
        return " › ".join((*self.department.path, self.name.title()))


def _department(path: str, features: str, **options: tuple[str, ...]) -> Department:
    names = tuple(part.strip() for part in features.split(","))
    for name in names:
        FEATURES[name]  # A misspelt name should fail at import.
    first, second = path.split(" › ")
    named = tuple((option.replace("_", " "), values) for option, values in options.items())
    return Department((first, second), names, named)


_CLOTHES = _department(
    "Clothing › Casual Wear",
    "water resistant, quick drying, breathable, wrinkle resistant, machine washable, organic cotton, "
    "uv protection, fleece lined, zippered pockets, reflective trim, stretch fabric, anti odor, "
    "recycled material, tagless collar, elastic cuffs, gift boxed",
    color=_COLORS,
    size=_SIZES,
    fit=("regular", "relaxed", "slim", "cropped", "boxy", "fitted"),
)
_SHOES = _department(
    "Clothing › Footwear",
    "water resistant, breathable, non slip, memory foam, lightweight, arch support, wide toe box, "
    "reflective trim, vegan leather, machine washable, shock absorbing, recycled material, ankle support, "
    "anti odor, handmade, gift boxed",
    color=_COLORS,
    size=("6", "7", "8", "9", "10", "11", "12"),
    closure=("laces", "velcro", "elastic", "zipper", "buckle", "pull tab"),
)
_BAGS = _department(
    "Luggage › Bags",
    "water resistant, lightweight, padded straps, laptop compartment, anti theft, usb charging port, "
    "expandable, luggage strap, reflective trim, foldable, rfid blocking, bottle pocket, lockable zippers, "
    "vegan leather, shoe compartment, lifetime warranty",
    color=_COLORS,
    capacity=("15l", "20l", "28l", "36l", "45l", "60l"),
    pattern=_PATTERNS,
)
_AUDIO = _department(
    "Electronics › Audio",
    "noise cancelling, water resistant, usb rechargeable, long battery life, voice assistant, fast charging, "
    "built in microphone, foldable, touch controls, volume limiting, multipoint pairing, low latency, "
    "deep bass, lightweight, recycled material, lifetime warranty",
    color=_COLORS,
    plug=_PLUGS,
    edition=("classic", "studio", "sport", "junior", "stage", "pocket"),
)
_LIGHTS = _department(
    "Home › Lighting",
    "dimmable, cordless, usb rechargeable, motion sensor, remote control, color changing, timer function, "
    "energy efficient, touch controls, flicker free, shatter proof, water resistant, clip mount, "
    "wall mountable, adjustable arm, handmade",
    color=_COLORS,
    plug=_PLUGS,
    finish=_FINISHES,
)
_KITCHEN = _department(
    "Home › Kitchen",
    "dishwasher safe, bpa free, stainless steel, leak proof, insulated, microwave safe, stackable, "
    "lightweight, wide mouth, carrying handle, oven safe, scratch resistant, measuring marks, "
    "lifetime warranty, gift boxed, recycled material",
    color=_COLORS,
    capacity=("12oz", "16oz", "20oz", "28oz", "34oz", "40oz"),
    finish=_FINISHES,
)
_BEDDING = _department(
    "Home › Bedding",
    "memory foam, machine washable, hypoallergenic, breathable, organic cotton, cooling gel, down filled, "
    "removable cover, stain resistant, quick drying, reversible, recycled material, lightweight, handmade, "
    "gift boxed, lifetime warranty",
    color=_COLORS,
    size=("twin", "full", "queen", "king", "crib", "daybed"),
    feel=("soft", "plush", "firm", "silky", "crisp", "springy"),
)
_SNACKS = _department(
    "Grocery › Snacks",
    "gluten free, sugar free, low sodium, high protein, nut free, non gmo, fair trade, resealable, kosher, "
    "vegan, soy free, keto friendly, individually wrapped, palm oil free, high fiber, usda organic",
    flavor=("cherry", "vanilla", "ginger", "cinnamon", "mango", "espresso", "caramel", "lemon", "fig"),
    count=("10ct", "12ct", "18ct", "24ct", "36ct", "50ct"),
    package=("pouch", "tin", "jar", "carton", "canister", "hamper"),
)
_SKIN = _department(
    "Beauty › Skin Care",
    "fragrance free, paraben free, cruelty free, vegan, oil free, travel size, hypoallergenic, "
    "dermatologist tested, alcohol free, uv protection, refillable, anti aging, sulfate free, tinted, "
    "gift boxed, fair trade",
    skin=("dry", "oily", "normal", "mature", "sensitive", "combination"),
    size=("60ml", "100ml", "150ml", "250ml", "400ml", "750ml"),
    texture=("gel", "balm", "milk", "mousse", "whipped", "serum"),
)
_FURNITURE = _department(
    "Home › Furniture",
    "solid wood, easy to assemble, foldable, stackable, scratch resistant, lockable casters, "
    "adjustable height, stain resistant, hidden storage, rounded corners, cable management, water resistant, "
    "handmade, lifetime warranty, recycled material, wall mountable",
    finish=("oak", "walnut", "black", "white", "bamboo", "cherry", "gray", "maple"),
    size=_SIZES,
    style=("modern", "rustic", "industrial", "classic", "nordic", "colonial"),
)
_PETS = _department(
    "Pet Supplies › Dogs And Cats",
    "machine washable, water resistant, chew proof, reflective trim, memory foam, foldable, breathable, "
    "non slip, airline approved, escape proof, lightweight, removable cover, padded straps, anti odor, "
    "hypoallergenic, recycled material",
    color=_COLORS,
    size=_SIZES,
    pattern=_PATTERNS,
)
_GARDEN = _department(
    "Garden › Outdoor Growing",
    "uv protection, rust proof, frost resistant, self watering, drainage holes, lightweight, kink resistant, "
    "puncture resistant, leak proof, brass fittings, wall mountable, non slip, stackable, recycled material, "
    "lifetime warranty, handmade",
    color=_COLORS,
    size=_SIZES,
    finish=_FINISHES,
)
_CAMPING = _department(
    "Sports › Camping",
    "water resistant, lightweight, quick drying, insulated, uv protection, foldable, insect netting, "
    "stuff sack, cup holder, fire retardant, reflective trim, wind resistant, quick setup, machine washable, "
    "recycled material, lifetime warranty",
    color=_COLORS,
    size=_SIZES,
    season=("spring", "summer", "autumn", "winter", "monsoon", "desert"),
)

KINDS: tuple[Kind, ...] = (
    Kind("hoodie", "a hoodie", _CLOTHES, (18, 70)),
    Kind("track jacket", "a track jacket", _CLOTHES, (30, 120)),
    Kind("cardigan", "a cardigan", _CLOTHES, (20, 90)),
    Kind("running shoes", "a pair of running shoes", _SHOES, (40, 150)),
    Kind("hiking boots", "a pair of hiking boots", _SHOES, (50, 190)),
    Kind("house slippers", "a pair of house slippers", _SHOES, (12, 50)),
    Kind("backpack", "a backpack", _BAGS, (25, 140)),
    Kind("duffel bag", "a duffel bag", _BAGS, (25, 130)),
    Kind("messenger satchel", "a messenger satchel", _BAGS, (20, 110)),
    Kind("headphones", "a pair of headphones", _AUDIO, (25, 220)),
    Kind("portable speaker", "a portable speaker", _AUDIO, (20, 180)),
    Kind("bedside radio", "a bedside radio", _AUDIO, (20, 100)),
    Kind("desk lamp", "a desk lamp", _LIGHTS, (18, 90)),
    Kind("string lights", "a set of string lights", _LIGHTS, (12, 60)),
    Kind("reading lantern", "a reading lantern", _LIGHTS, (12, 70)),
    Kind("travel mug", "a travel mug", _KITCHEN, (10, 45)),
    Kind("saucepan", "a saucepan", _KITCHEN, (18, 95)),
    Kind("lunch box", "a lunch box", _KITCHEN, (10, 48)),
    Kind("pillow", "a pillow", _BEDDING, (15, 85)),
    Kind("blanket", "a blanket", _BEDDING, (20, 110)),
    Kind("mattress topper", "a mattress topper", _BEDDING, (50, 230)),
    Kind("granola bars", "a box of granola bars", _SNACKS, (8, 40)),
    Kind("trail mix", "a pack of trail mix", _SNACKS, (8, 38)),
    Kind("crackers", "a supply of crackers", _SNACKS, (6, 32)),
    Kind("face cream", "a face cream", _SKIN, (8, 65)),
    Kind("body lotion", "a body lotion", _SKIN, (8, 45)),
    Kind("cleanser", "a cleanser", _SKIN, (8, 50)),
    Kind("coffee table", "a coffee table", _FURNITURE, (60, 320)),
    Kind("bookcase", "a bookcase", _FURNITURE, (50, 280)),
    Kind("bar stool", "a bar stool", _FURNITURE, (40, 210)),
    Kind("dog bed", "a dog bed", _PETS, (25, 120), held_out=True),
    Kind("cat carrier", "a cat carrier", _PETS, (25, 110), held_out=True),
    Kind("dog harness", "a dog harness", _PETS, (15, 60), held_out=True),
    Kind("garden hose", "a garden hose", _GARDEN, (20, 95), held_out=True),
    Kind("flower pot", "a flower pot", _GARDEN, (10, 70), held_out=True),
    Kind("trowel set", "a trowel set", _GARDEN, (12, 60), held_out=True),
    Kind("tent", "a tent", _CAMPING, (60, 330), held_out=True),
    Kind("sleeping bag", "a sleeping bag", _CAMPING, (35, 190), held_out=True),
    Kind("camp chair", "a camp chair", _CAMPING, (20, 95), held_out=True),
    Kind("hammock", "a hammock", _CAMPING, (20, 110), held_out=True),
)

KIND_BY_NAME: dict[str, Kind] = {kind.name: kind for kind in KINDS}
