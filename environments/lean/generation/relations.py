"""Families about relations: symmetric, transitive, monotone, antisymmetric."""

from __future__ import annotations

import itertools

from ragen_bench.environments.lean.generation.draft import Draft, Refused
from ragen_bench.environments.lean.generation.formulas import Expr, app, arg, eq, every, imp, neg


def _symmetric(d: Draft, kind: str, relation: str) -> str:
    return d.given(every("x y", kind, imp(app(relation, "x", "y"), app(relation, "y", "x"))))


def _transitive(d: Draft, kind: str, relation: str) -> str:
    x, y, z = d.rng.shuffled("xyz") if d.rng.below(2) else "xyz"
    body = imp(app(relation, x, y), app(relation, y, z), app(relation, x, z))
    return d.given(every(f"{x} {y} {z}", kind, body))


def _path(d: Draft, kind: str, n: int, relation: str) -> tuple[list[str], list[str], list[bool]]:
    """n edges along a path, some of them against it, and edges that lead astray."""
    nodes = [d.element(kind) for _ in range(n + 1)]
    against = [bool(d.rng.below(2)) for _ in range(n)]
    edges = [
        d.given(app(relation, b, a) if turned else app(relation, a, b))
        for a, b, turned in zip(nodes, nodes[1:], against, strict=False)
    ]
    return nodes, edges, against


def _walk(d: Draft, nodes: list[str], edges: list[str], trans: str) -> str:
    """Steps that join edges of one direction to one; returns the last fact's name."""
    reached = edges[0]
    for number in range(1, len(edges)):
        found = d.label()
        d.step(
            f"have {found} := {trans} {nodes[0]} {nodes[number]} {nodes[number + 1]} "
            f"{reached} {edges[number]}"
        )
        reached = found
    return reached


def symmetric_path(d: Draft, n: int) -> None:
    """R symmetric and transitive; a path of n edges, some of them turned ⊢ R of its ends."""
    kind = d.some_carrier()
    relation = d.predicate(kind, kind)
    symm, trans = _symmetric(d, kind, relation), _transitive(d, kind, relation)
    nodes, edges, against = _path(d, kind, n, relation)
    stray = d.element(kind)
    d.given(app(relation, stray, d.element(kind)))
    straight = []
    for number, edge in enumerate(edges):
        if against[number]:
            found = d.label()
            d.step(f"have {found} := {symm} {nodes[number + 1]} {nodes[number]} {edge}")
            straight.append(found)
        else:
            straight.append(edge)
    reached = _walk(d, nodes, straight, trans)
    d.goal = app(relation, nodes[0], nodes[-1])
    d.step(f"exact {reached}")


def two_relations(d: Draft, n: int) -> None:
    """R within S, S transitive; a path of edges of both ⊢ S of its ends, and a property carried along."""
    kind = d.some_carrier()
    narrow, wide = d.predicate(kind, kind), d.predicate(kind, kind)
    p = d.property(kind)
    within = d.given(every("x y", kind, imp(app(narrow, "x", "y"), app(wide, "x", "y"))))
    trans = _transitive(d, kind, wide)
    carried = d.given(every("x y", kind, imp(app(wide, "x", "y"), p("x"), p("y"))))
    nodes = [d.element(kind) for _ in range(n + 1)]
    edges = []
    for number, (a, b) in enumerate(itertools.pairwise(nodes)):
        if number % 2 == 0:
            fact, found = d.given(app(narrow, a, b)), d.label()
            d.step(f"have {found} := {within} {a} {b} {fact}")
            edges.append(found)
        else:
            edges.append(d.given(app(wide, a, b)))
    start = d.given(p(nodes[0]))
    reached = _walk(d, nodes, edges, trans)
    d.goal = p(nodes[-1])
    d.step(f"exact {carried} {nodes[0]} {nodes[-1]} {reached} {start}")


def monotone_path(d: Draft, n: int) -> None:
    """f keeps R; a path ⊢ R (f (f a)) (f (f b))."""
    kind = d.some_carrier()
    relation, f = d.predicate(kind, kind), d.function(kind, kind)
    keeps = d.given(every("x y", kind, imp(app(relation, "x", "y"), app(relation, app(f, "x"), app(f, "y")))))
    trans = _transitive(d, kind, relation)
    nodes = [d.element(kind) for _ in range(n + 1)]
    edges = [d.given(app(relation, a, b)) for a, b in itertools.pairwise(nodes)]
    fact = _walk(d, nodes, edges, trans)
    a: Expr = nodes[0]
    b: Expr = nodes[-1]
    for _ in range(2 + d.rng.below(2)):
        found = d.label()
        d.step(f"have {found} := {keeps} {arg(a)} {arg(b)} {fact}")
        a, b, fact = app(f, a), app(f, b), found
    d.goal = app(relation, a, b)
    d.step(f"exact {fact}")


def no_cycle(d: Draft, n: int) -> None:
    """R transitive and irreflexive; a path from a to b ⊢ ¬R b a."""
    kind = d.some_carrier()
    relation = d.predicate(kind, kind)
    never = d.given(every("x", kind, neg(app(relation, "x", "x"))))
    trans = _transitive(d, kind, relation)
    nodes = [d.element(kind) for _ in range(n + 1)]
    edges = [d.given(app(relation, a, b)) for a, b in itertools.pairwise(nodes)]
    h = d.label()
    d.goal = neg(app(relation, nodes[-1], nodes[0]))
    d.step(f"intro {h}")
    reached = _walk(d, nodes, edges, trans)
    d.step(f"exact {never} {nodes[0]} ({trans} {nodes[0]} {nodes[-1]} {nodes[0]} {reached} {h})")


def antisymmetric_path(d: Draft, n: int) -> None:
    """R transitive and antisymmetric; a path back to its start ⊢ two things on it are equal, so P of both."""
    kind = d.some_carrier()
    relation = d.predicate(kind, kind)
    anti = d.given(every("x y", kind, imp(app(relation, "x", "y"), app(relation, "y", "x"), eq("x", "y"))))
    trans = _transitive(d, kind, relation)
    nodes = [d.element(kind) for _ in range(n + 1)]
    if n < 2:
        raise Refused("a path back needs two edges")
    edges = [d.given(app(relation, a, b)) for a, b in itertools.pairwise(nodes)]
    back = d.given(app(relation, nodes[-1], nodes[0]))
    p = d.property(kind)
    start = d.given(p(nodes[0]))
    reached = _walk(d, nodes, edges, trans)
    same = d.label()
    d.step(f"have {same} := {anti} {nodes[0]} {nodes[-1]} {reached} {back}")
    d.goal = p(nodes[-1])
    d.step(f"rw [← {same}]", f"exact {start}")
