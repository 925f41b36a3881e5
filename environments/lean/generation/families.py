"""Every family, the grades in which it is played and its sizes there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ragen_bench.environments.lean.generation import (
    arithmetic,
    classical,
    equality,
    held_out,
    lemmas,
    logic,
    quantifiers,
    recursion,
    relations,
)
from ragen_bench.environments.lean.generation.draft import Draft

Sizes = dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Family:
    """Statements of one template.

    Args:
        build: fills a draft, at a size.
        sizes: smallest and largest size in each grade that plays it.
        falls: a line of automation or the small search often proves it. On ranked presets such a
            statement is played beside another one only.
        sometimes_falls: it may, so each one is tried.
    """

    build: Callable[[Draft, int], None]
    sizes: Sizes
    falls: bool = False
    sometimes_falls: bool = False

    @property
    def key(self) -> str:
        """The family's name."""
        return self.build.__name__


def _family(build: Callable[[Draft, int], None], **sizes: tuple[int, int]) -> Family:
    return Family(build, dict(sizes))


def _falling(build: Callable[[Draft, int], None], **sizes: tuple[int, int]) -> Family:
    return Family(build, dict(sizes), falls=True)


def _doubtful(build: Callable[[Draft, int], None], **sizes: tuple[int, int]) -> Family:
    return Family(build, dict(sizes), sometimes_falls=True)


_ONE = (1, 1)

#: Families of every split but test_ood.
FAMILIES = (
    _family(logic.implication_chain, easy=(1, 3)),
    _family(logic.regrouped_conjunction, easy=(2, 3)),
    _family(logic.case_split, easy=(2, 2)),
    _family(logic.swapped_cases, easy=_ONE),
    _family(logic.both_ways, easy=_ONE),
    _family(logic.currying, easy=_ONE),
    _family(logic.constructive_de_morgan, easy=_ONE),
    _family(logic.contraposition, easy=_ONE),
    _family(logic.absurdity, easy=_ONE),
    _family(logic.distribution, easy=_ONE),
    _family(logic.excluded_middle_is_not_refutable, medium=_ONE),
    _family(quantifiers.instance_of_a_rule, easy=(1, 2)),
    _family(quantifiers.witness, easy=(1, 3)),
    _family(equality.equal_things, easy=(1, 3)),
    _family(equality.property_of_an_equal, easy=_ONE),
    _family(classical.material_implication, easy=_ONE),
    _family(classical.double_negation, easy=_ONE),
    _family(arithmetic.sum_of_orders, easy=(1, 3)),
    _falling(arithmetic.order_chain, easy=(2, 2), medium=(5, 7), hard=(9, 12)),
    _family(quantifiers.pursuit, medium=(4, 7), hard=(8, 12)),
    _family(quantifiers.witness_through_rules, medium=(4, 7), hard=(8, 12)),
    _family(quantifiers.witness_by_cases, medium=(2, 2), hard=(3, 4)),
    _family(quantifiers.exists_and_or, medium=_ONE),
    _family(quantifiers.forall_and_and, medium=_ONE),
    _falling(quantifiers.no_witness, medium=_ONE),
    _falling(quantifiers.exported_premise, medium=_ONE),
    _family(quantifiers.uniform_witness, medium=(1, 4), hard=(5, 7)),
    _family(quantifiers.only_one, medium=(2, 5), hard=(6, 9)),
    _family(quantifiers.two_sorts, medium=(2, 4), hard=(5, 7)),
    _family(relations.symmetric_path, medium=(3, 5), hard=(6, 8)),
    _family(relations.two_relations, medium=(3, 5), hard=(6, 8)),
    _falling(relations.monotone_path, medium=(3, 5), hard=(7, 9)),
    _falling(relations.no_cycle, medium=(5, 7), hard=(8, 12)),
    _family(relations.antisymmetric_path, medium=(3, 6), hard=(7, 10)),
    _doubtful(equality.word_equations, medium=(5, 8), hard=(9, 12)),
    _doubtful(equality.rearranged_word, medium=(5, 8), hard=(9, 12)),
    _family(equality.implied_equation, medium=(3, 4), hard=(5, 7)),
    _falling(arithmetic.semiring, medium=(5, 8), hard=(9, 12)),
    _falling(arithmetic.measured_products, medium=(5, 9), hard=(10, 14)),
    _family(arithmetic.divisible_sum, medium=(3, 4), hard=(6, 8)),
    _family(arithmetic.divisible_chain, medium=(2, 3), hard=(4, 6)),
    _falling(recursion.arithmetic_progression, medium=_ONE),
    _falling(recursion.sum_of_odds, medium=(1, 2)),
    _family(recursion.geometric_pair, medium=_ONE),
    _falling(recursion.scaled_sequence, medium=_ONE),
    _family(recursion.additive_function, medium=_ONE),
    _falling(recursion.power_law, medium=_ONE),
    _falling(recursion.defined_product, medium=_ONE),
    _family(recursion.growing_sequence, medium=_ONE),
    _family(recursion.steady_growth, medium=_ONE),
    _family(recursion.alternating, medium=(2, 2), hard=(3, 3)),
    _falling(recursion.carried_together, medium=_ONE),
    _family(recursion.reached_value, medium=_ONE),
    _family(recursion.bounded_below, medium=_ONE),
    _falling(classical.counterexample, medium=_ONE),
    _family(classical.excluded_cases, medium=_ONE),
    _family(classical.drinker, medium=_ONE),
    _family(classical.link_or_stop, medium=(2, 2), hard=(3, 4)),
    _falling(classical.de_morgan_of_quantifiers, medium=_ONE),
    _family(lemmas.accumulator, expert=_ONE),
    _family(lemmas.two_steps_back, expert=_ONE),
    _family(lemmas.defined_sum_commutes, expert=_ONE),
    _family(lemmas.hidden_invariant, expert=_ONE),
    _family(lemmas.nested_induction, expert=_ONE),
    _family(lemmas.zero_must_be_found, expert=_ONE),
)
#: Families of test_ood.
HELD_OUT = (
    _family(held_out.left_cancellation, medium=(2, 4), hard=(5, 7), expert=(8, 9)),
    _family(held_out.composed_injections, easy=(1, 1), medium=(4, 7), hard=(8, 11)),
    _family(held_out.composed_surjections, easy=_ONE, medium=(3, 6), hard=(7, 11)),
    _family(held_out.closure_operator, easy=_ONE, medium=(2, 3), hard=(4, 5), expert=(6, 7)),
    _falling(held_out.iterates_commute, medium=_ONE),
    _doubtful(held_out.descent, medium=(1, 2)),
    _family(held_out.meet_order, easy=_ONE, medium=(3, 4), hard=(5, 7), expert=(8, 9)),
    _falling(held_out.linear_sums, medium=_ONE),
    _falling(held_out.mirrored_sequences, medium=_ONE),
    _family(held_out.fixed_points, easy=_ONE, medium=(3, 6), hard=(8, 12)),
    _family(held_out.involution, medium=_ONE),
    _family(held_out.least_of_two, easy=_ONE),
    _falling(held_out.no_common_witness, medium=_ONE),
    _falling(held_out.double_reversal, medium=(2, 4)),
)


def may_fall(key: str) -> bool:
    """Whether a line of automation might prove all of a statement of this family, or of these joined by +."""
    parts = [_BY_KEY[part] for part in key.split("+") if part in _BY_KEY]
    return all(part.falls or part.sometimes_falls for part in parts)


_BY_KEY = {family.key: family for family in (*FAMILIES, *HELD_OUT)}
