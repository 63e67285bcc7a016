"""The pictures of the shifted input draw the numbers they were given, and only those."""

import math

import torch

from pages.decoder.shifted_input.figures import (
    plot_error_feedback,
    plot_replacement_effects,
    plot_token_losses,
)

WORDS = ["Le", "<b>chat</b>", "</s>"]


def test_each_token_has_its_cost_and_the_chosen_one_is_marked():
    nats = torch.tensor([0.5, 1.25, 0.25])
    figure = plot_token_losses(nats, None, WORDS, chosen_step=1)
    [bars] = figure.data
    assert list(bars.y) == [0.5, 1.25, 0.25]
    assert bars.marker.color.index("var(--glass-primary)") == 1
    assert bars.customdata[0][1] == torch.tensor(-0.5).exp().item()
    assert "<b>" not in str(figure.layout.xaxis.ticktext)
    assert len(plot_token_losses(nats, nats + 1, WORDS, chosen_step=1).data) == 2


def test_rows_end_with_the_reference_and_may_end_before_it():
    rows = {"a": torch.rand(3), "b": torch.rand(3), "c": torch.rand(2)}
    figure = plot_error_feedback(rows, WORDS, first_difference=0)
    assert [len(line.y) for line in figure.data] == [3, 3, 2]
    assert [len(line.x) for line in figure.data] == [3, 3, 2]
    longer = plot_error_feedback({"a": torch.rand(5)}, WORDS, first_difference=None)
    assert [len(line.y) for line in longer.data] == [3]
    assert not longer.layout.shapes
    assert figure.layout.shapes


def test_the_half_that_no_change_can_reach_stays_empty():
    bits = torch.arange(6.0, dtype=torch.float64).reshape(2, 3)
    [cells] = plot_replacement_effects(bits, WORDS[:2], ["La", "‿s"], WORDS).data
    drawn = [[None if math.isnan(value) else value for value in row] for row in cells.z]
    assert drawn == [[None, 1, 2], [None, None, 5]]
    assert "Le → La" in cells.customdata[0][0]
