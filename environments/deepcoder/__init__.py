"""DeepCoder: programs that must pass hidden tests, run in a sandbox."""

from ragen_bench.environments.deepcoder.config import DeepCoderConfig
from ragen_bench.environments.deepcoder.sandbox import THREAT_MODEL
from ragen_bench.environments.deepcoder.verdict import Result, run_tests
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm

__all__ = ["SPECS", "Result", "run_tests"]

_HERE = "ragen_bench.environments.deepcoder"
_CONTAMINATED = "Published for years and likely in training corpora: a high score may be memory."

SPECS = (
    EnvSpec(
        name="DeepCoder",
        version=1,
        entry_point=f"{_HERE}.env:DeepCoderEnv",
        tasks=f"{_HERE}.tasks:TASKS",
        oracle=f"{_HERE}.oracle:Oracle",
        presets=(
            Preset(
                "easy",
                DeepCoderConfig(grade=1),
                max_turns=1,
                limit_ends_task=True,
                note="Families of grade 1: one idea, a few lines.",
            ),
            Preset(
                "medium",
                DeepCoderConfig(),
                max_turns=1,
                ranked=True,
                limit_ends_task=True,
                note="Families of grade 2: several rules that play together.",
            ),
            Preset(
                "hard",
                DeepCoderConfig(grade=3),
                max_turns=1,
                ranked=True,
                limit_ends_task=True,
                note="Families of grade 3: an algorithm that has to be found, or many rules.",
            ),
            Preset(
                "expert",
                DeepCoderConfig(grade=0),
                max_turns=1,
                limit_ends_task=True,
                note="Pipelines of 4 to 6 stages, composed at random, without a family to be learnt.",
            ),
            Preset(
                "share",
                DeepCoderConfig(reward="share"),
                max_turns=1,
                limit_ends_task=True,
                note="The problems of medium; reward and score are the share of hidden tests passed.",
            ),
            Preset(
                "retries",
                DeepCoderConfig(),
                max_turns=4,
                limit_ends_task=True,
                note="The problems of medium with 4 tries and the results on the examples, for training.",
            ),
        ),
        public_presets=(
            Preset(
                "deepcoder",
                DeepCoderConfig(data="deepcoder"),
                max_turns=1,
                limit_ends_task=True,
                track="@public:deepcoder",
                note="The rows of DeepCoder (deepcoder.jsonl: problem, tests, starter_code), split train "
                "only.",
            ),
            Preset(
                "livecodebench",
                DeepCoderConfig(data="livecodebench"),
                max_turns=1,
                limit_ends_task=True,
                track="@public:livecodebench",
                note=(
                    "LiveCodeBench (livecodebench.jsonl: question_content, starter_code, public_test_cases, "
                    "private_test_cases, contest_date), split test only; since= and until= set a window of "
                    "dates."
                ),
            ),
            Preset(
                "taco",
                DeepCoderConfig(data="taco"),
                max_turns=1,
                limit_ends_task=True,
                track="@public:taco",
                note=f"TACO (taco.jsonl: question, input_output, starter_code), split test only. "
                f"{_CONTAMINATED}",
            ),
        ),
        reward=RewardSpec(
            terms=(
                RewardTerm(
                    "tests", "+1, in share the share of them", "all hidden tests pass (share: any do)"
                ),
            ),
            success="A program passed all hidden tests, on any try; ranked presets have one.",
            score="1 when all hidden tests pass, else 0; in share the share of them that pass.",
            low=0.0,
            high=1.0,
        ),
        instruction=(
            "Solve the problem with a program in Python 3 that uses the standard library alone. Answer with "
            "the whole program. It is run on hidden tests, each with a limit on time and memory; it has no "
            "network and cannot write files outside its own folder. What a function returns must have the "
            "right type: True is not 1, and 1 is not 1.0."
        ),
        example="```python\nprint(0)\n```",
        action_grammar=(
            "A whole Python program of at most 20,000 characters: the last block fenced as Python, else the "
            "last fenced block, else all of the text. It must define the function that is asked for, or "
            "print. A random action is one of 16 one-line programs (a constant, or a simple view of the "
            "first argument or the input)."
        ),
        invalid_example="I would sort the list first and then count.",
        summary="Write Python programs that pass hidden tests: three grades of problem families, and "
        "pipelines.",
        observation=(
            "The problem, the line that a function begins with, and two examples, which are not among the "
            "hidden tests; in retries also the results on the examples, and how many tries are left."
        ),
        heuristics={
            "zero": f"{_HERE}.heuristics:ZERO",
            "empty_list": f"{_HERE}.heuristics:EMPTY_LIST",
            "empty_text": f"{_HERE}.heuristics:EMPTY_TEXT",
            "echo_input": f"{_HERE}.heuristics:ECHO_INPUT",
            "sorted": f"{_HERE}.heuristics:SORTED",
            "sum": f"{_HERE}.heuristics:SUM",
            "length": f"{_HERE}.heuristics:LENGTH",
            "largest": f"{_HERE}.heuristics:LARGEST",
            "examples": f"{_HERE}.heuristics:EXAMPLES",
        },
        tags=("code", "sandbox", "one-turn"),
        paper="DeepCoder (Agentica, 2025); LiveCodeBench (arXiv 2403.07974); TACO (arXiv 2312.14852)",
        info_keys=(
            ("passed", "hidden tests that the last program passed, of those that were run"),
            ("total", "hidden tests of the task"),
        ),
        exploits=(
            (
                "Constants, echoes and one-line views of the input: at most a tenth of any problem's tests.",
                "test_no_constant_and_no_echo_passes_more_than_a_tenth_of_the_tests",
            ),
            (
                "A table of the examples: no hidden test has the input of one.",
                "test_examples_are_apart_from_hidden_tests",
            ),
            (
                "Printing what looks like a verdict, and leaving: expected outputs and the verdict are "
                "outside the process that runs the program.",
                "test_a_forged_verdict_is_only_output",
            ),
            (
                "Returning an object that claims to equal everything: only plain data is compared, by type "
                "and value.",
                "test_an_object_that_claims_to_be_right_is_not",
            ),
            (
                "Raising where the expected output is empty: a program must come to its end.",
                "test_raising_is_a_failure_also_where_nothing_is_expected",
            ),
            (
                "Rebinding str, print, open, json or the comparison: the comparison runs elsewhere.",
                "test_rebinding_builtins_changes_no_verdict",
            ),
            (
                "Reading hidden inputs in one try and showing them in the next: feedback shows examples "
                "only, which run apart and first, and nothing a program leaves behind reaches another run.",
                "test_feedback_shows_nothing_of_hidden_tests",
            ),
            (
                "Pickles in public rows: their instructions are read, never followed.",
                "test_a_pickle_that_is_more_than_a_text_is_refused",
            ),
        ),
        differences=(
            "RAGEN and DeepCoder play published rows; here problems are generated from families with seeded "
            "variants, a form belongs to one split, and test_ood has families of its own. The public rows "
            "have presets of their own.",
            "DeepCoder runs at most 15 tests of a row; here all are run.",
            "Published checkers try several readings of an output; here types must match and floats may "
            "differ by 1e-6.",
            *(f"Threat model: {sentence}" for sentence in THREAT_MODEL),
        ),
        history=((1, "first version"),),
    ),
)
