"""An exercise on paper: a sheet to write on, and the answers with what the model measured."""

from collections.abc import Callable, Sequence

from model.languages import language_name
from pages.background.questions.asks import Ask, question
from ui import contents
from ui.readings.reading import Reading
from ui.words import plain

LINES = 2  # to write on, below each question


def markdown(
    asks: Sequence[Ask], reading: Reading, number: Callable[[Ask], int], *, answers: bool
) -> str:
    """Return the questions as Markdown; whatever people typed is shown as it is.

    Args:
        asks: the questions.
        reading: the sentence that they are about.
        number: returns the number of a question.
        answers: whether right answers, measured numbers and reasons stand there; else lines.
    """
    translation = f"{plain(reading.translation)} ({language_name(reading.language)})"
    head = ["## Answers" if answers else "## Worksheet"]
    head += [] if answers else ["Name: " + "\\_" * 30]
    head += [f"Sentence: {plain(reading.text)}", f"Translation: {translation}"]
    return "\n\n".join([*head, *(_one(ask, reading, number(ask), answers) for ask in asks)])


def _one(ask: Ask, reading: Reading, number: int, answers: bool) -> str:
    asked = question(ask, reading)
    shown = contents.page(ask.page).title
    parts = [f"### {number}. {plain(asked.prompt)}"]
    rows = []
    for place, option in enumerate(asked.options):
        right = answers and place in asked.right
        box = ("☒" if right else "☐") + f" {plain(option.text)}"
        measured = f" ({plain(option.measured)})" if answers and option.measured else ""
        rows.append(f"- **{box}**{measured}" if right else f"- {box}{measured}")
    parts.append("\n".join(rows))
    if answers:
        parts.append(plain(asked.explanation))
    else:
        parts += ["Because " + "\\_" * 60] + ["\\_" * 68] * (LINES - 1)
    if ask.page != "questions":
        parts.append(f"Its picture: the page {shown}{_place(asked.look)}.")
    return "\n\n".join(parts)


def _place(look: object) -> str:
    """Say where on the page, as far as people choose it there."""
    names = ("layer", "head", "step")
    return "".join(f", {name} {look[name]}" for name in names if name in look)
