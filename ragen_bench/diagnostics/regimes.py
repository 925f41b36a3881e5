"""Names for what a policy's reasoning is like: does it depend on the input, and does it vary?"""

from __future__ import annotations

from dataclasses import dataclass

from ragen_bench.diagnostics.collapse import CollapseReport

#: H(Z|X) below this share of the reference's counts as narrow; without one, below this many nats a token.
NARROW_SHARE, NARROW_NATS_PER_TOKEN = 0.25, 0.05


@dataclass(frozen=True, slots=True)
class Regime:
    """Where a policy stands.

    Args:
        input: "input-dependent", "input-agnostic" or "undetermined".
        variety: "varied", "narrow" or "undetermined".
        ragen: RAGEN-2's name for the corner (arXiv 2604.06268, section 2), or "" where it is undetermined.
    """

    input: str
    variety: str
    ragen: str

    def __str__(self) -> str:
        """For people: with RAGEN-2's name in brackets."""
        return f"{self.input}, {self.variety}" + (f" [{self.ragen}]" if self.ragen else "")


_CORNERS = {
    ("input-dependent", "varied"): "diverse reasoning",
    ("input-dependent", "narrow"): "compressed reasoning",
    ("input-agnostic", "varied"): "template collapse",
    ("input-agnostic", "narrow"): "low-entropy collapse",
}


def regime(report: CollapseReport, reference_entropy: float | None = None) -> Regime:
    """The regime of a report.

    Args:
        report: of `collapse_report`.
        reference_entropy: H(Z|X) of the first checkpoint or base model, nats per sequence.
    """
    input_ = {"high": "input-dependent", "low": "input-agnostic"}.get(report.verdict, "undetermined")
    per_token = report.conditional_entropy_per_token
    if reference_entropy is not None:
        narrow: bool | None = report.conditional_entropy < NARROW_SHARE * reference_entropy
    else:
        narrow = None if per_token is None else per_token < NARROW_NATS_PER_TOKEN
    variety = "undetermined" if narrow is None else "narrow" if narrow else "varied"
    return Regime(input_, variety, _CORNERS.get((input_, variety), ""))
