"""How hard are RAGEN's grids, and ours? `python -m benchmarks.beside_ragen > docs/beside-ragen.md`

RAGEN's presets, and our ladder, by the length of the shortest solution and by what a random policy
solves, beside the figures published or measured for RAGEN. Train tasks, so that nothing of a held-out
split is shown.
"""

from __future__ import annotations

import sys
from collections import Counter

from ragen_bench.agents.cheap import Random
from ragen_bench.env import TextEnv, make
from ragen_bench.environments.frozenlake.board import distances
from ragen_bench.environments.sokoban.board import read_level
from ragen_bench.environments.sokoban.oracle import solution
from ragen_bench.evaluation.intervals import wilson

TASKS = 500
#: (environment, preset, RAGEN's random floor, where it is from)
GRIDS = (
    ("sokoban", "ragen", "17.4 %", "RAGEN's code, 1,500 levels of 6x6 with one box, 10 actions"),
    ("sokoban", "easy", "-", ""),
    ("sokoban", "medium", "-", ""),
    ("frozenlake", "ragen", "about 25 %", "RAGEN's code, 4x4, every slip rate tried"),
    ("frozenlake", "easy", "-", ""),
    ("frozenlake", "medium", "-", ""),
)


def shortest(name: str, env: TextEnv) -> int:
    """Moves of the shortest solution (Sokoban: of a plan with the fewest pushes) of the task played."""
    task = env.task
    if name == "sokoban":
        return len(solution(read_level(task["level"]), env.max_turns * env.max_actions_per_turn))
    cells = "".join(task["map"])
    return distances(cells, len(task["map"][0]))[cells.index("S")]


def row(name: str, preset: str, floor: str, source: str) -> str:
    """One line of the table."""
    env = make(name, preset=preset)
    policy = Random()
    lengths: Counter[int] = Counter()
    solved = 0
    for seed in range(TASKS):
        env.reset(seed=seed)
        lengths[shortest(name, env)] += 1
        while not env.over:
            *_, info = env.step(policy.act(env))
        solved += info["success"]
    every = sorted(lengths.elements())
    low, high = wilson(solved, TASKS) or (0.0, 1.0)
    histogram = ", ".join(
        f"{length}: {100 * count / TASKS:.0f} %" for length, count in sorted(lengths.items())
    )
    middle = f"{every[0]} / {every[len(every) // 2]} / {every[-1]}"
    random = f"{100 * solved / TASKS:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    note = f" ({source})" if source else ""
    return f"| {env.env_spec.name} {preset} | {middle} | {random} | {floor}{note} | {histogram} |"


def main() -> None:
    """Prints the page."""
    lines = [
        "# Beside RAGEN",
        "",
        "<!-- Generated: python -m benchmarks.beside_ragen > docs/beside-ragen.md -->",
        "",
        f"Shortest solutions and random floors of the first {TASKS} train tasks. A random policy plays full",
        "chunks; intervals are 95 % (Wilson). In the presets `ragen`, as in RAGEN's own levels, many",
        "solutions are so short that chance finds them, so published success rates of untrained models sit",
        "near these floors. Ranked presets start where chance ends.",
        "",
        "| preset | shortest: least / median / most | random policy | RAGEN's random floor | moves: share |",
        "|---|---|---|---|---|",
    ]
    lines += [row(*grid) for grid in GRIDS]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
