import pytest
import torch

from pages.input.embedding.figures import NUMBERED, plot_norms, plot_parameter_shares
from tests.close import near


@pytest.fixture
def rows():
    return torch.tensor([1.0, 1.5, 0.5])


def test_the_bars_are_the_lengths_and_the_chosen_one_stands_out(rows):
    figure = plot_norms(rows, rows * 4, torch.full((3,), 2.8), ["a", "<b>", "a"], 1)
    scaled, plain, positions = figure.data
    assert list(plain.y) == rows.tolist()
    assert list(scaled.y) == (rows * 4).tolist()
    assert positions.y == near([2.8] * 3)
    widths = plain.marker.line.width
    assert widths[1] > widths[0] == widths[2]
    assert figure.layout.xaxis.ticktext[1] == "&lt;b&gt;"


def test_equal_tokens_keep_bars_of_their_own(rows):
    figure = plot_norms(rows, rows, rows, ["a", "a", "a"], 0)
    assert list(figure.data[0].x) == [0, 1, 2]


def test_long_sentences_go_without_numbers():
    many = torch.ones(NUMBERED + 1)
    assert plot_norms(many, many, many, ["x"] * len(many), 0).data[0].text is None


def test_both_bars_hold_all_parts_and_the_second_the_copies_too():
    parts = {"E": 300, "attention": 500, "norms": 2}
    figure = plot_parameter_shares(parts, "E", 3)
    as_here = sum(bar.x[0] for bar in figure.data)
    separate = sum(bar.x[1] for bar in figure.data)
    assert as_here == sum(parts.values())
    assert separate == as_here + 2 * 300
