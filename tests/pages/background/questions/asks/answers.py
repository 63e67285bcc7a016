"""What the tests of all questions use."""

from pages.background.questions.asks import QUESTION_KINDS, Question, build_question
from ui.readings.reading import Reading


def ask(reading: Reading, name: str) -> Question:
    [one] = [one for one in QUESTION_KINDS if one.name == name]
    assert one.fits(reading)
    return build_question(one, reading)


def answer(found: Question) -> str:
    [right] = found.right_indices
    return found.options[right].text


def number(text: str) -> float:
    return float(text.replace("−", "-").rstrip("%"))
