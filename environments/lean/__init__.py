"""Lean: theorems of logic, equality and natural numbers, proved tactic by tactic."""

from ragen_bench.environments.lean.config import LeanConfig
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm, Split

__all__ = ["SPECS"]

_HERE = "ragen_bench.environments.lean"

SPECS = (
    EnvSpec(
        name="Lean",
        version=1,
        entry_point=f"{_HERE}.env:LeanEnv",
        tasks=f"{_HERE}.tasks:TASKS",
        oracle=f"{_HERE}.oracle:Oracle",
        presets=(
            Preset(
                "easy",
                LeanConfig(grade="easy", steps_low=1, steps_high=4, distractors=2, refuse_sprays=False),
                max_turns=12,
                limit_ends_task=True,
                note="Known proofs of 1 to 4 steps; many fall to one line of automation.",
            ),
            Preset(
                "medium",
                LeanConfig(),
                max_turns=30,
                ranked=True,
                limit_ends_task=True,
                note="5 to 10 steps: quantifiers, relations, rewriting, divisibility, one induction.",
            ),
            Preset(
                "hard",
                LeanConfig(grade="hard", steps_low=9, steps_high=16),
                max_turns=48,
                ranked=True,
                limit_ends_task=True,
                note="9 to 16 steps: longer ones, or two statements of medium in one.",
            ),
            Preset(
                "expert",
                LeanConfig(grade="expert", steps_low=12, steps_high=30, distractors=2),
                max_turns=90,
                limit_ends_task=True,
                note="12 to 30 steps, with a lemma to be stated first or an induction in an induction.",
            ),
        ),
        public_presets=(
            Preset(
                "handpicked",
                LeanConfig(data="handpicked", refuse_sprays=False),
                max_turns=48,
                limit_ends_task=True,
                track="@public:handpicked",
                splits=(Split("test", None),),
                note=(
                    "Textbook statements chosen by hand, in this package. One published list, so it has a "
                    "track of "
                    "its own and no part in the seeded splits; some of it is in every textbook, and in "
                    "training "
                    "corpora."
                ),
            ),
            Preset(
                "minif2f",
                LeanConfig(data="minif2f", refuse_sprays=False, checker="lean"),
                max_turns=64,
                limit_ends_task=True,
                track="@public:minif2f",
                note=(
                    "miniF2F for Lean 4 (minif2f.jsonl: name, split, formal_statement), splits test and "
                    "validation. "
                    "Needs a Lean with Mathlib: checker=lean, or checker=kimina:URL. Published for years."
                ),
            ),
        ),
        reward=RewardSpec(
            terms=(
                RewardTerm("step", "-0.1", "for every step that is checked"),
                RewardTerm("rejected", "-1", "the step does not go through; the goals stay as they were"),
                RewardTerm("proved", "+10", "no goal is left and the kernel accepts the proof"),
                RewardTerm("out_of_steps", "-2", "the last step leaves goals"),
                RewardTerm("invalid", "-1.1", "the reply holds no tactic; as much as a rejected step"),
            ),
            success="The theorem is proved.",
            score="1 when proved, else 0.",
            low=-101.0,
            high=9.9,
        ),
        instruction=(
            "Prove the theorem in Lean 4. You see the open goals; answer with the next tactic, or with "
            "several on "
            "lines of their own. Each answer is one step, which goes through as a whole or not at all. "
            "Tactics: "
            "intro, exact, apply, refine, constructor, left, right, exists, cases, rcases, obtain, have, "
            "suffices, "
            "show, assumption, exfalso, contradiction, rfl, rw, induction, first, try, repeat, all_goals, "
            "<;> and "
            "`·` blocks. Lemmas on natural numbers carry the names of Lean's core library (Nat.add_comm, "
            "Nat.add_assoc, Nat.mul_add, Nat.le_trans, ...). After `induction n`, `rename_i n ih` names "
            "what the "
            "step gives. sorry, axioms, options, macros and imports are refused."
        ),
        example="intro h",
        action_grammar=(
            "A block of Lean 4 tactics, at most 4,096 characters, plain or in one code fence. A random "
            "action is "
            "one of 12 plain tactics (assumption, constructor, left, right, rfl, exfalso, contradiction, "
            "intro h, "
            "intro x, intros, simp, omega) or, with equal chance where the goal has names, one of 8 forms "
            "with names "
            "of the first goal (exact, apply, cases, obtain, rw in both directions, induction, exact of an "
            "application)."
        ),
        invalid_example="???",
        summary="Prove generated theorems of logic, equality and natural numbers in Lean 4, by tactics.",
        observation=(
            "The open goals in Lean's format, the steps that are left, and why the last step was rejected; "
            "whether excluded middle may be used."
        ),
        heuristics={
            "sprays": f"{_HERE}.heuristics:SPRAY",
            "structural": f"{_HERE}.heuristics:STRUCTURAL",
            "search": f"{_HERE}.heuristics:SEARCH",
        },
        tags=("mathematics", "proof", "multi-turn"),
        paper="Lean 4 (CADE 2021); miniF2F (arXiv 2109.00110); RAGEN-2 (arXiv 2604.06268)",
        info_keys=(
            ("steps", "steps that went through"),
            ("goals", "open goals"),
            ("message", 'why the last step was rejected; "" if it was not'),
        ),
        exploits=(
            (
                "Steps that go through and do nothing, for a reward each.",
                "test_steps_that_change_nothing_cost_as_much_as_others",
            ),
            (
                "sorry, admit, axioms, native_decide, options, macros, a second theorem in the reply.",
                "test_words_that_assume_the_claim_are_refused_and_leave_the_goals",
            ),
            (
                "Excluded middle where the statement does not allow it.",
                "test_excluded_middle_is_for_classical_statements_only",
            ),
            (
                "A forged report on axioms, printed before the true one.",
                "test_only_the_last_report_on_axioms_counts",
            ),
            (
                "Making the server fail so that the episode does not count.",
                "test_a_step_that_takes_too_long_is_the_agents_fault_when_the_state_before_it_is_fine",
            ),
            (
                "One line of automation sent to every goal.",
                "test_no_line_of_automation_proves_a_ranked_statement",
            ),
        ),
        differences=(
            "RAGEN pays +1 for every accepted tactic, so thirty that do nothing earn more than a proof; "
            "here a step "
            "only costs.",
            "RAGEN charges the agent for a server that fails; here that is an error of the episode, retried.",
            "RAGEN needs a Lean server on a fixed port; here the default checker is embedded, and a "
            "server or a local "
            "Lean can take its place.",
            "RAGEN splits replies at ||, which is Lean's own `or`; here a reply is one step.",
            "RAGEN trains and validates on one file; here statements are generated, and test_ood has "
            "families of its "
            "own.",
            "The embedded checker covers propositional and first-order logic, equality and natural "
            "numbers; parity "
            "with Mathlib is not claimed.",
        ),
        history=((1, "first version"),),
    ),
)
