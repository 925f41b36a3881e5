"""The embedded kernel beside Lean's own: what the one accepts, the other accepts."""

from __future__ import annotations

import importlib.util
import platform
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ragen_bench.environments.lean import lean4
from ragen_bench.environments.lean.kernel.checker import KernelError
from ragen_bench.environments.lean.kernel.export import lean_file, lean_library, lean_term
from ragen_bench.environments.lean.kernel.operations import apply, arrow, forall, fun, lift, numeral
from ragen_bench.environments.lean.kernel.prelude import FALSE, NAT, TRUE, eq, le, mul, not_, or_, succ
from ragen_bench.environments.lean.kernel.terms import PROP, App, Const, Lam, Local, Meta, Pi, Term, Var
from ragen_bench.environments.lean.kernel.theorems import check_proof, constants
from ragen_bench.environments.lean.lean4 import Lean4Kernel
from ragen_bench.errors import MissingExtra, TransportError
from tests.environments.lean.random_proofs import const, disputed, pool, refl

TRIVIAL = const("True.intro")
EXCLUDED_MIDDLE = forall("p", PROP, lambda p: or_(p, not_(p)))

# The wheel exists for this platform alone, and the extra `dev` of every other one goes without it.
needs_lean = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() != "x86_64", reason="Lean's wheel is for Linux on x86-64"
)


@pytest.fixture(scope="module")
def lean() -> Lean4Kernel:
    return Lean4Kernel()


def accepted(statement: Term, proof: Term, classical: bool = True) -> bool:
    try:
        check_proof(statement, proof, classical)
    except KernelError:
        return False
    return True


@needs_lean
def test_lean_accepts_every_theorem_of_the_library_for_the_same_statement(lean: Lean4Kernel) -> None:
    named = [(info, levels) for info in constants(True).values() for levels in info.levels if info.values]
    theorems = [(info.types[levels], info.values[levels]) for info, levels in named if info.kind == "theorem"]
    verdicts = lean.check(theorems, classical=True)
    assert len(verdicts) > 70
    assert [verdict for verdict in verdicts if not verdict.accepted] == []


@needs_lean
def test_types_of_the_prelude_are_those_that_lean_gives(lean: Lean4Kernel) -> None:
    """Constructors, recursors and definitions too: each is a term of the type that this kernel says."""
    infos = [(info, levels) for info in constants(True).values() for levels in info.levels]
    # `p` of a constant `c : T` for a predicate on T: only the right T makes it well-typed.
    checks = []
    for info, levels in infos:
        kind, constant = info.types[levels], Const(info.name, levels)
        statement = Pi("p", Pi("x", kind, PROP), Pi("h", App(Var(0), constant), App(Var(1), constant)))
        checks.append((statement, Lam("p", Pi("x", kind, PROP), Lam("h", App(Var(0), constant), Var(0)))))
    verdicts = lean.check(checks, classical=True)
    assert [info.name for (info, _), said in zip(infos, verdicts, strict=True) if not said.accepted] == []


@needs_lean
def test_what_this_kernel_accepts_lean_accepts(lean: Lean4Kernel, verify_full: bool) -> None:
    spare = pool()
    cases = [disputed(Random(f"disputed {number}"), spare) for number in range(4_000 if verify_full else 320)]
    verdicts = lean.check(cases, classical=True)
    seen: Counter[tuple[bool, bool]] = Counter()
    for number, (case, verdict) in enumerate(zip(cases, verdicts, strict=True)):
        ours = accepted(*case)
        seen[ours, verdict.accepted] += 1
        assert verdict.accepted or not ours, f"case {number} is accepted here; Lean says: {verdict.message}"
    # Both answers were tried, and being stricter is rare.
    assert seen[True, True] >= len(cases) // 8, seen
    assert seen[False, False] >= len(cases) // 8, seen
    assert seen[False, True] <= len(cases) // 50, seen


@needs_lean
def test_a_wrong_proof_is_rejected_with_leans_message_and_its_neighbours_are_not(lean: Lean4Kernel) -> None:
    right, wrong = (TRUE, TRIVIAL), (FALSE, TRIVIAL)
    verdicts = lean.check([right, wrong, right, wrong, wrong, right])
    assert [verdict.accepted for verdict in verdicts] == [True, False, True, False, False, True]
    assert "mismatch" in verdicts[1].message
    assert verdicts[0].message == ""


@needs_lean
def test_excluded_middle_passes_where_the_task_is_classical_only(lean: Lean4Kernel) -> None:
    case = (EXCLUDED_MIDDLE, const("Classical.em"))
    by_way_of = (
        forall("p", PROP, lambda p: arrow(not_(not_(p)), p)),
        fun("p", PROP, lambda p: apply(const("Classical.byContradiction"), p)),
    )
    assert [verdict.accepted for verdict in lean.check([case, by_way_of], classical=True)] == [True, True]
    assert [verdict.accepted for verdict in lean.check([case, by_way_of])] == [False, False]


