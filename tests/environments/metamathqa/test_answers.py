"""Whether two answers are the same, for honest and for hostile text."""

from __future__ import annotations

import json
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.environments.metamathqa import answers_match
from ragen_bench.environments.metamathqa.answers import number
from ragen_bench.environments.metamathqa.library import is_tame, library_match

CASES = json.loads((Path(__file__).parents[2] / "cases" / "math_answers.json").read_text())["cases"]

whole = st.integers(-(10**9), 10**9)
fractions = st.fractions(max_denominator=500)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['gold']} {case['answer']}")
def test_the_shared_cases_are_judged_as_they_say(case: dict) -> None:
    assert answers_match(case["answer"], case["gold"]) is case["equal"]
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(answers_match, case["answer"], case["gold"]).result(timeout=20) is case["equal"]


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("\\boxed{5}", "5"), ("So it is \\boxed{5}.", "5"), ("x = 5", "5"), ("\\boxed{x=5}", "5"),
        ("#### 5", "5"), ("The answer is: 5", "5"), ("$\\frac12$", "0.5"), ("50%", "0.5"), ("18%", "18"),
        ("18 percent", "18%"), ("12*3=36", "36"), ("2^{10}", "1024"), ("10^3", "1,000"), ("(1,2)", "1, 2"),
        ("\\sqrt{4}", "2"), ("\\frac{\\sqrt{3}}{2}", "\\sqrt{3}/2"), ("11\\frac{5}{6}", "71/6"),
        ("-1 1/2", "-1.5"), ("½", "0.5"), ("10 minutes", "10"), ("5 cm^2", "5"), ("5cm", "5"),
        ("1/2 hours", "0.5"), ("3 dollars", "$3"), ("−3", "-3"), ("\\text{Evelyn}", "evelyn"),
        ("(C)", "C"), ("90^\\circ", "90"), ("2x+3", "3+2x"), ("x^2+2x+1", "(x+1)^2"),
        ("y=2x+3", "2x-y+3=0"), ("[0,1)", "[0, 1)"), ("7 and 3", "3, 7"), ("2 + 3i", "3i+2"),
        ("3:2", "3 : 2"), ("1{,}000", "1000"), ("1,\\!000", "1000"), ("4!", "24"), ("72 hens", "72 hen"),
        ("-\\frac{1}{2}", "-.5"),
    ],
)  # fmt: skip
def test_ways_to_write_the_same_answer(answer: str, gold: str) -> None:
    assert answers_match(answer, gold)
    assert answers_match(gold, answer)


@pytest.mark.parametrize(
    ("answer", "gold"),
    [
        ("5 million", "5"), ("5 dozen", "5"), ("5x", "5"), ("5!", "5"), ("2 3", "23"), ("2 3", "6"),
        ("0.333", "1/3"), ("(2,1)", "(1,2)"), ("[0,1]", "[0,1)"), ("no", "on"), ("5=6", "5"),
        ("10 hours", "10 minutes"), ("", "5"), ("5", ""), ("1/0", "0"), ("\\infty", "5"), ("1,2", "12"),
        ("-5", "5"), ("not 5", "5"), ("x=x", "5"), ("x", "5"), ("e", "2.718281828"), ("3.14159", "\\pi"),
        ("x+1", "y+1"), ("20!", "19!"), ("1000!", "1001!"), ("five", "5"),
    ],
)  # fmt: skip
def test_answers_that_differ(answer: str, gold: str) -> None:
    assert not answers_match(answer, gold)
    assert not answers_match(gold, answer)


@pytest.mark.parametrize(
    "answer",
    [
        "5 or 6", "5, 6", "6 5", "{5, 6}", "\\boxed{5} \\boxed{6}", "5 to 6", "5 and 6", "\\text{5 or 6}",
        "(5,6)", "5=6", "5 \\cup 6", "5 \\pm 1", "[5,6]", "5|6", "5/6", "5;6", "5\n6", "5 5", "5, 5",
        "\\{5,6\\}", "x=5, x=6", "5\\le 6", "5 \\le x", "x \\in \\{5, 6\\}", "\\boxed{5 \\text{ or } 6}",
        "the answer is 5 or the answer is 6", "5 eggs 6", "\\begin{pmatrix} 5 & 6 \\end{pmatrix}",
    ],
)  # fmt: skip
def test_an_answer_that_names_several_numbers_is_not_right_because_one_of_them_is(answer: str) -> None:
    assert not answers_match(answer, "5")


@given(
    fractions,
    st.sampled_from(["{}", "**{}**", "${}$", "\\boxed{{{}}}", "x = {}", "{} eggs", "The answer is {}."]),
)
def test_a_fraction_in_any_dress_is_itself_and_no_other(value: Fraction, dress: str) -> None:
    answer = dress.format(value)
    assert answers_match(answer, str(value))
    assert not answers_match(answer, str(value + 1))
    assert number(answer) == value


@given(whole)
def test_a_whole_number_is_read_with_commas_decimals_and_currency(value: int) -> None:
    for text in (f"{value:,}", f"{value}.00", f"${value:,}.0", f"{value}/1", f"\\frac{{{value}}}{{1}}"):
        assert answers_match(text, str(value)), text
        assert not answers_match(text, str(value + 1)), text


@given(st.lists(whole, min_size=2, max_size=5, unique=True), st.randoms(use_true_random=False))
def test_a_set_matches_in_any_order_and_only_whole(values: list[int], random) -> None:
    mixed = list(values)
    random.shuffle(mixed)
    gold = " and ".join(map(str, values))
    assert answers_match("{" + "; ".join(map(str, mixed)) + "}", gold)
    assert answers_match(" and ".join(map(str, mixed)), gold)
    assert not answers_match(" and ".join(map(str, mixed[:-1])), gold)
    assert not answers_match(str(values[0]), gold)


