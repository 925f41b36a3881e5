"""Dial: bring a dial to a mark with moves of four fixed widths."""

from mini.game import DialConfig
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm

DIAL = EnvSpec(
    namespace="mini",
    name="Dial",
    version=1,
    entry_point="mini.game:DialEnv",
    tasks="mini.game:DialTasks",
    oracle="mini.game:DialOracle",
    presets=(
        Preset("easy", DialConfig(moves=(2, 3)), max_turns=4, max_actions_per_turn=2),
        Preset("medium", DialConfig(moves=(6, 8)), max_turns=6, max_actions_per_turn=2, ranked=True),
    ),
    reward=RewardSpec(
        terms=(
            RewardTerm("solved", "+1", "The dial reaches the mark."),
            RewardTerm("step", "-0.1 each", "A move is made."),
            RewardTerm("invalid", "-0.1", "The reply holds something that is no move."),
        ),
        success="The dial stands on the mark.",
        score="1 when the dial stands on the mark, else 0.",
        low=-1.5,
        high=1.0,
    ),
    instruction=(
        "A dial must come to a mark. Moves: click, turn, spin, whirl. Each goes forward by its width, "
        "past the end to the beginning. Two moves a turn, written with || between them."
    ),
    example="click || spin",
    invalid_example="jump",
    action_grammar="one of click, turn, spin, whirl; several separated by ||",
    summary="Bring a dial to a mark.",
    separator="||",
    history=((1, "first version"),),
)

SPECS = (DIAL,)
