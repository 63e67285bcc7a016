"""How pages end: what one knows now, what was seen of the sentence, and where to go on."""

import pytest

from ui.contents import PAGES
from ui.frame.endings import ENDINGS
from ui.messages import _, use_locale
from ui.sentence import remark_html


def lines(app, title):
    """Return what lines with a title say."""
    return [e.proto.body for e in app.get("html") if f"<b>{title}</b>" in e.proto.body]


def test_every_page_has_an_end():
    assert {*ENDINGS} == {page.name for page in PAGES}


def test_who_always_goes_on_comes_to_every_page():
    seen, name = [], PAGES[0].name
    while name not in seen and name in ENDINGS:
        seen.append(name)
        name = ENDINGS[name].next_page
    assert {*seen} == {page.name for page in PAGES}


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_page_ends_with_what_one_knows_what_was_seen_and_the_next_page(language, open_page):
    app = open_page("masking", lang=language, sections="none")
    with use_locale(language):
        known, seen = lines(app, _("You now know")), lines(app, _("In your sentence"))
        [known] = known
        assert remark_html(_(ENDINGS["masking"].takeaway)) in known
        assert len(seen) == 2  # below the picture, and again
        because = _(ENDINGS["masking"].reason)
    assert [link for link in app.get("page_link") if because in link.proto.label]


def test_the_end_says_what_the_sentence_of_now_shows(open_page):
    for text, tokens in (("Where is it?", 5), ("Where?", 3)):
        [said] = lines(open_page("overview", source=text), "In your sentence")
        assert f"<b>{tokens} tokens</b>" in said
