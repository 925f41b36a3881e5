"""MetaMathQA: word problems and algebra, forward, rephrased and backward, with exact answers."""

from ragen_bench.environments.metamathqa.answers import answers_match
from ragen_bench.environments.metamathqa.config import MetaMathQAConfig
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm

__all__ = ["SPECS", "answers_match"]

_HERE = "ragen_bench.environments.metamathqa"
_CONTAMINATED = "Published for years and likely in training corpora: a high score may be memory."

SPECS = (
    EnvSpec(
        name="MetaMathQA",
        version=1,
        entry_point=f"{_HERE}.env:MetaMathQAEnv",
        tasks=f"{_HERE}.tasks:TASKS",
        oracle=f"{_HERE}.oracle:Oracle",
        presets=(
            Preset(
                "easy",
                MetaMathQAConfig(steps_low=2, steps_high=4, refuse_shortcuts=False),
                max_turns=1,
                limit_ends_task=True,
                note="2 to 4 reasoning steps; some answers can be had from two neighbouring numbers.",
            ),
            Preset(
                "medium",
                MetaMathQAConfig(),
                max_turns=1,
                ranked=True,
                limit_ends_task=True,
                note="5 to 8 reasoning steps, one try.",
            ),
            Preset(
                "hard",
                MetaMathQAConfig(steps_low=9, steps_high=16),
                max_turns=1,
                ranked=True,
                limit_ends_task=True,
                note="9 to 16 reasoning steps, one try.",
            ),
            Preset(
                "expert",
                MetaMathQAConfig(steps_low=9, steps_high=16, asides=3, renamed=True),
                max_turns=1,
                limit_ends_task=True,
                note="As hard, with 3 irrelevant facts and made-up names of people and things.",
            ),
            Preset(
                "retries",
                MetaMathQAConfig(),
                max_turns=5,
                limit_ends_task=True,
                note="The questions of medium with 5 tries, for training.",
            ),
        ),
        public_presets=(
            Preset(
                "metamathqa",
                MetaMathQAConfig(data="metamathqa"),
                max_turns=1,
                limit_ends_task=True,
                track="@public:metamathqa",
                note="The rows of MetaMathQA (metamathqa.jsonl: query, response, type), split train only.",
            ),
            Preset(
                "gsm8k",
                MetaMathQAConfig(data="gsm8k"),
                max_turns=1,
                limit_ends_task=True,
                track="@public:gsm8k",
                note=f"GSM8K (gsm8k.jsonl: question, answer), split test only. {_CONTAMINATED}",
            ),
            Preset(
                "gsm8k_backward",
                MetaMathQAConfig(data="gsm8k_backward"),
                max_turns=1,
                limit_ends_task=True,
                track="@public:gsm8k_backward",
                note=(
                    "Backward GSM8K (gsm8k_backward.jsonl: question, answer), split test only. "
                    f"{_CONTAMINATED}"
                ),
            ),
            Preset(
                "math",
                MetaMathQAConfig(data="math"),
                max_turns=1,
                limit_ends_task=True,
                track="@public:math",
                note=f"MATH (math.jsonl: problem, solution with a box), split test only. {_CONTAMINATED}",
            ),
        ),
        reward=RewardSpec(
            terms=(RewardTerm("correct", "+1 / 2^k", "the answer is right on try k, counted from 0"),),
            success="The answer is right, on any try; ranked presets have one.",
            score="1 when the first try is right, else 0.",
            low=0.0,
            high=1.0,
        ),
        instruction=(
            "Solve the problem. Answer with the final result alone, without working: a whole number, or a "
            "fraction such as 7/3."
        ),
        example="42",
        action_grammar=(
            "The final answer: a number (commas, decimals, fractions and mixed numbers are read, so are "
            "currency signs, percent, a unit behind the number, bold and \\boxed), an expression, an "
            "equation, a list or words, at most 1,000 characters. A random action is a whole number from "
            "1 to 999."
        ),
        invalid_example="???",
        summary="Solve generated word problems and algebra of 2 to 16 steps, forward and backward.",
        observation="The question, on every turn; in retries also how many tries are left.",
        heuristics={
            "last_number": f"{_HERE}.heuristics:LAST_NUMBER",
            "first_number": f"{_HERE}.heuristics:FIRST_NUMBER",
            "largest_number": f"{_HERE}.heuristics:LARGEST_NUMBER",
            "sum": f"{_HERE}.heuristics:SUM",
            "last_product": f"{_HERE}.heuristics:LAST_PRODUCT",
            "last_difference": f"{_HERE}.heuristics:LAST_DIFFERENCE",
            "frequent": f"{_HERE}.heuristics:FREQUENT",
            "small_number": f"{_HERE}.heuristics:SMALL_NUMBER",
        },
        tags=("mathematics", "reasoning", "one-turn"),
        paper="MetaMath (arXiv 2309.12284); GSM8K (arXiv 2110.14168); RAGEN (arXiv 2504.20073)",
        info_keys=(("tries", "replies so far that held no right answer"),),
        exploits=(
            (
                "Naming several numbers, one of which is right.",
                "test_an_answer_that_names_several_numbers_is_not_right_because_one_of_them_is",
            ),
            (
                "Powers and factorials that hang a checker which evaluates them.",
                "test_hostile_text_is_answered_in_bounded_time_in_a_worker_thread_too",
            ),
            (
                "Rules of thumb over the numbers in the text (last, largest, sum, product of the last two).",
                "test_no_rule_of_thumb_answers_a_ranked_question",
            ),
            (
                "Guessing small numbers, which are frequent answers of backward questions.",
                "test_no_answer_is_frequent_on_ranked_presets",
            ),
            (
                "Using up tries: each halves the reward, and only the first counts for the score.",
                "test_each_try_halves_the_reward_and_only_the_first_scores",
            ),
        ),
        differences=(
            "RAGEN compares strings, so 1/2 is not 0.5; here values are compared exactly.",
            "RAGEN drops the question from the prompt of a retry; here it stays.",
            "RAGEN draws training and validation from one pool of rows; here tasks are generated, a puzzle "
            "belongs to one split, and test_ood has families of its own.",
            "MetaMathQA rewrites GSM8K and MATH with a language model; here questions are built from "
            "programs, so that each answer is known to be right and unique. The public rows have presets of "
            "their own.",
        ),
        history=((1, "first version"),),
    ),
)
