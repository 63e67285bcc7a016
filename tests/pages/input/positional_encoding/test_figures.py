import math

import pytest
import torch

from model.embedding import positional_encoding
from pages.input.positional_encoding import figures
from tests.close import assert_near, near
from ui.messages import use_locale

NAMES = ["<b>", "cat", "sleeps"]


def test_every_cell_of_the_arithmetic_says_how_its_number_came_about():
    figure = figures.plot_arithmetic_map(positional_encoding(60, 4), NAMES, 2)
    [cells] = figure.data
    assert_near(torch.tensor(cells.z), positional_encoding(6, 4))
    assert cells.text[2][1] == f"cos(2/1)<br>−{abs(math.cos(2)):.3f}"
    assert cells.text[5][2] == f"sin(5/100)<br>{math.sin(0.05):.3f}"
    assert figure.layout.yaxis.ticktext[0] == "&lt;b&gt;  0"
    with use_locale("fr"):
        [cells] = figures.plot_arithmetic_map(positional_encoding(60, 6), NAMES, 2).data
    assert cells.text[1][2].startswith("sin(1/21,5443)<br>0,0")
    assert figure.layout.yaxis.ticktext[4] == "4"


def test_a_later_position_gets_a_row_of_its_own_in_the_arithmetic():
    figure = figures.plot_arithmetic_map(positional_encoding(60, 4), NAMES, 47)
    assert figure.layout.yaxis.ticktext[-1] == "47"
    assert_near(torch.tensor(figure.data[0].z[-1]), positional_encoding(48, 4)[47])
    assert figure.layout.shapes[0].y0 == 5.5


def test_marks_of_the_tokens_lie_on_the_curve_of_the_offset():
    encoding = positional_encoding(100, 32)
    line, marks = figures.plot_dot_products(encoding, encoding, 2, NAMES, 3).data
    curve = dict(zip(line.x, line.y, strict=True))
    assert list(marks.x) == [-2, -1, 0]
    assert [curve[x] for x in marks.x] == pytest.approx(list(marks.y), rel=1e-5)
    assert curve[0] == near(16)


def test_turned_rows_move_the_peak_of_the_curve():
    encoding = positional_encoding(110, 32)
    line = figures.plot_dot_products(encoding[:100], encoding[7:107], 2, NAMES, 7).data[0]
    assert line.x[line.y.index(max(line.y))] == 7


@pytest.mark.parametrize(("k", "marked"), [(0, [0]), (-4, [-4, 4])])
def test_the_step_is_marked_both_ways(k, marked):
    encoding = positional_encoding(100, 8)
    figure = figures.plot_dot_products(encoding, encoding, 0, NAMES, k)
    assert [shape.x0 for shape in figure.layout.shapes] == marked


def test_the_corner_of_a_matrix_shows_its_first_numbers():
    matrix = torch.arange(100.0).view(10, 10) / 100
    cells = figures.plot_matrix_corner(matrix).data[0]
    assert_near(torch.tensor(cells.z), matrix[:8, :8])
    assert (cells.text[0][0], cells.text[7][1]) == ("", "0.710")
