"""Every planted fault turns its check red, and the sound environment is green."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from ragen_bench.testing import check_environment
from ragen_bench.testing.battery import all_checks

#: These start processes; they run where the fault is theirs, and once on the sound environment.
COSTLY = {"every_process_plays_alike", "vectors_say_what_single_environments_say"}


@dataclass(frozen=True)
class Fault:
    """A planted fault: what is exchanged, the check that must find it, and those that may as well."""

    found_by: str
    parts: dict[str, str] = field(default_factory=dict)
    also: frozenset[str] = frozenset()


def fault(found_by: str, *also: str, **parts: str) -> Fault:
    return Fault(found_by, {k: f"dial_faults:{v}" for k, v in parts.items()}, frozenset(also))


#: What plays one task twice meets a play that differs each time.
UNSTEADY = (
    "a_deepcopy_continues_the_episode",
    "a_given_task_is_played_exactly",
    "a_pickle_continues_the_episode",
    "a_reply_of_one_action_needs_no_separator",
    "a_second_episode_is_like_a_first",
    "a_seed_is_an_index",
    "a_snapshot_continues_the_episode",
    "a_win_on_the_last_turn_is_a_win",
    "an_unseeded_reset_draws_from_np_random",
    "display_options_change_no_puzzle",
    "fresh_salts_give_fresh_tasks",
    "generation_is_pure",
    "global_generators_are_left_alone",
    "gymnasium_check_env_passes",
    "indices_wrap",
    "info_is_fresh_each_time",
    "replicas_differ_in_luck_only",
    "replicas_share_the_puzzle",
    "the_oracle_solves_every_task",
    "two_instances_agree",
)

FAULTS = [
    fault("no_opening_is_in_two_splits", "a_bad_task_field_is_named", tasks="LeakyCanonical"),
    fault("global_generators_are_left_alone", *UNSTEADY, tasks="GlobalRandom"),
    fault("every_process_plays_alike", tasks="BuiltinHash"),
    fault("test_ood_has_families_of_its_own", tasks="SharedFamilies"),
    fault("perturbing_changes_the_puzzle", tasks="Unshaken"),
    fault("a_bad_task_field_is_named", tasks="Trusting"),
    fault("display_options_change_no_puzzle", tasks="DisplayMatters"),
    fault("rewards_cannot_be_farmed", entry_point="Farmable"),
    fault("rewards_cannot_be_farmed", entry_point="PaidNonsense"),
    fault(
        "an_episode_ends_one_way",
        "a_win_on_the_last_turn_is_a_win",
        "running_out_of_turns_truncates",
        entry_point="BothFlags",
    ),
    fault("a_win_on_the_last_turn_is_a_win", entry_point="LastTurnIsLost"),
    fault("running_out_of_turns_truncates", entry_point="LimitTerminates"),
    fault("info_is_fresh_each_time", "gymnasium_check_env_passes", entry_point="SharedInfo"),
    fault("every_reward_term_is_declared", entry_point="UndeclaredTerm"),
    fault("the_reward_is_the_sum_of_its_terms", entry_point="WrongSum"),
    fault("success_and_score_come_at_the_end", entry_point="EarlySuccess"),
    fault("the_score_is_between_0_and_1", entry_point="HighScore"),
    fault("the_index_is_nowhere_to_be_seen", entry_point="SeedInSight"),
    fault("info_keeps_the_secrets", "info_has_the_agreed_keys", entry_point="SeedInInfo"),
    fault("replicas_share_the_puzzle", "replicas_differ_in_luck_only", entry_point="ReplicaMatters"),
    fault("a_pickle_continues_the_episode", entry_point="Unpicklable"),
    fault(
        "a_snapshot_continues_the_episode",
        "an_ended_episode_can_be_restored",
        entry_point="Forgetful",
    ),
    fault("any_string_is_accepted", entry_point="Stumbling"),
    fault("any_string_is_accepted", entry_point="SlowReader"),
    fault("options_are_checked", entry_point="Deaf"),
    fault("indices_wrap", entry_point="Endless"),
    fault("a_reply_stops_at_what_cannot_be_read", entry_point="EagerReader"),
    fault("invalid_is_paid_once_a_turn", entry_point="DoublyInvalid"),
    fault("effective_means_that_something_changed", entry_point="AlwaysEffective"),
    fault("looking_changes_nothing", entry_point="Touchy"),
    fault("two_instances_agree", "a_second_episode_is_like_a_first", *UNSTEADY, entry_point="SharedState"),
    fault("the_instruction_carries_the_canary", entry_point="WordyInstruction"),
    fault("the_oracle_solves_every_task", "a_win_on_the_last_turn_is_a_win", oracle="Lazy"),
]


def variant(**changes: Any) -> Any:
    from mini import DIAL

    # Another namespace: the id is in no lock, so that only the lock's own test meets the lock.
    return replace(DIAL, namespace="faulty", **changes)


def checks_for(fault: Fault) -> list[str]:
    return [check.name for check in all_checks() if check.name not in COSTLY or check.name == fault.found_by]


def name_of(fault: Fault) -> str:
    return next(iter(fault.parts.values())).partition(":")[2]


def test_the_sound_environment_passes_every_check() -> None:
    from mini import DIAL

    report = check_environment(DIAL)
    report.raise_if_failed()
    assert len(report.checks) == len(all_checks())


@pytest.mark.parametrize("fault", FAULTS, ids=name_of)
def test_a_planted_fault_is_found_by_its_check(fault: Fault) -> None:
    spec = variant(**fault.parts)
    if "DisplayMatters" in fault.parts.get("tasks", ""):
        from dial_faults import ShownConfig

        shown = [replace(p, config=ShownConfig(moves=p.config.moves)) for p in spec.presets]
        spec = replace(spec, presets=tuple(shown))
    report = check_environment(spec, presets=["easy"], checks=checks_for(fault))
    red = {failure.check for failure in report.failures}
    assert fault.found_by in red
    assert red <= {fault.found_by, *fault.also}


def test_a_moved_fingerprint_is_found_by_its_check() -> None:
    from mini import DIAL

    moved = replace(DIAL, instruction=DIAL.instruction + " Good luck.")
    report = check_environment(
        moved, checks=[check.name for check in all_checks() if check.name not in COSTLY]
    )
    assert [failure.check for failure in report.failures] == ["behaviour_is_as_locked"]
    assert "bump to v2 or restore it" in report.failures[0].evidence[0]


def test_a_ranked_preset_with_too_few_tasks_is_found() -> None:
    from mini import DIAL

    spec = variant()
    # Frozen dataclasses refuse this; a spec of another making need not.
    object.__setattr__(spec, "splits", tuple(replace(s, size=s.size and 400) for s in DIAL.splits))
    report = check_environment(spec, checks=["the_spec_is_well_formed"])
    assert "ranked with 400" in report.failures[0].evidence[0]


def test_a_ranked_preset_that_random_play_wins_is_found() -> None:
    spec = variant()
    easy = spec.presets[0]
    ranked = replace(spec, presets=(easy, replace(easy, name="medium", ranked=True, max_turns=30)))
    report = check_environment(ranked, checks=["cheap_policies_stay_on_the_floor"])
    assert not report.ok


def test_a_spec_that_calls_itself_stochastic_must_have_luck() -> None:
    report = check_environment(variant(stochastic=True), checks=["replicas_differ_in_luck_only"])
    assert not report.ok
