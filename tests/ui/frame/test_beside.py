"""A second sentence beside the first, on the pages of attention and on Next token."""

import pytest
import torch

from model.measures.pairs import attention_difference, matching_positions
from tests.close import assert_near, near
from ui.frame import sentence_comparison
from ui.readings import session

TEXT, OTHER = "The cat is sleeping.", "The dog is sleeping."
ATTENTIONS = {"multi_head": "encoder", "scaled_dot_product": "encoder", "cross_attention": "cross"}

CAPITALS = "MEIN BRUDER UND MEINE SCHWESTER KAUFEN EIN HAUS."


def figure(data_of, app, key):
    return data_of(app, key)["figure"]


def heads(data_of, app):
    return figure(data_of, app, "beside_heads")["data"][0]["z"]


@pytest.mark.parametrize("page", ATTENTIONS)
def test_both_maps_and_their_difference_are_the_tensors_of_two_passes(open_page, data_of, page):
    kind = ATTENTIONS[page]
    app = open_page(page, source=TEXT, beside=OTHER, layer="2", head="3", all_layers="0")
    assert not app.exception
    both = [session.read(text, "fr").layers(kind, "weights") for text in (TEXT, OTHER)]
    for number, weights in enumerate(both):
        drawn = torch.tensor(figure(data_of, app, f"beside_{number}")["data"][0]["z"])
        assert_near(drawn, weights[1, 2])
    ids = [session.read(text, "fr") for text in (TEXT, OTHER)]
    source, target = (
        matching_positions(*(getattr(one, f"{side}_ids") for one in ids))
        for side in ("source", "target")
    )
    expected = attention_difference(*both, source if kind == "encoder" else target, source)
    drawn = torch.tensor(figure(data_of, app, "beside_2")["data"][0]["z"])
    assert_near(drawn, expected[1, 2])
    tiles = heads(data_of, app)
    rows, columns = expected.shape[2:]
    assert tiles[rows + 1][2 * (columns + 1)] == near(expected[1, 2, 0, 0].item())
    assert tiles[rows][0] is None  # a gap between layers


def test_next_token_compares_the_first_translation_under_both_sentences(open_page, data_of):
    app = open_page("next_token", source=TEXT, beside=OTHER, step="1")
    assert not app.exception
    first = session.read(TEXT, "fr")
    second = session.read_with_translation(OTHER, "fr", first.output_ids)
    logits = [one.trace["logits"][0] for one in (first, second)]
    said = torch.tensor(first.output_ids)
    changes = logits[1].log_softmax(-1) - logits[0].log_softmax(-1)
    expected = changes[range(len(said)), said]
    drawn = figure(data_of, app, "beside_steps")["data"][0]["y"]
    assert drawn == near(expected.tolist())
    moved = figure(data_of, app, "beside_logits")["data"][0]["y"]
    likeliest = logits[0][0].argmax()
    assert moved[0] == near((logits[1] - logits[0])[0, likeliest].item())


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("", sentence_comparison.EMPTY),
        ("  ", sentence_comparison.EMPTY),
        (f" {TEXT} ", sentence_comparison.SAME),
    ],
)
def test_an_empty_or_equal_sentence_is_said_and_nothing_is_drawn(open_page, second, said):
    app = open_page("multi_head", source=TEXT, beside=second)
    assert said in [text.value for text in app.text]
    assert not any("beside_" in view.proto.id for view in app.get("bidi_component"))


def test_sentences_of_other_lengths_and_long_ones_are_compared(open_page, data_of):
    app = open_page("multi_head", source=TEXT, beside="The big dog " * 40)
    assert not app.exception
    assert heads(data_of, app)


def test_a_link_with_a_second_sentence_opens_the_section(open_page, data_of):
    app = open_page("multi_head", source=TEXT, beside=OTHER, sections="none")
    assert heads(data_of, app)
    closed = open_page("multi_head", source=TEXT, sections="none")
    assert not any("beside_" in view.proto.id for view in closed.get("bidi_component"))


def test_both_sentences_in_capitals_are_read_alike(open_page):
    app = open_page("multi_head", source=CAPITALS, **{"from": "de"}, to="en", beside=CAPITALS)
    assert sentence_comparison.SAME in [text.value for text in app.text]
