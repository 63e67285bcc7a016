"""What pages show while nobody has chosen: the same word and head on all, which links override."""

import pytest

from ui.readings import defaults, session

TEXT = "The dog is sleeping because he is tired."
HEADS = {"multi_head": "head_view", "scaled_dot_product": "steps"}


def first(kind):
    """Return the word and the head of layer 1 that show something, from 0."""
    reading = session.read(TEXT, "fr")
    word = defaults.find_default_token(reading.axes(kind)[0], "en" if kind == "encoder" else "fr")
    return word, defaults.find_default_head(reading, kind, 0, word)


def shown(app, data_of, page):
    data = data_of(app, HEADS[page])
    return data["word"], data["head"]


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_pages_of_attention_begin_with_the_same_telling_word_and_head(open_page, go, data_of, kind):
    app = open_page("multi_head", source=TEXT, to="fr", attention=kind, sections="")
    assert shown(app, data_of, "multi_head") == first(kind)
    app = go(app, "scaled_dot_product")
    assert shown(app, data_of, "scaled_dot_product") == first(kind)
    query = data_of(app, "address")["query"]
    assert "word=" not in query
    assert "head=" not in query


def test_a_head_that_falls_silent_leads_to_no_other_one(open_page, data_of):
    word, head = first("encoder")
    app = open_page("multi_head", source=TEXT, to="fr", edits=f"encoder-1-{head + 1}", sections="")
    assert shown(app, data_of, "multi_head") == (word, head)


def test_another_layer_keeps_the_head_and_the_link_then_names_it(open_page, data_of):
    head = first("encoder")[1]
    app = open_page("multi_head", source=TEXT, to="fr", sections="")
    app.session_state["layer"] = 3
    assert shown(app.run(), data_of, "multi_head")[1] == head
    assert f"head={head + 1}" in data_of(app, "address")["query"]


def test_a_choice_of_a_link_or_by_hand_stays_with_another_sentence(open_page, data_of):
    head = 8 if first("encoder")[1] == 0 else 1
    app = open_page("multi_head", source=TEXT, to="fr", head=str(head), word="2", sections="")
    assert shown(app, data_of, "multi_head") == (1, head - 1)
    app = app.text_input(key="source").set_value("The old house near the river is empty.").run()
    assert shown(app, data_of, "multi_head") == (1, head - 1)


def test_the_overview_draws_the_head_that_the_page_of_heads_begins_with(open_page, data_of):
    data = data_of(open_page("overview", source=TEXT, to="fr"), "diagram")
    assert data["heads"]["encoder_self"]["shown"][0] == first("encoder")[1]
