"""Grade 3: queues served by priority."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_TRIAGE = """\
import sys

lines = sys.stdin.read().split("\\n")
queue, now, order, cost = [], 0, [], 0
for line in lines[1:1 + int(lines[0])]:
    word, *rest = line.split()
    if word == "call":
        for _ in range(int(rest[0])):
            if not queue:
                print("nobody")
                continue
            best = max(queue, key=lambda p: ($score, -$tie))
            queue.remove(best)
            name, level, since = best
            cost += (now - since) * level
            print(name, now - since)
            now += $visit
    else:
        now += int(rest[1])
        queue.append((word, int(rest[0]), now))
print(len(queue), cost % $modulus)
"""


_QUANTUM = """\
import sys

data = list(map(int, sys.stdin.read().split()))
jobs = [data[1 + 3 * i:4 + 3 * i] for i in range(data[0])]
left = [job[1] for job in jobs]
waiting, queue, now, last = sorted(range(len(jobs)), key=lambda i: (jobs[i][0], i)), [], 0, None
end = {}
while waiting or queue:
    while waiting and jobs[waiting[0]][0] <= now:
        queue.append(waiting.pop(0))
    if not queue:
        now = jobs[waiting[0]][0]
        continue
    i = min(queue, key=lambda i: ($level, $tie))
    queue.remove(i)
    if last is not None and last != i:
        now += $change
    run = min($slice, left[i])
    now += run
    left[i] -= run
    last = i
    while waiting and jobs[waiting[0]][0] <= now:
        queue.append(waiting.pop(0))
    if left[i]:
        queue.append(i)
    else:
        end[i] = now
for i in range(len(jobs)):
    print(i, end[i], end[i] - jobs[i][0] - jobs[i][1])
"""


def _triage_input(rng: Rng, values: Values) -> Any:
    names = rng.shuffled(["ada", "bea", "cem", "dov", "eva", "fin", "gia", "hux", "ivo", "jan", "kai", "leo"])
    rows: list[str] = []
    for name in names[: rng.between(6, 12)]:
        rows.append(f"{name} {rng.between(1, 5)} {rng.between(0, 12)}")
        if rng.bernoulli(0.4):
            rows.append(f"call {rng.between(1, 3)}")
    rows.append(f"call {rng.between(1, 6)}")
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _quantum_input(rng: Rng, values: Values) -> Any:
    n = rng.between(4, 9)
    return f"{n}\n" + "".join(
        f"{rng.between(0, 25)} {rng.between(1, 15)} {rng.between(1, 5)}\n" for _ in range(n)
    )


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_waiting_room",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "score": tuple(
                Say(
                    f"{a} times the level plus the waiting time divided by {b}, rounded down",
                    f"p[1] * {a} + (now - p[2]) // {b}",
                )
                for a in (1, 2, 3, 5)
                for b in (2, 3, 4)
            )
            + tuple(
                Say(f"the level times the sum of the waiting time and {c}", f"p[1] * (now - p[2] + {c})")
                for c in (1, 2, 3, 4)
            ),
            "tie": (Say("first", "queue.index(p)"), Say("last", "-queue.index(p)")),
            "visit": tuple(range(1, 10)),
            "modulus": tuple(range(60, 90)),
        },
        statement="""\
A doctor's waiting room is empty and the clock shows 0. The first line of the input is the number of events
(1 to 80); each further line is one event:
- `NAME L D`: D time units after the event before (or after time 0) a patient with the level L enters. Names
  are different lower-case words other than `call`, L is from 1 to 9 and D from 0 to 50.
- `call K`: the doctor sees up to K patients (1 to 9), one directly after the other. Each time the waiting
  patient with the highest urgency at that moment is called in; of several, the one who came $tie. The visit
  moves the clock on by $visit. Print `NAME W`, with the time W waited until the call, or `nobody` for each
  time that no patient is waiting (this takes no time).

The urgency of a patient is $score; the waiting time is the time shown by the clock minus the time of
entering. At the end print the number of patients still waiting and the sum, over all patients seen, of
waiting time times level, modulo $modulus.""",
        reference=_TRIAGE,
        wrong=_TRIAGE.replace("(now - since) * level", "now - since").replace(
            "max(queue, key=lambda p: ($score, -$tie))", "max(queue, key=lambda p: (p[1], -$tie))"
        ),
        make=_triage_input,
    ),
    Family(
        key="hard_time_slices",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "level": (
                Say("the highest level", "-jobs[i][2]"),
                Say("the lowest level", "jobs[i][2]"),
                Say("the least work left", "left[i]"),
                Say("the most work left", "-left[i]"),
                Say("the largest sum of level and work left", "-jobs[i][2] - left[i]"),
            ),
            "slice": tuple(range(1, 9)),
            "change": tuple(range(1, 27)),
            "tie": (Say("front", "queue.index(i)"), Say("back", "-queue.index(i)")),
        },
        statement="""\
One processor works on n jobs, numbered from 0; each has an arrival time, an amount of work and a level.
Jobs that have arrived stand in a queue. Whenever the processor is free it takes the job with $level out
of the queue; of several such jobs, the one that stands nearest to the $tie of the queue. If the processor
worked on another job before, changing over takes $change time units first (never for the very first job).
Then it works on the job for $slice time units, or less if less work is left. If work is left, the job
goes back to the end of the queue, behind all jobs that arrived at or before that moment. Jobs arriving at
the same time queue up by number. A job whose turn has not come waits; if the queue is empty, time moves
on to the next arrival.

Input: n (1 to 30), then n lines `arrival work level` (0 to 100, 1 to 50, 1 to 9). Output: for each job,
by number, a line with its number, the time at which it is finished, and that time minus arrival minus
work.""",
        reference=_QUANTUM,
        wrong=_QUANTUM.replace("last is not None and last != i", "last != i"),
        make=_quantum_input,
    ),
)
