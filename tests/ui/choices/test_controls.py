"""Controls bear whatever a link or another page left for them, and texts have an end."""

import ast

import pytest

from tests.opened import ROOT
from ui.choices import active_changes, controls, link
from ui.readings.changes import format_changes
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
    said = remarks(app) + " ".join(caption.value for caption in app.caption)
    assert f"{most:,} characters" in said or "only the first 128 tokens" in said


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


# Every text field of the app: its page, what else the link must say, its key and its end.
FIELDS = [
    ("overview", {}, "source", controls.LONGEST),
    ("decoding", {}, "begin", controls.LONGEST),
    ("masking", {}, "beside", controls.LONGEST),
    ("shifted_input", {}, "reference", controls.LONGEST),
    ("tokenization", {}, "spell", 40),
    ("tokenization", {}, "find", 20),
    ("embedding", {}, "also", 60),
    ("head_census", {}, "profession", 30),
    ("questions", {}, "questions", 100),
    ("questions", {}, "own_lines", 6_000),
    ("teach_with_it", {}, "lecture_lines", controls.LONGEST_LINES),
    ("train_it_yourself", {"lesson": "translator", "task": "pairs"}, "pairs", 10_000),
]


@pytest.mark.parametrize(("page", "asked", "key", "most"), FIELDS)
def test_of_a_text_that_is_too_long_a_field_takes_the_beginning_and_says_so(
    open_page, page, asked, key, most
):
    """A browser sends all that was pasted: no field refuses it as a whole."""
    app = open_page(page, **asked)
    field = next(one for one in (*app.text_input, *app.text_area) if one.key == key)
    assert field.proto.max_chars == 0
    pasted = "ab cd " * 2_000
    field.set_value(pasted).run()
    assert not app.exception
    assert app.session_state[key] == pasted[:most]
    said = remarks(app) + " ".join(caption.value for caption in app.caption)
    assert f"{most:,} characters" in said or "only the first 128 tokens" in said


def test_no_text_field_refuses_what_is_too_long():
    """All go through Streamlit's two functions, and none is told its bound: it would refuse."""
    fields = [
        call
        for room in ("ui", "pages")
        for file in (ROOT / room).rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and ast.unparse(call.func) in ("st.text_input", "st.text_area")
    ]
    assert len(fields) > 3
    assert not any(word.arg == "max_chars" for call in fields for word in call.keywords)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("The cat\nis sleeping.", "The cat is sleeping."),
        ("The cat\r\n\r\nis sleeping.\n", "The cat is sleeping."),
        ("\nThe cat\u2028is sleeping.", "The cat is sleeping."),
        ("The cat\x0bis\x85sleeping.", "The cat is sleeping."),
        ("The cat  is\tsleeping. ", "The cat  is\tsleeping. "),  # as a person may type it
    ],
)
def test_a_field_of_one_line_shows_a_link_with_several_as_the_model_reads_it(
    open_page, typed, shown
):
    app = open_page("overview", source=typed)
    assert app.text_input(key="source").value == shown
    assert app.session_state["read"].read().text == "The cat is sleeping."


def test_lines_that_are_pasted_stay_lines(open_page):
    lines = "a cat = eine Katze\na dog = ein Hund\n"
    app = open_page("train_it_yourself", lesson="translator", task="pairs", pairs=lines)
    assert app.text_area(key="pairs").value == lines


@pytest.mark.parametrize(
    ("page", "kind", "key", "value", "default"),
    [
        ("scaled_dot_product", "button_group", "layer", "3", [2]),  # the place of the option
        ("scaled_dot_product", "button_group", "head", "5", [4]),
        ("scaled_dot_product", "button_group", "attention", "cross", [2]),
        ("positional_encoding", "slider", "k", "7", [7]),
        ("history", "select_slider", "length", "512", None),
        ("masking", "toggle", "causal", "False", False),
        ("masking", "text_input", "beside", "Hi", "Hi"),
        ("overview", "selectbox", "to", "de", None),
    ],
)
def test_a_control_that_a_browser_draws_late_shows_what_the_server_has(
    open_page, page, kind, key, value, default
):
    """Where a page runs again at once, a browser never draws what the first run told it."""
    app = open_page(page, **{key: value})
    app.run()
    [control] = [one for one in app.get(kind) if one.key == key]
    assert str(control.value) == value
    assert not control.proto.set_value  # this run tells nothing: all that shows is the default
    shown = control.proto.default
    if kind in ("selectbox", "select_slider"):  # a place again
        place = shown if kind == "selectbox" else int(shown[0])
        shown = control.options[place]
        default = control.options[control.index] if kind == "selectbox" else value
    assert (list(shown) if isinstance(default, list) else shown) == default


def edits(count):
    return " ".join(f"unit-decoder-4-{unit}" for unit in range(1, count + 1))


def test_a_link_may_silence_every_head_of_the_model(open_page):
    every = [
        SilencedHead(kind, layer, head)
        for kind in ("encoder", "decoder", "cross")
        for layer in range(4)
        for head in range(8)
    ]
    app = open_page("overview", edits=format_changes(every))
    assert set(app.session_state["read"].read().changes) == set(every)
    assert not any("left out" in text.value for text in app.text)


def test_what_a_link_changes_beyond_that_is_left_out_and_that_is_said(open_page):
    app = open_page("overview", edits=edits(active_changes.MAX_CHANGES + 3))
    assert len(app.session_state["read"].read().changes) == active_changes.MAX_CHANGES
    assert any("3 more were left out" in text.value for text in app.text)
    app.run()  # and is said again
    assert any("3 more were left out" in text.value for text in app.text)
    app.button(key="normal").click().run()
    app.session_state["edits"] = edits(2)
    app.run()
    assert not any("left out" in text.value for text in app.text)


def test_a_number_may_be_an_id_of_a_large_vocabulary(monkeypatch):
    monkeypatch.setattr(link, "restore_control", lambda key, parse, *_: parse("58100"))
    monkeypatch.setattr(link, "store_control", lambda *_, **__: None)
    assert controls.integer_choice("candidate", 60_000) == 58_100
