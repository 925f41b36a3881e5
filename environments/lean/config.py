"""What shapes a Lean task, and what checks it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ragen_bench.environments.lean.generation.grades import GRADES
from ragen_bench.errors import InvalidConfig
from ragen_bench.field_checks import check_one_of, check_whole

#: Steps of the longest generated proof.
MOST_STEPS = 60
#: Lists of statements that are played as they are, in place of generated ones.
DATA_SETS = ("handpicked", "minif2f")
KIMINA_PREFIX = "kimina:"


@dataclass(frozen=True, slots=True)
class LeanConfig:
    """Parameters of the generator, and the checker.

    Args:
        grade: which families and sizes are drawn: easy, medium, hard, expert.
        steps_low, steps_high: steps of the known proof, both ends included.
        distractors: most hypotheses that are of no use.
        refuse_sprays: leave out statements that one line of automation proves (see `heuristics`).
        data: the list of statements that is played in place of generated ones; "" for none.
        checker: "embedded", "kimina:URL" for a Kimina Lean server, "lean" for the Lean 4 on this machine.
        strict: what the embedded checker calls proved counts once Lean 4's own kernel accepts it too.
    """

    grade: str = "medium"
    steps_low: int = 5
    steps_high: int = 10
    distractors: int = 1
    refuse_sprays: bool = True
    data: str = ""
    checker: str = field(default="embedded", metadata={"display": True})
    strict: bool = field(default=False, metadata={"display": True})

    def __post_init__(self) -> None:
        check_one_of("grade", self.grade, GRADES)
        check_whole("steps_low", self.steps_low, 1, MOST_STEPS)
        check_whole("steps_high", self.steps_high, self.steps_low, MOST_STEPS)
        check_whole("distractors", self.distractors, 0, 6)
        check_one_of("refuse_sprays", self.refuse_sprays, (False, True))
        check_one_of("data", self.data, ("", *DATA_SETS))
        check_one_of("strict", self.strict, (False, True))
        checker = self.checker
        if not isinstance(checker, str) or not (
            checker in ("embedded", "lean")
            or checker.startswith((f"{KIMINA_PREFIX}http://", f"{KIMINA_PREFIX}https://"))
        ):
            raise InvalidConfig("checker", checker, "'embedded', 'lean' or 'kimina:URL'")
        if self.strict and checker != "embedded":
            raise InvalidConfig("strict", True, f"False with checker={checker!r}, which is Lean already")
