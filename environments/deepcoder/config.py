"""What shapes a DeepCoder task."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ragen_bench.environments.deepcoder.family import GRADES
from ragen_bench.errors import InvalidConfig
from ragen_bench.field_checks import check_one_of, check_whole

#: Where tasks come from: families of problems, composed pipelines, or public rows.
DATA_SETS = ("deepcoder", "livecodebench", "taco")
REWARDS = ("all", "share")
SANDBOXES = ("strict", "weak")
#: Stages of the longest pipeline.
MOST_STAGES = 8

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")


@dataclass(frozen=True, slots=True)
class DeepCoderConfig:
    """Parameters of the generator, and how programs are judged.

    Args:
        grade: 1 to 3 draws from the problem families of that grade; 0 composes pipelines.
        stages_low, stages_high: stages of a pipeline, both ends included; for grade 0.
        hidden: hidden tests per task.
        shown: examples in the prompt; never among the hidden tests.
        data: the public data set that is played in place of generated tasks; "" for none.
        since, until: first and last contest date of public rows, "YYYY-MM-DD"; "" sets no bound.
        reward: what passing pays, "all" for all hidden tests or "share" for the share of them.
        sandbox: "strict" refuses to run programs without Landlock or bubblewrap, "weak" does not.
    """

    grade: int = 2
    stages_low: int = 4
    stages_high: int = 6
    hidden: int = 20
    shown: int = 2
    data: str = ""
    since: str = ""
    until: str = ""
    # From here on nothing changes which problem is posed.
    reward: str = field(default="all", metadata={"display": True, "choices": REWARDS})
    sandbox: str = field(default="strict", metadata={"display": True})

    def __post_init__(self) -> None:
        check_whole("grade", self.grade, 0, max(GRADES))
        check_whole("stages_low", self.stages_low, 2, MOST_STAGES)
        check_whole("stages_high", self.stages_high, self.stages_low, MOST_STAGES)
        # Fewer than ten tests could not hold the rule that a constant passes at most a tenth of them.
        check_whole("hidden", self.hidden, 10, 40)
        check_whole("shown", self.shown, 1, 5)
        check_one_of("data", self.data, ("", *DATA_SETS))
        check_one_of("reward", self.reward, REWARDS)
        check_one_of("sandbox", self.sandbox, SANDBOXES)
        for name in ("since", "until"):
            value = getattr(self, name)
            if not isinstance(value, str) or (value and not _DATE.match(value)):
                raise InvalidConfig(name, value, '"" or a date such as "2025-01-31"')
            if value and self.data != "livecodebench":
                raise InvalidConfig(name, value, '"" except for livecodebench, whose rows have dates')
