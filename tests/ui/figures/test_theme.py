import pytest

from ui.figures.figure import Figure
from ui.figures.theme import (
    add_legend,
    add_legend_above,
    apply_layout,
    highlight_position,
    token_ticks,
)

TOKENS = ["▁<b>", "the", "the", "cat", "sat"]


def test_tokens_that_repeat_keep_their_places_and_none_becomes_markup():
    axis = token_ticks(TOKENS)
    assert axis["tickvals"] == [0, 1, 2, 3, 4]
    assert axis["ticktext"] == ["▁&lt;b&gt;", "the", "the", "cat", "sat"]


def test_a_label_that_is_left_out_leaves_the_others_at_their_places():
    assert token_ticks(TOKENS, every=3) == {"tickvals": [0, 3], "ticktext": ["▁&lt;b&gt;", "cat"]}


@pytest.mark.parametrize(("side", "x"), [("left", 0), ("right", 1)])
def test_names_stand_at_an_edge_in_a_row_above_or_in_a_column_within(side, x):
    above = add_legend(apply_layout(Figure(), 200), side).layout
    within = add_legend(apply_layout(Figure(), 200), side, 0.5).layout.legend
    assert above.showlegend
    assert (above.legend.x, above.legend.xanchor) == (within.x, within.xanchor) == (x, side)
    assert (above.legend.orientation, above.legend.yanchor) == ("h", "bottom")
    assert (within.y, within.orientation) == (0.5, None)


def test_room_lifts_the_names_by_as_many_pixels_as_the_margin_grows():
    for room in (0, 22):
        layout = add_legend_above(apply_layout(Figure(), 380), room).layout
        inside = 380 - layout.margin.t - 40
        assert layout.margin.t == 40 + room
        assert (layout.legend.y - 1) * inside == pytest.approx(room + 6)


def test_the_band_covers_one_place_and_lies_below_what_is_drawn():
    (band,) = highlight_position(Figure(), 3).layout.shapes
    assert (band.x0, band.x1, band.layer) == (2.5, 3.5, "below")
