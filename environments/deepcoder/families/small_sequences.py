"""Grade 1: recurrences, running sums and sequences by a rule."""

from __future__ import annotations

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _numbers(rng: Rng, count: int, low: int, high: int) -> list[int]:
    return [rng.between(low, high) for _ in range(count)]


def _line(numbers: list[int]) -> str:
    return f"{len(numbers)}\n{' '.join(map(str, numbers))}\n"


def _sevens(rng: Rng, values: Values) -> str:
    ten = (int(values["digit"]) or 10) * rng.choice((10, 10, -10))
    return f"{ten - rng.below(6)} {rng.between(6, 22)}\n"


FAMILIES: tuple[Family, ...] = (
    Family(
        key="small_two_back",
        grade=1,
        kind="function",
        starter="def terms(a: int, b: int, n: int) -> list[int]:",
        parameters={
            "last": tuple(range(2, 10)),
            "before": tuple(range(2, 10)),
            "add": tuple(range(1, 12)),
            "modulus": (97, 101, 113, 127),
        },
        statement="""\
A sequence begins with the terms `a` and `b` (integers from 0 to 50). Each later term is $last times the
term right before it, plus $before times the term two places before it, plus $add, all reduced modulo
$modulus. Return the first `n` terms (`n` from 1 to 60) in order. The two given terms are not reduced, and
for `n` = 1 the list holds only `a`.""",
        reference="""\
def terms(a, b, n):
    out = [a, b]
    while len(out) < n:
        out.append(($last * out[-1] + $before * out[-2] + $add) % $modulus)
    return out[:n]
""",
        wrong="""\
def terms(a, b, n):
    out = [a, b]
    while len(out) < n:
        out.append($last * out[-1] + $before * out[-2] + $add % $modulus)
    return out[:n]
""",
        make=lambda rng, values: [rng.between(0, 50), rng.between(0, 50), rng.between(3, 15)],
        edges=lambda values: [[5, 8, 1], [5, 8, 2]],
    ),
    Family(
        key="small_pond_weeks",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "start": tuple(range(40, 61)),
            "birth": (3, 4, 5, 6),
            "most": tuple(range(62, 122, 2)),
        },
        statement="""\
A pond holds $start fish. In each week the following happens in this order: the fish that were there at the
beginning of the week bring one young fish for every $birth full fish among them (a rest of fewer than
$birth brings none); then fishermen take the number of fish given for that week, or all of them if there
are fewer; then, if more than $most are left, the surplus leaves so that exactly $most stay.

Input: n (1 to 60) on the first line, then a line with n integers from 0 to 1000, the catches wanted.
Output: one line with the numbers of fish at the end of every week, then one line with the number of fish
that the fishermen really took in all. Numbers on a line are separated by single spaces.""",
        reference="""\
n = int(input())
fish, taken, out = $start, 0, []
for want in map(int, input().split()):
    fish += fish // $birth
    got = min(fish, want)
    taken += got
    fish = min($most, fish - got)
    out.append(fish)
print(*out)
print(taken)
""",
        wrong="""\
n = int(input())
fish, taken, out = $start, 0, []
for want in map(int, input().split()):
    fish = min($most, fish + fish // $birth)
    got = min(fish, want)
    taken += got
    fish -= got
    out.append(fish)
print(*out)
print(taken)
""",
        make=lambda rng, values: _line([rng.choice((0, 0, 0, 3, 8, 20)) for _ in range(rng.between(14, 22))]),
    ),
    Family(
        key="small_reset_sum",
        grade=1,
        kind="function",
        starter="def gauge(values: list[int]) -> list[int]:",
        parameters={
            "limit": tuple(range(25, 60)),
            "reset": (
                Say("falls back to 0", "0"),
                Say("falls by the limit", "total - limit"),
                Say("becomes the last value that was added", "v"),
                Say("is halved, rounded down", "total // 2"),
            ),
            "extra": tuple(range(1, 21)),
        },
        statement="""\
A gauge shows 0 at first, and its limit is $limit. The entries of `values` (1 to 60 integers from 0 to 20)
are added to it one after another. Whenever the gauge shows the limit or more after an entry is added, a
bell rings and the gauge $reset, once for that entry. After every entry, note what the gauge shows then;
for an entry at which the bell rang, note minus that number, minus $extra, in its place. Return the notes
in order.""",
        reference="""\
def gauge(values):
    total, limit, out = 0, $limit, []
    for v in values:
        total += v
        if total >= limit:
            total = $reset
            out.append(-total - $extra)
        else:
            out.append(total)
    return out
""",
        wrong="""\
def gauge(values):
    total, limit, out = 0, $limit, []
    for v in values:
        total += v
        if total >= limit:
            out.append(-total - $extra)
            total = $reset
        else:
            out.append(total)
    return out
""",
        make=lambda rng, values: [[rng.between(0, 4) * 5 + rng.below(2) for _ in range(rng.between(15, 40))]],
    ),
    Family(
        key="small_museum_queue",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "room": tuple(range(10, 30)),
            "leave": tuple(range(2, 10)),
            "night": tuple(range(2, 16)),
        },
        statement="""\
A museum lets in up to $room people an hour. In each hour, the people who have come in that hour join those
already waiting; then up to $room of them go in. In an hour in which nobody new comes, a guide then takes
in $night more people, or all who wait if there are fewer. Last, of those who still wait, one in every
$leave gives up (their number divided by $leave, rounded down).

Input: n (1 to 60) on the first line, then a line with n integers from 0 to 1000: the newcomers of every
hour.
Output: for each hour one line with three integers: how many went in, with the guide or without, how many
gave up, and how many still wait.""",
        reference="""\
n = int(input())
queue = 0
for new in map(int, input().split()):
    queue += new
    inside = min(queue, $room + (0 if new else $night))
    queue -= inside
    gone = queue // $leave
    queue -= gone
    print(inside, gone, queue)
""",
        wrong="""\
n = int(input())
queue = 0
for new in map(int, input().split()):
    queue += new
    inside = min(queue, $room)
    queue -= inside
    gone = queue // $leave
    queue -= gone
    print(inside, gone, queue)
""",
        make=lambda rng, values: _line([rng.between(20, 80) if rng.below(3) else 0 for _ in range(14)]),
    ),
    Family(
        key="small_digit_steps",
        grade=1,
        kind="function",
        starter="def chains(starts: list[int]) -> list[list[int]]:",
        parameters={
            "even": (
                Say("divided by 2", "n // 2"),
                Say("divided by 2 and then made greater by 1", "n // 2 + 1"),
                Say("divided by 2 and then multiplied by 3", "n // 2 * 3"),
            ),
            "odd": tuple(range(3, 40, 2)),
            "stop": tuple(range(300, 800, 20)),
            "most": (5, 6, 7, 8),
        },
        statement="""\
From a number the next one is made like this: an even number is $even; to an odd number, three times the
sum of its digits plus $odd is added. A chain begins with a given number and goes on until it has $most
numbers, or until a number greater than $stop has been written, whichever comes first; a given number
greater than $stop is a chain on its own. Given `starts` (1 to 30 integers from 1 to 1000), return the
chains in order.""",
        reference="""\
def chains(starts):
    out = []
    for n in starts:
        chain = [n]
        while len(chain) < $most and n <= $stop:
            n = n + 3 * sum(map(int, str(n))) + $odd if n % 2 else $even
            chain.append(n)
        out.append(chain)
    return out
""",
        wrong="""\
def chains(starts):
    out = []
    for n in starts:
        chain = [n]
        while len(chain) < $most:
            n = n + 3 * sum(map(int, str(n))) + $odd if n % 2 else $even
            chain.append(n)
            if n > $stop:
                break
        out.append(chain)
    return out
""",
        make=lambda rng, values: [_numbers(rng, rng.between(3, 6), 1, 900)],
    ),
    Family(
        key="small_spoken_count",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "first": tuple(range(3, 10)),
            "digit": tuple(range(0, 10)),
            "words": (
                Say("clap and stamp", "'clap', 'stamp'"),
                Say("hey and hop", "'hey', 'hop'"),
                Say("ding and dong", "'ding', 'dong'"),
                Say("left and right", "'left', 'right'"),
            ),
            "both": (
                Say("both words, in this order, joined by a plus sign", "x + '+' + y"),
                Say("both words, in this order, joined without a space", "x + y"),
                Say("both words, the second before the first, joined by a plus sign", "y + '+' + x"),
                Say("both words, the second before the first, joined without a space", "y + x"),
                Say("the first word in capital letters", "x.upper()"),
                Say("the second word in capital letters", "y.upper()"),
            ),
            "step": (1, 3, 7, 9),
        },
        statement="""\
Children count in steps of $step: each child says a number that is larger by $step than the number before.
But the two words of the game are $words. A child whose number is a multiple of $first says the first word
in place of it. A child whose number holds the digit $digit, written without its sign, says the second
word. If both are true, the child says $both.

Input: one line with the first number (from -1000 to 1000) and the number of children (1 to 60).
Output: one line with what the children say, in order, separated by single spaces.""",
        reference="""\
n, count = map(int, input().split())
x, y = $words
out = []
for _ in range(count):
    a, b = n % $first == 0, "$digit" in str(abs(n))
    out.append(($both) if a and b else x if a else y if b else str(n))
    n += $step
print(*out)
""",
        wrong="""\
n, count = map(int, input().split())
x, y = $words
out = []
for _ in range(count):
    a, b = n % $first == 0, str(n).endswith("$digit")
    out.append(($both) if a and b else x if a else y if b else str(n))
    n += $step
print(*out)
""",
        make=_sevens,
        held_out=True,
    ),
)
