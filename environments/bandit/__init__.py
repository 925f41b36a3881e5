"""Bandit: pull the arms that pay best, where the words in their names order them."""

from ragen_bench.environments.bandit.config import BanditConfig
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm, Split

__all__ = ["SPECS"]

_HERE = "ragen_bench.environments.bandit"
_FEW_JOBS = "8 steady and 8 daring jobs in each held-out group"

SPECS = (
    EnvSpec(
        name="Bandit",
        version=1,
        entry_point=f"{_HERE}.env:BanditEnv",
        tasks=f"{_HERE}.tasks:TASKS",
        oracle=f"{_HERE}.oracle:Oracle",
        presets=(
            Preset(
                "easy",
                BanditConfig(law="odds", arms=2, rounds=1, pulls=1, tops=(8,), slope=4, noise=1, odds=90),
                max_turns=1,
                limit_ends_task=True,
                note=(
                    "2 arms, 1 pull: the words are the only clue, and right in 9 of 10 tasks. One of two "
                    "arms is right by chance, so cheap policies reach 50 %."
                ),
            ),
            Preset(
                "medium",
                BanditConfig(law="jump", arms=5, rounds=5, pulls=4, tops=(8, 9, 10), slope=1, noise=1),
                max_turns=20,
                ranked=True,
                limit_ends_task=True,
                note="5 arms, 20 pulls in 5 rounds; the best arm moves by announced steps.",
            ),
            Preset(
                "hard",
                BanditConfig(law="jump", arms=10, rounds=5, pulls=6, tops=(12,), slope=1, noise=2),
                max_turns=30,
                ranked=True,
                limit_ends_task=True,
                note="10 arms, 30 pulls in 5 rounds, more noise; the best arm moves by announced steps.",
            ),
            Preset(
                "expert",
                BanditConfig(law="drift", arms=10, rounds=10, pulls=3, tops=(12,), slope=1, noise=1),
                max_turns=30,
                limit_ends_task=True,
                note="10 arms, 30 pulls; after every 3 the best arm drifts one step, up or down.",
            ),
            Preset(
                "ragen",
                BanditConfig(
                    law="jobs",
                    arms=2,
                    rounds=1,
                    pulls=1,
                    tops=(10,),
                    noise=0,
                    odds=25,
                    prize=100,
                    unit=100,
                ),
                max_turns=1,
                limit_ends_task=True,
                splits=tuple(
                    Split(name, 256, _FEW_JOBS) for name in ("validation", "test", "test_ood", "fresh")
                ),
                note=(
                    "RAGEN's bandit: the low arm pays 0.1 for sure, the high arm 1 with chance 0.25, and "
                    "success is the high arm. The paper's first version pays 0.15 for the low arm: "
                    "tops=(15,)."
                ),
            ),
        ),
        reward=RewardSpec(
            terms=(RewardTerm("payout", "points / unit", "for every pull; an invalid turn earns nothing"),),
            success="The score is at least 0.8; with a single pull, the better arm was pulled.",
            score=(
                "1 - regret / regret of uniformly random pulls, clipped to [0, 1]; regret is the sum of what "
                "the best arm pays on average less what the pulled arm does, or all of it in an invalid turn."
            ),
            low=0.0,
        ),
        instruction=(
            "There are several arms, and each turn you pull one. Earn as many points as you can.\n"
            "Answer with the full name of one arm, as it is listed."
        ),
        example="tiny baker",
        action_grammar=(
            "The full name of a listed arm, in upper or lower case, with or without quotation marks around "
            "it, at most 256 characters. A random action is each arm with equal chance."
        ),
        invalid_example="the best arm",
        summary="Find and follow the arm that pays best, where words order the arms.",
        observation=(
            "What the last pull paid, the shuffled list of arms with the ends of their scale, how the best "
            "arm moved with this round, and the number of the round and pull."
        ),
        heuristics={
            "greedy": f"{_HERE}.heuristics:Greedy",
            "ucb": f"{_HERE}.heuristics:Ucb",
            "win_stay": f"{_HERE}.heuristics:WinStay",
            "settle": f"{_HERE}.heuristics:Settle",
            "reference_clairvoyant": f"{_HERE}.heuristics:Clairvoyant",
        },
        tags=("exploration", "stochastic", "word-meaning"),
        stochastic=True,
        paper="RAGEN (arXiv 2504.20073); Robbins 1952",
        info_keys=(("pulls", "arms pulled so far; an invalid turn pulls none"),),
        exploits=(
            (
                "Always the same arm or the same place in the list.",
                "test_no_cheap_policy_succeeds_on_ranked_presets",
            ),
            (
                "Trying every arm in turn, as greedy and UCB do, without reading the words.",
                "test_no_cheap_policy_succeeds_on_ranked_presets",
            ),
            (
                "An invalid answer in place of a pull that would pay badly.",
                "test_an_invalid_turn_earns_nothing_and_costs_what_the_best_arm_pays",
            ),
            (
                "Professions known from training.",
                "test_no_profession_is_in_two_splits",
            ),
        ),
        differences=(
            "RAGEN has two arms and one pull only; here this is the preset ragen, beside a ladder with "
            "exploration.",
            "RAGEN tests on 8 pairs of names; here professions are disjoint between splits and colours "
            "multiply the pairs.",
            "RAGEN shifts the seed of every instance, so that a group does not share a prompt; here replicas "
            "of a task differ in payouts alone.",
            "In the usual bandit arms are unrelated; here they stand on a scale, since otherwise sweeping "
            "the list is near-optimal and reading the names useless.",
        ),
        history=((1, "first version"),),
    ),
)
