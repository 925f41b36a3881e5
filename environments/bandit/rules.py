"""What the agent is told: the instruction of each law, and the fixed parts of observations."""

from __future__ import annotations

from collections.abc import Sequence

from ragen_bench.environments.bandit.config import BanditConfig

_ANSWER = "Answer with the full name of one arm, as it is listed. An answer that names no arm loses the pull."


def instruction(config: BanditConfig) -> str:
    """The rules in plain words; they state the whole prior, but for law "jobs"."""
    if config.law == "jobs":
        return (
            "There are 2 arms, each named by a colour and a job, and you pull one of them, once.\n"
            "How an arm pays goes by its job: some jobs are a steady living, some a daring one.\n"
            "Think what each job suggests, and pull the arm that pays more on average.\n" + _ANSWER
        )
    if config.law == "odds":
        return (
            "There are 2 arms, and you pull one of them, once.\n"
            "Arms are named by a word of a scale and a job. The job means nothing.\n"
            f"In {config.odds} of 100 games the better arm is the one whose word is higher on the scale.\n"
            f"The better arm pays {_either(config.tops)} points on average, the other {config.slope} less.\n"
            + _ANSWER
        )
    return "\n".join(
        (
            f"There are {config.arms} arms. Each turn you pull one, {config.horizon} pulls in all. "
            "Earn as many points as you can.",
            "Arms are named by a word of a scale and a job. The list is shuffled and the job means nothing, "
            "but put in the order of their words the arms stand in a row.",
            f"One arm is the best; at first it may be any. It pays {_either(config.tops)} points on average"
            + (" (one of these, the same in all rounds)." if len(config.tops) > 1 else "."),
            f"Every step in the row away from it pays {config.slope} less on average. {_noise(config.noise)}",
            _rounds(config),
            _ANSWER,
        )
    )


def status_lines(config: BanditConfig, turns: int) -> tuple[str, ...]:
    """By number of turns played: where the game stands."""
    lines = []
    for turn in range(turns):
        if turns == 1:
            lines.append("You have one pull.")
        else:
            number, pull = divmod(turn, config.pulls)
            lines.append(
                f"Round {number + 1} of {config.rounds}, pull {pull + 1} of {config.pulls}."
                if config.rounds > 1
                else f"Pull {pull + 1} of {config.pulls}."
            )
    return (*lines, "No pulls are left.")


def move_lines(config: BanditConfig) -> dict[int, str]:
    """By steps of the best arm: what is said when a round begins."""
    if config.law == "drift":
        return dict.fromkeys((-1, 1), "With this round the best arm moved one step up or down the scale.\n")
    lines = {}
    for steps in range(1, config.arms):
        noun = "step" if steps == 1 else "steps"
        lines[steps] = f"With this round the best arm moved {steps} {noun} up the scale.\n"
        lines[-steps] = f"With this round the best arm moved {steps} {noun} down the scale.\n"
    return lines


def _rounds(config: BanditConfig) -> str:
    if config.rounds == 1:
        return "The best arm stays the same."
    begin = f"There are {config.rounds} rounds of {config.pulls} pulls. With each new round the best arm "
    if config.law == "drift":
        return begin + (
            "moves one step in the row, up or down with equal chance; from an end of the row it can only "
            "move inward. You are not told which way."
        )
    return begin + (
        "changes to one of the others, each as likely, and you are told by how many steps it moved up "
        "or down the scale (up: towards the end that is named last)."
    )


def _noise(noise: int) -> str:
    if not noise:
        return "Payouts have no noise."
    values = [f"{k:+d}" if k else "0" for k in range(-noise, noise + 1)]
    if noise > 3:
        return f"To each payout a whole number from {-noise} to +{noise} is added, each equally likely."
    return f"To each payout {', '.join(values[:-1])} or {values[-1]} is added, each equally likely."


def _either(values: Sequence[int]) -> str:
    texts = [str(value) for value in values]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} or {texts[-1]}"
