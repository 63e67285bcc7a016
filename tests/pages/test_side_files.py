"""No page is lost with a file that it can do without: the page that shows it says so."""

import pytest
import streamlit as st

from model import detection, storage
from ui.readings import missing_measurements, optional_artefacts, session
from ui.readings.file_schemas import FILE_SCHEMAS

SHOWN = {  # a page where each is shown, some of its sections open
    storage.RECORD: "next_token",
    storage.ALIGNMENT: "cross_attention",
    storage.ROBUSTNESS: "how_good_is_it",
    storage.CENSUS: "head_census",
    storage.ATTRIBUTION: "who_contributed",
    storage.FLOW: "trace_it",
}


@pytest.fixture
def damage(tmp_path, monkeypatch):
    """Return a function that makes the app read a folder whose files are shipped, but for some."""

    def damage(**texts: str) -> None:
        for path in storage.MODEL.iterdir():
            (tmp_path / path.name).symlink_to(path)
        for name, text in texts.items():
            (tmp_path / name).unlink()
            (tmp_path / name).write_text(text)

    monkeypatch.setattr(session, "MODEL_FOLDER", tmp_path)
    yield damage
    st.cache_resource.clear()
    st.cache_data.clear()


def said(app):
    parts = [*(part.proto.body for part in app.get("html")), *(one.value for one in app.info)]
    views = [part.proto.json for part in app.get("bidi_component")]
    return (
        " ".join([*parts, *views])
        .replace("&#x27;", "'")
        .replace("\\u201c", "“")
        .replace("\\u201d", "”")
    )


@pytest.mark.parametrize(("name", "page"), SHOWN.items())
def test_the_page_that_shows_a_damaged_file_says_so_and_goes_on(damage, open_page, name, page):
    damage(**{name: "{}"})
    app = open_page(page)
    assert not app.exception
    assert not app.error
    assert missing_measurements.DAMAGED.format(file=name) in said(app)


def test_a_page_that_shows_none_of_them_goes_on_without_all(
    damage, open_page, tmp_path, monkeypatch
):
    damage(**dict.fromkeys(FILE_SCHEMAS, "{}"))
    monkeypatch.setattr(detection, "TABLE", tmp_path / detection.TABLE.name)
    monkeypatch.setattr(optional_artefacts, "CITATION", tmp_path / optional_artefacts.CITATION.name)
    app = open_page("overview")
    assert not app.exception
    assert not app.error
    assert app.get("page_link")  # the last part of a page
    assert "can't tell what language" in said(app)
    assert "can't say how to cite" in said(app)
    assert any("Glass Transformer" in one.value for one in app.markdown)
    app.selectbox(key="from").select("en").run()
    assert "can't tell what language" not in said(app)


def test_a_film_with_a_damaged_frame_is_left_out_of_its_page(damage, open_page, tmp_path):
    damage()
    (tmp_path / storage.FILM).unlink()
    (tmp_path / storage.FILM).mkdir()
    for path in (storage.MODEL / storage.FILM).iterdir():
        (tmp_path / storage.FILM / path.name).symlink_to(path)
    last = tmp_path / storage.FILM / path.name
    last.unlink()
    last.write_bytes(path.read_bytes()[:1_000])
    app = open_page("learning", sections="none")
    assert not app.exception
    assert missing_measurements.DAMAGED.format(file=storage.FILM) in said(app)
