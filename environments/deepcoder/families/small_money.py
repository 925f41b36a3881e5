"""Grade 1: prices, change and discounts."""

from __future__ import annotations

from typing import Any

from ragen_bench.environments.deepcoder.family import Family, Say, Values
from ragen_bench.rng import Rng


def _rows(rows: list[str]) -> str:
    return f"{len(rows)}\n" + "\n".join(rows) + "\n"


def _basket(rng: Rng, values: Values) -> str:
    dozen, rows = int(values["dozen"]), []
    left = int(values["limit"]) + rng.between(-45, 45)
    while left > 100:
        k, price = rng.between(1, 3 * dozen), rng.between(3, 25)
        cost = (k - k // dozen * int(values["gift"])) * price
        k, price, cost = (k, price, cost) if cost < left else (1, 90, 90)
        rows.append(f"{k} {price}")
        left -= cost
    return _rows([*rows, f"1 {left}"])


def _savings(rng: Rng, values: Values) -> Any:
    return [[rng.choice((0, rng.between(1, 40), rng.between(-90, 150))) for _ in range(rng.between(6, 15))]]


def _tips(rng: Rng, values: Values) -> str:
    step, least = int(values["step"]), int(values["least"])
    # So small a bill has the least tip, and with it comes to a multiple of the step.
    exact = step - least % step
    bills = [rng.choice((rng.between(5, 80), rng.between(80, 400))) for _ in range(rng.between(4, 8))]
    bills[rng.below(4)] = rng.choice((exact, step * rng.between(1, 60)))
    return f"{len(bills)}\n{' '.join(map(str, bills))}\n"


def _loyal(rng: Rng, values: Values) -> Any:
    return [[rng.between(5, 120) for _ in range(rng.between(6, 18))]]


def _trades(rng: Rng, values: Values) -> str:
    rows = [f"sell {rng.between(12, 24)}"] * rng.below(2)
    rows += [f"{rng.choice(('buy', 'sell'))} {rng.between(1, 12)}" for _ in range(rng.between(6, 13))]
    return _rows(rows)


FAMILIES: tuple[Family, ...] = (
    Family(
        key="small_free_items",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "dozen": tuple(range(4, 13)),
            "gift": (1, 2, 3),
            "limit": tuple(range(600, 1001, 40)),
            "cut": tuple(range(11, 92, 8)),
        },
        statement="""\
A market has two offers. For every full group of $dozen pieces of the same article the number of free ones
among them is $gift; pieces that do not fill such a group are paid in full. And if the articles together
cost $limit coins or more after that, $cut coins are taken off the whole bill.

Input: n (1 to 40), then n lines with two integers each: the number of pieces of an article (1 to 100) and
the price of one piece (1 to 100).
Output: one line with what each article costs by the first offer, in order and separated by single spaces,
then a line with the final bill.""",
        reference="""\
costs = []
for _ in range(int(input())):
    k, price = map(int, input().split())
    costs.append((k - k // $dozen * $gift) * price)
total = sum(costs)
print(*costs)
print(total - $cut if total >= $limit else total)
""",
        wrong="""\
costs = []
for _ in range(int(input())):
    k, price = map(int, input().split())
    costs.append((k - $gift if k >= $dozen else k) * price)
total = sum(costs)
print(*costs)
print(total - $cut if total >= $limit else total)
""",
        make=_basket,
    ),
    Family(
        key="small_account_days",
        grade=1,
        kind="function",
        starter="def balances(moves: list[int]) -> list[int]:",
        parameters={
            "start": tuple(range(5, 35)),
            "fee": tuple(range(2, 8)),
            "round": (
                Say("rounded down", "balance // p"),
                Say("rounded up", "-(-balance // p)"),
                Say("rounded to the nearest whole coin, halves up", "(2 * balance + p) // (2 * p)"),
            ),
            "part": (7, 9, 12, 16, 20),
        },
        statement="""\
An account begins with $start coins. Each entry of `moves` (1 to 60 integers from -1000 to 1000) is added
to it on one day. If the balance is below 0 at the end of that day, a fee of $fee coins is taken as well.
Otherwise the bank adds the balance divided by $part, $round. A balance of 0 stays 0. Return the balances
at the end of every day, fee or gift included; every day goes on from the balance of the day before.""",
        reference="""\
def balances(moves):
    balance, p, out = $start, $part, []
    for m in moves:
        balance += m
        balance += -$fee if balance < 0 else $round
        out.append(balance)
    return out
""",
        wrong="""\
def balances(moves):
    balance, p, out = $start, $part, []
    for m in moves:
        balance += m
        balance += -$fee if m < 0 else $round
        out.append(balance)
    return out
""",
        make=_savings,
    ),
    Family(
        key="small_tip_rounding",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "rate": tuple(range(4, 24)),
            "step": tuple(range(4, 15)),
            "least": tuple(range(5, 19)),
        },
        statement="""\
Guests of a restaurant add a tip. The tip is $rate percent of the bill, with any part of a coin dropped,
but at least $least coins. Bill and tip together are then raised to the next multiple of $step; a sum that
is such a multiple already is not raised.

Input: n (1 to 40) on the first line, then a line with the n bills, integers from 1 to 10000.
Output: one line with what is paid for each bill, in order and separated by single spaces, then one line
with the sum of all that is paid beyond the bills.""",
        reference="""\
n = int(input())
bills = list(map(int, input().split()))
paid = []
for b in bills:
    total = b + max($least, b * $rate // 100)
    paid.append(-(-total // $step) * $step)
print(*paid)
print(sum(paid) - sum(bills))
""",
        wrong="""\
n = int(input())
bills = list(map(int, input().split()))
paid = []
for b in bills:
    total = b + max($least, b * $rate // 100)
    paid.append((total // $step + 1) * $step)
print(*paid)
print(sum(paid) - sum(bills))
""",
        make=_tips,
    ),
    Family(
        key="small_loyalty_card",
        grade=1,
        kind="function",
        starter="def prices(purchases: list[int]) -> list[int]:",
        parameters={
            "need": tuple(range(60, 160, 5)),
            "off": tuple(range(10, 61, 3)),
            "point": tuple(range(1, 5)),
            "keep": (
                Say("all points are lost", "0"),
                Say("only the needed points are used up", "points - n"),
            ),
        },
        statement="""\
A loyalty card begins with 0 points. `purchases` holds the prices of 1 to 60 purchases in order (integers
from 1 to 1000). If the card holds at least $need points before a purchase, the price falls by $off coins,
though not below 0, and $keep. After each purchase, every coin that was really paid adds $point to the
points. Return the prices that were paid, in order, and behind them the points that are on the card at the
end.""",
        reference="""\
def prices(purchases):
    points, n, out = 0, $need, []
    for p in purchases:
        if points >= n:
            p = max(0, p - $off)
            points = $keep
        points += $point * p
        out.append(p)
    return out + [points]
""",
        wrong="""\
def prices(purchases):
    points, n, out = 0, $need, []
    for p in purchases:
        points += $point * p
        if points >= n:
            p = max(0, p - $off)
            points = $keep
        out.append(p)
    return out + [points]
""",
        make=_loyal,
    ),
    Family(
        key="small_moving_price",
        grade=1,
        kind="stdin",
        starter="",
        parameters={
            "start": tuple(range(20, 40)),
            "up": tuple(range(1, 6)),
            "down": tuple(range(2, 7)),
            "floor": tuple(range(3, 19, 3)),
        },
        statement="""\
A stall trades one good, piece by piece. The price begins at $start coins. Each piece that is bought costs
the price of the moment, and then the price goes up by $up. Each piece that is sold brings the price of the
moment, and then the price goes down by $down, but never below $floor.

Input: n (1 to 60), then n lines, each with "buy" or "sell", a space and the number of pieces (1 to 50).
Output: for each line the coins that it moves in all: negative for buying, positive for selling, one on a
line. A last line holds the price at the end.""",
        reference="""\
price = $start
for _ in range(int(input())):
    word, k = input().split()
    money = 0
    for _ in range(int(k)):
        money += -price if word == "buy" else price
        price = price + $up if word == "buy" else max($floor, price - $down)
    print(money)
print(price)
""",
        wrong="""\
price = $start
for _ in range(int(input())):
    word, k = input().split()
    k = int(k)
    print(-price * k if word == "buy" else price * k)
    price = price + $up * k if word == "buy" else max($floor, price - $down * k)
print(price)
""",
        make=_trades,
    ),
)
