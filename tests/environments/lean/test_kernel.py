"""The trusted base: what it accepts is a proof, and Lean's own kernel says so too."""

from __future__ import annotations

import pytest

from ragen_bench.environments.lean.kernel.checker import Checker, KernelError
from ragen_bench.environments.lean.kernel.operations import (
    abstract,
    apply,
    arrow,
    forall,
    fresh,
    fun,
    instantiate,
    lift,
    number_of,
    numeral,
    parts,
)
from ragen_bench.environments.lean.kernel.prelude import (
    FALSE,
    NAT,
    PRELUDE,
    SUCC,
    TRUE,
    ZERO,
    add,
    and_,
    eq,
    not_,
    or_,
)
from ragen_bench.environments.lean.kernel.terms import (
    PROP,
    TYPE,
    App,
    Const,
    Lam,
    Local,
    Meta,
    Pi,
    Sort,
    Term,
    Var,
)
from ragen_bench.environments.lean.kernel.theorems import check_proof, constants
from ragen_bench.rng import Rng

REFL = Const("Eq.refl", (1,))
#: Not provable: falsity, anything from anything, and what takes excluded middle.
UNPROVABLE = {
    "False": FALSE,
    "p implies q": forall("p", PROP, lambda p: forall("q", PROP, lambda q: arrow(p, q))),
    "excluded middle": forall("p", PROP, lambda p: or_(p, not_(p))),
    "double negation": forall("p", PROP, lambda p: arrow(not_(not_(p)), p)),
    "zero is one": eq(NAT, ZERO, App(SUCC, ZERO)),
    "every p": forall("p", PROP, lambda p: p),
}


def accepted(statement: Term, proof: Term, classical: bool = False) -> bool:
    try:
        check_proof(statement, proof, classical)
    except KernelError:
        return False
    return True


def theorems(classical: bool = True) -> list[tuple[str, Term, Term]]:
    return [
        (name, info.types[levels], info.values[levels])
        for name, info in constants(classical).items()
        if info.kind == "theorem"
        for levels in info.levels
    ]


def test_every_constant_of_the_prelude_has_a_type_and_every_definition_the_one_it_claims():
    for name, info in PRELUDE.items():
        for levels, kind in info.types.items():
            checker = Checker(PRELUDE, classical=True)
            assert isinstance(checker.whnf(checker.infer(kind)), Sort), name
            if levels in info.values:
                assert checker.equal(checker.infer(info.values[levels]), kind), name


def test_the_library_holds_its_theorems_in_an_order_where_each_uses_only_earlier_ones():
    seen: set[str] = set()
    for name, info in constants(True).items():
        for value in info.values.values():
            used = {part.name for part in parts(value) if isinstance(part, Const)}
            assert used <= seen | set(PRELUDE), name
        seen.add(name)
    assert len(theorems()) >= 60


def test_numbers_compute():
    five = add(numeral(2), numeral(3))
    assert accepted(eq(NAT, five, numeral(5)), apply(REFL, NAT, numeral(5)))
    assert not accepted(eq(NAT, five, numeral(6)), apply(REFL, NAT, numeral(5)))
    product = apply(Const("Nat.mul"), numeral(7), numeral(8))
    assert accepted(eq(NAT, product, numeral(56)), apply(REFL, NAT, numeral(56)))


def test_two_proofs_of_one_proposition_are_equal_and_functions_equal_their_eta_form():
    same = forall(
        "p",
        PROP,
        lambda p: forall("h", p, lambda h: forall("g", p, lambda g: _same_instances(p, h, g))),
    )
    proof = fun(
        "p",
        PROP,
        lambda p: fun(
            "h",
            p,
            lambda h: fun(
                "g", p, lambda g: fun("q", arrow(p, PROP), lambda q: fun("x", App(q, h), lambda x: x))
            ),
        ),
    )
    assert accepted(same, proof)
    kind = arrow(NAT, NAT)
    claim = forall("f", kind, lambda f: eq(kind, f, fun("x", NAT, lambda x: App(f, x))))
    assert accepted(claim, fun("f", kind, lambda f: apply(REFL, kind, f)))


