"""The bars of a broken model are the numbers they were given; rings stand on their heads."""

import torch

from pages.lab.break_it.figures import (
    UNBROKEN,
    plot_divergence,
    plot_head_ablation_effects,
    plot_token_probabilities,
)

BEFORE, AFTER = torch.tensor([-0.1, -2.0, -0.5]), torch.tensor([-0.4, -9.0, -0.25])
BITS = torch.tensor([0.0, 3.5, 0.25])


def test_bars_are_the_numbers_of_both_models():
    unbroken, broken = plot_token_probabilities(BEFORE, AFTER, ["a", "<b>", "a"], "broken").data
    [moved] = plot_divergence(BITS, ["a", "<b>", "a"]).data
    assert (unbroken.name, broken.name) == (UNBROKEN, "broken")
    assert list(unbroken.y) == BEFORE.exp().tolist()
    assert list(broken.y) == AFTER.exp().tolist()
    assert list(moved.y) == BITS.tolist()
    assert broken.customdata[1][0] == "&lt;b&gt;"
    assert [row[3] for row in broken.customdata] == ["−0.30", "−7.00", "+0.25"]
    assert moved.customdata[1] == (2, "&lt;b&gt;")


def test_a_model_that_predicts_the_same_has_no_second_bars():
    figure = plot_token_probabilities(BEFORE, BEFORE, ["a", "b", "c"], "broken")
    assert [bar.name for bar in figure.data] == [UNBROKEN]


def test_silent_heads_are_ringed_where_they_are_drawn():
    changes = torch.tensor([[0.5, -1.0], [0.0, 2.0], [-3.0, 0.25]])
    figure = plot_head_ablation_effects(changes, ["one", "two", "three"], [(2, 1)])
    [table], [ring] = figure.data, figure.layout.shapes
    assert [list(row) for row in table.z] == changes.tolist()
    assert (ring.x0 + ring.x1) / 2 == table.x[1]
    assert (ring.y0 + ring.y1) / 2 == 2
