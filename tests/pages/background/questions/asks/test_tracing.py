"""Questions about the way of a decision, answered again without the page."""

import pytest

from model.flow.kinds import GENDER, other_article_form
from tests.pages.background.questions.asks.answers import answer, ask, number
from ui.readings import session


def test_the_token_that_counts_most_has_the_largest_part_of_all(reading):
    found = ask(reading, "counts_most")
    step = found.page_choices["step"] - 1
    other = other_article_form(GENDER, reading, step, session.glass().tokenizer)
    parts = reading.flow(step, rival="runner-up" if other is None else other).source
    [right] = found.right_indices
    assert number(found.options[right].measured) == pytest.approx(max(parts), abs=0.006)
    assert reading.source[parts.index(max(parts))].text in answer(found)


def test_the_strongest_head_carries_more_than_the_others(reading):
    found = ask(reading, "strongest_head")
    measured = [number(option.measured) for option in found.options]
    [right] = found.right_indices
    assert measured[right] == max(measured)
    assert len(set(option.text for option in found.options)) == len(found.options)
