"""What a browser says with a view reaches the page only if the view can say it."""

import math

import pytest
import streamlit as st

from ui.schemas import INDEX, NAME, NUMBER, validation_error
from ui.views import _validating_callback

SAYS = {
    "at": INDEX,
    "pick": (INDEX, INDEX),
    "set": {"temperature": NUMBER, "top_k?": INDEX},
    "open": NAME,
    "on": bool,
    "go": {"back", "next"},
}
GOOD = {
    "at": [0, 7, 50_000],
    "pick": [[1, 2]],
    "set": [{"temperature": 0.5}, {"temperature": 1, "top_k": 3}],
    "open": ["rms_norm", "trace-it"],
    "on": [True, False],
    "go": ["back"],
}
NONSENSE = [
    [], {}, "", "<b>", -1, 10**30, 0.5, math.nan, math.inf, "back ", [[]], [1], [1, "x"], [1, 2, 3],
    [1, -2], {"temperature": math.nan}, {"temperature": 1, "edits": "x"}, {"temperature": []},
    {"top_k": 3}, {"temperature": 1, "top_k": -1}, "a" * 61, ["back"], {"back": 1},
]  # fmt: skip


def say(monkeypatch, event, value):
    """Let a browser say something; return what the page heard."""
    heard = []
    monkeypatch.setattr(st, "session_state", {"view": {event: value}})
    _validating_callback("view", f"on_{event}_change", SAYS, heard.append)()
    return heard


@pytest.mark.parametrize(("event", "values"), GOOD.items())
def test_a_page_hears_what_its_view_can_say(monkeypatch, event, values):
    assert [say(monkeypatch, event, value) for value in values] == [[value] for value in values]


@pytest.mark.parametrize("event", SAYS)
def test_it_hears_nothing_else(monkeypatch, event):
    others = [value for name, values in GOOD.items() if name != event for value in values]
    wrong = [
        value for value in [*NONSENSE, *others] if validation_error(value, SAYS[event], closed=True)
    ]
    assert len(wrong) >= len(NONSENSE)
    assert [value for value in wrong if say(monkeypatch, event, value)] == []


def test_a_place_that_is_no_longer_there_is_forgotten_and_logged(monkeypatch, caplog):
    monkeypatch.setattr(st, "session_state", {"view": {"at": 5}})
    taken = []
    _validating_callback("view", "on_at_change", SAYS, lambda place: taken.append([1, 2][place]))()
    assert taken == []
    assert "view view said “at”" in caplog.text
    assert "IndexError" in caplog.text
    monkeypatch.setattr(st, "session_state", {"view": {"at": 5}})
    _validating_callback("view", "on_at_change", SAYS, lambda place: {}[place])()
    assert "KeyError(5)" in caplog.text


def test_a_view_that_does_not_say_what_it_can_say_cannot_be_listened_to():
    with pytest.raises(KeyError):
        _validating_callback("view", "on_other_change", SAYS, print)