def _same_instances(p: Term, h: Term, g: Term) -> Term:
    return forall("q", arrow(p, PROP), lambda q: arrow(App(q, h), App(q, g)))


@pytest.mark.parametrize(
    ("term", "word"),
    [
        (Meta(1), "hole"),
        (Var(0), "without a binder"),
        (Local(5, "x"), "free variable"),
        (Const("sorryAx"), "not available"),
        (Const("Classical.em"), "not available"),
        (Const("Nat.rec", (7,)), "universe level"),
        (Const("Eq"), "universe level"),
        (App(Const("True.intro"), TRUE), "no function"),
        (Sort(-1), "negative"),
        (Lam("x", ZERO, Var(0)), "type was expected"),
    ],
)
def test_a_term_that_is_none_is_refused_with_the_reason(term, word):
    with pytest.raises(KernelError, match=word):
        check_proof(TRUE, term)


def test_a_statement_must_be_a_proposition():
    with pytest.raises(KernelError, match="no proposition"):
        check_proof(NAT, ZERO)
    with pytest.raises(KernelError, match="no proposition"):
        check_proof(ZERO, ZERO)


def test_excluded_middle_is_there_only_for_classical_tasks():
    proof = Const("Classical.em")
    assert accepted(UNPROVABLE["excluded middle"], proof, classical=True)
    assert not accepted(UNPROVABLE["excluded middle"], proof)
    assert not any(name.startswith("Classical.") for name in constants(False))


def test_recursors_of_propositions_do_not_give_data():
    # Taking a proof of an "or" apart into a number would make two equal proofs differ.
    motive = fun("t", or_(TRUE, TRUE), lambda _: NAT)
    number = apply(
        Const("Or.rec"),
        TRUE,
        TRUE,
        motive,
        fun("h", TRUE, lambda _: ZERO),
        fun("h", TRUE, lambda _: numeral(1)),
        apply(Const("Or.inl"), TRUE, TRUE, Const("True.intro")),
    )
    with pytest.raises(KernelError, match="another type"):
        Checker(PRELUDE).infer(number)


@pytest.mark.parametrize("shape", ["applications", "functions", "numbers", "implications"])
def test_terms_of_any_depth_end_in_a_verdict(shape):
    depth = 50_000
    term: Term = Const("True.intro")
    for _ in range(depth):
        if shape == "applications":
            term = App(term, Const("True.intro"))
        elif shape == "functions":
            term = Lam("x", TRUE, term)
        elif shape == "implications":
            term = Pi("x", TRUE, term)
        else:
            term = App(SUCC, term)
    with pytest.raises(KernelError):
        check_proof(FALSE, term)
    with pytest.raises(KernelError):
        check_proof(term, Const("True.intro"))


def test_work_is_bounded_in_steps():
    # 30 ^ 30 successors would have to be counted.
    power = numeral(30)
    for _ in range(30):
        power = apply(Const("Nat.mul"), power, numeral(30))
    with pytest.raises(KernelError, match=r"steps|deeply"):
        check_proof(eq(NAT, power, App(SUCC, power)), apply(REFL, NAT, power))


def test_substitution_keeps_what_it_should():
    local = fresh("x")
    body = Lam("y", NAT, App(App(Const("f"), Var(1)), Var(0)))
    put = instantiate(body, local)
    assert abstract(put, local) == body
    assert instantiate(Lam("y", NAT, Var(1)), Var(3)) == Lam("y", NAT, Var(4))
    assert lift(Lam("y", NAT, App(Var(0), Var(1))), 2) == Lam("y", NAT, App(Var(0), Var(3)))
    assert number_of(numeral(12)) == 12
    assert number_of(add(ZERO, ZERO)) is None


