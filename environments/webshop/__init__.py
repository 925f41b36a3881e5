"""WebShop: find, customise and buy the product that an instruction describes."""

from ragen_bench.environments.webshop.config import WebShopConfig
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm

__all__ = ["SPECS"]

_HERE = "ragen_bench.environments.webshop"

SPECS = (
    EnvSpec(
        name="WebShop",
        version=1,
        entry_point=f"{_HERE}.env:WebShopEnv",
        tasks=f"{_HERE}.tasks:TASKS",
        oracle=f"{_HERE}.oracle:Oracle",
        presets=(
            Preset(
                "easy",
                WebShopConfig(
                    features=2,
                    options=2,
                    wording="direct",
                    decoys=2,
                    matches=20,
                    refuse_shortcuts=False,
                ),
                max_turns=12,
                note="2 features, named as in the shop, and 2 options; several products may be right.",
            ),
            Preset(
                "medium",
                WebShopConfig(features=3, options=2, decoys=6, matches=1),
                max_turns=15,
                ranked=True,
                note=(
                    "3 features in other words than the shop's and 2 options; one product is right, and at "
                    "least 6 miss by one constraint."
                ),
            ),
            Preset(
                "hard",
                WebShopConfig(features=4, options=2, decoys=6, matches=1),
                max_turns=20,
                ranked=True,
                note=(
                    "4 features in other words and 2 options; one product is right, and at least 6 miss by "
                    "one constraint."
                ),
            ),
            Preset(
                "expert",
                WebShopConfig(features=5, options=3, wording="indirect", decoys=5, matches=1),
                max_turns=25,
                note="5 features that follow from circumstances, 3 options, and one product that is right.",
            ),
        ),
        public_presets=(
            Preset(
                "webshop",
                WebShopConfig(source="full"),
                max_turns=15,
                track="@public:webshop",
                note=(
                    "WebShop's 1.18 million products and its human goals: items_shuffle.json, "
                    "items_ins_v2.json and items_human_ins.json in the folder webshop of the data folder. "
                    "test is the original 500 goals."
                ),
            ),
            Preset(
                "webshop_small",
                WebShopConfig(source="small", goals="synthetic"),
                max_turns=15,
                track="@public:webshop_small",
                note=(
                    "WebShop's first 1,000 products (items_shuffle_1000.json) and its synthetic goals; "
                    "goals='human' plays the human ones among them."
                ),
            ),
        ),
        reward=RewardSpec(
            terms=(
                RewardTerm(
                    "purchase",
                    "type factor x (attributes + options + price matched) / (attributes + options + 1)",
                    "once, when a product is bought",
                ),
            ),
            success="The reward is 1.0: the product has everything that was asked for and is not too dear.",
            score="The reward; 0 when nothing was bought.",
            low=0.0,
            high=1.0,
        ),
        instruction=(
            "You are shopping online for what the instruction asks for. Search, open products, read about "
            "them, choose their options, and buy the one that fits best. A product's Features page lists all "
            "that it can do.\n"
            "Answer with one action: search[words] on the search page, or click[button] with a button that "
            "is listed. Choose options before you buy. The purchase ends the episode."
        ),
        example="search[wooden chair with wheels]",
        action_grammar=(
            "search[words] on the search page (1 to 400 characters), or click[label] with a label that the "
            "page lists; upper and lower case are the same; at most 512 characters. A random action searches "
            "for one to five words of the instruction, or clicks each button with equal chance."
        ),
        invalid_example="buy the first one",
        summary="Find, customise and buy the product that an instruction describes, among thousands.",
        observation=(
            "The instruction, the current page (search, results, product, Description, Features, Reviews) "
            "and the available actions."
        ),
        heuristics={
            "buy_first": f"{_HERE}.heuristics:BUY_FIRST",
            "buy_first_with_options": f"{_HERE}.heuristics:BUY_FIRST_WITH_OPTIONS",
            "option_match": f"{_HERE}.heuristics:OPTION_MATCH",
            "affordable": f"{_HERE}.heuristics:AFFORDABLE",
            "fitting": f"{_HERE}.heuristics:FITTING",
            "title_match": f"{_HERE}.heuristics:TITLE_MATCH",
            "kind_and_options": f"{_HERE}.heuristics:KIND_AND_OPTIONS",
            "random_click": f"{_HERE}.heuristics:RANDOM_CLICK",
        },
        tags=("web", "language", "search"),
        paper="WebShop (arXiv 2207.01206); RAGEN (arXiv 2504.20073)",
        info_keys=(("matched", "after the purchase: type factor, attributes, options and price matched"),),
        exploits=(
            (
                "Buying the first result, with or without options.",
                "test_no_cheap_policy_succeeds_on_ranked_presets",
            ),
            (
                "Searching for the instruction word by word.",
                "test_no_shopper_speaks_in_the_words_of_the_shop",
            ),
            (
                "Products whose text mentions features that they lack.",
                "test_nothing_has_a_feature_that_it_does_not_list",
            ),
            (
                "Products known from training.",
                "test_every_split_has_a_shop_of_its_own",
            ),
        ),
        differences=(
            "WebShop's products are scraped and its shoppers are crowd workers; here both are generated, "
            "and every goal has a product that is worth 1.0.",
            "WebShop takes nouns from a part-of-speech tagger; here they are the words of a title less a "
            "list of common others.",
            "WebShop's token-set ratio is rapidfuzz's; here the ratio of two strings is difflib's.",
            "WebShop drops buttons that lead nowhere silently; here they are invalid actions.",
            "RAGEN pays 1 for a reward of 1.0 and nothing else; here the formula is paid.",
        ),
        history=((1, "first version"),),
    ),
)
