"""What to look for in a row names what it reads, and never what it does not."""

import torch

from pages.decoder.cross_attention import remarks
from pages.decoder.cross_attention.rows import MemoryRows, RowOptions
from pages.decoder.cross_attention.selection import Selection, TargetReading
from ui.readings.reading import Token


def row_reader(weights, hidden, columns):
    tokens = tuple(map(Token, columns))
    rows = MemoryRows(
        (Token("x"), Token("x")),
        tokens,
        (0, 1),
        {"weight": torch.tensor([[weights]])},
        {"weight": torch.tensor([[hidden]])},
        {},
    )
    return TargetReading("French", "", None, rows)


def test_what_is_hidden_is_told_and_words_that_stand_twice_are_told_apart():
    reader = row_reader([[0.3, 0.1, 0.0], [0.4, 0.2, 0.1]], [0.6, 0.3], ["no", "no", "yes"])
    text = remarks.describe_takeaway([reader], Selection(0, 0, 0, 0, "weight", "writes"))
    assert text.startswith("“x” (1st) gives the most weight to **“no” (1st)**: 30%.")
    assert "**60%** of the row's weight, more than half, goes to tokens that are hidden" in text
    order = remarks.describe_word_order([reader], Selection(0, 0, 0, 0, "weight", "writes"))
    assert "In French, no word gives “no” (2nd) or “yes” its largest weight; they" in order
    second = remarks.describe_takeaway([reader], Selection(0, 0, 1, 0, "weight", "writes"))
    assert "hidden" not in second


def test_a_row_that_reads_nothing_is_not_given_a_favourite():
    reader = row_reader([[0.0, 0.0], [0.0, 0.0]], [0.0, 0.0], ["a", "b"])
    text = remarks.describe_takeaway([reader], Selection(0, 0, 0, 0, "weight", "writes"))
    assert "“x” (1st) attends to none of the tokens shown." in text


def test_what_is_chosen_behind_more_is_named_and_what_is_usual_is_not():
    usual = RowOptions("reads")
    assert remarks.describe_changed_options(usual, usual) == ""
    now = RowOptions("writes", merge_words=True, hide_end_token=False)
    assert (
        remarks.describe_changed_options(now, usual)
        == "the row that predicts the word, whole words, the end token shown"
    )


def test_word_order_is_said_of_the_lines_that_are_there():
    chosen = Selection(0, 0, 0, 0, "weight", "writes")
    said = {
        (0.1, 0.2): "fewer than two words have a clear line",
        (0.9, 0.1): "keep the order of your sentence",
        (0.1, 0.9): "the order changes: the lines of “x” (1st) and “x” (2nd) cross",
    }
    for (first, second), words in said.items():
        reader = row_reader([[first, second], [second, first]], [0.0, 0.0], ["a", "b"])
        assert words in remarks.describe_word_order([reader], chosen)
