"""Sudoku: fill the grid so that every row, column and box holds every value once."""

from ragen_bench.environments.sudoku.config import SudokuConfig
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm, Split

__all__ = ["SPECS"]

_HERE = "ragen_bench.environments.sudoku"
_FEW = "few 4x4 puzzles differ by more than symmetry"

SPECS = (
    EnvSpec(
        name="Sudoku",
        version=1,
        entry_point=f"{_HERE}.env:SudokuEnv",
        tasks=f"{_HERE}.tasks:TASKS",
        oracle=f"{_HERE}.oracle:Oracle",
        presets=(
            Preset(
                "easy",
                SudokuConfig(size=4, clues_low=4, clues_high=7, technique="any"),
                max_turns=3,
                max_actions_per_turn=6,
                splits=(
                    Split("validation", 32, _FEW),
                    Split("test", 32, _FEW),
                    Split("test_ood", 1024, "6x6 grids"),
                    Split("fresh", 32, _FEW),
                ),
                note="4x4, 4 to 7 clues; naked singles solve them. test_ood holds 6x6 grids.",
            ),
            Preset(
                "small",
                SudokuConfig(size=6, clues_low=12, clues_high=16, technique="any"),
                max_turns=8,
                max_actions_per_turn=6,
                note=(
                    "6x6, 12 to 16 clues. Not ranked: on a board of this size naked singles with a few "
                    "lucky guesses solve most puzzles, and no choice of clues prevents that."
                ),
            ),
            Preset(
                "medium",
                SudokuConfig(size=9, clues_low=22, clues_high=30, technique="singles"),
                max_turns=10,
                max_actions_per_turn=9,
                ranked=True,
                note=(
                    "9x9; naked and hidden singles solve every puzzle, no cheap rule does. Random filling "
                    "gets 27 % of the cells right, the most constrained cell first 50 %."
                ),
            ),
            Preset(
                "hard",
                SudokuConfig(size=9, clues_low=20, clues_high=28, technique="both"),
                max_turns=10,
                max_actions_per_turn=9,
                ranked=True,
                note=(
                    "9x9; as medium, and hidden singles in rows, columns and boxes alone do not suffice. "
                    "Random filling gets 27 % of the cells right, the most constrained cell first 50 %."
                ),
            ),
            Preset(
                "expert",
                SudokuConfig(size=9, clues_low=20, clues_high=32, technique="beyond"),
                max_turns=10,
                max_actions_per_turn=9,
                note="9x9; singles solve none: locked candidates, subsets, chains or a search are needed.",
            ),
            Preset(
                "ragen",
                SudokuConfig(size=9, clues_low=49, clues_high=49, technique="any"),
                max_turns=10,
                max_actions_per_turn=5,
                note="9x9 with 32 empty cells drawn at random, as RAGEN has them, but one solution each.",
            ),
        ),
        reward=RewardSpec(
            terms=(
                RewardTerm("solved", "+10", "the grid is full"),
                RewardTerm("invalid", "-0.1", "once a turn, for an unreadable action or one against a rule"),
                RewardTerm(
                    "progress", "0 to +1", "once, at the end: share of the empty cells that were filled right"
                ),
            ),
            success="The grid is full; it then is the one solution.",
            score="1 for success, else 0.",
            high=11.0,
        ),
        instruction=(
            "Solve the Sudoku: fill the empty cells (.) so that every row, every column and every box\n"
            "holds each value from {first} to {last} exactly once.\n"
            'An action is "place {five} at row 2 col 1", or in short "2,1,{five}" (row, column, value). '
            '"clear row 2 col 1" empties a cell again.\n'
            "Given cells cannot be changed; your own entries can. A value that is in the row, column or box "
            "already is refused.\n"
            "You have {turns} turns. Give up to {actions} actions a turn, separated by ||."
        ),
        example="place 3 at row 2 col 1",
        action_grammar=(
            "`place V at row R col C` or `R,C,V`, and `clear row R col C`, counted from 1, in upper or lower "
            "case (`column` is read too); several separated by `||`. An action against a rule ends the turn "
            "as an invalid one: a given cell, a value that the row, column or box holds, a number out of "
            "range. An own entry may be overwritten; the value that is there already changes nothing."
        ),
        invalid_example="fill in the rest",
        summary="Fill a grid so that every row, column and box holds every value once.",
        separator="||",
        observation=(
            "The grid with spaces between cells, bars between boxes, the numbers of rows and columns, and "
            "how many cells are empty."
        ),
        heuristics={
            "random_fill": f"{_HERE}.heuristics:RANDOM_FILL",
            "row_scan": f"{_HERE}.heuristics:ROW_SCAN",
            "most_constrained": f"{_HERE}.heuristics:MOST_CONSTRAINED",
            "naked_singles": f"{_HERE}.heuristics:NAKED_SINGLES",
            "crosshatch": f"{_HERE}.heuristics:CROSSHATCH",
            "crosshatch_guess": f"{_HERE}.heuristics:CROSSHATCH_GUESS",
        },
        tags=("grid", "constraint-satisfaction", "deduction"),
        paper="RAGEN (arXiv 2504.20073)",
        info_keys=(("share", "0.0 until the end, then the share of the empty cells that were filled right"),),
        exploits=(
            (
                "Writing a right value, clearing it and writing it again, to be paid each time.",
                "test_no_cycle_of_placements_pays",
            ),
            (
                "Asking the feedback which entries are right.",
                "test_feedback_says_nothing_about_the_solution",
            ),
            (
                "Changing a given cell.",
                "test_an_action_against_a_rule_is_invalid_and_changes_nothing",
            ),
            (
                "A second solution, or a grid filled without regard to boxes, taken for the solution.",
                "test_every_puzzle_has_exactly_one_solution",
            ),
            (
                "Filling cells that one value fits, or boxes with one place for a value, and guessing.",
                "test_no_cheap_rule_solves_a_ranked_puzzle",
            ),
        ),
        differences=(
            "RAGEN's puzzles may have several solutions; here every puzzle has one, and that is proved.",
            "RAGEN allows 10 actions for 32 empty cells; here there is room for every cell and more.",
            "RAGEN pays for every right placement, so that toggling a cell pays for ever; here only the end "
            "pays.",
            "RAGEN's feedback tells right from wrong entries; here it tells broken rules alone.",
            "The ranked presets have 9x9 grids and none 6x6: there, filling the most constrained cell, with "
            "guesses, solves about 4 in 10 of even the hardest puzzles. The preset small has 6x6.",
            "An entry can be cleared: without that, two entries in each other's place can lock a grid.",
        ),
        history=((1, "first version"),),
    ),
)
