"""`python -m ragen_bench` is the command `ragen-bench`."""

from ragen_bench.cli import entry_point

if __name__ == "__main__":
    entry_point()