@given(st.integers(1, 50), st.integers(2, 60), st.integers(1, 59))
def test_a_mixed_number_is_the_sum_of_its_parts(base: int, below: int, above: int) -> None:
    above = 1 + above % (below - 1) if below > 2 else 1
    value = base + Fraction(above, below)
    for text in (f"{base} {above}/{below}", f"{base}\\frac{{{above}}}{{{below}}}"):
        assert answers_match(text, str(value))
        assert not answers_match(text, str(base))
        assert not answers_match(text, str(Fraction(base * above, below))) or value == Fraction(
            base * above, below
        )


@given(st.integers(30, 3000), st.integers(30, 3000))
def test_large_factorials_are_equal_only_when_written_alike(a: int, b: int) -> None:
    assert answers_match(f"\\frac{{1}}{{{a}!}}", f"\\frac{{1}}{{{b}!}}") == (a == b)


@given(st.tuples(whole, whole, whole), st.tuples(whole, whole, whole), st.integers(1, 9))
def test_equations_are_equal_when_one_is_a_multiple_of_the_other(one, other, factor: int) -> None:
    def text(a: int, b: int, c: int) -> str:
        return f"({a})x + ({b})y + ({c}) = 0"

    if one[0] or one[1]:
        assert answers_match(text(*(factor * item for item in one)), text(*one))
    a, b, c = one
    d, e, f = other
    parallel = a * e == b * d and b * f == c * e and a * f == c * d
    if not parallel:
        assert not answers_match(text(*other), text(*one))


@pytest.mark.parametrize(
    ("answer", "gold", "equal"),
    [
        ("\\binom{5}{2}", "10", True),
        ("\\binom{5}{2}", "11", False),
        ("(-\\infty, 2)\\cup(3,\\infty)", "(-\\infty,2) \\cup (3, \\infty)", True),
        ("(-\\infty, 2)\\cup(3,\\infty)", "(-\\infty,2) \\cup (4, \\infty)", False),
        ("\\begin{pmatrix}1\\\\2\\end{pmatrix}", "\\begin{pmatrix} 1 \\\\ 2 \\end{pmatrix}", True),
        ("\\begin{pmatrix}1\\\\2\\end{pmatrix}", "\\begin{pmatrix} 1 \\\\ 3 \\end{pmatrix}", False),
    ],
)
def test_notation_that_only_the_library_knows(answer: str, gold: str, equal: bool) -> None:
    assert answers_match(answer, gold) is equal
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(answers_match, answer, gold).result(timeout=20) is equal


HOSTILE = [
    "\\boxed{9^{9^{9^{9}}}}", "9**9**9", "9^9^9^9", "9" * 1000, "9" * 499 + "^" + "9" * 499,
    "(" * 499 + "5" + ")" * 499, "{" * 1000, "\\frac{" * 160, "\\sqrt{" * 160, "\\boxed{" * 140,
    "1," * 500, "1 and " * 166, "-" * 1000, "5!" * 500, "((((2^60)^60)^60)^60)^60", "(x+y+z)^{999}",
    "\\binom{999999}{499999}", "\\int_0^1 x^x dx", "\\sum_{n=1}^{9999999} n!", "__import__('os').getcwd()",
    "\\text{" * 160, "=" * 1000, "x=" * 500, "1/3" * 300, "\x00" * 1000, "\ud800" * 1000, "٣" * 1000,
    "𝟗" * 1000, "a" * 1000, "$" * 1000, "\\" * 1000, "[" * 500 + "]" * 500, "1e999999", "10^{-999999}",
    "\\sin(\\sin(\\sin(x^9+y^9)))^9", "5" + " " * 990 + "6", "1" + ",000" * 240, "|" * 1000, "⟨1" * 400,
    "(((((x+1)^9+1)^9+1)^9+1)^9)^9",
]  # fmt: skip


def test_hostile_text_is_answered_in_bounded_time_in_a_worker_thread_too() -> None:
    answers_match("\\binom{5}{2}", "10")  # the library's import is no part of the bound
    handler = signal.getsignal(signal.SIGALRM)

    def judge() -> list[tuple[float, bool]]:
        found = []
        for text in HOSTILE:
            for gold in ("5", "\\binom{5}{2}", "x^2+1", "(1,2)"):
                started = time.perf_counter()
                equal = answers_match(text, gold)
                found.append((time.perf_counter() - started, equal))
        return found

    with ThreadPoolExecutor(1) as pool:
        for found in (judge(), pool.submit(judge).result(timeout=60)):
            assert max(seconds for seconds, _ in found) < 2
            assert not any(equal for _, equal in found)
    assert signal.getsignal(signal.SIGALRM) is handler


def test_what_a_computer_algebra_system_could_choke_on_never_reaches_it() -> None:
    for text in (
        "\\sin x",
        "(x+1)^9",
        "x^{99}",
        "12345",
        "\\binom{100}{50}",
        "x+y+z",
        "5!",
        "1 or 2",
        "x" * 61,
    ):
        assert not is_tame(text)
        assert not library_match(text, text)


@given(st.text(max_size=60) | st.text(alphabet="0123456789.,/+-*^=()[]{}\\$%x fracsqtbinom⟨⟩|", max_size=40))
def test_no_text_raises_and_every_answer_is_itself(text: str) -> None:
    assert answers_match(text, "7919") in (True, False)
    assert isinstance(answers_match("7919", text), bool)
