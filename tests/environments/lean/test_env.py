"""The environment: battery, steps, rejections, rewards, refusals, strictness."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragen_bench.env import make
from ragen_bench.environments.lean import SPECS, strict
from ragen_bench.environments.lean.env import LeanEnv
from ragen_bench.environments.lean.refused import REFUSED
from ragen_bench.errors import InvalidConfig, InvalidTask, TransportError

SPEC = SPECS[0]
SWAP = {
    "statement": "theorem claim (p q : Prop) (h : p ∧ q) : q ∧ p",
    "proof": ["constructor", "exact h.2", "exact h.1"],
}


def opened(task: dict[str, Any] | None = None, **settings: Any) -> LeanEnv:
    env = make(SPEC, preset="easy", **settings)
    assert isinstance(env, LeanEnv)
    env.reset(options={"task": task or SWAP})
    return env


def test_the_opening_shows_the_goal_in_leans_format_and_the_steps_that_are_left() -> None:
    env = opened()
    assert env.observe() == "p q : Prop\nh : p ∧ q\n⊢ q ∧ p\n\nSteps left: 12"


def test_a_proof_pays_ten_less_a_tenth_a_step() -> None:
    env = opened()
    for step, goals in zip(SWAP["proof"], (2, 1, 0), strict=True):
        observation, reward, terminated, truncated, info = env.step(step)
        assert info["goals"] == goals
    assert observation == "No goals. The theorem is proved."
    assert (round(reward, 6), terminated, truncated) == (9.9, True, False)
    assert info["reward_terms"] == {"step": -0.1, "proved": 10.0}
    assert (info["success"], info["score"], info["steps"]) == (True, 1.0, 3)


def test_a_rejected_step_says_why_and_leaves_the_goals() -> None:
    env = opened()
    before = env.get_state()["state"]
    observation, reward, _, _, info = env.step("exact h.1")
    assert observation.startswith("Rejected: ")
    assert observation.endswith("p q : Prop\nh : p ∧ q\n⊢ q ∧ p\n\nSteps left: 11")
    assert round(reward, 6) == -1.1
    assert (info["valid"], info["effective"], info["steps"]) == (True, False, 0)
    assert info["message"]
    assert env.get_state()["state"] == {**before, "message": info["message"]}


def test_a_block_goes_through_as_a_whole_or_not_at_all() -> None:
    env = opened()
    env.step("constructor\nexact h.2\nexact h.2")
    assert env.goals == "p q : Prop\nh : p ∧ q\n⊢ q ∧ p"
    assert env.step("constructor\nexact h.2\nexact h.1")[4]["success"]


@pytest.mark.parametrize(
    "reply",
    [
        "  constructor\n  · exact h.2\n  · exact h.1",
        "```lean\nconstructor\n· exact h.2\n· exact h.1\n```",
        "\n\n    constructor\n    · exact h.2\n    · exact h.1\n",
    ],
)
def test_fences_and_shared_indentation_are_no_part_of_a_step(reply: str) -> None:
    assert opened().step(reply)[4]["success"]


@pytest.mark.parametrize("reply", ["", " \n", "???", "∧ ∨", "intro \x00", "intro h\ud800", "x" * 5000])
def test_a_reply_without_a_tactic_costs_as_much_as_a_rejected_step(reply: str) -> None:
    env = opened()
    _, reward, _, _, info = env.step(reply)
    assert reward == -1.1
    assert info["reward_terms"] == {"invalid": -1.1}
    assert not info["valid"]


def test_steps_that_change_nothing_cost_as_much_as_others() -> None:
    env = opened()
    total = 0.0
    terminated = False
    while not terminated:
        _, reward, terminated, truncated, info = env.step("skip")
        total += reward
        assert not info["effective"]
    assert round(total, 6) == round(-0.1 * env.max_turns - 2.0, 6)
    assert (truncated, info["success"]) == (False, False)


def test_running_out_of_steps_ends_the_task_and_is_paid_once() -> None:
    env = opened(max_turns=2)
    env.step("constructor")
    _, _, terminated, truncated, info = env.step("exact h.2")
    assert (terminated, truncated) == (True, False)
    assert info["reward_terms"] == {"step": -0.1, "out_of_steps": -2.0}
    assert env.observe().endswith("Steps left: 0")


@pytest.mark.parametrize("word", REFUSED)
def test_words_that_assume_the_claim_are_refused_and_leave_the_goals(word: str) -> None:
    env = opened()
    for text in (word, f"exact h.2 -- {word}", f"first | {word} | skip", f"constructor\n· {word}\n· {word}"):
        if env.over:
            env.reset(options={"task": SWAP})
        _, _, _, _, info = env.step(text)
        assert info["steps"] == 0
        assert "not allowed" in info["message"]


def test_excluded_middle_is_for_classical_statements_only() -> None:
    middle = {"statement": "theorem claim (p : Prop) : p ∨ ¬p"}
    for step in (
        "exact Classical.em p",
        "by_cases h : p",
        "by_contra h",
        "exact Classical.byContradiction h",
    ):
        assert opened(middle).step(step)[4]["steps"] == 0
    env = opened({**middle, "classical": True})
    assert env.observe().startswith("Excluded middle may be used.")
    assert env.step("exact Classical.em p")[4]["success"]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            (
                "intro h",
                "intro x",
                "left",
                "right",
                "constructor",
                "assumption",
                "rfl",
                "exfalso",
                "contradiction",
                "simp_all",
                "omega",
                "exact h",
                "apply h",
                "cases h",
                "repeat intro",
                "refine ⟨?_, ?_⟩",
                "exact fun x => x",
                "have k : False := by omega",
            )
        ),
        max_size=8,
    )
)
def test_no_script_proves_what_is_not_provable(script: list[str]) -> None:
    for says in ("(p q : Prop) : p → q", "(p : Prop) : p ∨ ¬p", ": False", "(f : Nat → Nat) : f 0 = f 1"):
        env = opened({"statement": f"theorem claim {says}"})
        for step in script:
            assert not env.step(step)[4]["success"]


def test_an_episode_can_be_copied_pickled_and_continued() -> None:
    env = opened()
    env.step("constructor")
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert other.observe() == env.observe()
        assert not other.step("exact h.2")[4]["success"]
        assert other.step("exact h.1")[4]["success"]
    fresh = make(SPEC, preset="easy")
    fresh.set_state(env.get_state())
    fresh.step("exact h.2")
    assert fresh.step("exact h.1")[4]["success"]


class Kernel:
    """Lean's kernel with a mind made up."""

    def __init__(self, accepted: bool) -> None:
        self.accepted, self.asked = accepted, 0

    def check(self, theorems: list[Any], classical: bool) -> list[Any]:
        self.asked += len(theorems)
        return [type("Verdict", (), {"accepted": self.accepted, "message": "it does not check"})()]


