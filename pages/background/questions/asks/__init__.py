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
from pages.background.questions.asks.asking import Option, Question, QuestionKind
from ui.messages import _
from ui.readings.reading import Reading

__all__ = [
    "QUESTION_KINDS",
    "Option",
    "Question",
    "QuestionKind",
    "build_question",
    "find_question_kinds",
    "get_number",
]


def _has_two_words(reading: Reading) -> bool:
    """Return whether the sentence has at least two different tokens."""
    return len(set(reading.source_ids)) > 2


def _has_two_steps(reading: Reading) -> bool:
    """Return whether the translation has at least two tokens."""
    return len(reading.output) > 1


# In the order of the pages in the menu.
QUESTION_KINDS = (
    QuestionKind("pieces", "tokenization", input.ask_piece_count),
    QuestionKind("nearest_row", "embedding", input.ask_nearest_row),
    QuestionKind("position_share", "positional_encoding", input.ask_position_share),
    QuestionKind(
        "swapped", "positional_encoding", input.ask_swapped_words, _has_two_words, invariant=True
    ),
    QuestionKind(
        "row_sum",
        "scaled_dot_product",
        attention.ask_row_sum,
        invariant=True,
        named=("layer", "head"),
    ),
    QuestionKind(
        "undivided", "scaled_dot_product", attention.ask_without_division, named=("layer",)
    ),
    QuestionKind("favourite", "multi_head", attention.ask_strongest_key, named=("layer", "head")),
    QuestionKind(
        "reads_itself", "multi_head", attention.ask_self_attending_heads, named=("layer",)
    ),
    QuestionKind("silenced", "multi_head", attention.ask_silenced_head, named=("layer",)),
    QuestionKind(
        "residual",
        "residual_and_norm",
        stacks.ask_residual_update,
        stacks.has_residuals,
        named=("layer",),
    ),
    QuestionKind("active_units", "feed_forward", stacks.ask_active_units, named=("layer",)),
    QuestionKind("turns_most", "encoder_stack", stacks.ask_turning_layer),
    QuestionKind("hidden_cells", "masking", masks.ask_hidden_cells),
    QuestionKind("unmasked", "masking", masks.ask_without_mask, _has_two_steps),
    QuestionKind(
        "source_word", "cross_attention", attention.ask_source_word, named=("layer", "head")
    ),
    QuestionKind(
        "other_language",
        "cross_attention",
        stacks.ask_other_language,
        stacks.has_several_languages,
        invariant=True,
    ),
    QuestionKind("settled", "decoder_stack", output.ask_settling_layer, named=("step",)),
    QuestionKind("second_choice", "next_token", output.ask_second_choice),
    QuestionKind("least_sure", "next_token", output.ask_least_confident_step, _has_two_steps),
    QuestionKind("greedy", "decoding", searches.ask_greedy),
    QuestionKind("second_place", "decoding", searches.ask_runner_up, searches.has_runner_ups),
    QuestionKind(
        "counts_most", "trace_it", tracing.ask_decisive_token, tracing.is_traceable, named=("step",)
    ),
    QuestionKind(
        "strongest_head",
        "trace_it",
        tracing.ask_strongest_head,
        tracing.is_traceable,
        named=("step",),
    ),
    QuestionKind(
        "above_floor", "learning", output.ask_loss_above_floor, output.has_training_record
    ),
    QuestionKind(
        "rows_moved", "teach_it", teaching.ask_changed_rows, teaching.can_be_taught, invariant=True
    ),
    QuestionKind(
        "longest_gradient", "teach_it", teaching.ask_longest_gradient, teaching.can_be_taught
    ),
    QuestionKind("gains_most", "teach_it", teaching.ask_largest_gain, teaching.can_be_taught),
    QuestionKind("alone", "encoder_stack", stacks.ask_vector_alone, _has_two_words),
    QuestionKind(
        "cut_roads", "one_step", teaching.ask_without_residuals, teaching.can_backpropagate
    ),
)


NUMBERS = {ask.name: number for number, ask in enumerate(QUESTION_KINDS, 1)}


def get_number(question_kind: QuestionKind) -> int:
    """Return the number that links and teachers use to refer to a kind of question.
    Built-in kinds have fixed numbers from 1 on; the questions that a teacher wrote begin at 101.
    """
    return NUMBERS.get(question_kind.name) or int(question_kind.name.rpartition("-")[2])


def find_question_kinds(reading: Reading) -> Sequence[QuestionKind]:
    """Return the built-in kinds of questions that apply to a sentence."""
    return [ask for ask in QUESTION_KINDS if ask.fits(reading)]


def build_question(question_kind: QuestionKind, reading: Reading) -> Question:
    """Return the question of one kind about a sentence; it is always the same for this sentence.

    Args:
        question_kind: the kind of question.
        reading: the sentence that the question is about.
    """
    found = question_kind.build(
        reading, Random(f"{question_kind.name} {reading.language} {reading.text}")
    )
    if question_kind.invariant and not reading.changes:
        why = _("That holds for every sentence.")
        return replace(found, explanation=f"{found.explanation} {why}")
    return found
