"""The parts that every page has around its picture."""

import pytest
from streamlit.testing.v1 import AppTest

from ui.contents import PAGES
from ui.frame import texts

STYLED = [page.name for page in PAGES if (texts.folder(page.name) / "page.css").exists()]


def opened(name, *looks):
    """Draw the opening of a page alone; return the bodies of what is HTML there."""

    def opening(name, *looks):
        from ui.choices import link
        from ui.frame import explain

        link.begin_run()
        explain.show_opening(name)
        for look in looks:
            explain.show_sentence_fact(look)

    app = AppTest.from_function(opening, args=[name, *looks], default_timeout=60).run()
    assert not app.exception
    return [element.proto.body for element in app._tree if getattr(element, "type", "") == "html"]


@pytest.mark.parametrize("name", STYLED)
def test_an_opening_lays_out_the_styles_of_its_page(name):
    styles = (texts.folder(name) / "page.css").read_text(encoding="utf-8")
    assert any(styles.strip() in body for body in opened(name))


def test_a_page_without_styles_opens_as_well():
    assert "tokenization" not in STYLED
    assert opened("tokenization") == []


def test_what_is_seen_of_a_sentence_is_a_line_of_its_own():
    [line] = [body for body in opened("tokenization", "**this** & that") if "look" in body]
    assert "<b>this</b> &amp; that" in line
