"""What a visitor reads, and what the log says, when something cannot be drawn."""

import shutil

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from model import storage
from ui.queues.patience import Busy
from ui.readings import session
from ui.readings.session import NoModel


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Let the app read a copy of the shipped model's folder, with caches of its own."""
    copy = tmp_path / "model"
    shutil.copytree(storage.MODEL, copy, ignore=shutil.ignore_patterns("film"))
    monkeypatch.setattr(session, "MODEL", copy)
    yield copy
    st.cache_resource.clear()
    st.cache_data.clear()


def told(error):
    """Let a page fail, and return what its visitor sees."""

    def page(error):
        from ui.frame.errors import say_what_to_do

        assert say_what_to_do(error)

    return AppTest.from_function(page, args=[error], default_timeout=60).run()


@pytest.mark.parametrize("name", [storage.WEIGHTS, storage.CONFIG, storage.VOCABULARY])
@pytest.mark.parametrize("damage", ["", "{"])
def test_a_missing_or_damaged_file_of_the_model_is_named(folder, name, damage):
    (folder / name).unlink()
    if damage:
        (folder / name).write_text(damage)
    with pytest.raises(NoModel, match=str(folder)):
        session.load_model.__wrapped__()


def test_a_damaged_record_is_named(folder):
    (folder / "training.json").write_text("{")
    with pytest.raises(NoModel, match=r"training.json is missing or damaged"):
        session.training_record.__wrapped__()


@pytest.mark.parametrize(("text", "what"), [("[]", "is no record"), ("{}", "lacks curve")])
def test_the_record_of_something_else_is_named(folder, text, what):
    (folder / "training.json").write_text(text)
    with pytest.raises(NoModel, match=rf"training\.json is not what model\.training .*{what}"):
        session.training_record.__wrapped__()


def test_without_a_model_the_log_names_the_file_and_the_page_only_says_who_can_mend_it(caplog):
    app = told(NoModel("there is no model in /srv/model: config.json is missing"))
    assert "config.json is missing" in caplog.text
    assert "Traceback" not in caplog.text
    assert [error.value.partition(",")[0] for error in app.error] == [
        "A file of this server's model is missing or damaged"
    ]


def test_who_is_put_aside_reads_why_and_nobody_calls_it_an_error(caplog):
    app = told(Busy("Please try again in a minute."))
    assert [info.value for info in app.info] == ["Please try again in a minute."]
    assert not app.error
    assert "a page failed" not in caplog.text


def test_any_other_error_is_logged_whole_and_its_visitor_told_how_to_go_on(caplog):
    app = told(ZeroDivisionError("on purpose"))
    assert "on purpose" in caplog.text
    assert "Your sentence is kept" in app.error[0].value
    assert "on purpose" not in app.error[0].value