def random_term(rng: Rng, depth: int, scope: int) -> Term:
    """Any shape over the whole vocabulary, mostly ill-typed."""
    names = list(constants(False))
    choice = rng.below(9 if depth else 3)
    if choice == 0 and scope:
        return Var(rng.below(scope))
    if choice <= 2:
        info = constants(False)[rng.choice(names)]
        return Const(info.name, rng.choice(info.levels))
    if choice <= 6:
        return App(random_term(rng, depth - 1, scope), random_term(rng, depth - 1, scope))
    if choice == 7:
        return Lam("x", random_term(rng, depth - 1, scope), random_term(rng, depth - 1, scope + 1))
    return Pi("x", random_term(rng, depth - 1, scope), random_term(rng, depth - 1, scope + 1))


def well_aimed(
    rng: Rng, claim: Term, depth: int, context: list[tuple[Local, Term]], budget: list[int]
) -> Term:
    """A term that tries to have the claimed type: introduces what it can, applies what ends in the claim."""
    budget[0] -= 1
    checker = Checker(constants(False))
    if depth <= 0 or budget[0] < 0:
        return rng.choice([local for local, _ in context] or [Const("True.intro")])
    goal = checker.whnf(claim) if rng.below(3) else claim
    if isinstance(goal, Pi) and rng.below(5):
        local = fresh("x")
        inner = well_aimed(
            rng, instantiate(goal.body, local), depth - 1, [*context, (local, goal.domain)], budget
        )
        return Lam("x", goal.domain, abstract(inner, local))
    fitting = [(local, kind) for local, kind in context if kind == claim]
    if fitting and rng.below(4):
        return rng.choice(fitting)[0]
    pool: list[tuple[Term, Term]] = list(context)
    for name in rng.sample(list(constants(False)), 6):
        info = constants(False)[name]
        levels = rng.choice(info.levels)
        pool.append((Const(name, levels), info.types[levels]))
    term, kind = rng.choice(pool)
    while isinstance(kind, Pi) and rng.below(6):
        wanted = kind.domain
        if wanted == PROP:
            argument: Term = rng.choice([claim, FALSE, TRUE, *(k for _, k in context)])
        elif wanted == TYPE:
            argument = NAT
        elif wanted == NAT:
            argument = numeral(rng.below(3))
        else:
            argument = well_aimed(rng, wanted, depth - 1, context, budget)
        term, kind = App(term, argument), instantiate(kind.body, argument)
    return term


@pytest.mark.parametrize("name", UNPROVABLE)
def test_no_random_term_proves_what_cannot_be_proved(name, verify_full):
    """Half of the terms are of any shape, half aim at the claim by introducing and applying."""
    tries = 20_000 if verify_full else 500
    for number in range(tries):
        rng = Rng.of("kernel attack", name, number)
        aimed = number % 2 == 0
        term = well_aimed(rng, UNPROVABLE[name], 7, [], [60]) if aimed else random_term(rng, 6, 0)
        assert not accepted(UNPROVABLE[name], term), term


def test_the_same_attack_does_prove_what_can_be_proved():
    claim = forall("p", PROP, lambda p: forall("q", PROP, lambda q: arrow(p, arrow(q, p))))
    found = sum(
        accepted(claim, well_aimed(Rng.of("attack on a theorem", number), claim, 7, [], [60]))
        for number in range(500)
    )
    assert found > 0


def mutant(rng: Rng, term: Term) -> Term:
    """The term with one place changed."""
    size = sum(1 for _ in parts(term))
    place = rng.below(size)
    counter = [0]

    def walk(part: Term) -> Term:
        here = counter[0]
        counter[0] += 1
        if here == place:
            return change(part)
        match part:
            case App(function, argument):
                return App(walk(function), walk(argument))
            case Lam(name, domain, body):
                return Lam(name, walk(domain), walk(body))
            case Pi(name, domain, body):
                return Pi(name, walk(domain), walk(body), part.implicit)
        return part

    def change(part: Term) -> Term:
        match part:
            case Var(index):
                return Var(max(0, index + rng.choice((-1, 1))))
            case Const(name):
                others = [o for o in constants(True) if o.split(".")[0] == name.split(".")[0] and o != name]
                other = constants(True)[rng.choice(others)] if others else constants(True)["True.intro"]
                return Const(other.name, other.levels[0])
            case App(function, argument):
                return rng.choice([function, argument, App(function, Const("True.intro"))])
            case Lam(name, domain, body):
                return rng.choice([Lam(name, body, body), body, Pi(name, domain, body)])
            case Pi(name, domain, body):
                return rng.choice([Pi(name, body, body), Lam(name, domain, body)])
            case Sort(level):
                return Sort(1 - level)
        return part

    return walk(term)


