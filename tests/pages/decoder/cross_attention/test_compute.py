"""Shares sum to one, means come last, and diagonality is one on the line."""

import pytest
import torch

from pages.decoder.cross_attention.compute import append_mean, diagonality, normalize_rows
from pages.decoder.cross_attention.figures import (
    compute_mark_x,
    plot_alignment_errors,
    plot_source_bars,
)
from tests.close import assert_near, near


def test_shares_of_each_row_sum_to_one_and_a_row_of_zeros_stays():
    made = normalize_rows(torch.tensor([[1.0, 3.0], [0.0, 0.0]]))
    assert made.tolist() == [[0.25, 0.75], [0, 0]]


def test_the_mean_of_all_follows_after_the_last():
    heads = torch.rand(3, 4, 5)
    more = append_mean(heads)
    assert torch.equal(more[:3], heads)
    assert_near(more[3], heads.mean(dim=0))


@pytest.mark.parametrize("n", [2, 5, 9])
def test_diagonality_is_one_on_the_line_nothing_when_even_and_negative_away_from_it(n):
    line = torch.eye(n)
    assert diagonality(line).item() == near(1)
    assert diagonality(torch.full((n, n), 1 / n)).item() == near(0)
    assert diagonality(line.flip(0)) < 0


def test_diagonality_does_not_ask_for_equally_many_rows_and_columns():
    even = torch.full((2, 3, 4, 7), 1 / 7)
    assert_near(diagonality(even), torch.zeros(2, 3))
    slanted = torch.eye(4).repeat_interleave(2, dim=1) / 2  # 8 columns, two for each row
    assert diagonality(slanted) > 0.8


def test_one_row_and_one_column_have_no_diagonal():
    assert diagonality(torch.ones(1, 1)).isnan()


def test_error_rates_stand_in_the_order_of_the_heads_and_keep_their_place_in_the_table():
    rows = [
        {"layer": layer, "head": head, "shift": shift, "mean": 0.1 * layer + 0.01 * (head or 5)}
        for layer in range(2)
        for head in (0, 1, 2, None)
        for shift in ("writes", "reads")
    ]
    figure = plot_alignment_errors(rows, (1, None, "reads"), 0.6)
    for trace, shift in zip(figure.data[:2], ("writes", "reads"), strict=True):
        own = [row for row in rows if row["shift"] == shift]
        assert list(trace.y) == [row["mean"] for row in own]
        assert list(trace.x) == sorted(trace.x)
        sizes = trace.marker.size
        ringed = [i for i, size in enumerate(sizes) if size > min(sizes)]
        assert ringed == ([len(own) - 1] if shift == "reads" else [])
    assert compute_mark_x(rows[-1], 3) > compute_mark_x(rows[-3], 3)
    assert set(figure.data[2].y) == {0.6}


def test_bars_show_the_numbers_and_no_word_becomes_markup():
    values = torch.tensor([0.25, 0.5])
    figure = plot_source_bars(["<b>", "x"], {"a": (values, "Z")}, "share", ("b", values * 8, "V"))
    bars, dots = figure.data
    assert list(bars.y) == values.tolist()
    assert list(dots.y) == (values * 8).tolist()
    assert figure.layout.xaxis.ticktext[0] == "&lt;b&gt;"
    assert (figure.layout.yaxis.title.text, figure.layout.yaxis2.title.text) == ("share", "b")
