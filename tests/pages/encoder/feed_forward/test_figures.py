import torch

from pages.encoder.feed_forward.compute import compute_active_shares
from pages.encoder.feed_forward.figures import (
    plot_active_shares,
    plot_output_shifts,
    plot_parameter_shares,
)
from tests.close import near


def test_a_unit_is_active_above_zero_only():
    hidden = torch.tensor([[0.0, 1.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0]])
    assert compute_active_shares(hidden).tolist() == [0.5, 0.0]
    [bars] = plot_active_shares(hidden, ["a", "<b>"], 0).data
    assert list(bars.y) == [50, 0]
    assert bars.customdata[1] == "&lt;b&gt;"


def test_each_sub_layers_reach_has_its_bars():
    moved = {"feed-forward": torch.tensor([0.0, 2.0]), "self-attention": torch.tensor([1.0, 3.0])}
    figure = plot_output_shifts(moved, ["a", "a"], 1)
    assert [list(bars.y) for bars in figure.data] == [[0, 2], [1, 3]]
    assert list(figure.layout.xaxis.ticktext) == ["a", "<b>a</b>"]


def test_the_shares_of_all_parts_add_up_to_a_hundred():
    figure = plot_parameter_shares({"one": 1, "two": 3}, ["two"])
    assert sum(bar.x[0] for bar in figure.data) == near(100)
    assert figure.data[0].marker.color != figure.data[1].marker.color
