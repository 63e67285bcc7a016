"""Questions about one step of training, answered by the probabilities before and after it."""

import pytest

from pages.background.questions.asks import ASKS, question, teaching
from tests.pages.background.questions.asks.answers import number
from ui.readings import session


@pytest.mark.parametrize(("text", "to"), [("Hello", "fr"), ("Yes", "es")])
def test_a_token_that_a_step_makes_less_probable_is_named(text, to):
    [one] = [one for one in ASKS if one.name == "gains_most"]
    found = question(one, session.read(text, to))
    gains = [number(option.measured) for option in found.options]
    assert {place for place, gain in enumerate(gains) if gain == max(gains)} == found.right
    assert min(gains) < teaching.OVERSHOT
    least = found.options[gains.index(min(gains))].text
    assert f"{least} became less probable" in found.explanation