def mutants(count: int) -> list[tuple[Term, Term]]:
    made = []
    known = theorems()
    for number in range(count):
        rng = Rng.of("mutant", number)
        _, statement, proof = rng.choice(known)
        made.append((statement, mutant(rng, proof)))
    return made


def test_lean_itself_accepts_every_theorem_of_the_library():
    from ragen_bench.environments.lean.lean4 import Lean4Kernel

    verdicts = Lean4Kernel().check([(statement, proof) for _, statement, proof in theorems()], classical=True)
    refused = [(t[0], v.message) for t, v in zip(theorems(), verdicts, strict=True) if not v.accepted]
    assert refused == []


def test_on_damaged_proofs_this_kernel_is_never_laxer_than_lean(verify_full):
    from ragen_bench.environments.lean.lean4 import Lean4Kernel

    damaged = [item for item in mutants(2000 if verify_full else 300) if _closed(item[1])]
    verdicts = Lean4Kernel().check(damaged, classical=True)
    ours = [accepted(*item, classical=True) for item in damaged]
    laxer = [
        item for item, own, lean in zip(damaged, ours, verdicts, strict=True) if own and not lean.accepted
    ]
    assert laxer == []
    # Both kinds occur, so the comparison says something.
    assert 0 < sum(ours) < len(ours)
    assert sum(lean.accepted for lean in verdicts) >= sum(ours)


def _closed(term: Term, depth: int = 0) -> bool:
    match term:
        case Var(index):
            return index < depth
        case App(function, argument):
            return _closed(function, depth) and _closed(argument, depth)
        case Lam(_, domain, body) | Pi(_, domain, body):
            return _closed(domain, depth) and _closed(body, depth + 1)
    return True


def test_lean_reports_axioms_so_that_a_classical_proof_does_not_pass_as_a_constructive_one():
    from ragen_bench.environments.lean.lean4 import Lean4Kernel

    info = constants(True)["Classical.not_not"]
    item = (info.types[()], info.values[()])
    assert Lean4Kernel().check([item], classical=True)[0].accepted
    assert not Lean4Kernel().check([item], classical=False)[0].accepted


def test_a_lean_that_does_not_run_gives_no_verdict():
    from ragen_bench.environments.lean.lean4 import Lean4Kernel
    from ragen_bench.errors import TransportError

    judge = Lean4Kernel(timeout_s=0.001)
    with pytest.raises(TransportError) as caught:
        judge.check([(TRUE, Const("True.intro"))])
    assert caught.value.kind == "checker"
    broken = Lean4Kernel()
    broken._libraries = ["/nowhere/libleanshared.so"]
    with pytest.raises(TransportError):
        broken.check([(TRUE, Const("True.intro"))])


def test_without_the_wheel_the_extra_is_named(monkeypatch):
    import importlib.util

    from ragen_bench.environments.lean.lean4 import Lean4Kernel
    from ragen_bench.errors import MissingExtra

    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"ragen-bench\[lean\]"):
        Lean4Kernel()


def test_conjunction_needs_both_parts():
    claim = forall("p", PROP, lambda p: forall("q", PROP, lambda q: arrow(p, and_(p, q))))
    proof = fun(
        "p",
        PROP,
        lambda p: fun("q", PROP, lambda q: fun("h", p, lambda h: apply(Const("And.intro"), p, q, h, h))),
    )
    assert not accepted(claim, proof)
