"""Scripts that are too long, too deep, endless, refused, or that try to prove what does not hold."""

from __future__ import annotations

import time

import pytest

from ragen_bench.environments.lean.checking import Statement
from ragen_bench.environments.lean.embedded import EmbeddedChecker
from ragen_bench.environments.lean.refused import REFUSED, refused_word
from tests.environments.lean.proving import run
from tests.environments.lean.random_scripts import UNPROVABLE, random_walk

#: One step may take this long on a slow machine; a step that is cut off takes a few seconds at most.
PATIENCE = 30.0

ENDLESS = {
    "ten thousand parentheses": "exact " + "(" * 10_000 + "hp" + ")" * 10_000,
    "a megabyte": "exact " + "x " * 500_000,
    "a long conjunction": "have : " + "p ∧ " * 2_000 + "p := hp",
    "many negations": "exact " + "¬" * 5_000 + "p",
    "nested first": "first | " * 1_500 + "skip",
    "nested bullets": "· " * 5_000 + "skip",
    "repeat for ever": "repeat skip",
    "repeat within repeat": "repeat (repeat skip)",
    "repeat with growth": "repeat (have : p := hp)",
    "nested functions": "exact " + "fun x => " * 1_500 + "x",
    "nested by": "exact " + "by exact " * 1_500 + "hp",
    "many fields": "exact h" + ".left" * 2_000,
    "nested anonymous constructors": "exact " + "⟨" * 2_500 + "hp" + "⟩" * 2_500,
    "many arguments": "exact hp " + "hp " * 4_000,
    "terms that double": "have h0 := hp\n"
    + "\n".join(f"have h{n + 1} := And.intro h{n} h{n}" for n in range(30)),
    "goals that double": "repeat (all_goals refine Eq.trans (b := n + 1) ?_ ?_)",
    "nested all_goals": "all_goals " * 1_000 + "skip",
    "nested try": "try " * 3_000 + "skip",
    "comments without end": "/-" * 5_000 + "skip",
    "a rewrite that loops": "repeat rw [Nat.add_comm]",
    "simp that loops": "simp [hn, hn.symm]",
    "holes in holes": "exact absurd (absurd hp (absurd hp (absurd hp _))) _",
    "a large power": "have : 200 * 200 * 200 = 200 * 200 * 201 := rfl",
    "a large comparison": "have : 100 * 100 = 50 * 200 := by decide",
    "deep patterns": "rcases h with " + "⟨" * 3_000 + "a" + "⟩" * 3_000,
    "deep calc": "calc n = n := rfl\n" + "\n".join("  _ = n := rfl" for _ in range(500)),
    "a null character": "exact \x00",
    "not a word of lean": "\U0001d4b3\u202e\u2066 \u2603",
    "nothing": "",
    "blanks": " \n\t ",
}


@pytest.mark.parametrize("script", ENDLESS.values(), ids=ENDLESS.keys())
def test_a_script_without_end_or_measure_is_rejected_soon(script: str) -> None:
    started = time.monotonic()
    answer = run("(p q : Prop) (hp : p) (h : p ∧ q) (n m : Nat) (hn : n = m) : n + 1 = n", script)
    assert answer.status == "rejected"
    assert 0 < len(answer.message) < 5_000
    assert time.monotonic() - started < PATIENCE


def test_work_is_counted_and_not_timed() -> None:
    statement = Statement("theorem t (a b c d : Nat) : a + (b + (c + d)) = d + (c + (b + a)) + 1")
    script = "repeat rw [Nat.add_comm]"
    answers = {EmbeddedChecker().check(statement, (), script) for _ in range(3)}
    assert len(answers) == 1


@pytest.mark.parametrize("word", REFUSED)
def test_a_refused_word_is_refused_wherever_it_stands(word: str) -> None:
    for script in (word, f"exact hp\n{word}", f"exact ({word})", f"exact hp -- {word}", f"exact x.{word}"):
        assert refused_word(script) == word
        answer = run("(p : Prop) (hp : p) : p", script)
        assert answer.status == "rejected"
        assert answer.message == f"'{word}' is not allowed in a proof"


def test_words_that_only_contain_a_refused_word_are_allowed() -> None:
    assert refused_word("exact opened definition sorry' endings") is None
    assert run("(p sorry' : Prop) (opened : p) : p", "exact opened").status == "proved"


@pytest.mark.parametrize(("statement", "classical"), UNPROVABLE)
def test_no_random_script_proves_what_does_not_hold(
    statement: str, classical: bool, verify_full: bool
) -> None:
    walks = 3_000 if verify_full else 150
    accepted = 0
    for number in range(walks):
        answers = random_walk(statement, classical, number)
        accepted += sum(answer.status == "open" for answer in answers)
        assert all(answer.status != "proved" for answer in answers), (number, statement)
    # Scripts of which hardly any step goes through would show nothing.
    assert accepted > walks // 2
