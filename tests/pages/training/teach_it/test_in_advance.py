"""The lesson that is shown before anybody teaches: it is the page's first, of these weights."""

from dataclasses import replace

from pages.training.teach_it import cached, in_advance
from pages.training.teach_it.compute import count_right_answers


def test_the_first_lesson_was_taught_to_the_shipped_weights_and_begins_with_them():
    lesson, questions = in_advance.first_lesson()
    states = in_advance.find_examinations(lesson, questions)
    assert [state.step for state in states] == list(range(0, lesson.steps + 1, 5))
    assert states[0].translations == cached.examine_untaught(questions).translations
    assert count_right_answers(questions, states[0]) < count_right_answers(questions, states[-1])
    assert all(len(state.losses) == state.step + 1 for state in states)
    assert not any(state.is_cached for state in states)  # no page can use what nobody taught here


def test_another_lesson_or_other_weights_were_not_taught(monkeypatch):
    lesson, questions = in_advance.first_lesson()
    assert in_advance.find_examinations(replace(lesson, rehearsal=0), questions) == ()
    assert in_advance.find_examinations(lesson, questions[1:]) == ()
    monkeypatch.setattr(in_advance.session, "fingerprint", lambda: "other")
    assert in_advance.find_examinations(lesson, questions) == ()


def test_the_page_shows_it_on_arrival(open_page):
    app = open_page("teach_it", sections="none")
    assert not app.exception
    shown = " ".join(str(one.value) for one in app.get("html"))
    assert "After 30 steps, the model gets" in shown
    assert "use_taught" not in {button.key for button in app.button}
