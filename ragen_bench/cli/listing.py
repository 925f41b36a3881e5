"""`ragen-bench list`: the environments installed here."""

from __future__ import annotations

import typer

from ragen_bench.cli.output import emit_json, note, table


def command(
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """List the environments, and the plug-ins that are left out."""
    from ragen_bench.registry import catalogue

    found = catalogue()
    if as_json:
        emit_json(
            {
                "environments": [
                    {
                        "id": claim.spec.id,
                        "summary": claim.spec.summary,
                        "presets": claim.spec.preset_names,
                        "ranked": [p.name for p in claim.spec.presets if p.ranked],
                        "track": claim.spec.track,
                        "tags": claim.spec.tags,
                        "plugin": claim.plugin,
                    }
                    for claim in found.claims.values()
                ],
                "clashes": {
                    env_id: [f"{claim.plugin} ({claim.module})" for claim in claims]
                    for env_id, claims in found.clashes.items()
                },
                "left_out": [
                    {"plugin": f.plugin, "module": f.module, "reason": f.reason} for f in found.failures
                ],
            }
        )
        return
    rows = [
        (
            claim.spec.id,
            ", ".join(claim.spec.preset_names),
            claim.spec.track,
            claim.plugin,
            claim.spec.summary,
        )
        for claim in found.claims.values()
    ]
    table("", ("environment", "presets", "track", "from", "what it is"), rows)
    for env_id, claims in found.clashes.items():
        note(
            f"not registered: {env_id}, claimed by "
            + " and ".join(f"{c.plugin} ({c.module})" for c in claims)
        )
    for failure in found.failures:
        note(f"left out: {failure.plugin} ({failure.module}): {failure.reason}")
