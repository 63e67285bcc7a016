"""Predict, then reveal: questions about a sentence whose answers the model computes."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from pages.background.questions.asks import (
    attention,
    input,
    masks,
    output,
    searches,
    stacks,
    teaching,
    tracing,
)
from pages.background.questions.asks.asking import Ask, Option, Question
from ui.messages import _
from ui.readings.reading import Reading

__all__ = ["ASKS", "Ask", "Option", "Question", "asks_about", "number", "question"]


def _two_words(reading: Reading) -> bool:
    """Return whether the sentence has at least two different tokens."""
    return len(set(reading.source_ids)) > 2


def _two_steps(reading: Reading) -> bool:
    return len(reading.output) > 1


# In the order of the pages in the menu.
ASKS = (
    Ask("pieces", "tokenization", input.pieces),
    Ask("nearest_row", "embedding", input.nearest_row),
    Ask("position_share", "positional_encoding", input.position_share),
    Ask("swapped", "positional_encoding", input.swap_words, _two_words, law=True),
    Ask("row_sum", "scaled_dot_product", attention.row_sum, law=True, named=("layer", "head")),
    Ask("undivided", "scaled_dot_product", attention.without_division, named=("layer",)),
    Ask("favourite", "multi_head", attention.favourite, named=("layer", "head")),
    Ask("reads_itself", "multi_head", attention.reads_itself, named=("layer",)),
    Ask("silenced", "multi_head", attention.without_a_head, named=("layer",)),
    Ask(
        "residual",
        "residual_and_norm",
        stacks.residual,
        stacks.has_residuals,
        named=("layer",),
    ),
    Ask("active_units", "feed_forward", stacks.active_units, named=("layer",)),
    Ask("turns_most", "encoder_stack", stacks.turns_most),
    Ask("hidden_cells", "masking", masks.hidden_cells),
    Ask("unmasked", "masking", masks.without_the_mask, _two_steps),
    Ask("source_word", "cross_attention", attention.source_word, named=("layer", "head")),
    Ask(
        "other_language",
        "cross_attention",
        stacks.other_language,
        stacks.several_languages,
        law=True,
    ),
    Ask("settled", "decoder_stack", output.settling_layer, named=("step",)),
    Ask("second_choice", "next_token", output.second_choice),
    Ask("least_sure", "next_token", output.least_sure, _two_steps),
    Ask("greedy", "decoding", searches.greedy),
    Ask("second_place", "decoding", searches.second_place, searches.several),
    Ask("counts_most", "trace_it", tracing.counts_most, tracing.is_short, named=("step",)),
    Ask("strongest_head", "trace_it", tracing.strongest_head, tracing.is_short, named=("step",)),
    Ask("above_floor", "learning", output.above_floor, output.has_record),
    Ask("rows_moved", "teach_it", teaching.rows_moved, teaching.can_be_taught, law=True),
    Ask("longest_gradient", "teach_it", teaching.longest_gradient, teaching.can_be_taught),
    Ask("gains_most", "teach_it", teaching.gains_most, teaching.can_be_taught),
    Ask("alone", "encoder_stack", stacks.alone, _two_words),
    Ask("cut_roads", "one_step", teaching.cut_roads, teaching.can_be_wrong),
)


NUMBERS = {ask.name: number for number, ask in enumerate(ASKS, 1)}


def number(ask: Ask) -> int:
    """Return the number that stands for a kind of question in links."""
    return NUMBERS.get(ask.name) or int(ask.name.rpartition("-")[2])


def asks_about(reading: Reading) -> Sequence[Ask]:
    """Return the kinds of questions that apply to a sentence."""
    return [ask for ask in ASKS if ask.fits(reading)]


def question(ask: Ask, reading: Reading) -> Question:
    """Return a question of one kind about a sentence; the same sentence gives the same question."""
    found = ask.build(reading, Random(f"{ask.name} {reading.language} {reading.text}"))
    if ask.law and not reading.changes:
        why = _("That holds for every sentence.")
        return replace(found, explanation=f"{found.explanation} {why}")
    return found
