"""What a link may ask for: lesson plans, other pages, a lecture of somebody's own."""

from urllib.parse import parse_qs

import pytest

from pages.background.questions.asks import QUESTION_KINDS
from ui.frame.tour import lecture
from ui.frame.tour.lecture import (
    LECTURE_PREFIX,
    SAME_SENTENCE_PREFIX,
    find_unknown_steps,
    pack_lecture,
    parse_lecture,
    parse_tour_steps,
)
from ui.frame.tour.parts import LESSON_PARTS
from ui.frame.tour.plans import LESSONS, MINUTES_ALONE, PLANS
from ui.frame.tour.steps import ALL, TOUR_STEPS
from ui.readings import session
from ui.readings.language import EXAMPLES

TYPED = """http://host/masking?source=Hi&layer=2&head=3&present=true&who=me
Which cells are <b>hidden</b>?

./
Where does the encoder end?

/masking?layer=1"""


def shown(data_of, app):
    return {k: v for k, [v] in parse_qs(data_of(app, "address")["query"]).items()}


def test_the_plans_take_the_time_that_they_say():
    assert [[sum(lesson.minutes) for lesson in plan.lessons] for plan in PLANS] == [
        [45], [90], [45] * 4,
    ]  # fmt: skip
    assert set(MINUTES_ALONE) == {stop.page for stop in TOUR_STEPS}
    assert sum(MINUTES_ALONE.values()) == 23


def test_every_page_of_a_plan_has_a_goal_a_question_and_a_mistake_that_it_refutes():
    assert {page for lesson in LESSONS for page in lesson.pages} <= set(LESSON_PARTS)
    assert all(part.question and part.answer for part in LESSON_PARTS.values())


def test_the_word_that_a_plan_names_has_three_tokens():
    tokenizer = session.load_model()[1]
    assert "penguins" in LESSON_PARTS["tokenization"].answer
    assert len(tokenizer.encode("penguins")) == 3


def test_an_exercise_asks_about_the_pages_of_its_lesson():
    for lesson in LESSONS:
        asked = {QUESTION_KINDS[int(number) - 1].page for number in lesson.questions.split(",")}
        assert asked <= set(lesson.pages) | {"embedding", "masking"}, lesson.name


def test_a_typed_lecture_survives_the_link():
    stops, faults = parse_lecture(TYPED)
    assert faults == []
    assert [stop.page for stop in stops] == ["masking", "overview", "masking"]
    assert stops[0].task == "Which cells are <b>hidden</b>?"
    assert dict(stops[0].initial_choices) == {
        "edits": "",
        "source": "Hi",
        "layer": "2",
        "head": "3",
    }
    assert parse_tour_steps(pack_lecture(stops)) == tuple(stops)


def test_a_note_is_for_the_teacher_alone():
    typed = "/masking\nWhich cells\n // two minutes, then ask Ben\nare hidden?\n\n./\n// play it"
    stops, faults = parse_lecture(typed)
    assert [stop.task for stop in stops] == ["Which cells are hidden?", ""]
    assert faults == []
    assert all("Ben" not in str(row) for row in parse_tour_steps(pack_lecture(stops)))


@pytest.mark.parametrize(
    "typed",
    ["nowhere", "http://a.b/nowhere?x=1", "https://[server]/masking", "Look at this", "<script>"],
)
def test_a_line_that_is_no_link_is_named(typed):
    stops, [fault] = parse_lecture(typed)
    assert stops == []
    assert typed[:40] in fault


def test_a_line_of_spaces_parts_two_stops_as_an_empty_one_does():
    stops, faults = parse_lecture("/masking\r\nLook\r\n \t\r\n/decoding\nand here")
    assert [(stop.page, stop.task) for stop in stops] == [
        ("masking", "Look"), ("decoding", "and here"),
    ]  # fmt: skip
    assert faults == []


def test_the_link_of_the_first_page_is_known_below_a_prefix(monkeypatch):
    monkeypatch.setattr(lecture.st, "get_option", {"server.baseUrlPath": "/glass/"}.__getitem__)
    stops, faults = parse_lecture("https://host/glass/?source=Hi\n\nhttps://host/glass/masking")
    assert [stop.page for stop in stops] == ["overview", "masking"]
    assert stops[0].initial_choices["source"] == "Hi"
    assert faults == []


def test_stops_that_a_link_could_not_give_back_are_left_out():
    stops, [fault] = parse_lecture("\n\n".join(["/masking\n" + "語" * lecture.TASK] * 20))
    assert 0 < len(stops) < 20
    assert f"number {len(stops) + 1} on" in fault
    assert parse_tour_steps(pack_lecture(stops)) == tuple(stops)


