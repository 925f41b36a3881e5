"""Tactics by name: those without arguments, and those that are known but out of reach."""

from __future__ import annotations

PLAIN = frozenset(
    """
    assumption constructor left right exfalso contradiction rfl eq_refl trivial symm skip done omega
    decide rfl' intros and_intros
    """.split()  # noqa: SIM905
)

BEYOND = frozenset(
    """
    linarith nlinarith ring ring_nf norm_num field_simp positivity tauto aesop push_neg contrapose
    contrapose! split split_ifs ext funext congr simp_arith simp_rw conv exact? apply? rw? simp?
    norm_cast push_cast exact_mod_cast fin_cases interval_cases nofun unfold_let delta generalize ac_rfl
    bv_decide grind fun_induction injection injections cases' induction' rcases? refine' apply_fun
    gcongr bound zify lift set choose pick_goal swap rotate_left rotate_right iterate repeat' ac_nf
    exacts fail dsimp show_term simp_wf infer_instance subst_vars subst_eqs false_or_by_contra
    solve_by_elim
    """.split()  # noqa: SIM905
)
"""Of Lean and Mathlib; each is rejected where it stands, with a message that says so."""
