"""Controls bear whatever a link or another page left for them, and texts have an end."""

import pytest

from ui.choices import changed, controls, link
from ui.readings.changes import write_changes
from ui.readings.reading import SilencedHead


def remarks(app):
    return " ".join(h.proto.body for h in app.get("html") if 'class="remark"' in h.proto.body)


@pytest.mark.parametrize(
    ("page", "key"),
    [
        ("positional_encoding", "pair"),  # number
        ("positional_encoding", "k"),  # slider
        ("next_token", "temperature"),  # decimal
        ("history", "length"),  # a slider of numbers
        ("multi_head", "layer"),  # one_of
        ("masking", "causal"),  # switch
    ],
)
@pytest.mark.parametrize("value", ["bat", None])
def test_what_another_page_left_is_forgotten_if_it_is_of_another_type(
    open_page, go, data_of, page, key, value
):
    app = open_page("overview", sections="")
    app.session_state[key] = value
    go(app, page)
    assert not app.exception
    assert data_of(app, "address")["query"] == ""


@pytest.mark.parametrize("key", ["reference", "put"])
def test_a_number_where_a_text_should_be_is_forgotten(open_page, go, data_of, key):
    app = open_page("overview", sections="")
    app.session_state[key] = 7
    go(app, "shifted_input")
    assert not app.exception
    assert data_of(app, "address")["query"] == ""


LONG = "ab cd " * 34_000


@pytest.mark.parametrize(
    ("page", "key", "most"),
    [
        ("overview", "source", controls.LONGEST),
        ("shifted_input", "reference", controls.LONGEST),
        ("masking", "beside", controls.LONGEST),
        ("tokenization", "find", 20),
    ],
)
def test_a_text_of_a_link_is_cut_and_that_is_said(open_page, page, key, most):
    app = open_page(page, **{key: LONG})
    assert not app.exception
    assert app.text_input(key=key).value == LONG[:most]
    assert app.text_input(key=key).proto.max_chars == most
    said = remarks(app) + " ".join(caption.value for caption in app.caption)
    assert f"{most:,} characters" in said or "nly its first 128 tokens" in said


def test_pasted_lines_are_cut_and_that_is_said(open_page):
    lines = "a cat = eine Katze\n" * 10_000
    app = open_page("train_it_yourself", lesson="translator", task="pairs", pairs=lines)
    assert app.text_area(key="pairs").value == lines[: controls.LONGEST_LINES]
    assert any("10,000 characters" in caption.value for caption in app.caption)


def test_a_sentence_that_is_cut_although_its_pieces_are_few_is_told_about(open_page):
    app = open_page("overview", source="Where is" + " " * 3000 + "the cat?")
    assert app.session_state["read"].read().text == "Where is"
    assert "2,000 characters" in remarks(app)
    assert "characters" not in remarks(open_page("overview"))


def test_no_text_field_is_without_end(open_page):
    for page in ("overview", "embedding", "encoder_stack", "feed_forward", "shifted_input"):
        app = open_page(page, sentences="own")
        assert all(0 < field.proto.max_chars <= controls.LONGEST for field in app.text_input)


def edits(count):
    return " ".join(f"unit-decoder-4-{unit}" for unit in range(1, count + 1))


def test_a_link_may_silence_every_head_of_the_model(open_page):
    every = [
        SilencedHead(kind, layer, head)
        for kind in ("encoder", "decoder", "cross")
        for layer in range(4)
        for head in range(8)
    ]
    app = open_page("overview", edits=write_changes(every))
    assert set(app.session_state["read"].read().changes) == set(every)
    assert not any("left out" in text.value for text in app.text)


def test_what_a_link_changes_beyond_that_is_left_out_and_that_is_said(open_page):
    app = open_page("overview", edits=edits(changed.MOST + 3))
    assert len(app.session_state["read"].read().changes) == changed.MOST
    assert any("3 others are left out" in text.value for text in app.text)
    app.run()  # and is said again
    assert any("3 others are left out" in text.value for text in app.text)
    app.button(key="normal").click().run()
    app.session_state["edits"] = edits(2)
    app.run()
    assert not any("left out" in text.value for text in app.text)


def test_a_number_may_be_an_id_of_a_large_vocabulary(monkeypatch):
    monkeypatch.setattr(link, "restore", lambda key, parse, *_: parse("58100"))
    monkeypatch.setattr(link, "show", lambda *_, **__: None)
    assert controls.number("candidate", 60_000) == 58_100
