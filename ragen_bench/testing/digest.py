"""`python -m ragen_bench.testing.digest`: one digest of an environment's play, for another process.

Reads a pickled (spec, preset names, number of seeds) from stdin, which only `processes` writes.
"""

from __future__ import annotations

import pickle
import sys

from ragen_bench.rng import fingerprint
from ragen_bench.testing.processes import plays_digest
from ragen_bench.testing.subject import Subject


def main() -> None:
    """Writes the digest to stdout."""
    spec, presets, seeds = pickle.load(sys.stdin.buffer)
    subject = Subject(spec, tuple(presets))
    digests = [plays_digest(subject, preset, seeds) for preset in subject.presets]
    sys.stdout.write(fingerprint(digests) + "\n")


if __name__ == "__main__":
    main()
