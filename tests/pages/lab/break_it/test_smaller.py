"""Shared keys and values, and rounded weights: a choice sets them, and all pages bear them."""

import pytest

from model.changes.kinds import GroupedHeads, RoundedWeights
from pages.attention.queries_keys_values.compute import slice_head_projections
from tests.close import assert_near
from ui.readings import session

SMALLER = "no-norm-mean no-norm-shift groups-encoder=4 groups-decoder=2 groups-cross=1 bits=5"


@pytest.mark.parametrize(
    "page",
    ["queries_keys_values", "residual_and_norm", "embedding", "next_token", "decoder_stack"],
)
def test_pages_that_show_weights_bear_other_norms_shared_keys_and_rounded_weights(open_page, page):
    app = open_page(page, edits=SMALLER)
    assert not app.exception
    assert not app.error
    assert len(app.session_state["read"].changes) == 6


def test_rounded_weights_are_those_of_the_pass_that_is_shown():
    changes = (RoundedWeights(3),)
    reading = session.read("The cat sleeps.", "fr", changes)
    x, _ = reading.inputs("encoder", 1)
    for name, matrix in slice_head_projections(
        session.glass().network_with(changes), "encoder", 1, 2
    ).items():
        assert_near(x[0] @ matrix, reading.attention("encoder", 1)[name.lower()][0, 2])
    assert not session.embedding_matrix(changes).equal(session.embedding_matrix())


def test_keys_are_shared_and_weights_are_rounded_by_a_choice(open_page):
    app = open_page("break_it")
    app.selectbox("bits-of-weights").set_value(2).run()
    assert app.session_state["read"].changes == (RoundedWeights(2),)
    app.selectbox("groups-encoder").set_value(1).run()
    assert set(app.session_state["read"].changes) == {RoundedWeights(2), GroupedHeads("encoder", 1)}
    app.selectbox("bits-of-weights").set_value(8).run()  # as they are shipped
    app.selectbox("groups-encoder").set_value(8).run()
    assert app.session_state["read"].changes == ()
