"""The words of Bandit: scales, which give the arms their order, and professions, which tell splits apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations


@dataclass(frozen=True, slots=True)
class Scale:
    """Words in their order.

    Args:
        name: the family of the tasks that use it.
        ends: said to the agent: what is ordered, from where to where.
        words: lowest first; each is one word without spaces.
    """

    name: str
    ends: str
    words: tuple[str, ...]


def _scale(name: str, ends: str, words: str) -> Scale:
    return Scale(name, ends, tuple(words.split()))


#: Families of train, validation, test and fresh.
SCALES = (
    _scale("size", "size, from small to large", "microscopic tiny small medium-sized large huge"),
    _scale("temperature", "temperature, from cold to hot", "freezing cold cool mild warm hot boiling"),
    _scale("age", "age, from young to old", "newborn infant teenage adult middle-aged elderly"),
    _scale("speed", "speed, from slow to fast", "motionless sluggish slow brisk fast supersonic"),
    _scale("price", "price, from low to high", "free cheap affordable expensive priceless"),
    _scale("loudness", "loudness, from quiet to loud", "silent whispering quiet loud deafening"),
    _scale("wetness", "wetness, from dry to wet", "parched dry damp wet drenched"),
    _scale("period", "period, from short to long", "hourly daily weekly monthly quarterly yearly"),
    _scale("number", "number, from low to high", "single double triple quadruple quintuple sextuple"),
    _scale(
        "weekday",
        "weekday, from Monday to Sunday",
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    ),
    _scale(
        "month",
        "month, from January to December",
        "January February March April May June July August September October November December",
    ),
    _scale(
        "order",
        "order, from first to twelfth",
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth",
    ),
    _scale(
        "letter",
        "letter, from A to L",
        "A-class B-class C-class D-class E-class F-class G-class H-class I-class J-class K-class L-class",
    ),
    _scale(
        "stars",
        "stars, from few to many",
        "one-star two-star three-star four-star five-star six-star seven-star eight-star nine-star ten-star",
    ),
    _scale(
        "years",
        "age in years, from young to old",
        "ten-year-old twenty-year-old thirty-year-old forty-year-old fifty-year-old sixty-year-old "
        "seventy-year-old eighty-year-old ninety-year-old hundred-year-old",
    ),
    _scale(
        "corners",
        "corners, from few to many",
        "triangular square pentagonal hexagonal heptagonal octagonal nonagonal decagonal hendecagonal "
        "dodecagonal",
    ),
    _scale(
        "ensemble",
        "size of the ensemble, from small to large",
        "solo duo trio quartet quintet sextet septet octet nonet dectet",
    ),
    _scale(
        "zodiac",
        "sign of the zodiac, from Aries to Pisces",
        "Aries Taurus Gemini Cancer Leo Virgo Libra Scorpio Sagittarius Capricorn Aquarius Pisces",
    ),
    _scale(
        "decade",
        "decade, from early to late",
        "1900s 1910s 1920s 1930s 1940s 1950s 1960s 1970s 1980s 1990s 2000s 2010s",
    ),
    _scale(
        "share",
        "share, from small to large",
        "ten-percent twenty-percent thirty-percent forty-percent fifty-percent sixty-percent seventy-percent "
        "eighty-percent ninety-percent hundred-percent",
    ),
)

#: Families of test_ood alone.
OOD_SCALES = (
    _scale("weight", "weight, from light to heavy", "weightless feather-light light heavy immovable"),
    _scale("brightness", "brightness, from dark to bright", "pitch-black dark dim bright dazzling"),
    _scale("wealth", "wealth, from poor to rich", "penniless poor comfortable rich billionaire"),
    _scale("hardness", "hardness, from soft to hard", "liquid soft firm hard diamond-hard"),
    _scale("medal", "worth of the material, from low to high", "wooden bronze silver golden platinum"),
    _scale(
        "planet",
        "planet, from nearest to farthest from the Sun",
        "Mercury Venus Earth Mars Jupiter Saturn Uranus Neptune",
    ),
    _scale(
        "greek",
        "Greek letter, from first to last",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu",
    ),
    _scale(
        "element",
        "chemical element, from lightest to heaviest",
        "hydrogen helium lithium beryllium boron carbon nitrogen oxygen fluorine neon",
    ),
    _scale(
        "century",
        "century, from early to late",
        "eleventh-century twelfth-century thirteenth-century fourteenth-century fifteenth-century "
        "sixteenth-century seventeenth-century eighteenth-century nineteenth-century twentieth-century",
    ),
    _scale(
        "storeys",
        "storeys, from low to high",
        "one-storey two-storey three-storey four-storey five-storey six-storey seven-storey eight-storey "
        "nine-storey ten-storey",
    ),
    _scale(
        "geology",
        "geological period, from oldest to youngest",
        "Cambrian Ordovician Silurian Devonian Carboniferous Permian Triassic Jurassic Cretaceous Paleogene "
        "Neogene Quaternary",
    ),
    _scale(
        "spelling",
        "word of the spelling alphabet, from Q to Z",
        "Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu",
    ),
    _scale(
        "multiple",
        "multiple, from low to high",
        "twofold threefold fourfold fivefold sixfold sevenfold eightfold ninefold tenfold hundredfold",
    ),
)

#: First words of arms where a scale plays no part.
COLOURS = (
    "red",
    "blue",
    "green",
    "yellow",
    "white",
    "black",
    "grey",
    "brown",
    "pink",
    "purple",
    "orange",
    "teal",
)


@dataclass(frozen=True, slots=True)
class Professions:
    """The professions of one group of splits.

    Args:
        steady: a quiet living: the arm that pays little for sure, where the law is "jobs".
        daring: a risky living: the arm that pays much or nothing.
        every: these and the rest, each once.
    """

    steady: tuple[str, ...]
    daring: tuple[str, ...]
    every: tuple[str, ...]


def _professions(steady: str, daring: str, plain: str) -> Professions:
    return Professions(
        tuple(steady.split()), tuple(daring.split()), tuple(f"{steady} {daring} {plain}".split())
    )


_TRAIN = _professions(
    "librarian clerk accountant archivist bookkeeper secretary janitor cashier postman gardener typist "
    "registrar teacher caretaker tailor baker",
    "gambler trader explorer stuntman smuggler pirate treasure-hunter racer speculator prospector "
    "daredevil matador bounty-hunter mercenary lion-tamer sword-swallower",
    "engineer doctor nurse painter butcher carpenter plumber cook waiter barber dentist lawyer judge "
    "farmer fisherman miner mason potter weaver singer dancer actor poet editor printer chemist "
    "biologist architect surveyor mechanic welder driver",
)
_VALIDATION = _professions(
    "curator receptionist notary proofreader filing-clerk bus-driver stenographer auditor",
    "investor bullfighter skydiver spy rumrunner poker-player tightrope-walker gold-digger",
    "violinist florist optician glazier blacksmith sculptor physicist geologist",
)
_TEST = _professions(
    "bank-teller translator indexer usher schoolmaster storekeeper lamplighter bell-ringer",
    "adventurer test-pilot corsair wildcatter bootlegger storm-chaser bronco-rider safecracker",
    "pharmacist cobbler saddler cellist novelist botanist roofer shepherd",
)
_OOD = _professions(
    "statistician doorman watchman copyist sexton beekeeper dairymaid seamstress",
    "privateer bull-rider venture-capitalist shark-diver high-diver fortune-seeker poacher duelist",
    "astronomer brewer cooper pianist surgeon locksmith tanner zoologist",
)

#: By base name of the split. No profession is in two groups.
PROFESSIONS = {
    "train": _TRAIN,
    "validation": _VALIDATION,
    "test": _TEST,
    "fresh": _TEST,
    "test_ood": _OOD,
}


@lru_cache(maxsize=256)
def ladders(arms: int, ood: bool) -> tuple[tuple[Scale, tuple[tuple[str, ...], ...]], ...]:
    """For every scale that is long enough, each choice of `arms` of its words, in order."""
    return tuple(
        (scale, tuple(combinations(scale.words, arms)))
        for scale in (OOD_SCALES if ood else SCALES)
        if len(scale.words) >= arms
    )
