"""Nothing that takes long happens without a sign of it."""

import inspect
from contextlib import contextmanager

import pytest
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import model.passes
from model.census import importance
from model.measures import scoring
from ui.contents import PAGES
from ui.readings import passes, session

# What takes half a second and more for a long sentence: translations, and passes by the dozen.
LONG = (
    (model.passes, "beam_search"),
    (scoring, "log_probability_without_each_head"),
    (importance, "losses_by_silencing"),
)
CACHED = (
    session.read,
    session.log_probabilities_without_heads,
    session.log_probabilities,
    passes.greedy_translation,
    passes.losses_by_silencing,
)


@pytest.fixture
def silent(monkeypatch):
    """Return a list of what took long while no spinner turned; filled as pages run."""
    spinning, silent = [], []

    @contextmanager
    def spinner(text, **_):
        spinning.append(text)
        yield
        spinning.pop()

    def watched(function):
        def watched(*args, **options):
            behind_a_bar = any(frame.function == "run_with_progress" for frame in inspect.stack(0))
            if not spinning and not behind_a_bar:
                silent.append(function.__name__)
            return function(*args, **options)

        return watched

    monkeypatch.setattr(st, "spinner", spinner)
    # What is cached has its spinner where it is cached.
    monkeypatch.setattr(DeltaGenerator, "spinner", lambda _, text, **more: spinner(text, **more))
    for module, name in LONG:
        monkeypatch.setattr(module, name, watched(getattr(module, name)))
    forget()
    yield silent
    forget()  # what was kept was made by the watched functions, all the same


def forget():
    for cached in CACHED:
        cached.clear()


def is_changed(app):
    return any("Changed model: " in text.value for text in app.text)


@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_every_translation_has_its_spinner_in_a_changed_model_and_back_to_normal(
    open_page, silent, page
):
    edits = "encoder-1-1 no-mask row-of-400=500 row-cross-1-1-1=1_1"
    app = open_page(page, source="An old cat?", edits=edits)
    assert not app.exception
    assert silent == []
    assert is_changed(app)
    forget()
    app.button(key="normal").click().run()
    assert not app.exception
    assert silent == []
    assert app.session_state["edits"] == ""
    assert not is_changed(app)


def test_the_trial_of_every_head_that_a_click_begins_has_its_spinner(open_page, silent):
    app = open_page("break_it", source="Where is the old dog?")
    passes.losses_by_silencing.clear()
    app.button(key="experiment_head").click().run()
    assert silent == []
