"""Predict, then reveal: questions about a sentence whose answers the model computes."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from pages.background.questions.asks import (
    attention,
    input,
    output,
    stacks,
    teaching,
    tracing,
)
from pages.background.questions.asks.asking import Ask, Option, Question
from ui.readings.reading import Reading

__all__ = ["ASKS", "Ask", "Option", "Question", "asks_about", "question"]


def _two_words(reading: Reading) -> bool:
    return len(set(reading.source_ids)) > 2


def _two_steps(reading: Reading) -> bool:
    return len(reading.output) > 1


# In the order in which the menu explains what they ask about.
ASKS = (
    Ask("pieces", "tokenization", input.pieces),
    Ask("nearest_row", "embedding", input.nearest_row),
    Ask("position_share", "positional_encoding", input.position_share),
    Ask("swapped", "positional_encoding", input.swap_words, _two_words, law=True),
    Ask("row_sum", "scaled_dot_product", attention.row_sum, law=True),
    Ask("undivided", "scaled_dot_product", attention.without_division),
    Ask("favourite", "multi_head", attention.favourite),
    Ask("reads_itself", "multi_head", attention.reads_itself),
    Ask("silenced", "multi_head", attention.without_a_head),
    Ask("residual", "residual_and_norm", stacks.residual),
    Ask("active_units", "feed_forward", stacks.active_units),
    Ask("turns_most", "encoder_stack", stacks.turns_most),
    Ask("hidden_cells", "masking", attention.hidden_cells),
    Ask("unmasked", "masking", attention.without_the_mask, _two_steps),
    Ask("source_word", "cross_attention", attention.source_word),
    Ask(
        "other_language",
        "cross_attention",
        stacks.other_language,
        stacks.several_languages,
        law=True,
    ),
    Ask("settled", "decoder_stack", output.settling_layer),
    Ask("second_choice", "next_token", output.second_choice),
    Ask("least_sure", "next_token", output.least_sure, _two_steps),
    Ask("greedy", "decoding", output.greedy),
    Ask("second_place", "decoding", output.second_place, output.several),
    Ask("counts_most", "trace_it", tracing.counts_most, tracing.is_short),
    Ask("strongest_head", "trace_it", tracing.strongest_head, tracing.is_short),
    Ask("above_floor", "learning", output.above_floor, output.has_record),
    Ask("rows_moved", "teach_it", teaching.rows_moved, teaching.can_be_taught, law=True),
    Ask("longest_gradient", "teach_it", teaching.longest_gradient, teaching.can_be_taught),
    Ask("gains_most", "teach_it", teaching.gains_most, teaching.can_be_taught),
)


def asks_about(reading: Reading) -> Sequence[Ask]:
    """Return the kinds of questions that make sense for a sentence."""
    return [ask for ask in ASKS if ask.fits(reading)]


def question(ask: Ask, reading: Reading) -> Question:
    """Make a question about a sentence: the same sentence, the same question."""
    found = ask.build(reading, Random(f"{ask.name} {reading.language} {reading.text}"))
    if ask.law and not reading.changes:
        return replace(found, explanation=f"{found.explanation} So it is for every sentence.")
    return found