def test_a_lecture_is_bounded():
    stops, [fault] = parse_lecture("\n\n".join(["/masking\n" + "a" * 999] * (lecture.MOST + 5)))
    assert len(stops) == lecture.MOST
    assert len(stops[0].task) == lecture.TASK
    assert str(lecture.MOST) in fault


def test_any_page_is_a_stop_and_what_is_none_is_named():
    assert [stop.page for stop in parse_tour_steps("masking,next_token,x,decoding")] == [
        "masking", "next_token", "decoding",
    ]  # fmt: skip
    assert find_unknown_steps("masking,x, y ,x") == ["x", "y"]
    assert find_unknown_steps(ALL) == find_unknown_steps("masking") == []
    assert len(find_unknown_steps(LECTURE_PREFIX + "nonsense")) == 1


def test_the_teachers_sentence_stays_where_a_stop_has_one_of_its_own():
    [own], [same] = (
        parse_tour_steps("cross_attention"),
        parse_tour_steps(SAME_SENTENCE_PREFIX + "cross_attention"),
    )
    assert "source" in own.initial_choices
    assert dict(same.initial_choices) == {"step": "1"}


def test_a_short_code_begins_a_lesson_with_an_example(open_page, data_of):
    app = open_page("overview", lesson="1", s="3")
    assert app.session_state["source"] == EXAMPLES[2][1]
    assert data_of(app, "tour_strip")["title"]
    assert len(data_of(app, "tour_strip")["dots"]) == len(LESSONS[0].pages)
    assert shown(data_of, app)["tour"] == SAME_SENTENCE_PREFIX + LESSONS[0].tour_parameter


@pytest.mark.parametrize(
    ("lesson", "s"), [("0", "1"), ("99", "x"), ("a", "-1"), ("²", "9" * 50), ("00019", "")]
)
def test_a_short_code_that_there_is_not_begins_nothing(open_page, data_of, lesson, s):
    app = open_page("overview", lesson=lesson, s=s)
    assert not app.exception
    assert "tour" not in shown(data_of, app)


def test_a_lecture_leads_from_page_to_page_as_its_links_say(open_page, go, data_of):
    stops, _ = parse_lecture(TYPED)
    app = open_page("masking", tour=pack_lecture(stops), source="The dog is here.")
    data = data_of(app, "tour_strip")
    assert (data["task"], data["plain"], data["next"]) == (stops[0].task, True, "Next: Overview")
    app = open_page("overview", tour=pack_lecture(stops), stop="3")
    app.session_state["tour leads to"] = "masking"
    app = go(app, "masking")
    assert app.session_state["layer"] == 1


def test_stops_that_there_are_not_are_named_on_the_page(open_page):
    for tour in ("masking,<b>x</b>", "<b>x</b>"):
        app = open_page("masking", tour=tour)
        [said] = [one.proto.body for one in app.get("html") if "&lt;b&gt;x" in one.proto.body]
        assert "remark" in said
        assert ("The other stops are all here" in said) == ("masking" in tour)


def test_a_lecture_by_its_link_begins_as_its_first_stop_says(open_page, data_of):
    stops, _ = parse_lecture("/masking?source=The+cat+runs.&layer=2\nLook\n\n./")
    app = open_page("masking", tour=pack_lecture(stops))
    assert (app.session_state["source"], app.session_state["layer"]) == ("The cat runs.", 2)
    assert data_of(app, "tour_strip")["leads"] is None
    assert shown(data_of, app)["stop"] == "1"


def test_a_lecture_leads_to_its_first_stop_from_any_page(open_page, go, data_of):
    stops, _ = parse_lecture("/masking?source=The+cat+runs.&layer=2\nLook\n\n./")
    app = open_page("overview", tour=pack_lecture(stops))
    assert data_of(app, "tour_strip")["leads"] == "./masking"
    app = go(app, "masking")
    assert (app.session_state["source"], app.session_state["layer"]) == ("The cat runs.", 2)
    assert data_of(app, "tour_strip")["leads"] is None


def test_the_address_of_a_lecture_under_way_shows_what_its_page_showed(open_page, data_of):
    stops, _ = parse_lecture("/masking?source=The+cat+runs.&layer=2\nLook\n\n./")
    app = open_page("masking", tour=pack_lecture(stops), stop="1", source="Hello.")
    assert (app.session_state["source"], app.session_state["layer"]) == ("Hello.", 1)
    elsewhere = open_page("decoding", tour=pack_lecture(stops), stop="1")
    assert data_of(elsewhere, "tour_strip")["leads"] is None
