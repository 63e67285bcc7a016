import pytest
from streamlit.testing.v1 import AppTest

from ui.frame import background
from ui.queues.workers import BUSY, State, Workers

SOON = 60  # seconds that no test waits for unless something is broken


def script():
    """A page with two jobs; numbers come one by one, and what is asked is in the session."""
    import streamlit as st

    from ui.choices import link
    from ui.frame.background import Task, show_job

    link.begin_run()

    def progress(numbers):
        return len(numbers) / 3, f"{len(numbers)} of 3"

    for name, again in (("one", ""), ("other", "Again")):
        question = st.session_state.get(f"question {name}", 0)
        task = Task(name, question, st.session_state["work"], "Count", progress, again)
        show_job(task, lambda seen, name=name: st.text(f"{name}: {list(seen.results)}"))


def counted():
    yield from range(1, 4)


def broken():
    yield 1
    raise ZeroDivisionError("<b>7</b>")


@pytest.fixture
def page(monkeypatch):
    """Return a function that opens the page for a visitor; its workers are this test's alone."""

    def set_up(rest=0.0, count=1, longest=12):
        workers = Workers(count, longest, rest, SOON)
        monkeypatch.setattr(background, "WORKERS", workers)

        def visit():
            app = AppTest.from_function(script, default_timeout=SOON)
            app.session_state["work"] = counted
            return app.run()

        return visit

    return set_up


def press(app, key):
    return app.button(key=key).click().run()


def job(app, name="one"):
    return app.session_state[background.JOBS][name][1]


def finish(app, name="one"):
    """Wait until a job is over, and look at the page again, as its polling does."""
    assert job(app, name).over.wait(SOON)
    return app.run()


def lines(app):
    return [text.value for text in app.text]


def progress(app):
    return [bar.proto.text for bar in app.get("progress")]


def keys(app):
    return [button.key for button in app.button]


def test_a_job_waits_for_its_button_and_leaves_its_results(page):
    app = page()()
    assert keys(app) == ["begin_one", "begin_other"]
    assert progress(app) == ["0 of 3", "0 of 3"]
    finish(press(app, "begin_one"))
    assert lines(app) == ["one: [1, 2, 3]", "other: []"]
    assert keys(app) == ["begin_other"]  # nothing new can come of the first
    finish(press(app, "begin_other"), "other")
    assert app.button(key="begin_other").label == "Again"
    assert progress(app) == ["Finished: 3 of 3"]


def test_what_has_come_is_drawn_and_stays_when_the_job_is_stopped(page):
    app = press(page(rest=SOON)(), "begin_one")  # it rests after its first number
    while not job(app).poll_results():
        job(app).over.wait(0.01)
    assert "one: [1]" in lines(app.run())
    finish(press(app, "stop_one"))
    assert lines(app)[0] == "one: [1, 2]"  # it ended with what came next
    assert progress(app)[0] == "Stopped: 2 of 3"
    assert "begin_one" in keys(app)


def test_another_question_or_another_job_of_the_visitor_ends_it(page):
    app = press(page(rest=SOON)(), "begin_one")
    first = job(app)
    app.session_state["question one"] = 1
    app.run()
    assert first.over.wait(SOON)
    assert lines(app)[0] == "one: []"
    press(app, "begin_one")
    press(app, "begin_other")
    assert job(app).over.wait(SOON)
    assert job(app).state is State.STOPPED
    finish(press(app, "stop_other"), "other")


def test_the_same_question_finds_its_results_again(page):
    app = page()()
    finish(press(app, "begin_one"))
    for question, found in ((1, []), (0, [1, 2, 3])):
        app.session_state["question one"] = question
        assert lines(app.run())[0] == f"one: {found}"


def test_visitors_wait_for_each_other_and_see_nothing_of_each_other(page):
    visit = page(rest=SOON, longest=2)
    first, second, third, fourth = (press(visit(), "begin_one") for _ in range(4))
    assert job(second).state is State.WAITING
    assert progress(second)[0] == "You're next in the queue: 0 of 3"
    assert progress(third)[0] == "Waiting in line, 1 ahead of you: 0 of 3"
    assert [warning.value for warning in fourth.warning] == [BUSY]
    assert "begin_one" in keys(fourth)
    assert not fourth.session_state[background.JOBS]
    assert "one: [1]" not in lines(second)
    for app in (second, third, first):
        finish(press(app, "stop_one"))


def test_an_error_is_one_sentence_and_the_job_can_begin_again(page):
    app = page()()
    app.session_state["work"] = broken
    finish(press(app.run(), "begin_one"))
    assert not app.exception
    assert [warning.value for warning in app.warning] == [background.FAILED]
    assert lines(app)[0] == "one: [1]"
    assert "begin_one" in keys(app)
