"""omega."""
from ragen_bench.environments.lean.syntax.problems import out_of_reach
from ragen_bench.environments.lean.tactics.state import Proof


def omega(proof: Proof) -> None:
    raise out_of_reach("'omega'")
