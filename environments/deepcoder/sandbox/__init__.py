"""Runs hostile Python programs on inputs; expected outputs and verdicts never come near them."""

from ragen_bench.environments.deepcoder.sandbox.backends import Levels, open_sandbox, probe
from ragen_bench.environments.deepcoder.sandbox.contract import (
    Call,
    Limits,
    Outcome,
    Sandbox,
    SandboxUnavailable,
)

__all__ = [
    "THREAT_MODEL",
    "Call",
    "Levels",
    "Limits",
    "Outcome",
    "Sandbox",
    "SandboxUnavailable",
    "open_sandbox",
    "probe",
]

#: What is defended and what is not, for the card.
THREAT_MODEL = (
    "The program is assumed to be written by an adversary who knows this code and wants the verdict, the "
    "hidden tests, the machine, or the next submission.",
    "It runs in a process of its own per test that is given one input. Expected outputs and the verdict stay "
    "in the process that asked; nothing that the program prints, returns or leaves is believed to be more "
    "than its output.",
    "Level landlock (Linux 5.13 or newer): no file can be written and none read but the standard library and "
    "shared libraries (Landlock); sockets, new processes, other programs, signals, tracing, mounts, io_uring "
    "and keys are refused (seccomp); capabilities are dropped; time, memory, output and open files are "
    "limited.",
    "Level bwrap: the same limits inside bubblewrap's namespaces, with a file system that is read-only and a "
    "network that is not there.",
    "Level weak: limits of time, memory and output alone. Files and the network are open to the program. It "
    "must be asked for, is recorded in the run, and such runs are not ranked.",
    "Not defended: faults of the kernel itself, timing between processes of one machine, and heat. A program "
    "that keeps to its limits may use the CPU for as long as they say.",
)
