"""Countdown: reach a target with given numbers, each used exactly once."""

from ragen_bench.environments.countdown.config import CountdownConfig
from ragen_bench.environments.countdown.expression import Verdict, score_expression
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm, Split

__all__ = ["SPECS", "Verdict", "score_expression"]

_HERE = "ragen_bench.environments.countdown"

SPECS = (
    EnvSpec(
        name="Countdown",
        version=1,
        entry_point=f"{_HERE}.env:CountdownEnv",
        tasks=f"{_HERE}.tasks:TASKS",
        oracle=f"{_HERE}.oracle:Oracle",
        presets=(
            Preset(
                "easy",
                CountdownConfig(
                    count_low=3,
                    count_high=3,
                    number_high=30,
                    target_low=5,
                    target_high=100,
                    refuse_shortcuts=False,
                ),
                max_turns=1,
                splits=(Split("test_ood", 192, "few puzzles of three numbers divide without adding"),),
                note="3 numbers from 1 to 30; signs alone solve many of these.",
            ),
            Preset(
                "medium",
                CountdownConfig(
                    count_low=4,
                    count_high=4,
                    number_high=50,
                    target_low=10,
                    target_high=200,
                    max_solutions=3,
                ),
                max_turns=1,
                ranked=True,
                note=(
                    "4 numbers from 1 to 50, at most 3 distinct solutions, all counted; most have one. About "
                    "16 in 10,000 random expressions are correct."
                ),
            ),
            Preset(
                "hard",
                CountdownConfig(count_low=6, count_high=6, number_high=100, target_low=100, target_high=999),
                max_turns=1,
                ranked=True,
                note="6 numbers from 1 to 100. About 1 in 10,000 random expressions is correct (sampled).",
            ),
            Preset(
                "expert",
                CountdownConfig(
                    count_low=8, count_high=8, number_high=100, target_low=1000, target_high=9999
                ),
                max_turns=1,
                note="8 numbers from 1 to 100. About 2 in 100,000 random expressions are correct (sampled).",
            ),
            Preset(
                "ragen",
                CountdownConfig(
                    count_low=3,
                    count_high=4,
                    number_high=99,
                    target_low=10,
                    target_high=99,
                    operators="+-",
                    refuse_shortcuts=False,
                ),
                max_turns=1,
                note=(
                    "RAGEN plays those puzzles of Countdown-Tasks-3to4 (3 or 4 numbers below 100, two-digit "
                    "target) that plus and minus alone solve. Here numbers are uniform and signs random; "
                    "the data set's own shares of 3 and 4 numbers are not reproduced."
                ),
            ),
        ),
        reward=RewardSpec(
            terms=(
                RewardTerm("correct", "+1", "the expression equals the target and uses each number once"),
                RewardTerm("attempt", "+0.1", "else, for a readable expression that uses each number once"),
            ),
            success="The expression uses each given number exactly once and equals the target.",
            score="1 for success, else 0.",
            low=0.0,
            high=1.0,
        ),
        instruction=(
            "Write one arithmetic expression that equals the target.\n"
            "Use every given number exactly once and no other number.\n"
            "You may use + - * / and parentheses. Division is exact.\n"
            "You have one try."
        ),
        example="(2 + 5) * 3 - 4",
        action_grammar=(
            "An expression of whole numbers, + - * / (or × · ÷ −) and parentheses, with an optional "
            '"= target" at the end; no sign in front of a number or bracket, no powers, no multiplication '
            "without a sign, at most 1,000 characters. A random action takes the numbers in uniform random "
            "order and joins random neighbours by random operators."
        ),
        invalid_example="2 ** 3",
        summary="Reach a target with given numbers, each used exactly once, in one expression.",
        observation="The numbers, in an order that says nothing, and the target.",
        heuristics={
            "sum": f"{_HERE}.heuristics:SUM",
            "product": f"{_HERE}.heuristics:PRODUCT",
            "greedy": f"{_HERE}.heuristics:GREEDY",
            "greedy_descending": f"{_HERE}.heuristics:GREEDY_DESCENDING",
            "signs": f"{_HERE}.heuristics:SIGNS",
            "last_step": f"{_HERE}.heuristics:LAST_STEP",
        },
        tags=("arithmetic", "search", "one-turn"),
        paper="RAGEN (arXiv 2504.20073); TinyZero's Countdown-Tasks-3to4; the television game Countdown",
        info_keys=(
            (
                "reason",
                '"" until the end, then correct, wrong_value, wrong_numbers, division_by_zero, unreadable, '
                "empty or too_long",
            ),
        ),
        exploits=(
            (
                "Python that is no arithmetic (`44 or 3`, `44 # 3`, `True+True`) passes an evaluated check.",
                "test_text_that_is_no_plain_arithmetic_is_unreadable",
            ),
            (
                "Powers such as 9**9**9 hang a grader that evaluates them.",
                "test_hostile_text_is_answered_in_bounded_time",
            ),
            (
                "Numbers left out, used twice, or glued from digits.",
                "test_numbers_must_be_used_exactly_once_each",
            ),
            (
                "Naming the target after an equals sign in place of reaching it.",
                "test_a_claim_never_stands_in_for_the_value",
            ),
            (
                "Rules of thumb (all added, all multiplied, signs alone, greedy from left to right, one last "
                "step) solve puzzles without a search.",
                "test_no_rule_of_thumb_solves_a_ranked_puzzle",
            ),
            (
                "Numbers shown in the order in which they are used.",
                "test_the_order_of_the_numbers_says_nothing",
            ),
            (
                "Collecting the reward for an attempt again and again.",
                "test_an_episode_pays_once_and_then_is_over",
            ),
        ),
        differences=(
            "RAGEN evaluates the reply as Python; here it is parsed, and the value is an exact fraction.",
            "RAGEN draws rows of one file for training and validation; here tasks are generated, and "
            "a puzzle belongs to one split only.",
            "RAGEN keeps puzzles that plus and minus solve; ranked presets here leave exactly those out.",
            "RAGEN pays 0.1 when the digits of the reply match; here it must be a readable expression.",
            "In the television game numbers may be left over and a near miss scores; here neither.",
        ),
        history=((1, "first version"),),
    ),
)
