"""What a page must show of the sentence that it begins with, for what its text promises."""

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from model.changes.kinds import MissingEverywhere, ShuffledPositions
from model.flow.ablation import Ablation
from model.flow.graph import build_graph
from model.flow.linearized import Decision
from model.glass import ALPHA, WIDTH
from model.steering.pairs import find_direction, read_pairs
from pages.input.positional_encoding.compute import find_default_position
from pages.input.tokenization.compute import list_alphabetic_pieces, segment
from pages.lab.break_it import damage
from pages.lab.break_it.switches import EXPERIMENTS, SWITCHES
from pages.lab.steer_it import cached as steering
from pages.lab.steer_it.choices import opening_direction
from pages.lab.steer_it.compute import find_turning_alpha
from pages.lab.steer_it.experiment import SteeringExperiment
from pages.lab.trace_it import cached as flow
from pages.lab.trace_it import choices as trace
from pages.lab.trace_it.picture import find_strongest_node
from pages.lab.who_contributed import cached as attribution
from pages.lab.who_contributed.choices import STEP
from pages.lab.who_contributed.compute import compute_method_rows
from pages.lab.who_contributed.remarks import FIRST
from pages.output.decoding.cached import run_beam_search
from pages.output.decoding.compute import rank_final_hypotheses
from pages.start.why_attention import compute, words
from pages.start.why_attention.compute import Word
from ui.readings import defaults, session

ALIKE = 2  # letters at which two forms of one word begin
AHEAD = 0.1  # by how much the first choice is more probable than the one that wins
# Forms of one word that begin otherwise.
PRONOUNS = (
    {"he", "she", "it", "they"}, {"his", "her", "its", "their"}, {"him", "her", "it", "them"},
    {"il", "elle", "ils", "elles", "ce", "cela", "ça", "c'est"}, {"le", "la", "les", "l'"},
    {"un", "une", "des"}, {"er", "sie", "es"}, {"der", "die", "das", "dem", "den"},
    {"el", "la", "los", "las"}, {"él", "ella", "ellos", "ellas"},
)  # fmt: skip


def a_first_choice_loses(text: str, into: str) -> bool:
    """Decoding: a token that was clearly ahead begins the less probable sentence."""
    ids, start = tuple(session.glass().source_ids(text)), session.glass().tokenizer.start(into)
    beam, greedy = (
        rank_final_hypotheses(run_beam_search(ids, start, width), ALPHA)[0] for width in (WIDTH, 1)
    )
    pairs = zip(beam.path, greedy.path, strict=False)
    parted = next(((a, b) for a, b in pairs if a.token != b.token), None)
    if parted is None or beam.total <= greedy.total:
        return False
    second, first = (math.exp(one.log_probability) for one in parted)
    return first - second >= AHEAD


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


def some_words_are_cut(text: str, into: str) -> bool:
    """Tokenization: one word is a single piece, and the word shown at first is put together."""
    pieces = list_alphabetic_pieces(segment(session.glass().tokenizer, text))
    counts = {len(word) for word in pieces}
    return 1 in counts and max(counts) > 1


def a_word_occurs_twice(text: str, into: str) -> bool:
    """Positional encoding: the word shown at first stands in two places."""
    source = session.glass().source_tokens(text)
    first = source[find_default_position(source)]
    return sum((one.text, one.joined) == (first.text, first.joined) for one in source) > 1


def methods_disagree(text: str, into: str) -> bool:
    """Who contributed: at the step that is shown, the first methods give more than one answer."""
    reading = session.read(text, into)
    step = min(STEP, len(reading.output)) - 1
    scores = dict(attribution.attribute_from_reading(reading))
    again = attribution.get_step_attributions(attribution.force_pair(reading), step)
    scores |= again.scores(len(reading.source))
    sides = (list(range(len(reading.source))), list(range(step + 1)))
    rows = compute_method_rows(scores, step, *sides)
    return len({row.top_source_index for row in rows if row.name in FIRST}) > 1


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


def two_tokens_compete(text: str, into: str) -> bool:
    """Next token: at the step shown at first, another token comes close to the one written."""
    reading = session.read(text, into)
    step = defaults.find_default_step(reading)
    first, second = reading.trace["logits"][0, step].softmax(dim=-1).topk(2).values.tolist()
    likeliest = int(reading.trace["logits"][0, step].argmax())
    return likeliest == reading.output_ids[step] and second > first / 2


def its_strongest_cut_turns_it(text: str, into: str) -> bool:
    """Trace it: with the strongest node cut, the foil overtakes the token that is written."""
    reading = session.read(text, into)
    step = trace.find_default_step(reading) - 1
    said, foil = reading.output_ids[step], trace.list_foils(reading, step)[0]
    decision = Decision(reading.source_ids, reading.target_ids[: step + 1], said, foil)
    traced = trace.TracedToken(reading, step, decision)
    held = flow.get_linearized_pass(traced)
    graph = build_graph(held)
    strongest = find_strongest_node(graph)
    cut = Ablation(graph.resolve(strongest), strongest.position)
    [after] = flow.measure_margins(traced, [cut])
    return held.m > 0 > after


PROMISES: Mapping[str, Callable[[str, str], bool]] = MappingProxyType(
    {
        "decoding": a_first_choice_loses,
        "why_attention": a_word_turns,
        "tokenization": some_words_are_cut,
        "positional_encoding": a_word_occurs_twice,
        "who_contributed": methods_disagree,
        "break_it": every_button_changes_it,
        "steer_it": an_arrow_turns_it,
        "next_token": two_tokens_compete,
        "trace_it": its_strongest_cut_turns_it,
    }
)
