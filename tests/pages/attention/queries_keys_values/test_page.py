"""The projections of every attention, and what the page shows of them."""

import pytest
import torch

from pages.attention.queries_keys_values.compute import slice_head_projections
from pages.attention.queries_keys_values.remarks import (
    Match,
    describe_match,
    describe_way_back,
)
from tests.close import assert_near, near
from tests.unpacked import unpacked
from ui.frame.bar import DEFAULT
from ui.readings import session
from ui.readings.reading import ATTENTIONS, Token, token_name

PAGE = "queries_keys_values"


@pytest.fixture(scope="module")
def reading():
    return session.read(DEFAULT, "fr")


@pytest.mark.parametrize("kind", ATTENTIONS)
@pytest.mark.parametrize("layer", range(4))
def test_inputs_times_a_heads_matrices_are_its_queries_keys_and_values(reading, kind, layer):
    x, memory = reading.inputs(kind, layer)
    attention = reading.attention(kind, layer)
    for head in (0, 5):
        W = slice_head_projections(session.load_model()[0], kind, layer, head)
        assert_near(x @ W["Q"], attention["q"][:, head])
        assert_near(memory @ W["K"], attention["k"][:, head])
        assert_near(memory @ W["V"], attention["v"][:, head])


def test_inputs_of_cross_attention_come_from_the_decoder_and_from_the_memory(reading):
    x, memory = reading.inputs("cross", 1)
    assert x.shape[1] == len(reading.target)
    assert_near(memory, reading.trace["encoder.layers.3.add_and_norm_2.output"])


def test_a_heads_columns_side_by_side_are_the_whole_matrix():
    model = session.load_model()[0]
    weight = model.encoder.layers[1].self_attention.W_K.weight
    heads = [slice_head_projections(model, "encoder", 1, head)["K"] for head in range(8)]
    assert_near(torch.cat(heads, dim=1), weight.T)


@pytest.mark.parametrize("kind", ATTENTIONS)
def test_the_picture_is_made_of_the_models_own_numbers(open_page, data_of, reading, kind):
    app = open_page(PAGE, attention=kind, head="6", word="3", matrix="V")
    assert not app.exception
    data = data_of(app, "projection")
    attention = reading.attention(kind, 0)
    for role, result in data["results"].items():
        assert_near(unpacked(result), attention[role.lower()][0, 5])
        [x] = [unpacked(group["x"]) for group in data["groups"] if role in group["roles"]]
        assert_near(x @ unpacked(data["weights"][role]), unpacked(result))
    assert [group["roles"] for group in data["groups"]] == (
        [["Q"], ["K", "V"]] if kind == "cross" else [["Q", "K", "V"]]
    )
    strips = data_of(app, "head_strips")
    *_, row = data["chosen"]["rows"]
    assert strips["words"] == {
        role: group["tokens"][own]
        for group, own in zip(data["groups"], data["chosen"]["rows"], strict=True)
        for role in group["roles"]
    }
    assert kind == "cross" or row == 2
    assert_near(unpacked(strips["vectors"]["V"]), attention["v"][0, :, row])
    assert unpacked(strips["vectors"]["V"]).norm(dim=1).tolist() == near(strips["lengths"]["V"])


def test_a_link_chooses_the_cell_and_the_formula_tells_its_number(open_page, data_of, reading):
    app = open_page(PAGE, word="5", dimension="7", matrix="K", head="2")
    assert data_of(app, "projection")["chosen"] == {"matrix": "K", "dimension": 6, "rows": [4]}
    cell = float(reading.attention("encoder", 0)["k"][0, 1, 4, 6])
    assert f"= {cell:.3f}" in app.latex[1].value


@pytest.mark.parametrize(
    "nonsense",
    [
        {"word": "99", "dimension": "0", "matrix": "Z"},
        {"dimension": "33", "layer": "9", "head": "x", "memory_word": "-1"},
        {"source": "Hi", "word": "7"},
        {"source": "<b>$x_1$</b> **💡** \\", "attention": "Cross-attention", "word": "2"},
        {"source": "and so on " * 60, "word": "120", "matrix": "K"},
    ],
)
def test_odd_links_and_sentences_are_shown_without_an_error(open_page, data_of, nonsense):
    app = open_page(PAGE, **nonsense)
    assert not app.exception
    assert not app.error
    data = data_of(app, "projection")
    assert data["chosen"]["dimension"] in range(32)
    for group, row in zip(data["groups"], data["chosen"]["rows"], strict=True):
        assert row in range(len(group["tokens"]))


def test_the_page_names_the_best_and_the_worst_key_of_this_head(open_page, data_of, reading):
    app = open_page(PAGE, word="6", head="7", sections="none")
    attention = reading.attention("encoder", 0)
    scores = attention["k"][0, 6] @ attention["q"][0, 6, 5]
    data = data_of(app, "match")
    assert_near(unpacked(data["k"]) @ unpacked(data["q"]), scores)
    assert data["query"]["text"] == reading.source[5].text == "he"
    shown = next(block.value for block in app.get("html") if "In your sentence" in block.value)
    assert f"<b>“{reading.source[int(scores.argmax())].text}”</b>: {scores.max():.2f}." in shown


def match_of(agreements, query=0, kind="encoder"):
    names = [f"“{letter}”" for letter in "abc"[: agreements.shape[1]]]
    return Match(agreements, query, (names, names), kind)


@pytest.mark.parametrize(
    ("rows", "kind", "best", "back"),
    [
        ([[1, 2], [4, 3]], "encoder", "the key of “b”: 2.00", "find each other"),
        ([[1, 2], [3, 4]], "encoder", "the key of “b”: 2.00", "fits its own key best"),
        (
            [[1, 3, 2], [1, 2, 3], [0, 0, 0]],
            "encoder",
            "least with the key of “a”: 1.00",
            "The query of “b” fits the key of “c” best",
        ),
        ([[2, 1], [0, 0]], "encoder", "its own key: 2.00", "“a” finds itself"),
        ([[1, 2], [0, 0]], "cross", "the key of “b”: 2.00", "the key from your sentence"),
        ([[5]], "encoder", "nothing to choose", "nothing to choose"),
    ],
)
def test_what_a_query_finds_and_whether_it_is_mutual(rows, kind, best, back):
    match = match_of(torch.tensor(rows, dtype=torch.float), kind=kind)
    assert best in str(describe_match(match))
    assert back in str(describe_way_back(match))


def test_in_the_decoder_no_word_finds_a_later_one():
    hidden = -float("inf")
    match = match_of(torch.tensor([[1.0, hidden], [3.0, 2.0]]), 1, "decoder")
    assert "“b” finds “a”, but not the other way round" in str(describe_way_back(match))


def test_tokens_that_come_twice_are_told_apart():
    tokens = [Token("a"), Token("b"), Token("a")]
    assert [token_name(tokens, place) for place in range(3)] == [
        "“a” (row 1)",
        "“b”",
        "“a” (row 3)",
    ]
