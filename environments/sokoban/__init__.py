"""Sokoban: push every box onto a target."""

from ragen_bench.environments.sokoban.config import SokobanConfig
from ragen_bench.environments.sokoban.wording import GOAL
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm, Split

__all__ = ["SPECS"]

_HERE = "ragen_bench.environments.sokoban"
_SMALL_ROOMS = "4 x 4 cells have few layouts, and each is in one split only; salts share most of them"


def _small(size: int) -> tuple[Split, ...]:
    return tuple(Split(name, size, _SMALL_ROOMS) for name in ("validation", "test", "fresh"))


SPECS = (
    EnvSpec(
        name="Sokoban",
        version=1,
        entry_point=f"{_HERE}.env:SokobanEnv",
        tasks=f"{_HERE}.tasks:TASKS",
        oracle=f"{_HERE}.oracle:Oracle",
        presets=(
            Preset(
                "easy",
                SokobanConfig(
                    size=6,
                    boxes=1,
                    floor_low=8,
                    floor_high=14,
                    pushes_low=2,
                    pushes_high=5,
                    away_low=0,
                    moves_high=12,
                ),
                max_turns=5,
                max_actions_per_turn=5,
                splits=_small(256),
                note="6 x 6 with one box, 2 to 5 pushes; greedy rules solve most levels.",
            ),
            Preset(
                "medium",
                SokobanConfig(
                    size=7,
                    boxes=2,
                    floor_low=13,
                    floor_high=19,
                    pushes_low=6,
                    pushes_high=12,
                    away_low=1,
                    moves_high=30,
                    rule_plays=16,
                ),
                max_turns=12,
                max_actions_per_turn=5,
                ranked=True,
                note=(
                    "7 x 7 with two boxes, 6 to 12 pushes, at least one of them away from the targets; "
                    "plays of a greedy and of a careful rule fail."
                ),
            ),
            Preset(
                "hard",
                SokobanConfig(
                    size=8,
                    boxes=3,
                    floor_low=18,
                    floor_high=26,
                    pushes_low=8,
                    pushes_high=16,
                    away_low=1,
                    moves_high=45,
                    rule_plays=10,
                ),
                max_turns=15,
                max_actions_per_turn=6,
                ranked=True,
                note=(
                    "8 x 8 with three boxes, 8 to 16 pushes, at least one of them away from the targets; "
                    "plays of a greedy and of a careful rule fail."
                ),
            ),
            Preset(
                "expert",
                SokobanConfig(
                    size=10,
                    boxes=4,
                    floor_low=24,
                    floor_high=32,
                    pushes_low=14,
                    pushes_high=24,
                    away_low=2,
                    moves_high=80,
                    rule_plays=6,
                ),
                max_turns=20,
                max_actions_per_turn=8,
                note="10 x 10 with four boxes, 14 to 24 pushes, at least two of them away from the targets.",
            ),
            Preset(
                "ragen",
                SokobanConfig(
                    size=6,
                    boxes=1,
                    floor_low=6,
                    floor_high=16,
                    pushes_low=1,
                    pushes_high=10,
                    away_low=0,
                    moves_high=10,
                    law="ragen",
                ),
                max_turns=5,
                max_actions_per_turn=2,
                splits=_small(128),
                note=(
                    "RAGEN's 6 x 6 rooms with one box by gym-sokoban's law, 10 actions; the 2 % of levels "
                    "that need more are left out. Held-out lists have every layout once, so rare ones weigh "
                    "more there. test_ood has RAGEN's larger rooms, 8 x 8 with two boxes."
                ),
            ),
        ),
        reward=RewardSpec(
            terms=(
                RewardTerm("step", "-0.1", "for every action that is carried out, bumps included"),
                RewardTerm("box_on", "+1", "when a box comes onto a target"),
                RewardTerm("box_off", "-1", "when a box leaves a target"),
                RewardTerm("solved", "+10", "when every box is on a target"),
                RewardTerm("invalid", "-0.1", "once for a reply with something that is no direction"),
            ),
            success="Every box is on a target.",
            score="1 for success, else 0.",
            low=-20.0,
            high=14.0,
        ),
        instruction=GOAL,
        example="Up || Right || Right",
        action_grammar=(
            "Directions (Up, Down, Left, Right, in any case) separated by ||. A random action is as many "
            "directions as a reply may have, each uniform and independent."
        ),
        invalid_example="push the box",
        separator="||",
        summary="Push every box onto a target, where a careless push cannot be taken back.",
        observation=(
            "The grid with spaces between cells, and the positions of player, boxes and targets as (row, "
            "column) from 1; or one of the two alone; or the grid in other symbols."
        ),
        heuristics={
            "nearest_push": f"{_HERE}.heuristics:NEAREST_PUSH",
            "straight": f"{_HERE}.heuristics:STRAIGHT",
            "greedy": f"{_HERE}.heuristics:GREEDY",
            "greedy_or_random": f"{_HERE}.heuristics:GREEDY_OR_RANDOM",
            "random_push": f"{_HERE}.heuristics:RANDOM_PUSH",
            "careful_push": f"{_HERE}.heuristics:CAREFUL_PUSH",
        },
        tags=("planning", "grid", "irreversible"),
        paper="RAGEN (arXiv 2504.20073); gym-sokoban (Schrader 2018)",
        exploits=(
            (
                "Pushing a box onto a target and off again for its reward.",
                "test_no_cycle_of_actions_pays",
            ),
            (
                "Pushing every box straight to the nearest target.",
                "test_no_rule_that_only_approaches_targets_solves_a_ranked_level",
            ),
            (
                "Random walking until a short level is solved, as in RAGEN's preset.",
                "test_cheap_policies_stay_on_the_floor",
            ),
            (
                "Rooms known from training, seen from another side or with another start.",
                "test_a_room_with_its_targets_is_in_one_split_only",
            ),
        ),
        differences=(
            "RAGEN's levels have a median of four moves, and a random policy solves 17 %; here the number "
            "of pushes is bounded at both ends, and ranked levels need pushes away from the targets.",
            "RAGEN draws training and validation levels from one stream of seeds; here a room with its "
            "targets is in one split only, however it is turned.",
            "RAGEN reseeds a failed draw with a salted hash, so that levels differ between processes; here "
            "an index is one level.",
            "RAGEN drops actions beyond the limit of a reply while its prompt promises more; here the prompt "
            "names the limit.",
        ),
        history=((1, "first version"),),
    ),
)
