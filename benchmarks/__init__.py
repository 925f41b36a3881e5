"""Speed, measured against peers in one run: `python -m benchmarks`."""
