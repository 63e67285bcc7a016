"""The stops of the guided tour: where, what it is about, the one thing to do, and its check."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ui.frame.tour import checks
from ui.frame.tour.checks import Before, Facts, Verdict

ADJECTIVES = {"source": "The white car is very old.", "from": "en", "to": "fr"}
SHORT = {"source": "The dog is here.", "from": "en"}


@dataclass(frozen=True)
class Stop:
    """One stop.

    Args:
        page: where it is; at most one stop is on a page, so this is its name, too.
        title: of its card.
        what: what it is about, in a sentence.
        task: the one thing to do there.
        check: says what is the case now, and whether it is done.
        begins: choices that the page begins with, as in a link.
        opens: a section of the page that is opened when there is a guess.
    """

    page: str
    title: str
    what: str
    task: str
    check: Callable[[Facts, Before], Verdict]
    begins: Mapping[str, str] = field(default_factory=dict)
    opens: str = ""


STOPS = (
    Stop(
        "overview",
        "One token after another",
        "The model writes a translation token by token, and gives each a probability.",
        "Play the steps, then step to the word that the model was least sure of.",
        checks.least_certain,
    ),
    Stop(
        "tokenization",
        "Pieces, not words",
        "The model reads pieces from a fixed list; a rare word takes several of them.",
        "Type a sentence with a word that is cut into two pieces or more.",
        checks.splits,
        SHORT,
    ),
    Stop(
        "why_attention",
        "A word alone is not enough",
        "The right translation of a word may depend on another word, far away.",
        "Hide a word of the sentence so that the ringed word is lost, without hiding its own.",
        checks.needs_another,
        ADJECTIVES,
    ),
    Stop(
        "train_it_yourself",
        "Attention learns to look",
        "An iron man is a person, an iron gate a thing: only the second word tells which.",
        "Train on ambiguous words without attention, then with it; let both finish.",
        checks.both_trainings,
        {"lesson": "phrases", "carry": "False", "phrases_steps": "200"},
    ),
    Stop(
        "scaled_dot_product",
        "Weights are computed",
        "A word's query meets every key; the softmax turns scores into weights.",
        "Guess which word is read most; then look, and find the right one.",
        checks.read_most,
    ),
    Stop(
        "multi_head",
        "Heads have habits",
        "Each head looks in its own way; one may always read the token before.",
        "Find a head with a diagonal just below the middle one: it reads the token before.",
        checks.previous_token,
        {"attention": "encoder", "layer": "1", "head": "1"},
    ),
    Stop(
        "positional_encoding",
        "Order must be told",
        "The encoder's attention sees a set of words; only positions tell it their order.",
        "Guess what a shuffle does to the encoder's vectors without positions; then shuffle.",
        checks.vectors_without_order,
        {"shuffle": "1"},
        opens="shuffle_this_sentence",
    ),
    Stop(
        "shifted_input",
        "Nobody looks ahead",
        "The decoder reads what was said so far; a mask hides what comes later.",
        "Guess which predictions move when the decoder reads another word; then replace one.",
        checks.only_later,
    ),
    Stop(
        "cross_attention",
        "Two languages, two orders",
        "Each step of the translation looks back at the words of the sentence.",
        "Find a word of the translation whose line crosses another one.",
        checks.crossing,
        ADJECTIVES | {"step": "1"},
    ),
    Stop(
        "decoding",
        "Choosing a sentence",
        "Greedy takes the likeliest token at each step; a beam keeps several beginnings alive.",
        "Make the two differ: another sentence, another width or a forced beginning.",
        checks.searches_differ,
        SHORT,
    ),
    Stop(
        "break_it",
        "What does it need?",
        "Any part of the model can be switched off while it works.",
        "Change the translation with one switch.",
        checks.one_switch,
        {"edits": ""},
    ),
)
BY_PAGE = {stop.page: stop for stop in STOPS}
ALL = "all"  # how a link calls the tour of all stops


def parse_stops(text: str) -> tuple[Stop, ...]:
    """Return the stops that a link asks for; those that there are not are left out."""
    if text == ALL:
        return STOPS
    names = dict.fromkeys(name.strip() for name in text.split(","))
    return tuple(BY_PAGE[name] for name in names if name in BY_PAGE)
