"""Names for what a world holds: pronounceable, made up, and each used once.

A name has no part that gives its kind away and that others share ("River", "College"): guessing such
a word would earn a share of F1 for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from ragen_bench.rng import Rng


def _words(text: str) -> list[str]:
    return text.split()


_STARTS = _words("b br c cr d dr f g gl gr h j k kr l m n p pr qu r s sk st t th tr v w z bl fl pl sl")
_VOWELS = _words("a a e e i o o ae au ei ia ou")
_MIDDLES = _words("b br d dr g l l ll ld lm lv m mb n n nd ng nt r r rd rl rm rn rr rv s sk ss st t tr v z")
_ENDS = _words(
    "a e o an ane ar ard ast el ell en end er ern ess eth ey ia ick il ine is ist ol on or ora ost oth ow"
)

_ADJECTIVES = _words(
    "amber ancient autumn bitter blind borrowed brass bright broken burning buried careless copper "
    "crooked crystal crimson dancing distant drifting drowned dusty electric eleventh empty endless "
    "fading faithful fallen feathered final foreign forgiven frozen gentle ghostly gilded glass golden "
    "hidden hollow honest hungry idle innocent invisible iron ivory jealous kind last lazy leaden "
    "little lonely lost lucky marble merry midnight mirrored missing moonlit mortal naked nameless "
    "ninth northern obedient old orphaned painted paper patched pearl perfect polite purple quarrelsome "
    "quick ragged reluctant royal salted scarlet second secret seventh silent silver sleeping smiling "
    "southern stolen strange sunken tender thirsty thousandth timid tired troubled twisted unknown "
    "upright useless vanished velvet violet wandering wasted weary whispering white wicked wild winter "
    "wise wooden wounded yellow young zealous"
)
_NOUNS = _words(
    "acrobat almanac anchor apprentice archive arrow attic balcony bandit barometer bell bicycle "
    "bonfire brother butterfly candle caravan cardinal carousel cathedral cellar chapel chimney choir "
    "cinema circus comet compass courier cousin cradle crossing daughter delta dialogue diary doorway "
    "dream dust echo eclipse ember emperor envelope equation errand falcon feast fiddler flood flute "
    "fog forest fountain fox furnace garden giant glove goldsmith granary guest hammer harlequin "
    "harvest heiress hermit horizon hourglass hunter inkwell island jackdaw jester journey juggler key "
    "kite labyrinth ladder lantern laughter ledger letter lighthouse locksmith lullaby magician magpie "
    "mask meadow melody merchant messenger mill mirror monsoon moon mosaic needle neighbour nephew "
    "nightingale oracle orchard orphan ostrich palace parade parrot passenger pavilion pendulum pepper "
    "pilgrim pond prince promise prophet puppet puzzle pyramid quarry queen rain raven riddle ring "
    "rooftop rope saint scarecrow shadow shepherd sister smuggler snow sparrow staircase stranger sugar "
    "swallow telescope thief thunder tide tiger tower traveller treasure tunnel umbrella uncle valley "
    "veil village visitor wager waltz watchman widow window witness wolf wren"
)
#: People share a first name with a few others and a surname with some.
_PEOPLE_PER_FIRST_NAME = 5
_PEOPLE_PER_SURNAME = 2


class Names:
    """Gives out names, none twice.

    Args:
        rng: where they are drawn from.
        people: how many people will be named.
        reserved: lower-case words that no name may be.
    """

    def __init__(self, rng: Rng, people: int, reserved: Collection[str]) -> None:
        self._rng = rng
        self._used = set(reserved)
        self._first = [self.stem() for _ in range(max(60, people // _PEOPLE_PER_FIRST_NAME))]
        self._last = [self.stem() for _ in range(max(60, people // _PEOPLE_PER_SURNAME))]

    def stem(self) -> str:
        """One word of its own, "Brelvan"."""
        rng = self._rng
        while True:
            # One draw for all parts: a world needs thousands of names.
            choices, start = divmod(rng.word(), len(_STARTS))
            choices, vowel = divmod(choices, len(_VOWELS))
            choices, middle = divmod(choices, len(_MIDDLES))
            end = choices % len(_ENDS)
            word = _STARTS[start] + _VOWELS[vowel] + _MIDDLES[middle] + _ENDS[end]
            while word in self._used and len(word) < 24:
                word += "o" + rng.choice(_MIDDLES) + rng.choice(_ENDS)
            if len(word) >= 5 and word not in self._used:
                self._used.add(word)
                return word.capitalize()

    def person(self) -> str:
        """A first name and a surname."""
        return self._once(lambda: f"{self._rng.choice(self._first)} {self._rng.choice(self._last)}")

    def title(self) -> str:
        """The title of a book or painting, in English words: "The Paper Lighthouse"."""
        return self._once(self._draw_title)

    def _draw_title(self) -> str:
        rng = self._rng
        shape = rng.below(4)
        first, noun = rng.choice(_ADJECTIVES).capitalize(), rng.choice(_NOUNS).capitalize()
        if shape < 2:
            second = rng.choice(_ADJECTIVES).capitalize()
            return f"{first} {noun}" if second == first or shape == 0 else f"{first} {second} {noun}"
        return f"The {first} {noun}" if shape == 2 else f"{first} {rng.choice(_NOUNS).capitalize()} {noun}"

    def _once(self, draw: Callable[[], str]) -> str:
        while True:
            name = draw()
            # "The Paper Moon" and "Paper Moon" are one name when answers are compared.
            key = name.lower().removeprefix("the ")
            if key not in self._used:
                self._used.add(key)
                return name
