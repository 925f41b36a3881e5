from __future__ import annotations

from dataclasses import replace

import pytest

from ragen_bench.environments.lean.kernel.checker import Checker, KernelError
from ragen_bench.environments.lean.kernel.operations import has_meta, locals_of, parts
from ragen_bench.environments.lean.kernel.prelude import PRELUDE, RULES, ConstantInfo
from ragen_bench.environments.lean.kernel.terms import PROP, Const, Pi, Sort, Term
from ragen_bench.environments.lean.kernel.theorems import check_proof, constants
from tests.environments.lean.random_proofs import const

#: Name -> how each argument is written in Lean 4's core library: i(mplicit) or e(xplicit).
STYLES = {
    "Eq.symm": "iiie",
    "Eq.trans": "iiiiee",
    "Eq.subst": "iiiiee",
    "congrArg": "iiiiee",
    "congrFun": "iiiiee",
    "absurd": "iiee",
    "False.elim": "ie",
    "And.intro": "iiee",
    "And.left": "iie",
    "Or.elim": "iiieee",
    "Or.inl": "iie",
    "Iff.mp": "iie",
    "Iff.refl": "e",
    "Iff.rfl": "i",
    "Exists.intro": "iiee",
    "Exists.elim": "iiiee",
    "mt": "iiee",
    "Nat.add_comm": "ee",
    "Nat.add_assoc": "eee",
    "Nat.add_left_cancel": "iiie",
    "Nat.succ.inj": "iie",
    "Nat.succ_ne_zero": "e",
    "Nat.le_trans": "iiiee",
    "Nat.succ_le_succ": "iie",
    "Nat.le_antisymm": "iiee",
    "Nat.add_le_add_left": "iiee",
    "Nat.add_le_add": "iiiiee",
    "Nat.le.step": "iie",
    "Classical.em": "e",
    "Classical.byContradiction": "ie",
    "Classical.not_not": "i",
}


def instances() -> list[tuple[ConstantInfo, tuple[int, ...]]]:
    return [(info, levels) for info in constants(True).values() for levels in info.levels]


def test_every_constant_has_a_type_that_has_a_type() -> None:
    for info, levels in instances():
        kind = info.type_of(levels)
        assert isinstance(Checker(constants(True), True).infer(kind), Sort), info.name
        assert not locals_of(kind)
        assert not has_meta(kind)


def test_every_theorem_and_definition_has_a_value_of_its_type() -> None:
    for info, levels in instances():
        value = info.value_of(levels)
        assert (value is not None) == (info.kind in ("theorem", "definition")), info.name
        if value is not None:
            checker = Checker(constants(True), True)
            assert checker.equal(checker.infer(value), info.type_of(levels)), info.name
        if info.kind == "theorem":
            assert value is not None
            check_proof(info.type_of(levels), value, classical=info.name.startswith("Classical."))


def test_a_constant_uses_only_those_before_it() -> None:
    known: set[str] = set()
    for name, info in constants(True).items():
        terms: list[Term] = [*info.types.values(), *info.values.values()]
        for term in terms:
            used = {part.name for part in parts(term) if isinstance(part, Const)}
            # A constructor and a recursor name one another's type.
            assert used <= known | {name}, (name, used - known)
        known.add(name)


def test_excluded_middle_is_the_only_axiom() -> None:
    assert [name for name, info in constants(True).items() if info.kind == "axiom"] == ["Classical.em"]
    assert not [name for name, info in constants(False).items() if info.kind == "axiom"]
    assert set(constants(True)) - set(constants(False)) == {
        "Classical.em",
        "Classical.byContradiction",
        "Classical.byCases",
        "Classical.not_not",
    }


def test_nothing_but_classical_theorems_needs_excluded_middle() -> None:
    for name, info in constants(False).items():
        for value in info.values.values():
            assert not [
                part for part in parts(value) if isinstance(part, Const) and "Classical" in part.name
            ], name


@pytest.mark.parametrize("name", STYLES)
def test_arguments_are_written_as_in_lean(name: str) -> None:
    info = constants(True)[name]
    kind, found = info.type_of(info.levels[0]), ""
    while isinstance(kind, Pi) and len(found) < len(STYLES[name]):
        found += "i" if kind.implicit else "e"
        kind = kind.body
    assert found == STYLES[name]


def test_a_wrong_proof_in_the_library_would_be_found() -> None:
    info = constants(True)["Nat.add_comm"]
    wrong = replace(info, values={(): constants(True)["Nat.mul_comm"].values[()]})
    with pytest.raises(KernelError):
        check_proof(wrong.types[()], wrong.values[()])


def test_recursors_know_every_constructor_of_their_type() -> None:
    for recursor, rule in RULES.items():
        if recursor == "Nat.le.rec":
            assert not rule.minors
            continue
        kind = recursor.removesuffix(".rec")
        made = {
            name
            for name, info in PRELUDE.items()
            if info.kind == "constructor" and name.startswith(kind + ".")
        }
        made -= {name for name in made if name.removeprefix(kind + ".").count(".")}
        assert set(rule.minors) == made


def test_proofs_of_choices_go_into_propositions_only() -> None:
    """A recursor into Type over `Or` or `Exists` would prove False, by telling proofs of one claim apart."""
    for name in ("Or.rec", "Exists.rec", "Nat.le.rec"):
        for kind in constants(True)[name].types.values():
            sorts = [part for part in parts(kind) if isinstance(part, Pi) and part.body == Sort(1)]
            assert not sorts
            assert [part for part in parts(kind) if isinstance(part, Pi) and part.body == PROP]
    with pytest.raises(KernelError, match="universe"):
        Checker(constants(True), True).infer(const("Or.rec", 1))
