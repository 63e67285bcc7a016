"""One vector alone, and what the end token swallows: said of this sentence, as it is computed."""

import re

import torch

from model.measures.one_vector import cut_repetition, decode_single_vectors
from ui.readings import session, single_vector_decoding
from ui.words import format_percent

SENTENCE = {"source": "We sat on the bank of the river.", "to": "fr"}


def said(app) -> str:
    return " ".join(re.sub("<.*?>", "", one.proto.body) for one in app.get("html"))


def test_each_row_of_the_memory_is_read_alone_in_both_languages(open_page):
    app = open_page("cross_attention", **SENTENCE, compare="de", sections="alone")
    assert not app.exception
    [table] = [h.proto.body for h in app.get("html") if h.proto.body.startswith("<table")]
    reading, glass = session.read(SENTENCE["source"], "fr"), session.glass()
    memory = reading.trace.pick("memory", batch=0)
    for code in ("fr", "de"):
        for ids in decode_single_vectors(glass.network, memory, glass.tokenizer.start(code)):
            words = glass.tokenizer.decode(cut_repetition(ids)[0])
            assert words.replace("'", "&#x27;") in table
    assert "fleuve" in table
    assert "token&#x27;s row, it writes nothing." in said(app)


def test_the_share_of_the_end_token_is_that_of_its_column(open_page):
    app = open_page("cross_attention", **SENTENCE, sections="end")
    assert not app.exception
    weights = session.read(SENTENCE["source"], "fr").layers("cross", "weights")
    assert f"In your sentence, {format_percent(weights[..., -1].mean().item())}" in said(app)
    assert app.session_state["hide_end"]
    app.button(key="flip_end_token").click().run()
    assert not app.session_state["hide_end"]


def test_a_whole_layer_in_the_memorys_place_says_what_the_model_says_with_the_last(open_page):
    found = single_vector_decoding.translate_from_each_layer(SENTENCE["source"], "fr", ())
    assert found[-1] == session.read(SENTENCE["source"], "fr").translation
    assert len(found) == session.glass().config.N + 1
    app = open_page("encoder_stack", **SENTENCE, sections="alone")
    assert not app.exception
    assert "words have a vector from which the decoder writes a word of the translation" in said(
        app
    )
    depths = single_vector_decoding.decode_each_vector(session.read(SENTENCE["source"], "fr"), "fr")
    assert len(depths) == session.glass().config.N + 1
    assert torch.tensor([len(row) for row in depths]).unique().numel() == 1
