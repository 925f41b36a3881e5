"""Grade 3: small machines that run a program."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_QUEUES = """\
import sys

lines = sys.stdin.read().split("\\n")
left, right = (list(map(int, line.split())) for line in lines[:2])
log = 0
for c in lines[2].strip():
    here, there = (left, right) if c.islower() else (right, left)
    c = c.lower()
    if c == "m" and here:
        there.append(here.pop(0))
    elif c == "a" and len(here) > 1:
        here.append((here.pop(0) $first here.pop(0)) % $modulus)
    elif c == "r":
        here.append(here.pop(0)) if here else None
    elif c == "d" and here:
        log += here.pop($end) * $rate
    elif c == "x" and here and there:
        here[0], there[0] = there[0], here[0]
    elif c == "s" and here and $test:
        here.reverse()
    elif c in "mads":
        log += $idle
print(*left)
print(*right)
print(log)
"""


_TAPE = """\
def run_tape(code, start):
    tape = list(start)
    n = len(tape)
    pair, stack = {}, []
    for i, c in enumerate(code):
        if c == "[":
            stack.append(i)
        elif c == "]":
            pair[i] = stack.pop()
            pair[pair[i]] = i
    at = steps = place = 0
    while at < len(code) and steps < $steps:
        c = code[at]
        steps += 1
        if c == ">":
            place = (place + $right) % n
        elif c == "<":
            place = (place - 1) % n
        elif c == "+":
            tape[place] = (tape[place] + $plus) % $modulus
        elif c == "-":
            tape[place] = (tape[place] - 1) % $modulus
        elif c == "[" and not tape[place] $stay or c == "]" and tape[place] $stay:
            at = pair[at]
        at += 1
    return [*tape, place, steps]
"""


_STACK = """\
import sys

lines = sys.stdin.read().split("\\n")
code = [line.split() for line in lines[1:1 + int(lines[0])]]
stack, at, steps, printed = [], 0, 0, []
pops = {"add": 2, "sub": 2, "mul": 2, "dup": 1, "swap": 2, "put": 1, "jpos": 1, "jump": 0, "push": 0}
while at < len(code) and steps < $steps:
    word, *rest = code[at]
    at += 1
    steps += 1
    if len(stack) < pops[word]:
        $short
    taken = [stack.pop() for _ in range(pops[word])]
    if word == "push":
        stack.append(int(rest[0]))
    elif word in ("add", "sub", "mul"):
        b, a = taken
        c = a + b if word == "add" else a * b if word == "mul" else $minus
        stack.append($bound)
    elif word == "dup":
        stack += taken * 2
    elif word == "swap":
        stack += taken
    elif word == "put":
        printed.append(taken[0])
    elif word == "jump" or taken[0] > 0:
        at = int(rest[0])
    if len(stack) > $height:
        del stack[0]
print(*printed)
print(steps, *stack)
"""


def _queue_input(rng: Rng, values: Values) -> Any:
    rows = [" ".join(str(rng.between(0, 40)) for _ in range(rng.between(2, 6))) for _ in range(2)]
    rows.append("".join(rng.choice("mardxsMARDXS") for _ in range(rng.between(6, 22))))
    return "\n".join(rows) + "\n"


def _tape_input(rng: Rng, values: Values) -> Any:
    def block(depth: int) -> str:
        text = ""
        for _ in range(rng.between(2, 5)):
            if depth and rng.bernoulli(0.35):
                text += "[" + block(depth - 1) + "]"
            else:
                text += rng.choice("+-><") * rng.between(1, 3)
        return text

    return [block(2), [rng.between(0, 5) for _ in range(rng.between(3, 7))]]


def _stack_input(rng: Rng, values: Values) -> Any:
    n = rng.between(10, 18)
    rows = [f"push {rng.between(-5, 9)}" for _ in range(rng.between(3, 5))]
    while len(rows) < n:
        word = rng.choice(
            ["push", "push", "add", "sub", "sub", "mul", "dup", "dup", "swap", "put", "jpos", "jump"]
        )
        if word == "push":
            word += f" {rng.between(-5, 9)}"
        elif word in ("jpos", "jump"):
            ahead = rng.between(len(rows) + 1, n)
            word += f" {ahead if word == 'jump' or rng.bernoulli(0.4) else rng.below(len(rows) + 1)}"
        rows.append(word)
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_two_queues",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "first": (Say("x + y", "+"), Say("x times y", "*"), Say("x - y", "-")),
            "modulus": tuple(range(41, 60)),
            "end": (Say("first", 0), Say("last", -1)),
            "rate": tuple(range(2, 10)),
            "idle": tuple(range(1, 10)),
            "test": (
                Say("its first number is even", "here[0] % 2 == 0"),
                Say("it has more numbers than the other queue", "len(here) > len(there)"),
                Say("its first number is larger than its last", "here[0] > here[-1]"),
            ),
        },
        statement="""\
