"""Attempts to prove what has no proof: thousands in `make test`, ten times that in `verify-full`."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ragen_bench.environments.lean.kernel.checker import Checker, KernelError
from ragen_bench.environments.lean.kernel.operations import arrow, forall, numeral
from ragen_bench.environments.lean.kernel.prelude import FALSE, NAT, TRUE, add, and_, eq, le, not_, or_
from ragen_bench.environments.lean.kernel.terms import PROP, TYPE, App, Term
from ragen_bench.environments.lean.kernel.theorems import check_proof, constants
from tests.environments.lean.random_proofs import Prover, any_term, mutated, pool

P_TO_Q = forall("p", PROP, lambda p: forall("q", PROP, lambda q: arrow(p, q)))
EXCLUDED_MIDDLE = forall("p", PROP, lambda p: or_(p, not_(p)))
#: None has a proof; those of the excluded middle and of double negation have one in classical tasks.
UNPROVABLE = {
    "False": FALSE,
    "p -> q": P_TO_Q,
    "excluded middle": EXCLUDED_MIDDLE,
    "0 = 1": eq(NAT, numeral(0), numeral(1)),
    "1 <= 0": le(numeral(1), numeral(0)),
    "every n is 0": forall("n", NAT, lambda n: eq(NAT, n, numeral(0))),
    "every type has one element": forall(
        "t", TYPE, lambda t: forall("x", t, lambda x: forall("y", t, lambda y: eq(t, x, y)))
    ),
    "double negation": forall("p", PROP, lambda p: arrow(not_(not_(p)), p)),
    "every p": forall("p", PROP, lambda p: p),
}
PROVABLE = (
    TRUE,
    forall("p", PROP, lambda p: arrow(p, p)),
    forall("p", PROP, lambda p: forall("q", PROP, lambda q: arrow(p, or_(and_(q, q), p)))),
    eq(NAT, add(numeral(1), numeral(1)), numeral(2)),
)


def accepted(statement: Term, proof: Term) -> bool:
    try:
        check_proof(statement, proof)
    except KernelError:
        return False
    return True


def test_no_proof_built_backwards_from_an_unprovable_claim_is_accepted(verify_full: bool) -> None:
    """Well-typed steps lead to a gap, and something that does not fit is put into the gap."""
    seen: Counter[str] = Counter()
    for name, claim in UNPROVABLE.items():
        for number in range(1000 if verify_full else 100):
            rng = Random(f"{name} {number}")
            proof = Prover(rng, classical=number % 3 == 0).proof(claim, [], rng.randrange(2, 6))
            assert not accepted(claim, proof), (name, number)
            try:
                Checker(constants(False)).infer(proof)
                seen["proves something else"] += 1
            except KernelError:
                seen["ill-typed"] += 1
    # Both kinds of wrong proof were tried.
    assert min(seen["proves something else"], seen["ill-typed"]) >= 100, seen


def test_the_same_generator_proves_what_can_be_proved() -> None:
    """Or the attacks above would say nothing."""
    found = Counter[int]()
    for number in range(200):
        rng = Random(f"provable {number}")
        which = number % len(PROVABLE)
        found[which] += accepted(PROVABLE[which], Prover(rng).proof(PROVABLE[which], [], rng.randrange(3, 7)))
    assert all(found[which] >= 5 for which in range(len(PROVABLE))), found


def test_no_mutated_proof_of_the_library_proves_what_has_no_proof(verify_full: bool) -> None:
    spare = pool()
    proofs = [value for info in constants(True).values() for value in info.values.values()]
    claims = list(UNPROVABLE.values())
    for number in range(30_000 if verify_full else 2_000):
        rng = Random(number)
        proof = mutated(rng.choice(proofs), rng, spare)
        if number % 2:
            proof = App(proof, mutated(rng.choice(spare), rng, spare))
        assert not accepted(claims[number % len(claims)], proof), number


def test_no_term_of_any_shape_proves_what_has_no_proof(verify_full: bool) -> None:
    claims = list(UNPROVABLE.values())
    for number in range(30_000 if verify_full else 3_000):
        rng = Random(-number)
        proof = any_term(rng, rng.randrange(6))
        assert not accepted(claims[number % len(claims)], proof), number


@given(st.integers(), st.integers(0, 5), st.integers(0, 5))
def test_any_pair_of_terms_gets_a_clean_verdict(seed: int, first: int, second: int) -> None:
    rng = Random(seed)
    statement, proof = any_term(rng, first), any_term(rng, second)
    verdict = accepted(statement, proof)
    assert verdict == accepted(statement, proof)
