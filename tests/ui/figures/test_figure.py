"""Our figures against Plotly's own: what they say is the same."""

import math

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from ui.figures.figure import Figure, bar, heatmap, scatter, subplot_columns
from ui.figures.theme import (
    add_vertical_line,
    highlight_position,
    theme_colour,
    update_x_axis,
    update_y_axis,
)

LINE = {"color": theme_colour("muted"), "width": 1}


def said_by(figure: go.Figure) -> dict:
    """What one of Plotly's figures says of itself, without a theme of Plotly's."""
    said = figure.to_plotly_json()
    said["layout"].pop("template", None)
    return said


def test_axes_lines_and_bands_are_those_that_plotly_draws_itself():
    settings = {"title": "steps", "range": [0, 5], "showgrid": False}, {"tickvals": [1, 2]}
    own, theirs = Figure(), go.Figure()
    for more in settings:
        theirs.update_xaxes(**more).update_yaxes(**more)
        update_x_axis(update_y_axis(own, **more), **more)
    theirs.add_vline(x=2, line=LINE).add_vrect(
        x0=0.5, x1=1.5, fillcolor=theme_colour("panel2"), line_width=0, layer="below"
    )
    highlight_position(add_vertical_line(own, 2, LINE), 1)
    assert own.to_dict() == said_by(theirs)


def test_a_level_and_its_note_are_those_of_plotly():
    theirs = go.Figure().add_hline(y=2.5, line=LINE, annotation={"text": "floor", "yanchor": "top"})
    own = Figure().add_horizontal_line(2.5, LINE, text="floor", yanchor="top")
    assert own.to_dict() == said_by(theirs)


def test_columns_lie_where_plotly_lays_them():
    for shared in (False, True):
        theirs = make_subplots(
            cols=3, subplot_titles=["a", "b", "c"], horizontal_spacing=0.1, shared_yaxes=shared
        )
        own = subplot_columns(["a", "b", "c"], 0.1, shared=shared)
        for column in (1, 2, 3):
            theirs.add_scatter(x=[1], y=[column], row=1, col=column)
            own.add(scatter(x=[1], y=[column]), column)
        theirs.update_yaxes(autorange="reversed")
        own.update_yaxes(autorange="reversed")
        found, right = own.to_dict(), said_by(theirs)
        for trace in right["data"]:  # plotly.js knows the first axes by itself
            if trace["xaxis"] == "x":
                del trace["xaxis"], trace["yaxis"]
        assert found["data"] == right["data"]
        placed = {"domain", "x", "y"}
        for axis, said in right["layout"].items():
            if axis == "annotations":
                continue
            assert {k: v for k, v in found["layout"][axis].items() if k not in placed} == {
                k: v for k, v in said.items() if k not in placed
            }
            assert np.allclose(found["layout"][axis]["domain"], said["domain"])
        for one, other in zip(
            found["layout"]["annotations"], right["layout"]["annotations"], strict=True
        ):
            assert one.keys() == other.keys()
            assert one["text"] == other["text"]
            assert math.isclose(one["x"], other["x"])


def test_what_is_said_of_a_part_is_added_and_nothing_is_said_by_none():
    figure = Figure(bar(x=[1], y=[2], name=None))
    figure.update_layout(margin={"l": 1}, legend={"x": 0}).update_layout(margin={"t": 2})
    assert figure.to_dict() == {
        "data": [{"type": "bar", "x": [1], "y": [2]}],
        "layout": {"margin": {"l": 1, "t": 2}, "legend": {"x": 0}},
    }
    assert figure.layout.height is None


def test_numbers_that_are_none_travel_as_gaps_and_arrays_as_their_bytes():
    cells = np.array([[0.5, 1.0], [2.0, 4.0]], dtype="float32")
    figure = Figure(heatmap(z=cells), scatter(y=[1.0, math.nan, math.inf]))
    first, second = figure.to_dict()["data"]
    assert first["z"] == said_by(go.Figure(go.Heatmap(z=cells)))["data"][0]["z"]
    assert second["y"] == [1.0, None, None]
