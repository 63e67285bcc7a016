"""Sections of pages: closed until opened, by their headings, the contents line and the link."""

import pytest

from ui.contents import PAGES
from ui.frame import explain, sections, texts


def drawn(app):
    """Return the headings of the sections that a page draws, and whether each is open."""
    return {
        button.key.removeprefix("turn_"): button.label == "Close"
        for button in app.button
        if (button.key or "").startswith("turn_")
    }


def messages(app):
    return len(list(app._tree))


@pytest.mark.parametrize("name", [page.name for page in PAGES])
def test_only_the_first_section_is_open_and_another_opens_alone_by_its_link(name, open_page):
    app = open_page(name, sections="")
    assert not app.exception
    found = drawn(app)
    if not found:
        return
    assert list(found.values()) == [True, *[False] * (len(found) - 1)]
    prose = {
        key: texts.read_page_sections(name)[h] for h, key in texts.section_link_names(name).items()
    }
    assert [key for key in found if not prose[key].startswith("> ")] == []
    special = [prose[key].startswith(f"> {explain.SPECIALISTS}") for key in found]
    assert special == sorted(special)  # they stand last
    *_, last = found
    app = open_page(name, sections=last)
    assert not app.exception
    assert [key for key, is_open in drawn(app).items() if is_open] == [last]


def test_a_closed_section_sends_nothing_but_its_heading_and_opens_at_its_button(open_page):
    app = open_page("masking", sections=sections.NONE)
    closed = messages(app)
    app = app.button("turn_two_ways_to_get_nan").click().run()
    assert drawn(app)["two_ways_to_get_nan"]
    assert messages(app) > closed
    app = app.button("turn_two_ways_to_get_nan").click().run()
    assert messages(app) == closed


def test_a_page_stays_as_it_was_left_and_another_begins_anew(open_page, go, data_of):
    app = open_page("masking", sections="")
    app = app.button("turn_two_ways_to_get_nan").click().run()
    app = go(app, "multi_head")
    assert list(drawn(app).values())[:2] == [True, False]
    app = go(app, "masking")
    assert [key for key, is_open in drawn(app).items() if is_open] == [
        "a_model_that_learns_without_the_mask",
        "two_ways_to_get_nan",
    ]
    query = data_of(app, "address_button")["query"]
    assert "sections=a_model_that_learns_without_the_mask-two_ways_to_get_nan" in query


def test_all_open_stays_so_on_the_next_page_and_a_link_to_no_section_opens_none(open_page, go):
    app = go(open_page("masking"), "multi_head")
    assert set(drawn(app).values()) == {True}
    assert set(drawn(open_page("masking", sections="nothing-at_all")).values()) == {False}


def test_a_page_without_sections_has_no_contents_of_the_page_before(open_page, go, data_of):
    app = open_page("masking")
    assert len(data_of(app, "contents_line")["entries"]) > 1
    app = go(app, "overview")
    assert "contents_line" not in [view.proto.component_name for view in app.get("bidi_component")]
