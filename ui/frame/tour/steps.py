"""The steps of the guided tour: page, topic, the one task, and its check."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ui.frame.tour import checks
from ui.frame.tour.check_result import CheckHistory, CheckResult, Facts
from ui.messages import N_

ADJECTIVES = {"source": "The white car is very old.", "from": "detect", "to": "fr"}
SHORT = {"source": "The dog is here.", "from": "detect", "to": "fr"}
# The story's simple example: in a head of layer 2 the query of “it” finds the key of “cat”.
IT_SENTENCE = {
    "source": "The cat drinks because it is thirsty.",
    "from": "detect",
    "to": "fr",
}


@dataclass(frozen=True)
class TourStep:
    """One step of the tour.

    Args:
        page: name of its page; a page has at most one step, so it names the step, too.
        title: title of its card.
        topic: its topic, one sentence.
        task: the one thing to do there.
        check: returns whether the task is done, and why.
        initial_choices: choices that the page starts with, as in a link.
        opened_section: section of the page that is opened, and scrolled to, after a guess.
        spoilers: CSS selectors of spoilers, which are hidden until the step is done.
        takeaway: the takeaway, shown once the step is done.
    """

    page: str
    title: str
    topic: str
    task: str
    check: Callable[[Facts, CheckHistory], CheckResult]
    initial_choices: Mapping[str, str] = field(default_factory=dict)
    opened_section: str = ""
    spoilers: tuple[str, ...] = ()
    takeaway: str = ""


TOUR_STEPS = (
    TourStep(
        "overview",
        N_("One token after another"),
        N_("The model writes a translation token by token, and each token has a probability."),
        N_(
            "Step through the translation until you reach the token with the lowest probability. "
            "It needn't be part of a word with a dashed line."
        ),
        checks.check_least_probable_token,
        spoilers=(".st-key-end_fact",),
        takeaway=N_("The decoder chooses a token, reads it, and chooses the next."),
    ),
    TourStep(
        "tokenization",
        N_("Words become tokens"),
        N_("The model reads tokens from a fixed list; a rare word takes several of them."),
        N_("Type a sentence with a word that's cut into two or more tokens."),
        checks.check_word_is_split,
        SHORT,
        takeaway=N_("Words become tokens from a fixed list."),
    ),
    TourStep(
        "embedding",
        N_("Tokens become numbers"),
        N_("Each token in the vocabulary has a row of numbers, learned in training."),
        N_("Guess which token has almost the same direction as the chosen one."),
        checks.check_most_similar_row,
        IT_SENTENCE | {"word": "2"},
        spoilers=(".look", ".lookup", ".word_map", ".nearest_lists"),
        takeaway=N_(
            "A token becomes a row of numbers, and tokens used in similar ways have similar rows."
        ),
    ),
    TourStep(
        "why_attention",
        N_("A word alone is not enough"),
        N_("The right translation of a word may depend on another word far away."),
        N_(
            "Hide a word so that the circled word disappears, but don't hide the word it "
            "translates."
        ),
        checks.check_word_needs_another,
        ADJECTIVES | {"hidden": "0"},
        spoilers=(".finding", ".st-key-needs"),
        takeaway=N_("The right translation of a word may depend on another word."),
    ),
    TourStep(
        "queries_keys_values",
        N_("Question, label, content"),
        N_(
            "“It”, for example, has to find out what it refers to. Its query asks; every word has "
            "a key."
        ),
        N_("Switch heads until the chosen word finds a word further away."),
        checks.check_query_finds_key,
        IT_SENTENCE | {"attention": "encoder", "layer": "2", "head": "1", "word": "5"},
        takeaway=N_("Words attend to words through a question, a label and some content."),
    ),
    TourStep(
        "train_it_yourself",
        N_("Attention learns to look"),
        N_(
            "An iron man is a person, an iron gate is a thing. Only the second word tells you "
            "which."
        ),
        N_("Train on ambiguous words without attention, then with it. Let both runs finish."),
        checks.check_both_trainings,
        {"lesson": "phrases", "carry": "False", "phrases_steps": "200"},
        takeaway=N_(
            "No rule tells a word which other word to attend to. The model learns that from "
            "its errors."
        ),
    ),
    TourStep(
        "scaled_dot_product",
        N_("Weights are computed"),
        N_(
            "A word's query is compared with every key, and the softmax turns the scores into "
            "weights."
        ),
        N_("Guess which word gets the most attention. Then look, and find the right one."),
        checks.check_largest_weight,
        ADJECTIVES,
        spoilers=(".look",),
        takeaway=N_(
            "The better a key matches the query, the larger its weight; all weights add up to 1."
        ),
    ),
    TourStep(
        "multi_head",
        N_("Each head looks somewhere different"),
        N_("Each head attends in its own way; one may always attend to the previous token."),
        N_("Find a head that attends to the previous token: a slanted line of dark squares."),
        checks.check_previous_token_head,
        {"attention": "encoder", "layer": "1", "head": "1"},
        spoilers=(".look",),
        takeaway=N_("Many heads ask at once, and each looks for something different."),
    ),
    TourStep(
        "positional_encoding",
        N_("What positions are for"),
        N_(
            "The encoder adds to each word's embedding a pattern that depends on the word's "
            "position."
        ),
        N_("Guess what a shuffle changes if the model can't see where a word is. Then shuffle."),
        checks.check_shuffle_keeps_vectors,
        {"shuffle": "1"},
        opened_section="shuffle_this_sentence",
        takeaway=N_(
            "The encoder's attention sees an unordered set of words, so positions have to tell "
            "it the order."
        ),
    ),
    TourStep(
        "shifted_input",
        N_("What the decoder reads"),
        N_("In training, the decoder gets the whole translation and predicts every word at once."),
        N_(
            "Guess which predictions change when the decoder reads a different word. Then "
            "replace one."
        ),
        checks.check_only_later_predictions,
        {"put_at": "0"},
        spoilers=(".look", ".st-key-try", ".shifted .result"),
        takeaway=N_("Each prediction reads the words before it; a mask hides what comes later."),
    ),
    TourStep(
        "cross_attention",
        N_("Two languages, two orders"),
        N_("Each step of the translation attends to the words of the sentence."),
        N_("Find a word in the translation whose line crosses another."),
        checks.check_crossing_lines,
        ADJECTIVES | {"step": "1"},
        spoilers=(".look",),
        takeaway=N_(
            "Each step can attend to any word of the sentence, so the translation can follow the "
            "word order of its own language."
        ),
    ),
    TourStep(
        "decoding",
        N_("Choosing a sentence"),
        N_("Greedy search takes the most likely token at each step; beam search keeps several."),
        N_(
            "Make the two searches differ. Try another sentence, another beam width or a different "
            "opening."
        ),
        checks.check_searches_differ,
        SHORT,
        spoilers=(".st-key-differing",),
        takeaway=N_("The most likely next token doesn't always begin the most likely sentence."),
    ),
    TourStep(
        "teach_it",
        N_("What a new word costs"),
        N_("Four sentences teach the model an invented word, but it may forget other words."),
        N_(
            "Teach the word without making the model forget anything. Press Teach to see what's "
            "missing."
        ),
        checks.check_no_forgetting,
        {"taught": "french", "rehearsal": "0", "trained": "0", "lesson_steps": "10"},
        takeaway=N_(
            "A new lesson changes numbers that old lessons need, unless those are rehearsed."
        ),
    ),
    TourStep(
        "break_it",
        N_("What does it need?"),
        N_("Any part of the model can be switched off while the model is running."),
        N_("Change the translation with one click on a switch or a button."),
        checks.check_single_change,
        {"edits": ""},
        takeaway=N_(
            "To find out whether a translation depends on a part, you have to switch it off."
        ),
    ),
)
STEP_BY_PAGE = {stop.page: stop for stop in TOUR_STEPS}
ALL = "all"  # names the tour of all steps in a link
