"""What shapes a MetaMathQA task."""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.field_checks import check_one_of, check_whole

#: Reasoning steps of the longest question.
MOST_STEPS = 16
#: Public data sets with an adapter.
DATA_SETS = ("metamathqa", "gsm8k", "gsm8k_backward", "math")


@dataclass(frozen=True, slots=True)
class MetaMathQAConfig:
    """Parameters of the generator.

    Args:
        steps_low, steps_high: reasoning steps, both ends included.
        asides: irrelevant facts with numbers of their own, per question.
        renamed: people and things have made-up names.
        refuse_shortcuts: leave out questions that a rule of thumb answers (see `shortcuts`).
        data: the public data set that is played in place of generated tasks; "" for none.
    """

    steps_low: int = 5
    steps_high: int = 8
    asides: int = 0
    renamed: bool = False
    refuse_shortcuts: bool = True
    data: str = ""

    def __post_init__(self) -> None:
        check_whole("steps_low", self.steps_low, 2, MOST_STEPS)
        check_whole("steps_high", self.steps_high, self.steps_low, MOST_STEPS)
        check_whole("asides", self.asides, 0, 6)
        check_one_of("renamed", self.renamed, (False, True))
        check_one_of("refuse_shortcuts", self.refuse_shortcuts, (False, True))
        check_one_of("data", self.data, ("", *DATA_SETS))