Two queues of integers are changed by one-letter commands. A small letter means that `here` is the left
queue and `there` the right one; a capital letter means the reverse.
- m: the first number of here moves to the end of there.
- a: the first two numbers of here, x and then y, are removed; ($first) modulo $modulus (never negative)
  goes to its end.
- r: the first number of here, if any, moves to the end of here.
- d: the $end number of here is removed; the log grows by $rate times that number.
- x: the first numbers of here and there are exchanged, if both have one.
- s: if here is not empty and $test, here is reversed.

If m or d (here empty), a (here has fewer than two) or s (condition not met) cannot be done, only the log
grows, by $idle. The log starts at 0. Input: the left queue, the right queue (0 to 20 integers from 0 to
99, a line each), and 1 to 60 commands in a line. Output: three lines: left queue, right queue, log.""",
        reference=_QUEUES,
        wrong=_QUEUES.replace("    c = c.lower()", "    here, there = (left, right)\n    c = c.lower()"),
        make=_queue_input,
    ),
    Family(
        key="hard_ring_tape",
        grade=3,
        kind="function",
        starter="def run_tape(code: str, start: list[int]) -> list[int]:",
        parameters={
            "right": (1, 2, 3),
            "plus": (1, 2, 3),
            "modulus": tuple(range(6, 12)),
            "stay": (
                Say("is greater than 0", "> 0"),
                Say("is greater than 1", "> 1"),
                Say("is odd", "% 2 == 1"),
                Say("is not 3", "!= 3"),
            ),
            "steps": tuple(range(40, 100, 3)),
        },
        statement="""\
A tape of 1 to 20 cells is closed to a ring, so that its last cell is followed by its first. `start` gives
the numbers of the cells (0 to 5), and a marker is at index 0. `code` has 1 to 200 characters and runs from
left to right:
- `>` moves the marker $right cell(s) to the right, `<` moves it 1 cell to the left, both along the ring;
- `+` adds $plus to the marked cell and `-` subtracts 1 from it, the result taken modulo $modulus (never
  negative);
- `[` goes on behind the matching `]` unless the marked cell $stay; `]` goes on behind the matching `[` if
  the marked cell $stay. Otherwise they do nothing.

Brackets are always balanced. Every executed character, brackets included, is one step. The run ends
behind the last character of the code or after $steps steps. Return the list of the cells' numbers,
followed by the marker's index and the number of steps.""",
        reference=_TAPE,
        wrong=_TAPE.replace("(tape[place] - 1) % $modulus", "max(0, tape[place] - 1)"),
        make=_tape_input,
    ),
    Family(
        key="hard_stack_machine",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "short": (
                Say("the program ends at once", "break"),
                Say("the command does nothing", "continue"),
                Say(
                    "missing numbers are first supplied as zeros at the bottom of the stack",
                    "stack[:0] = [0] * (pops[word] - len(stack))",
                ),
            ),
            "minus": (
                Say("a - b", "a - b"),
                Say("b - a", "b - a"),
                Say("the larger minus the smaller", "abs(a - b)"),
            ),
            "bound": tuple(Say(f"is taken modulo {m} (never negative)", f"c % {m}") for m in range(8, 18))
            + tuple(
                Say(
                    f"is moved to the nearest number from -{m} to {m}",
                    f"max(-{m}, min({m}, c))",
                )
                for m in range(8, 18)
            ),
            "steps": tuple(range(18, 40, 2)),
            "height": (3, 4, 5, 6),
        },
        statement="""\
A machine has a stack, empty at first. Input: the number n of commands (1 to 50), then one command per
line, numbered from 0: `push X` puts the integer X (-99 to 99) on top; `add`, `sub` and `mul` take b from
the top, then a, and put a + b, $minus, or a * b there; `dup` puts the top number again; `swap` exchanges
the two top numbers; `put` takes and notes the top number; `jump K` goes on at command K; `jpos K` takes
the top number and goes on at K if it is positive (0 <= K <= n). A result of add, sub or mul $bound before
it goes on the stack. If there are too few numbers for a command, $short. If the stack holds more than
$height after a command, the bottom one is removed.

Every command begun is one step. The machine ends behind the last command or after $steps steps. Print the
noted numbers in one line, then a line with the number of steps and the stack from bottom to top.""",
        reference=_STACK,
        wrong=_STACK.replace("b, a = taken", "a, b = taken").replace("> $height", ">= $height"),
        make=_stack_input,
    ),
)
