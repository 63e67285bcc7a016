"""A lesson on the page, on all pages, in a link, and never with another visitor."""

import html

import pytest

from model.changes.lesson import Lesson
from model.changes.taught import TaughtWeights
from model.teach.pairs import MOST_PAIRS
from pages.training.teach_it.presets import PRESETS
from pages.training.teach_it.typed import parse_pairs
from ui.frame import background
from ui.queues.workers import Workers

PAGE = "teach_it"
QUICK = {"lesson_steps": "10", "rehearsal": "0"}
SOON = 120


@pytest.fixture(autouse=True)
def workers(monkeypatch):
    """Workers of this test alone, which do not rest, and wait for a slow machine."""
    monkeypatch.setattr(background, "WORKERS", Workers(1, 12, 0.0, SOON))


def press(app, key):
    [button] = [button for button in app.button if button.key == key]
    return button.click().run()


def finish(app, job):
    """Wait until a job is over, and look at the page again, as its polling does."""
    assert app.session_state[background.JOBS][job][1].over.wait(SOON)
    return app.run()


def texts(app):
    return " ".join(html.unescape(str(one.value)) for one in app.get("html"))


def lesson_of(name, **settings):
    preset = PRESETS[name]
    languages = preset.source_language, preset.target_language
    return Lesson(pairs=parse_pairs(preset.pairs, *languages), **settings)


def test_it_is_taught_examined_and_used_on_every_page_by_this_visitor_alone(open_page, go):
    app = open_page(PAGE, source="I see a glorp.", **QUICK)
    assert not app.exception
    assert "Questions outside the lesson" in texts(app)
    assert "Before the lesson, the model gets <b>0 of 5</b> questions right." in texts(app)
    [rates] = [group for group in app.get("button_group") if group.key == "french_rate"]
    assert [one.content for one in rates.proto.options][::3] == ["3 · 10⁻⁵", r"0\.01"]
    app = finish(press(app, "begin_lesson"), "lesson")
    assert not app.exception
    assert "After 10 steps" in texts(app)
    app = press(app, "use_taught")
    lesson = lesson_of("french", steps=10, rehearsal=0)
    assert app.session_state["read"].read().changes == (TaughtWeights(lesson),)
    assert app.session_state["read"].read().translation == "Je vois un glorpe."
    app = go(app, "overview")
    assert "taught “The glorp is sleeping.”" in " ".join(text.value for text in app.text)
    again = open_page("glossary", source="I see a glorp.", edits=TaughtWeights(lesson).code)
    assert "taught again" not in texts(again)  # a reload: the server keeps what it taught
    assert again.session_state["read"].read().translation == "Je vois un glorpe."
    other = open_page("overview", source="I see a glorp.")
    assert other.session_state["read"].read().changes == ()
    assert other.session_state["read"].read().translation != "Je vois un glorpe."
    # Who asks for the same lesson does not see that somebody taught it.
    other = open_page(PAGE, source="I see a glorp.", **QUICK)
    assert "use_taught" not in {button.key for button in other.button}
    app = press(app, "normal")
    assert app.session_state["read"].read().changes == ()


def test_a_link_teaches_its_lesson_anew(open_page):
    lesson = lesson_of("german", steps=2, rehearsal=0, seed=6)
    app = open_page("glossary", edits=TaughtWeights(lesson).code)
    assert not app.exception
    assert "The lesson is being taught again" in texts(app)
    assert app.session_state["read"].read().changes == ()
    app = finish(app, "lesson of the link")
    assert app.session_state["read"].read().changes == (TaughtWeights(lesson),)
    assert "The lesson is being taught again" not in texts(app)


def test_a_link_to_a_lesson_that_cannot_be_taught_says_why(open_page):
    long = lesson_of("french", seed=5).pairs * MOST_PAIRS
    app = open_page("glossary", edits=TaughtWeights(Lesson(pairs=long)).code)
    assert not app.exception
    assert f"at most {MOST_PAIRS}" in app.warning[0].value


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_be_taught(open_page, name):
    app = open_page(PAGE, taught=name, sections="none")
    assert not app.exception
    assert len(app.warning) == (name == "own")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"french_pairs": "A cat."}, "Line 1 of the lesson has no “=”"),
        ({"french_pairs": " "}, "nothing to teach"),
        ({"french_pairs": "A = B\n" * (MOST_PAIRS + 1)}, "13 pairs"),
        ({"french_pairs": "goat " * 60 + "= B"}, "shorten it"),
        ({"french_asks": "A cat.\n" * 9}, "9 questions"),
    ],
)
def test_what_cannot_be_taught_ends_in_one_sentence(open_page, typed, said):
    app = open_page(PAGE, sections="none", **typed)
    assert not app.exception
    [warning] = app.warning
    assert said in warning.value
