"""FrozenLake: cross slippery ice with holes, with few looks in between."""

from ragen_bench.environments.frozenlake.config import FrozenLakeConfig
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm, Split

__all__ = ["SPECS", "FrozenLakeConfig"]

_HERE = "ragen_bench.environments.frozenlake"
_SMALL = "few lakes of 4x4 are different when turned and mirrored"

SPECS = (
    EnvSpec(
        name="FrozenLake",
        version=1,
        entry_point=f"{_HERE}.env:FrozenLakeEnv",
        tasks=f"{_HERE}.tasks:TASKS",
        oracle=f"{_HERE}.oracle:Oracle",
        presets=(
            Preset(
                "easy",
                FrozenLakeConfig(
                    rows=4, columns=4, success_rate=1.0, layout="scattered", holes=0.35, nearest=4
                ),
                max_turns=7,
                max_actions_per_turn=6,
                splits=tuple(Split(name, 256, _SMALL) for name in ("validation", "test", "fresh")),
                note="4x4 still ice, ways of 4 moves and more. test_ood is 5x5.",
            ),
            Preset(
                "medium",
                FrozenLakeConfig(rows=6, columns=6, success_rate=0.8, detour=8, deadly=5, spare_holes=0.35),
                max_turns=8,
                max_actions_per_turn=6,
                ranked=True,
                note="6x6 at 0.8, 48 moves in 8 turns; the best policy reaches the goal in about 6 of 10.",
            ),
            Preset(
                "hard",
                FrozenLakeConfig(rows=8, columns=8, success_rate=0.8, detour=8, deadly=5),
                max_turns=11,
                max_actions_per_turn=6,
                ranked=True,
                note="8x8 at 0.8, 66 moves in 11 turns; the best policy reaches the goal in about 6 of 10.",
            ),
            Preset(
                "expert",
                FrozenLakeConfig(rows=10, columns=10, success_rate=0.7, detour=8, deadly=3, spare_holes=0.1),
                max_turns=14,
                max_actions_per_turn=6,
                note="10x10 at 0.7, 84 moves in 14 turns; the best policy reaches the goal in about half.",
            ),
            Preset(
                "ragen",
                FrozenLakeConfig(
                    rows=4, columns=4, success_rate=1.0, layout="scattered", holes=0.1, farthest=10
                ),
                max_turns=5,
                max_actions_per_turn=2,
                splits=tuple(Split(name, 64, _SMALL) for name in ("validation", "test", "fresh")),
                note=(
                    "RAGEN's lakes: 4x4, each cell a hole with chance 0.1, start and goal anywhere, 10 "
                    "moves. success_rate is 1, as in RAGEN's configuration; its class has 0.8, its first "
                    "paper 1/3. "
                    "test_ood is 5x5. Held-out splits take each lake once, so they hold fewer common ones."
                ),
            ),
        ),
        reward=RewardSpec(
            terms=(
                RewardTerm("goal", "+1", "the player reaches the goal"),
                RewardTerm("invalid", "-0.1", "a reply holds a part that is no move, once per reply"),
            ),
            success="The player stands on the goal.",
            score="1 at the goal, else 0; where moves slip, the optimum is an expected score below 1.",
            high=1.0,
        ),
        instruction=(
            "You are on a frozen lake with holes. Walk to the goal without falling into a hole.\n"
            "Moves: Left, Down, Right, Up. At the edge of the lake you stay where you are.\n"
            "Ice can be slippery: with the probability shown a move goes as intended, otherwise to one of "
            "the two perpendicular directions, each as likely. Several moves of one reply run one after "
            "another, whatever slips."
        ),
        example="Down || Right",
        action_grammar=(
            "Left, Down, Right or Up, in upper or lower case; several moves joined by ||, at most 1,024 "
            "characters. A random action is as many moves as a turn allows, each of the four equally likely."
        ),
        invalid_example="Jump",
        summary="Cross slippery ice with holes to the goal, committing several moves per look.",
        observation=(
            "The lake with spaces between cells, the coordinates of player, goal and holes, how moves slip, "
            "and the replies left."
        ),
        separator="||",
        heuristics={
            name: f"{_HERE}.heuristics:{name.upper()}"
            for name in (
                "straight",
                "straight_looking",
                "columns_first",
                "staircase",
                "around_holes",
                "around_holes_looking",
                "left_hand",
                "left_hand_looking",
                "right_hand",
                "right_hand_looking",
            )
        },
        tags=("planning", "grid", "stochastic"),
        stochastic=True,
        paper="RAGEN (arXiv 2504.20073); FrozenLake of Gymnasium",
        exploits=(
            (
                "Walking straight to the goal, which solves most short lakes.",
                "test_no_cheap_policy_crosses_ranked_lakes",
            ),
            (
                "Following a wall of holes or the edge by the left or right hand.",
                "test_no_cheap_policy_crosses_ranked_lakes",
            ),
            (
                "Looking after every move, which makes slips harmless.",
                "test_turns_are_too_few_to_look_after_every_move",
            ),
            (
                "The luck of a replica known from another task or read off the observation.",
                "test_slips_follow_the_stated_law_and_the_replica",
            ),
        ),
        differences=(
            "RAGEN's lakes are 4x4 and half of them need at most two moves; here walls of holes stand "
            "between start and goal, and ways have a stated least length.",
            "RAGEN allows 10 moves; here the budget is at least 4 (rows + columns), but for preset ragen.",
            "RAGEN does not state the slip in every prompt; here it is part of each observation.",
            "Gymnasium slips with probability 2/3; here the rate is a parameter and part of the task.",
        ),
        history=((1, "first version"),),
    ),
)