@needs_lean
def test_axioms_are_read_from_leans_last_report(lean: Lean4Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    case = (EXCLUDED_MIDDLE, const("Classical.em"))
    # The axiom is there, the task is not classical: only the report tells.
    monkeypatch.setattr(lean4, "lean_file", lambda theorems, classical: lean_file(theorems, True))
    (verdict,) = lean.check([case])
    assert verdict.message == "uses axioms: Classical.em"

    def told(*reports: str) -> bool:
        said = [(0, "information", report) for report in reports]
        monkeypatch.setattr(lean, "_run", lambda source: said)
        return lean.check([case])[0].accepted

    free = "'checked_0' does not depend on any axioms"
    bound = "'checked_0' depends on axioms: [sorryAx,\n Classical.em]"
    assert told(free)
    assert told(bound, free)
    assert not told(free, bound)
    assert not told()
    assert not told("'checked_1' does not depend on any axioms")


@needs_lean
def test_lean_is_given_room_for_what_the_embedded_kernel_accepts(lean: Lean4Kernel) -> None:
    redexes: Term = TRIVIAL
    for _ in range(300):
        redexes = App(Lam("x", TRUE, Var(0)), redexes)
    cases = [
        (TRUE, redexes),
        (eq(NAT, numeral(900), numeral(900)), refl(numeral(900))),
        (eq(NAT, mul(numeral(30), numeral(30)), numeral(900)), refl(numeral(900))),
    ]
    assert all(accepted(*case) for case in cases)
    assert [verdict for verdict in lean.check(cases) if not verdict.accepted] == []


@needs_lean
def test_lean_adds_no_implicit_arguments_of_its_own(lean: Lean4Kernel) -> None:
    # What a function returns takes its first argument in braces.
    equality = Lam("x", NAT, const("Eq", 1))
    returned = eq(NAT, numeral(1), numeral(1))
    statement = apply(equality, numeral(5), NAT, numeral(1), numeral(1))
    assert accepted(arrow(statement, returned), Lam("h", statement, Var(0)))
    # The case of `step` takes one too, and is given as a variable and as an application.
    zero = numeral(0)
    motive = fun("k", NAT, lambda k: fun("_", le(zero, k), lambda _: TRUE))
    case_type = forall("k", NAT, lambda k: arrow(le(zero, k), arrow(TRUE, TRUE)))

    def proof(case: Term) -> Term:
        return apply(
            const("Nat.le.rec"), zero, motive, TRIVIAL, case, zero, apply(const("Nat.le.refl"), zero)
        )

    cases = [
        (arrow(statement, returned), Lam("h", statement, Var(0))),
        (arrow(case_type, TRUE), fun("c", case_type, proof)),
        (
            arrow(arrow(TRUE, case_type), TRUE),
            fun("c", arrow(TRUE, case_type), lambda c: proof(App(c, TRIVIAL))),
        ),
    ]
    assert all(accepted(*case) for case in cases)
    assert [verdict for verdict in lean.check(cases) if not verdict.accepted] == []


@needs_lean
def test_more_theorems_than_one_file_holds_are_split(
    lean: Lean4Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lean4, "MOST_IN_ONE_FILE", 2)
    cases = [(TRUE, TRIVIAL), (FALSE, TRIVIAL), (TRUE, Meta(1)), (TRUE, TRIVIAL)]
    assert [verdict.accepted for verdict in lean.check(cases)] == [True, False, False, True]
    assert lean.check([]) == []


@needs_lean
def test_a_run_that_does_not_end_is_trouble_and_no_verdict() -> None:
    with pytest.raises(TransportError, match="did not run to its end"):
        Lean4Kernel(timeout_s=0.01).check([(TRUE, TRIVIAL)])


@needs_lean
def test_a_run_that_is_cut_short_is_trouble_and_no_verdict(
    lean: Lean4Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lean4, "MEMORY_BYTES", 64 << 20)
    with pytest.raises(TransportError, match="ended with code"):
        lean.check([(TRUE, TRIVIAL)])


@needs_lean
@pytest.mark.parametrize(
    ("code", "output"),
    [
        (1, b""),
        (139, b""),
        (-9, b""),
        (0, b"{broken"),
        (0, b'{"pos": {"line": 1}, "severity": "error", "data": ""}'),
    ],
)
def test_an_end_that_does_not_fit_the_messages_is_no_verdict(
    lean: Lean4Kernel, monkeypatch: pytest.MonkeyPatch, code: int, output: bytes
) -> None:
    def run(*args: Any, **kwargs: Any) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess(args, code, output, b"")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(TransportError):
        lean.check([(TRUE, TRIVIAL)])


def test_without_the_wheel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"ragen-bench\[lean\]"):
        Lean4Kernel()


def test_a_wheel_of_another_make_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Found:
        submodule_search_locations = (str(tmp_path),)

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: Found())
    with pytest.raises(MissingExtra, match="libInit_shared"):
        Lean4Kernel()


@pytest.mark.parametrize(
    "term",
    [
        Meta(1),
        Local(1, "x"),
        Var(0),
        Var(-1),
        Lam("x", NAT, Var(1)),
        const("sorryAx"),
        const("x := True.intro\naxiom bad"),
        const("Eq.trans", 0),
        const("Nat.rec"),
    ],
)
def test_only_closed_terms_over_known_constants_are_written(term: Term) -> None:
    with pytest.raises(ValueError, match=r"hole|binder|unknown constant"):
        lean_term(App(const("Not"), term))


def test_names_of_binders_are_not_written() -> None:
    term = Lam("x := sorry --", NAT, Lam("x", NAT, App(App(const("Nat.add"), Var(1)), Var(0))))
    assert lean_term(term) == "(@fun (x0 : @Natural) => (@fun (x1 : @Natural) => @(@Natural.add @x0 @x1)))"
    assert lean_term(lift(succ(numeral(0)), 1)) == "@(@Natural.succ @Natural.zero)"


def test_nothing_classical_is_written_for_other_tasks() -> None:
    assert "Classical" in lean_library(True)
    assert "Classical" not in lean_library(False)
    for word in ("sorry", "unsafe def", "native", "implemented_by", "extern"):
        assert word not in lean_library(True)
