import math

import pytest

from pages.background.history.figures import LOOKS, GrowthAxes, LengthMark, plot_growth


def test_lines_are_drawn_as_they_are_given_and_single_measurements_thin():
    figure = plot_growth(
        {"RNN": ([1, 10, 100], [1.0, 0.1, 0.01])},
        GrowthAxes("title", 1000),
        single_runs={"RNN": [[1.0, 0.2, 0.02], [1.0, 0.05, 0.005]]},
    )
    *thin, line = figure.data
    assert [list(one.y) for one in thin] == [[1.0, 0.2, 0.02], [1.0, 0.05, 0.005]]
    assert list(line.y) == [1.0, 0.1, 0.01]
    assert all(one.line.width < line.line.width for one in thin)
    assert figure.layout.xaxis.type == figure.layout.yaxis.type == "log"
    assert list(figure.layout.xaxis.range) == [0, 3]


def test_marks_stand_at_their_lengths():
    figure = plot_growth(
        {}, GrowthAxes("", 1000), [LengthMark(10, "here"), LengthMark(512, "there")]
    )
    assert [shape.x0 for shape in figure.layout.shapes] == [10, 512]
    marks = [mark for mark in figure.layout.annotations if mark.text in ("here", "there")]
    assert [mark.x for mark in marks] == pytest.approx([1, math.log10(512)])  # Plotly wants logs
    assert [mark.xanchor for mark in marks] == ["left", "right"]  # the text stays inside


@pytest.mark.parametrize("span", [None, (1e-12, 5.0)])
def test_an_empty_picture_can_be_drawn(span):
    limits = plot_growth({}, GrowthAxes("", 10, span=span)).layout.yaxis.range
    assert (limits is None) == (span is None)
    if span:
        assert list(limits) == pytest.approx([-12, math.log10(5)])


def test_layers_that_are_drawn_together_look_different():
    together = [name for name in LOOKS if name.startswith(("Self", "Rec", "Conv"))]
    assert len({LOOKS[name] for name in together}) == len(together) == 4