def test_a_strict_proof_counts_when_leans_kernel_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = Kernel(True)
    monkeypatch.setattr(strict, "_kernel", lambda: kernel)
    env = opened(strict=True)
    env.step("constructor")
    assert kernel.asked == 0
    assert env.step("exact h.2\nexact h.1")[4]["success"]
    assert kernel.asked == 1


def test_two_judges_that_disagree_are_an_error_never_a_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict, "_kernel", lambda: Kernel(False))
    env = opened(strict=True)
    with pytest.raises(TransportError, match="it does not check") as caught:
        env.step("exact ⟨h.2, h.1⟩")
    assert caught.value.kind == "checker"
    assert not env.over


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("checker", "kimina"),
        ("checker", "kimina:localhost:8000"),
        ("checker", 3),
        ("grade", "impossible"),
        ("steps_low", 0),
        ("steps_high", 4),
        ("distractors", 7),
        ("data", "proofnet"),
    ],
)
def test_a_bad_setting_is_named(field: str, value: Any) -> None:
    with pytest.raises(InvalidConfig, match=field):
        make(SPEC, **{field: value})


def test_strict_is_refused_where_lean_checks_anyway() -> None:
    with pytest.raises(InvalidConfig, match="strict"):
        make(SPEC, strict=True, checker="lean")


def test_checker_and_strictness_change_no_task() -> None:
    one, two = make(SPEC), make(SPEC, strict=True)
    one.reset(seed=5)
    two.reset(seed=5)
    assert one.task == two.task


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("statement", "theorem claim (p : Prop) : p ∧"),
        ("statement", "theorem claim : 1 + 1"),
        ("statement", "def x := 1"),
        ("statement", "theorem claim : \n" + "(" * 5000),
        ("classical", 1),
        ("imports", "import Mathlib"),
        ("proof", [1]),
        ("family", ""),
    ],
)
def test_a_bad_task_is_refused_by_field(field: str, value: Any) -> None:
    with pytest.raises(InvalidTask, match=field):
        opened({**SWAP, field: value})
