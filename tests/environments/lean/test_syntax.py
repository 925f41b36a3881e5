"""Tokens, precedences, layout and comments; printing and reading are inverse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.environments.lean.checking import Statement
from ragen_bench.environments.lean.embedded import EmbeddedChecker, closed_statement
from ragen_bench.environments.lean.syntax import ast
from ragen_bench.environments.lean.syntax.lexer import tokenize
from ragen_bench.environments.lean.syntax.problems import Problem
from ragen_bench.environments.lean.syntax.statement_parser import header
from ragen_bench.environments.lean.syntax.tactic_parser import BEYOND, script

BINDERS = "{α : Type} (p q r : Prop) (P Q : α → Prop) (R : α → α → Prop) (f : α → α) (a b : α) (n m k : Nat)"


def claim(text: str) -> ast.Syntax:
    return header(f"theorem t : {text}").claim


@pytest.mark.parametrize(
    ("short", "explicit"),
    [
        ("p ∧ q ∧ r", "p ∧ (q ∧ r)"),
        ("p ∨ q ∨ r", "p ∨ (q ∨ r)"),
        ("p → q → r", "p → (q → r)"),
        ("p ∧ q ∨ r", "(p ∧ q) ∨ r"),
        ("p ∨ q → r", "(p ∨ q) → r"),
        ("p → q ↔ r", "(p → q) ↔ r"),
        ("¬p ∧ q", "(¬p) ∧ q"),
        ("¬a = b", "¬(a = b)"),
        ("¬P a", "¬(P a)"),
        ("¬¬p", "¬(¬p)"),
        ("a = b ∧ p", "(a = b) ∧ p"),
        ("n + m * k", "n + (m * k)"),
        ("n + m + k", "(n + m) + k"),
        ("n * m * k", "(n * m) * k"),
        ("n + 1 = m", "(n + 1) = m"),
        ("n ≤ m + k", "n ≤ (m + k)"),
        ("p ∧ ∀ x, q → r", "p ∧ (∀ x, (q → r))"),
        ("∃ x, p ∧ q", "∃ x, (p ∧ q)"),
        ("¬∃ x, p ∧ q", "¬(∃ x, (p ∧ q))"),
        ("f a = f b", "(f a) = (f b)"),
        ("f ¬p", "f (¬p)"),
        ("g h.1 x", "g (h.1) x"),
        ("f <| g x", "f (g x)"),
        ("x |> f", "f x"),
        ("h ▸ e = d", "(h ▸ e) = d"),
        ("f fun x => x", "f (fun x => x)"),
        ("p -> q <-> r /\\ s \\/ t", "(p → q) ↔ ((r ∧ s) ∨ t)"),
        ("forall x, exists y, x <= y", "∀ x, ∃ y, x ≤ y"),
        ("λ x ↦ x", "fun x => x"),
    ],
)
def test_operators_bind_as_in_lean(short: str, explicit: str) -> None:
    assert claim(short) == claim(explicit)


@pytest.mark.parametrize(
    "text",
    [
        "a = b = c",
        "p ↔ q ↔ r",
        "n < m < k",
        "p ∧",
        "∧ p",
        "∀ x P x",
        "fun => x",
        "f ∀ x, p",
        "(p",
        "p)",
        "⟨p",
    ],
)
def test_what_lean_does_not_read_is_not_read(text: str) -> None:
    with pytest.raises(Problem):
        claim(text)


def test_dotted_names_fields_and_bullets_are_told_apart() -> None:
    kinds = [(token.kind, token.text) for token in tokenize("h.symm h.1 (h).2.symm .inl x. y")][:-1]
    assert kinds == [
        ("name", "h.symm"),
        ("name", "h"),
        ("field", "1"),
        ("symbol", "("),
        ("name", "h"),
        ("symbol", ")"),
        ("field", "2"),
        ("field", "symm"),
        ("dotted", "inl"),
        ("name", "x"),
        ("symbol", "."),
        ("name", "y"),
    ]


def test_tactics_of_one_column_are_one_block() -> None:
    flat = script("intro h\ncases h\n· left\n  exact a\n· right; exact b")
    assert len(flat.tactics) == 4
    assert script("  intro h\n  exact h") == script("intro h\nexact h") == script("intro h; exact h")


def test_arguments_may_go_on_further_right_only() -> None:
    assert script("exact f\n  a\n  b") == script("exact f a b")
    with pytest.raises(Problem):
        script("exact f\na")


def test_alternatives_belong_to_the_tactic_whose_bar_is_not_right_of_theirs() -> None:
    block = script("cases h with\n| inl h =>\n  first\n  | exact a\n  | exact b\n| inr h => exact c")
    (split,) = block.tactics
    assert isinstance(split, ast.Split)
    assert split.arms is not None
    assert [arm.constructors for arm in split.arms] == [("inl",), ("inr",)]


def test_comments_are_white_space() -> None:
    assert script("intro h -- why\n/- a /- nested -/ comment\n -/\nexact h") == script(
        "intro h\nexact h".replace("\n", ";")
    )


def test_windows_line_ends_and_tabs_are_read() -> None:
    assert script("constructor\r\n· exact a\r\n· exact b") == script("constructor\n· exact a\n· exact b")


@pytest.mark.parametrize("word", sorted(BEYOND))
def test_known_tactics_out_of_reach_say_so(word: str) -> None:
    answer = EmbeddedChecker().check(
        Statement("theorem t (p : Prop) (hp : p) : p"), (), f"{word} [foo, ← bar] at x"
    )
    assert answer.status == "rejected"
    assert "outside this checker's reach" in answer.message


_ATOMS = (
    "p",
    "q",
    "r",
    "P a",
    "Q b",
    "R a b",
    "P (f a)",
    "a = b",
    "f a = a",
    "n = m",
    "n + 1 ≤ m * k",
    "True",
    "False",
)


def _claims() -> st.SearchStrategy[str]:
    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        binary = st.tuples(inner, st.sampled_from("∧∨→↔"), inner).map(lambda t: f"({t[0]}) {t[1]} ({t[2]})")
        negated = inner.map(lambda t: f"¬({t})")
        bound = st.tuples(
            st.sampled_from(
                (
                    ("∀ x : α", "P x"),
                    ("∃ x : α", "Q x"),
                    ("∀ a", "P a"),
                    ("∃ n : Nat", "n = 0"),
                    ("∀ (x y : α)", "R x y"),
                )
            ),
            inner,
        ).map(lambda t: f"{t[0][0]}, (({t[1]}) ∨ {t[0][1]})")
        return st.one_of(binary, negated, bound)

    return st.recursive(st.sampled_from(_ATOMS), grow, max_leaves=8)


@given(_claims())
def test_what_is_printed_reads_as_the_same_statement(text: str) -> None:
    first = Statement(f"theorem t {BINDERS} : {text}")
    shown = EmbeddedChecker().check(first, (), None).goals.splitlines()[-1].removeprefix("⊢ ")
    again = Statement(f"theorem t {BINDERS} : {shown}")
    assert closed_statement(first) == closed_statement(again)
    assert len(shown) <= 2 * len(text) + 40


@given(st.text(max_size=200))
def test_any_text_is_read_or_rejected(text: str) -> None:
    answer = EmbeddedChecker().check(Statement("theorem t (p : Prop) (h : p → p) : p"), (), text)
    assert answer.status in ("open", "rejected")
    assert bool(answer.message) == (answer.status == "rejected")


@given(
    st.lists(
        st.sampled_from(
            [*"()⟨⟩,:|·∀∃¬→∧=.@_;\n ", "fun ", "=> ", "exact ", "h ", "with ", "<;>", "by ", "first "]
        )
    ).map("".join)
)
def test_any_row_of_tokens_is_read_or_rejected(text: str) -> None:
    statement = Statement("theorem t (p : Prop) (h : p → p) : p")
    assert EmbeddedChecker().check(statement, (), text).status in ("open", "rejected")
