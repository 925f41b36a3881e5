"""SearchQA: answer questions by looking things up in a made-up world."""

from ragen_bench.environments.searchqa.config import SearchConfig
from ragen_bench.environments.searchqa.scoring import score_answer
from ragen_bench.spec import EnvSpec, Preset, RewardSpec, RewardTerm, Split

__all__ = ["SPECS", "score_answer"]

_HERE = "ragen_bench.environments.searchqa"

SPECS = (
    EnvSpec(
        name="SearchQA",
        version=1,
        entry_point=f"{_HERE}.env:SearchQAEnv",
        tasks=f"{_HERE}.tasks:TASKS",
        oracle=f"{_HERE}.oracle:Oracle",
        presets=(
            Preset(
                "easy",
                SearchConfig(hops=1),
                max_turns=4,
                splits=(Split("test_ood", 384, "a single fact, of the third of all facts that train lacks"),),
                note="One fact, told by the article of what the question names.",
            ),
            Preset(
                "medium",
                SearchConfig(hops=2),
                max_turns=6,
                ranked=True,
                note="Two facts; what lies between is not named in the question.",
            ),
            Preset(
                "hard",
                SearchConfig(hops=3, comparisons=30),
                max_turns=8,
                ranked=True,
                note="Three facts; in 3 of 10 questions one of them is which of two is older or newer.",
            ),
            Preset(
                "expert",
                SearchConfig(hops=4, comparisons=30),
                max_turns=10,
                note="Four facts; in 3 of 10 questions one of them is which of two is older or newer.",
            ),
            Preset(
                "em",
                SearchConfig(hops=2, reward="em"),
                max_turns=6,
                note="The questions of medium; the reward is 1 for an exact match, else 0.",
            ),
        ),
        public_presets=(
            Preset(
                "hotpotqa",
                SearchConfig(source="hotpotqa"),
                max_turns=6,
                splits=(Split("train", None), Split("test", None)),
                track="@public:hotpotqa",
                note=(
                    "HotpotQA's questions, the dev rows as test, searched in the pooled paragraphs of the "
                    "rows or through a retrieval server (retriever_url)."
                ),
            ),
        ),
        reward=RewardSpec(
            terms=(
                RewardTerm(
                    "match",
                    "F1 of the answer (preset em: 1 or 0)",
                    "once, for `finish`; nothing when the turns are used up",
                ),
            ),
            success="The answer matches exactly, after normalisation.",
            score="1 for an exact match, else 0; F1 is in info.",
            low=0.0,
            high=1.0,
        ),
        instruction=(
            "Answer the question. Look things up with search[words], as often as you need, then give the "
            "answer with finish[answer].\n"
            "A turn is exactly one of the two. A search shows the articles that match best.\n"
            "The answer is a name or a number as an article writes it: the name alone, without words such as "
            '"river" or "in", and a number in digits without its unit.\n'
            "Without finish before the turns are used up, nothing is earned."
        ),
        example="search[Tarnholt]",
        action_grammar=(
            "`search[words]` with at most 256 characters between the brackets, or `finish[answer]` with "
            "at most 512; upper or lower case, brackets inside are text, a full stop may follow. A random "
            "action takes a name from the question or the last results, and is a search in 3 of 4 cases, "
            "else an answer."
        ),
        invalid_example="Tarnholt",
        summary="Answer questions of one to four hops by searching a made-up world of short articles.",
        observation="The articles that the last search found, the question, and the turns that are left.",
        heuristics={
            "first_name": f"{_HERE}.heuristics:FirstName",
            "last_name": f"{_HERE}.heuristics:LastName",
            "closed_book": f"{_HERE}.heuristics:ClosedBook",
            "top1": f"{_HERE}.heuristics:Top1",
            "random_result": f"{_HERE}.heuristics:RandomResult",
            "walk": f"{_HERE}.heuristics:Walk",
            "reference_gold_passages": f"{_HERE}.heuristics:GoldPassages",
        },
        tags=("search", "multi-hop", "reading"),
        paper=(
            "RAGEN (arXiv 2504.20073); Search-R1 (arXiv 2503.09516); HotpotQA (Yang et al. 2018, arXiv "
            "1809.09600)"
        ),
        info_keys=(
            ("f1", "F1 of the answer's words against the best accepted answer; 0 until the end"),
            ("searches", "searches so far"),
        ),
        exploits=(
            (
                "Facts learnt by heart: in training, or from a released test.",
                "test_every_split_and_every_salt_has_a_world_of_its_own",
            ),
            (
                "One search for the question, or for the name in it, that shows the answer at once.",
                "test_no_first_search_shows_the_answer_of_a_ranked_question",
            ),
            (
                "Matching the question's words with an article's.",
                "test_questions_and_articles_share_no_word_of_a_fact",
            ),
            (
                "A word such as River that half of all answers would share, for a share of F1.",
                "test_no_answer_shares_a_word_with_many_others",
            ),
            (
                "Answers by category: the commonest value, the first or last name of the question.",
                "test_no_cheap_policy_succeeds_on_ranked_presets",
            ),
            (
                "Yes or no, or one of two names in the question.",
                "test_no_answer_is_in_its_question",
            ),
            (
                "Punctuation that makes different numbers equal, an article that is the whole answer.",
                "test_every_shared_case_is_scored_as_agreed",
            ),
            (
                "A retrieval server that fails, scored as a wrong answer.",
                "test_a_failing_server_is_an_error_of_its_own_kind_and_never_a_zero",
            ),
        ),
        differences=(
            "RAGEN searches Wikipedia through a server of its own; here the corpus is generated and "
            "embedded, and a server is optional.",
            "RAGEN validates on the training rows; here every split has a world of its own.",
            "RAGEN counts an F1 of 0.3 as success, and free text as an answer; here success is an exact "
            "match of what finish[...] holds.",
            "RAGEN turns failures of retrieval into observations; here they are errors of the episode.",
            "HotpotQA also asks yes-or-no questions; here the answer is never in the question.",
        ),
        history=((1, "first version"),),
    ),
)
