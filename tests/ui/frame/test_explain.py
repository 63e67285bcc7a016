"""The parts that every page has around its picture."""

import pytest
from streamlit.testing.v1 import AppTest

from ui.contents import PAGES
from ui.frame import explain

STYLED = [page.name for page in PAGES if (explain.folder(page.name) / "page.css").exists()]


def opened(name, *looks):
    """Draw the opening of a page alone; return the bodies of what is HTML there."""

    def opening(name, *looks):
        from ui.choices import link
        from ui.frame import explain

        link.begin()
        explain.opening(name)
        for look in looks:
            explain.look_for(look)

    app = AppTest.from_function(opening, args=[name, *looks], default_timeout=60).run()
    assert not app.exception
    return [element.proto.body for element in app._tree if getattr(element, "type", "") == "html"]


@pytest.mark.parametrize("name", STYLED)
def test_an_opening_lays_out_the_styles_of_its_page(name):
    styles = (explain.folder(name) / "page.css").read_text(encoding="utf-8")
    assert any(styles.strip() in body for body in opened(name))


def test_a_page_without_styles_opens_as_well():
    assert "tokenization" not in STYLED
    assert opened("tokenization") == []


def test_what_to_look_for_is_one_line_and_the_last_word_counts():
    [line] = [body for body in opened("tokenization", "first", "**then**") if "look" in body]
    assert "<b>then</b>" in line
    assert "first" not in line
