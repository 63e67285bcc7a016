"""Questions about one step of training, answered by the probabilities before and after it."""

import pytest

from pages.background.questions.asks import QUESTION_KINDS, build_question, teaching
from tests.pages.background.questions.asks.answers import number
from ui.readings import session


@pytest.mark.parametrize(("text", "to"), [("Hello", "fr"), ("Yes", "es")])
def test_a_token_that_a_step_makes_less_probable_is_named(text, to):
    [one] = [one for one in QUESTION_KINDS if one.name == "gains_most"]
    found = build_question(one, session.read(text, to))
    gains = [number(option.measured) for option in found.options]
    assert {place for place, gain in enumerate(gains) if gain == max(gains)} == found.right_indices
    assert min(gains) < teaching.OVERSHOOT_THRESHOLD
    least = found.options[gains.index(min(gains))].text
    assert f"{least} became less probable" in found.explanation


@pytest.mark.parametrize(("text", "to"), [("The dog is sleeping.", "fr"), ("Hello", "de")])
def test_how_much_of_an_error_comes_without_the_roads_is_computed(text, to):
    [one] = [one for one in QUESTION_KINDS if one.name == "cut_roads"]
    run = session.read(text, to)
    found = build_question(one, run)
    glass = session.glass()
    said = glass.tokenizer.decode(run.output_ids)
    lengths = [
        glass.gradients(text, to, said, residuals=residuals)[teaching.FIRST_LAYER_INPUT]
        .norm()
        .item()
        for residuals in (True, False)
    ]
    share = lengths[1] / lengths[0]
    limits = [*teaching.REMAINING_SHARES, 0]
    assert found.right_indices == {next(i for i, limit in enumerate(limits) if share >= limit)}
    assert f"{lengths[1]:.2g} of {lengths[0]:.2g}" in found.explanation
