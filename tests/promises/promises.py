"""What a page must show of the sentence that it begins with, for what its text promises."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from model.changes.kinds import MissingEverywhere, ShuffledPositions
from model.glass import ALPHA, WIDTH
from model.steering.pairs import find_direction, read_pairs
from pages.lab.break_it import damage
from pages.lab.break_it.switches import EXPERIMENTS, SWITCHES
from pages.lab.steer_it import cached as steering
from pages.lab.steer_it.choices import opening_direction
from pages.lab.steer_it.compute import find_turning_alpha
from pages.lab.steer_it.experiment import SteeringExperiment
from pages.lab.who_contributed import cached as attribution
from pages.lab.who_contributed.choices import STEP
from pages.lab.who_contributed.compute import compute_method_rows
from pages.output.decoding.cached import searches_differ
from pages.start.why_attention import compute, words
from pages.start.why_attention.compute import Word
from ui.readings import session

ALIKE = 2  # letters at which two forms of one word begin
ANOTHER = 2  # methods that point at another word than most do
# Forms of one word that begin otherwise.
PRONOUNS = (
    {"he", "she", "it", "they"}, {"his", "her", "its", "their"}, {"him", "her", "it", "them"},
    {"il", "elle", "ils", "elles", "ce", "cela", "ça", "c'est"}, {"le", "la", "les", "l'"},
    {"un", "une", "des"}, {"er", "sie", "es"}, {"der", "die", "das", "dem", "den"},
    {"el", "la", "los", "las"}, {"él", "ella", "ellos", "ellas"},
)  # fmt: skip


def greedy_and_beam_differ(text: str, into: str) -> bool:
    """Decoding: a beginning that came second wins."""
    return searches_differ(text, into, WIDTH, ALPHA)


def a_word_turns(text: str, into: str) -> bool:
    """Why attention: a word of the translation takes another form without the word that is hidden
    when the page opens.
    """
    found = words.analyse_words(session.read(text, into))
    if found is None or not found.needs:
        return False
    watched = compute.find_default_word(
        found.log_p_drops, found.source, found.target.words, found.needs
    )
    without = [one.words for one in found.translations_without]
    said, needed = found.target.words, found.needs[watched]
    hidden = compute.find_word_to_hide(found.source, said, watched, needed, without)
    return hidden is not None and _other_form(said, without[hidden], watched)


def _other_form(before: Sequence[Word], after: Sequence[Word], watched: int) -> bool:
    """Whether a word stands in another translation in another form, all around it as it was."""
    found = compute.find_replacement(before, after, watched)
    if found is None:
        return False
    was, now = before[watched].text.casefold(), found.text.casefold()
    return was[:ALIKE] == now[:ALIKE] or any({was, now} <= some for some in PRONOUNS)


def methods_disagree(text: str, into: str) -> bool:
    """Who contributed: at the step that is shown, several methods point at another source word."""
    reading = session.read(text, into)
    step = min(STEP, len(reading.output)) - 1
    scores = attribution.attribute_from_reading(reading)
    again = attribution.get_step_attributions(attribution.force_pair(reading), step)
    scores |= again.scores(len(reading.source))
    sides = (list(range(len(reading.source))), list(range(step + 1)))
    points = Counter(
        row.top_source_index
        for row in compute_method_rows(scores, step, *sides)
        if row.source is not None
    )
    return len(points) > 1 and points.total() - max(points.values()) >= ANOTHER


def every_button_changes_it(text: str, into: str) -> bool:
    """Break it: whichever part is broken, the translation is another one."""
    plain = session.read(text, into)
    head = damage.rank_heads(damage.compute_head_ablation_effects(plain))[0][0]
    buttons = [*EXPERIMENTS.values(), (head,)]
    return all(session.read(text, into, some).translation != plain.translation for some in buttons)


def switches_that_change_it(text: str, into: str) -> int:
    """Count the switches of Break it that change a translation."""
    plain = session.read(text, into).translation
    switches = [*map(MissingEverywhere, SWITCHES), ShuffledPositions(1)]
    return sum(session.read(text, into, (one,)).translation != plain for one in switches)


def an_arrow_turns_it(text: str, into: str) -> bool:
    """Steer it: the first arrow turns the translation, and a random one never writes the same."""
    glass, name = session.glass(), opening_direction(into)
    direction = find_direction(glass.network, glass.tokenizer, read_pairs(name), name=name)
    experiment = SteeringExperiment(text, into, (), tuple(read_pairs(name)), direction, None)
    along = steering.translate_along_direction(experiment)
    turn = find_turning_alpha(along.steered)
    return turn is not None and all(one.tokens != along.at(turn).tokens for one in along.random)


PROMISES: Mapping[str, Callable[[str, str], bool]] = MappingProxyType(
    {
        "decoding": greedy_and_beam_differ,
        "why_attention": a_word_turns,
        "who_contributed": methods_disagree,
        "break_it": every_button_changes_it,
        "steer_it": an_arrow_turns_it,
    }
)
