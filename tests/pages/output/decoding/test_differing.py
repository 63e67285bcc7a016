"""Where greedy and beam search say the same, the page offers a sentence on which they do not."""

import pytest

from pages.output.decoding import cached
from pages.output.decoding.compute import rank_final_hypotheses
from pages.output.decoding.differing import SENTENCES
from ui.frame.bar import DEFAULT
from ui.readings import session


def agree(text, language, width):
    reading = session.read(text, language)
    beam, greedy = (
        rank_final_hypotheses(
            cached.run_beam_search(reading.source_ids, reading.target_ids[0], each), 0.6
        )[0].tokens
        for each in (width, 1)
    )
    return beam == greedy


@pytest.fixture
def opened(open_page, monkeypatch):
    """Return a function that opens the page where the searches agree, and says which differ."""
    tried = (
        (text, width) for text in (DEFAULT, "Hello.", "Thank you.", "Yes.") for width in (4, 2)
    )
    text, width = next(one for one in tried if agree(one[0], "fr", one[1]))

    def opened(*differing):
        monkeypatch.setattr(cached, "searches_differ", lambda text, *_: text in differing)
        return open_page("decoding", source=text, to="fr", beams=str(width), sections="none")

    return opened


def offered(app):
    return [button for button in app.button if button.key == "differing"]


def test_the_first_sentence_that_differs_is_shown(opened):
    app = opened(*SENTENCES[2:])
    [button] = offered(app)
    app = button.click().run()
    assert not app.exception
    assert app.text_input(key="source").value == SENTENCES[2]


def test_if_none_does_that_is_said(opened):
    app = opened()
    before = app.text_input(key="source").value
    app = offered(app)[0].click().run()
    assert not app.exception
    assert app.text_input(key="source").value == before
    assert any("agree on all our example sentences" in text.value for text in app.text)


def test_one_beam_is_greedy_search_and_a_fixed_beginning_is_the_visitors(open_page):
    for more in ({"beams": "1"}, {"begin": "Le"}, {"method": "greedy"}):
        assert not offered(open_page("decoding", source=DEFAULT, sections="none", **more))
