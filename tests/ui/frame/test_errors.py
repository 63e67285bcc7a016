"""What a visitor reads, and what the log says, when something cannot be drawn."""

import logging
import shutil

import pytest
import streamlit as st
from streamlit.error_util import _log_uncaught_app_exception
from streamlit.testing.v1 import AppTest

from model import storage
from ui.frame.errors import log_missing_files, silence_streamlit_exception_log
from ui.queues.long_work import TooManyWaiting
from ui.readings import session
from ui.readings.session import ModelUnavailable


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Let the app read a copy of the shipped model's folder, with caches of its own."""
    copy = tmp_path / "model"
    shutil.copytree(storage.MODEL, copy, ignore=shutil.ignore_patterns("film"))
    monkeypatch.setattr(session, "MODEL_FOLDER", copy)
    yield copy
    st.cache_resource.clear()
    st.cache_data.clear()


def told(error):
    """Let a page fail, and return what its visitor sees."""

    def page(error):
        from ui.frame.errors import handle_page_error

        assert handle_page_error(error)

    return AppTest.from_function(page, args=[error], default_timeout=60).run()


@pytest.mark.parametrize("name", [storage.WEIGHTS, storage.CONFIG, storage.VOCABULARY])
@pytest.mark.parametrize("damage", ["", "{"])
def test_a_missing_or_damaged_file_of_the_model_is_named(folder, name, damage):
    (folder / name).unlink()
    if damage:
        (folder / name).write_text(damage)
    with pytest.raises(ModelUnavailable, match=str(folder)):
        session._load.__wrapped__()


def test_the_operator_reads_at_the_start_in_one_sentence_what_pages_do_without(folder, caplog):
    log_missing_files()
    assert "film" in caplog.text  # the copy has none
    caplog.clear()
    (folder / storage.RECORD).write_text("{}")
    (folder / storage.CENSUS).unlink()
    st.cache_resource.clear()
    log_missing_files()
    (record,) = caplog.records
    assert f"{folder / storage.RECORD} is damaged" in record.getMessage()
    assert f"{folder / storage.CENSUS} is missing" in record.getMessage()
    assert storage.ALIGNMENT not in record.getMessage()


def test_a_fault_of_the_model_is_said_once_however_many_pages_are_asked_for(caplog):
    for _ in range(3):
        told(ModelUnavailable("/srv/model/tokenizer.model is missing"))
    assert len([one for one in caplog.records if "tokenizer.model" in one.getMessage()]) == 1


def test_streamlit_does_not_write_a_traceback_of_what_is_said_here(caplog):
    silence_streamlit_exception_log()
    try:
        _log_uncaught_app_exception(ModelUnavailable("weights.safetensors is missing"))
        assert not caplog.records
    finally:
        logging.getLogger("streamlit.error_util").filters.clear()
    _log_uncaught_app_exception(ModelUnavailable("weights.safetensors is missing"))
    assert caplog.records


def test_without_a_model_the_log_names_the_file_and_the_page_only_says_who_can_mend_it(caplog):
    app = told(ModelUnavailable("there is no model in /srv/model: config.json is missing"))
    assert "config.json is missing" in caplog.text
    assert "Traceback" not in caplog.text
    assert [error.value.partition(",")[0] for error in app.error] == [
        "A file of this server's model is missing or damaged"
    ]


def test_who_is_put_aside_reads_why_and_nobody_calls_it_an_error(caplog):
    app = told(TooManyWaiting("Please try again in a minute."))
    assert [info.value for info in app.info] == ["Please try again in a minute."]
    assert not app.error
    assert "a page failed" not in caplog.text


def test_any_other_error_is_logged_whole_and_its_visitor_told_how_to_go_on(caplog):
    app = told(ZeroDivisionError("on purpose"))
    assert "on purpose" in caplog.text
    assert "Your sentence has been kept" in app.error[0].value
    assert "on purpose" not in app.error[0].value
