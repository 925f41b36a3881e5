"""Stages that pipelines are composed of: what each does to a list of integers, in words and in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragen_bench.environments.deepcoder.family import Value


@dataclass(frozen=True, slots=True)
class Stage:
    """One step.

    Args:
        name: unique among all stages.
        kind: a pipeline has at most one stage of each kind, so that none undoes or repeats another.
        words: the sentence in the statement, with blanks.
        code: lines that turn the list `xs` into another list of integers, with blanks.
        parameters: name -> values.
    """

    name: str
    kind: str
    words: str
    code: str
    parameters: Mapping[str, Sequence[Value]]


def _stage(kind: str, name: str, words: str, code: str, **parameters: Sequence[Value]) -> Stage:
    return Stage(name, kind, words, code, parameters)


STAGES: tuple[Stage, ...] = (
    _stage(
        "filter", "keep_over", "Keep only the numbers greater than $a.",
        "xs = [x for x in xs if x > $a]", a=range(-12, 13),
    ),
    _stage(
        "filter", "keep_under", "Keep only the numbers smaller than $a.",
        "xs = [x for x in xs if x < $a]", a=range(8, 33),
    ),
    _stage(
        "filter", "drop_remainder",
        "Remove the numbers that leave remainder $r when divided by $m (remainders are never negative).",
        "xs = [x for x in xs if x % $m != $r]", m=(3, 4, 5, 6, 7), r=(0, 1, 2),
    ),
    _stage(
        "filter", "drop_between", "Remove the numbers from $a to $b, both included.",
        "xs = [x for x in xs if not $a <= x <= $b]", a=range(-9, 6), b=range(6, 16),
    ),
    _stage(
        "thin", "positions",
        "Counting positions from 0, remove the numbers whose position leaves remainder $r when divided by "
        "$m.",
        "xs = [x for i, x in enumerate(xs) if i % $m != $r]", m=(3, 4, 5), r=(0, 1, 2),
    ),
    _stage(
        "thin", "drop_first", "Remove the first $k numbers (all of them if there are not more).",
        "xs = xs[$k:]", k=(1, 2, 3),
    ),
    _stage(
        "thin", "drop_last", "Remove the last $k numbers (all of them if there are not more).",
        "xs = xs[:-$k]", k=(1, 2, 3),
    ),
    _stage(
        "thin", "drop_smallest", "Remove one occurrence of the smallest number, the leftmost; an empty "
        "list stays empty.",
        "if xs:\n    at = xs.index(min(xs))\n    xs = xs[:at] + xs[at + 1:]",
    ),
    _stage("shift", "add", "Add $k to every number.", "xs = [x + $k for x in xs]", k=range(2, 30)),
    _stage(
        "shift", "distance", "Replace every number by its distance from $k (never negative).",
        "xs = [abs(x - $k) for x in xs]", k=range(3, 25),
    ),
    _stage(
        "shift", "by_position", "Counting positions from 0, add $k times its position to every number.",
        "xs = [x + $k * i for i, x in enumerate(xs)]", k=range(2, 15),
    ),
    _stage("scale", "multiply", "Multiply every number by $k.", "xs = [$k * x for x in xs]", k=range(2, 12)),
    _stage(
        "scale", "divide", "Divide every number by $k and round down, towards minus infinity.",
        "xs = [x // $k for x in xs]", k=(2, 3, 4, 5),
    ),
    _stage(
        "scale", "alternate", "Multiply every number at an odd position by -$k (positions count from 0).",
        "xs = [-$k * x if i % 2 else x for i, x in enumerate(xs)]", k=range(1, 8),
    ),
    _stage(
        "bound", "clamp", "Replace numbers below $a by $a and numbers above $b by $b.",
        "xs = [min(max(x, $a), $b) for x in xs]", a=range(-20, -4), b=range(20, 45),
    ),
    _stage(
        "bound", "remainder", "Replace every number by its remainder when divided by $m, from 0 to $m - 1.",
        "xs = [x % $m for x in xs]", m=range(23, 90),
    ),
    _stage(
        "bound", "reflect", "Replace every number x above $b by 2 * $b - x.",
        "xs = [2 * $b - x if x > $b else x for x in xs]", b=range(10, 30),
    ),
    _stage(
        "parity", "negate_odd", "Replace every odd number by its negative.",
        "xs = [-x if x % 2 else x for x in xs]",
    ),
    _stage(
        "parity", "halve_even", "Halve every even number.",
        "xs = [x // 2 if x % 2 == 0 else x for x in xs]",
    ),
    _stage(
        "parity", "raise_multiples", "Add $k to every number divisible by $m (0 is divisible).",
        "xs = [x + $k if x % $m == 0 else x for x in xs]", m=(2, 3, 4), k=range(5, 20),
    ),
    _stage(
        "prefix", "running_sum", "Replace every number by the sum of all numbers up to and including it.",
        "total, sums = 0, []\nfor x in xs:\n    total += x\n    sums.append(total)\nxs = sums",
    ),
    _stage(
        "prefix", "running_maximum", "Replace every number by the largest of all numbers up to and "
        "including it.",
        "xs = [max(xs[:i + 1]) for i in range(len(xs))]",
    ),
    _stage(
        "prefix", "lead",
        "Replace every number but the first by itself minus the smallest number before it; the first stays.",
        "xs = [x - min(xs[:i]) if i else x for i, x in enumerate(xs)]",
    ),
    _stage(
        "difference", "differences",
        "Replace the list by the differences of neighbours, each number minus the one before it (one number "
        "fewer; an empty list stays empty).",
        "xs = [b - a for a, b in zip(xs, xs[1:])]",
    ),
    _stage(
        "difference", "far_differences",
        "Replace the list by each number minus the one $k places before it, for all numbers that have one.",
        "xs = [b - a for a, b in zip(xs, xs[$k:])]", k=(2, 3),
    ),
    _stage(
        "window", "window_sums", "Replace the list by the sums of all stretches of $w neighbours, from "
        "left to right.",
        "xs = [sum(xs[i:i + $w]) for i in range(len(xs) - $w + 1)]", w=(2, 3, 4),
    ),
    _stage(
        "window", "window_maxima",
        "Replace the list by the largest number of each stretch of $w neighbours, from left to right.",
        "xs = [max(xs[i:i + $w]) for i in range(len(xs) - $w + 1)]", w=(2, 3),
    ),
    _stage(
        "window", "window_spread",
        "Replace the list by the largest minus the smallest number of each stretch of $w neighbours.",
        "xs = [max(xs[i:i + $w]) - min(xs[i:i + $w]) for i in range(len(xs) - $w + 1)]", w=(2, 3, 4),
    ),
    _stage("order", "ascending", "Sort the numbers in ascending order.", "xs = sorted(xs)"),
    _stage("order", "descending", "Sort the numbers in descending order.", "xs = sorted(xs, reverse=True)"),
    _stage(
        "order", "by_remainder",
        "Sort the numbers by their remainder when divided by $m, smallest first; equal remainders keep "
        "their order.",
        "xs = sorted(xs, key=lambda x: x % $m)", m=range(3, 16),
    ),
    _stage(
        "order", "by_distance",
        "Sort the numbers by their distance from $k, nearest first; of equally near ones the smaller comes "
        "first.",
        "xs = sorted(xs, key=lambda x: (abs(x - $k), x))", k=range(0, 30),
    ),
    _stage(
        "order", "by_digit_sum",
        "Sort the numbers by the sum of their decimal digits (the sign does not count), smallest first; "
        "equal sums keep their order.",
        "xs = sorted(xs, key=lambda x: sum(map(int, str(abs(x)))))",
    ),
    _stage("place", "reverse", "Reverse the list.", "xs = xs[::-1]"),
    _stage(
        "place", "rotate", "Move the first $k numbers to the end, one after the other; an empty list stays "
        "empty.",
        "for _ in range($k):\n    xs = xs[1:] + xs[:1]", k=(1, 2, 3, 4, 5),
    ),
    _stage(
        "place", "swap_pairs",
        "Swap the numbers at positions 0 and 1, at 2 and 3, and so on; a last number without a partner "
        "stays.",
        "ys = []\nfor i in range(0, len(xs), 2):\n    ys += xs[i:i + 2][::-1]\nxs = ys",
    ),
    _stage(
        "place", "interleave",
        "Cut the list into two halves, the first one longer if the length is odd, and interleave them: first "
        "of the first half, first of the second, second of the first, and so on.",
        "half = (len(xs) + 1) // 2\nys = []\nfor i in range(half):\n    ys += xs[i:i + 1] + xs[half + "
        "i:half + i + 1]\nxs = ys",
    ),
    _stage(
        "place", "evens_first", "Move the even numbers before the odd ones; otherwise the order stays.",
        "xs = [x for x in xs if x % 2 == 0] + [x for x in xs if x % 2]",
    ),
    _stage(
        "repeat", "first_of_equals", "Of equal numbers keep only the first.", "xs = list(dict.fromkeys(xs))",
    ),
    _stage(
        "repeat", "last_of_equals", "Of equal numbers keep only the last.",
        "xs = list(dict.fromkeys(xs[::-1]))[::-1]",
    ),
    _stage(
        "repeat", "lonely", "Keep only the numbers that occur exactly once in the list.",
        "xs = [x for x in xs if xs.count(x) == 1]",
    ),
    _stage(
        "merge", "pair_sums",
        "Replace the numbers at positions 0 and 1 by their sum, those at 2 and 3 by theirs, and so on; a "
        "last number without a partner stays.",
        "xs = [sum(xs[i:i + 2]) for i in range(0, len(xs), 2)]",
    ),
    _stage(
        "merge", "fold",
        "Fold the list: add the last number to the first, the last but one to the second, and so on; a "
        "number in the middle stays alone.",
        "half = len(xs) // 2\nxs = [xs[i] + xs[-1 - i] for i in range(half)] + xs[half:len(xs) - half]",
    ),
    _stage(
        "merge", "chunk_maxima",
        "Cut the list into pieces of $k numbers from the left, the last one maybe shorter, and replace each "
        "piece by its largest number.",
        "xs = [max(xs[i:i + $k]) for i in range(0, len(xs), $k)]", k=(2, 3),
    ),
    _stage(
        "insert", "append_length", "Append the number of numbers, multiplied by $k.",
        "xs = xs + [$k * len(xs)]", k=range(2, 12),
    ),
    _stage(
        "insert", "prepend_sum", "Put the sum of all numbers in front of the list (0 in front of an empty "
        "one).",
        "xs = [sum(xs)] + xs",
    ),
    _stage(
        "insert", "after_large", "After every number greater than $a insert that number minus $k.",
        "xs = [y for x in xs for y in ([x, x - $k] if x > $a else [x])]", a=range(10, 30), k=range(3, 12),
    ),
)  # fmt: skip

#: Stages of test_ood; no pipeline of another split has one.
HELD_OUT: tuple[Stage, ...] = (
    _stage(
        "zigzag", "zigzag",
        "Reorder the list: the smallest number, the largest, the second smallest, the second largest, and "
        "so on.",
        "xs = sorted(xs)\nys = []\nwhile xs:\n    ys.append(xs.pop(0))\n    if xs:\n        "
        "ys.append(xs.pop())\nxs = ys",
    ),
    _stage(
        "digits", "digits", "Replace every number by its decimal digits from left to right; signs are "
        "dropped.",
        "xs = [int(digit) for x in xs for digit in str(abs(x))]",
    ),
    _stage(
        "rank", "smaller_before",
        "Replace every number by $k times the number of smaller numbers before it, plus the number itself.",
        "xs = [x + $k * sum(y < x for y in xs[:i]) for i, x in enumerate(xs)]", k=range(2, 40),
    ),
    _stage(
        "next", "next_larger",
        "Replace every number by the nearest larger number to its right; where there is none, by $d.",
        "xs = [next((y for y in xs[i + 1:] if y > x), $d) for i, x in enumerate(xs)]", d=range(-40, 0),
    ),
    _stage(
        "peaks", "peaks",
        "Keep only the numbers greater than each neighbour that they have, but keep all where there are "
        "fewer than $n numbers.",
        "if len(xs) >= $n:\n    xs = [x for i, x in enumerate(xs) if all(x > y for y in xs[max(i - 1, "
        "0):i] + xs[i + 1:i + 2])]",
        n=(3, 4, 5, 6, 7, 8),
    ),
    _stage(
        "smooth", "medians",
        "Replace every number that has two neighbours by the median of the three, all at the same time.",
        "xs = [sorted(xs[i - 1:i + 2])[1] if 0 < i < len(xs) - 1 else x for i, x in enumerate(xs)]",
    ),
)  # fmt: skip

#: How a pipeline ends: name, return type, words, code.
ENDINGS: tuple[tuple[str, str, str, str], ...] = (
    ("list", "list[int]", "Return the list.", "return xs"),
    (
        "commas", "str", "Return the numbers as a text, separated by commas without spaces.",
        'return ",".join(map(str, xs))',
    ),
    (
        "signed", "str",
        'Return the numbers as a text, separated by single spaces, each with its sign: "+" before 0 and '
        'positive numbers, "-" before negative ones.',
        'return " ".join(f"{x:+d}" for x in xs)',
    ),
    (
        "brackets", "str",
        "Return a text: each number from left to right, negative numbers in round brackets without their "
        'minus sign, separated by ";".',
        'return ";".join(str(x) if x >= 0 else f"({-x})" for x in xs)',
    ),
    (
        "pairs", "list[list[int]]",
        "Return a list of pairs [number, how often it occurs in the list], one for each different number, in "
        "the order of first occurrences.",
        "return [[x, xs.count(x)] for x in dict.fromkeys(xs)]",
    ),
)  # fmt: skip
