"""Grade 3: the best choice of deals, sections and moves."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng

_TRADER = """\
import sys

lines = sys.stdin.read().split("\\n")
for line in lines[1:1 + int(lines[0])]:
    prices = list(map(int, line.split()))
    n = len(prices)
    free = [[0] * ($trades + 1) for _ in range(n + $rest + 2)]
    for i in range(n - 1, -1, -1):
        for k in range(1, $trades + 1):
            best = free[i + 1][k]
            for j in range(i + 1, min(n, i + $hold + 1)):
                best = max(best, prices[j] - prices[i] - $fee + free[j + $rest + 1][k - 1])
            free[i][k] = best
    print(*free[0][1:])
"""


_SECTIONS = """\
import sys

data = list(map(int, sys.stdin.read().split()))
n, nums = data[0], data[1:1 + data[0]]
best = [None] * (n + 1)
best[n] = (0, 0)
for i in range(n - 1, -1, -1):
    for j in range(i + $low, min(n, i + $high) + 1):
        if best[j] is not None:
            part = nums[i:j]
            total = best[j][0] + $score - $fee
            if best[i] is None or total $prefer best[i][0]:
                best[i] = (total, j)
if best[0] is None:
    print("impossible", sum(nums) * $fee)
else:
    print(best[0][0])
    i = 0
    while i < n:
        print(*nums[i:best[i][1]])
        i = best[i][1]
"""


_TAKERS = """\
def end_game(coins):
    n = len(coins)
    lead = [[0] * (n + 1) for _ in range(n + 1)]
    move = {}
    for size in range(1, n + 1):
        for i in range(n - size + 1):
            j = i + size
            options = []
            for k in range(1, min($most, size) + 1):
                charge = $charge - ($last if k == size else 0)
                options.append((sum(coins[i:i + k]) - charge - lead[i + k][j], $side, k * $order))
                options.append((sum(coins[j - k:j]) - charge - lead[i][j - k], 1 - $side, k * $order))
            best = max(options)
            lead[i][j], move[i, j] = best[0], best[1:]
    moves, i, j = [], 0, n
    while i < j:
        side, k = move[i, j]
        k = abs(k)
        if side == $side:
            i, text = i + k, "L"
        else:
            j, text = j - k, "R"
        moves.append(text + str(k))
    return [lead[0][n], " ".join(moves)]
"""


def _trader_input(rng: Rng, values: Values) -> Any:
    rows = [
        " ".join(str(rng.between(1, 50)) for _ in range(rng.between(4, 16))) for _ in range(rng.between(2, 4))
    ]
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _section_input(rng: Rng, values: Values) -> Any:
    n = rng.between(5, 20)
    return f"{n}\n" + " ".join(str(rng.between(-9, 25)) for _ in range(n)) + "\n"


def _taker_input(rng: Rng, values: Values) -> Any:
    return [[rng.between(-4, 20) for _ in range(rng.between(4, 14))]]


FAMILIES: tuple[Family, ...] = (
    Family(
        key="hard_patient_trader",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "trades": (2, 3, 4),
            "rest": (0, 1, 2, 3),
            "hold": tuple(range(2, 10)),
            "fee": tuple(range(1, 26)),
        },
        statement="""\
A trader looks back at the daily prices of a good. In a deal the trader buys one piece on a day i and
sells it on a later day j, at most $hold days later (j - i <= $hold); the deal earns the price of day j
minus the price of day i minus a fee of $fee. At most one piece is owned at a time. After selling on day
j, at least $rest full day(s) must pass without any trade, so the next purchase is possible on day j +
$rest + 1 at the earliest, and never on the day of the sale itself.

Input: the number of goods (1 to 10), then one line per good with its prices (1 to 60 integers from 1 to
1000) separated by spaces. Output: for each good one line with $trades numbers separated by spaces: the
largest possible earnings with at most 1 deal, with at most 2 deals, and so on up to at most $trades
deals. Making no deal earns 0.""",
        reference=_TRADER,
        wrong=_TRADER.replace("- $fee +", "- $fee * (k == $trades) +"),
        make=_trader_input,
    ),
    Family(
        key="hard_best_sections",
        grade=3,
        kind="stdin",
        starter="",
        parameters={
            "low": (1, 2, 3),
            "high": (4, 5, 6, 7),
            "score": (
                Say("its largest number times its length", "max(part) * len(part)"),
                Say("its largest number minus its smallest", "max(part) - min(part)"),
                Say("its first number times its last number", "part[0] * part[-1]"),
                Say("the absolute value of its sum", "abs(sum(part))"),
                Say("its sum if that is even, and 0 otherwise", "(sum(part) if sum(part) % 2 == 0 else 0)"),
                Say("the sum of the numbers at its odd places (first, third, ...)", "sum(part[::2])"),
            ),
            "fee": tuple(range(1, 16)),
            "prefer": (Say("shortest", ">"), Say("longest", ">=")),
        },
        statement="""\
A row of n numbers is cut into sections: every number belongs to exactly one section, and a section is a
stretch of $low to $high neighbouring numbers. A section scores $score, minus a fee of $fee. Find the
cutting with the largest total score. If several cuttings reach it, take the one whose first section is
the $prefer; among those, the one whose second section is the $prefer, and so on.

Input: n (1 to 60) on the first line, then the n integers from -100 to 100 on the second line. Output: the
largest total score on the first line, then one line per section with its numbers separated by spaces. If
the row cannot be cut at all, print one line instead: the word `impossible`, a space, and the sum of all
numbers times $fee.""",
        reference=_SECTIONS,
        wrong=_SECTIONS.replace(
            "range(i + $low, min(n, i + $high) + 1)", "range(i + $low, min(n, i + $high))"
        ),
        make=_section_input,
    ),
    Family(
        key="hard_end_takers",
        grade=3,
        kind="function",
        starter="def end_game(coins: list[int]) -> list:",
        parameters={
            "charge": tuple(
                Say(text.replace("A", str(a)), code.replace("A", str(a)))
                for a in range(1, 13)
                for text, code in (
                    ("A for each coin beyond the first", "A * (k - 1)"),
                    ("A if k is even, otherwise 0", "A * (k % 2 == 0)"),
                    ("A if more than one coin is taken, otherwise 0", "A * (k > 1)"),
                    ("A if exactly one coin is taken, otherwise 0", "A * (k == 1)"),
                )
            ),
            "last": tuple(range(1, 6)),
            "side": (Say("left", 1), Say("right", 0)),
            "order": (Say("fewest", -1), Say("most", 1)),
            "most": (3, 4, 5),
        },
        statement="""\
Two players take coins in turns from a row of coins; `coins` holds their values from left to right (1 to
40 integers from -50 to 50, negative ones being forgeries). In a move a player takes from 1 to $most
neighbouring coins, k of them, from the left end or from the right end of what is left of the row, and
must pay a charge of $charge. Passing is not allowed, and the game ends when no coins are left. A player's
score is the sum of the taken coins minus the charges paid, and whoever takes the last coin scores $last
on top.

Both play so that their own score minus the other's becomes as large as possible. Among equally good moves
a player first prefers the $side end, and then the one with the $order coins. Return a list of two things:
the first player's score minus the second's, and a string of all the moves of the game separated by
spaces, each written as L or R for the end and the number of coins, for example `L2 R1`.""",
        reference=_TAKERS,
        wrong=_TAKERS.replace("k * $order), ", "-k * $order), ").replace(
            "- charge - lead[i][j - k]", "- charge + lead[i][j - k]"
        ),
        make=_taker_input,
    ),
)
