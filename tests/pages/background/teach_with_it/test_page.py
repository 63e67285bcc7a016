"""The page for teachers: plans that begin, a lecture that is written, links for a room."""

import html
from urllib.parse import parse_qs, urlsplit

import segno

from ui.frame import qr_code
from ui.frame.tour.lecture import (
    LECTURE_PREFIX,
    SAME_SENTENCE_PREFIX,
    parse_lecture,
    parse_tour_steps,
)
from ui.frame.tour.plans import LESSONS, PLANS

PAGE = "teach_with_it"


def shown(data_of, app):
    return {k: v for k, [v] in parse_qs(data_of(app, "address")["query"]).items()}


def test_each_lesson_of_each_plan_begins_with_its_first_page(open_page, data_of):
    app = open_page(PAGE)
    assert len(app.tabs) == len(PLANS)
    for number, lesson in enumerate(LESSONS, 1):
        app = open_page(PAGE)
        app.button(key=f"start_{number}").click().run()
        assert not app.exception
        assert shown(data_of, app)["tour"] == lesson.tour_parameter
        first = data_of(app, "tour_strip")
        assert first["leads"] in (f"./{lesson.pages[0]}", "./")
        assert len(first["dots"]) == len(lesson.pages)


def test_a_lesson_about_the_sentence_of_the_bar_has_it_in_its_link(open_page, data_of):
    app = open_page(PAGE, source="The dog & I run.", to="es")
    [chosen] = [one for one in app.selectbox if one.label == "The lesson's sentence"]
    chosen.set_value(-1).run()
    [link] = [
        one.value
        for one in app.code
        if f"tour={SAME_SENTENCE_PREFIX}{LESSONS[0].tour_parameter}&" in one.value
    ]
    asked = {key: value for key, [value] in parse_qs(urlsplit(link).query).items()}
    begun = open_page("overview", **asked)
    assert shown(data_of, begun)["tour"] == SAME_SENTENCE_PREFIX + LESSONS[0].tour_parameter
    assert begun.session_state["source"] == "The dog & I run."
    assert shown(data_of, begun)["to"] == "es"
    assert shown(data_of, open_page("questions", **asked))["questions"] == LESSONS[0].questions
    app.button(key="start_1").click().run()
    assert app.session_state["source"] == "The dog & I run."
    assert shown(data_of, app)["tour"] == SAME_SENTENCE_PREFIX + LESSONS[0].tour_parameter


def test_a_lecture_is_written_and_what_is_typed_stays_text(open_page, data_of):
    app = open_page(PAGE)
    text = "/masking?layer=2\n<b>Look</b> _here_\n\nnonsense"
    app.text_area(key="lecture_lines").set_value(text).run()
    assert "1. Masking: <b>Look</b> _here_" in [block.value for block in app.text]
    assert any("nonsense" in block.proto.body for block in app.get("html"))
    app.button(key="lecture_start").click().run()
    tour = shown(data_of, app)["tour"]
    assert tour.startswith(LECTURE_PREFIX)
    [stop] = parse_tour_steps(tour)
    assert (stop.page, stop.task, stop.initial_choices["layer"]) == (
        "masking",
        "<b>Look</b> _here_",
        "2",
    )


def test_pages_are_collected_as_they_stand_and_the_lecture_outlasts_the_way(open_page, go):
    app = open_page(PAGE, source="The dog runs.", to="es")
    app.text_area(key="lecture_lines").set_value("/masking\nLook").run()
    app.button(key="collect_pages").click().run()
    app = go(app, "scaled_dot_product")
    app.session_state["layer"] = 2
    app.run()
    app.button(key="add_page").click().run()
    assert "2 stops so far" in [block.value for block in app.text]
    app = go(app, PAGE)
    assert not [button for button in app.button if button.key == "add_page"]
    stops, faults = parse_lecture(app.text_area(key="lecture_lines").value)
    assert [stop.page for stop in stops] == ["masking", "scaled_dot_product"]
    assert stops[0].task == "Look"
    begins = stops[1].initial_choices
    assert (begins["source"], begins["to"], begins["layer"]) == ("The dog runs.", "es", "2")
    assert faults == []


def test_a_code_is_that_of_its_address_and_a_long_link_has_none():
    address = "http://127.0.0.1:8501/?lesson=3&s=2"
    expected = segno.make(address, micro=False, error="m")
    drawn = html.unescape(qr_code.qr_code_html(address))
    assert expected.svg_data_uri(scale=8, border=4, light="#ffffff", dark="#000000") in drawn
    assert qr_code.qr_code_html(address + "a" * qr_code.LARGEST) == ""


def test_a_projector_holds_the_code_of_its_page_ready(open_page):
    def codes(app):
        return [one for one in app.get("html") if 'class="glass-room"' in one.proto.body]

    assert len(codes(open_page("masking", present="true"))) == 1
    assert codes(open_page("masking")) == []


def test_a_code_that_no_phone_can_follow_says_so(open_page):
    app = open_page(PAGE)  # which has no address here but that of make run
    assert any(
        "so a phone can't use it" in html.unescape(one.proto.body) for one in app.get("html")
    )
    assert qr_code.is_loopback_address("http://127.0.0.1:8501/?lesson=1")
    assert not qr_code.is_loopback_address("http://192.168.1.7:8501/?lesson=1")
