"""The instruction in plain words."""

from __future__ import annotations

from ragen_bench.environments.sokoban.config import SokobanConfig

_MEANINGS = (
    "wall", "floor", "target", "box", "box on a target", "you", "you on a target",
)  # fmt: skip
GOAL = (
    "You are the player in a room with boxes. Push every box onto a target.\n"
    "You push a box by walking into it, when the cell behind it is free. You cannot pull a box, and you "
    "cannot push two at once.\n"
    "Actions: Up, Down, Left, Right, each one step. Up goes to the row above."
)


def rules(config: SokobanConfig, turns: int, actions: int) -> str:
    """The rules with what is shown and how much may be played."""
    lines = [GOAL]
    if config.view != "coord":
        legend = zip(config.symbols, _MEANINGS, strict=True)
        lines.append(f"Symbols: {', '.join(f'{symbol} {meaning}' for symbol, meaning in legend)}.")
    if config.view != "grid":
        lines.append("Positions are (row, column), counted from (1, 1) at the top left.")
    if config.view == "coord":
        lines.append("Floor lists every cell that is no wall; all others are wall.")
    each = "one action" if actions == 1 else f"at most {actions} actions"
    lines.append(f"You have {turns} {'reply' if turns == 1 else 'replies'} of {each}.")
    return "\n".join(lines)
