"""A question as a card: choose an answer to see what the model computed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ui.views import register_view


@dataclass(frozen=True)
class QuestionPage:
    """The page that shows the answer."""

    address: str
    title: str


@dataclass(frozen=True)
class Reveal:
    """What was measured of each option, and where to see it.

    Args:
        chosen: index of the visitor's answer.
        right: indices of the right options.
        shares: length of each option's bar, if it has one.
        measured: the measured value of each option, as text.
        explanation: why the right option is right.
        look: query of a link to the page where the answer is shown.
    """

    chosen: int
    right: Sequence[int]
    shares: Sequence[float | None]
    measured: Sequence[str]
    explanation: str
    look: str


@dataclass(frozen=True)
class QuestionCard:
    """One question of several; the right option is not in it until one was chosen.

    Args:
        name: key of the question.
        place: index of the question.
        marks: whether each question was answered right; None if not answered.
        given: index of the answer, where answers are revealed at the end.
        numbers: the questions' numbers.
        score: number of right answers, and of answers.
        prompt: the question in words.
        options: the options' texts.
        reveal: what was measured; None before the answer.
        page: the page that shows the answer.
        open: whether that page is ready and to be opened now.
    """

    name: str
    place: int
    marks: Sequence[bool | Literal["given"] | None]
    given: int | None
    numbers: Sequence[int]
    score: tuple[int, int]
    prompt: str
    options: Sequence[str]
    reveal: Reveal | None
    page: QuestionPage
    open: bool


@dataclass(frozen=True)
class ChosenOption:
    """An answer to a question, by name and index of the option."""

    name: str
    choice: int


@dataclass(frozen=True)
class QuestionEvents:
    """Events of the view: an answer, a question to go to or to see on its page, and a reset."""

    answer: ChosenOption
    go: int
    see: str
    reset: bool


_prediction = register_view(__file__, QuestionCard, QuestionEvents, picture=False)


def show_question_card(data: QuestionCard, **handlers: Callable[[Any], None]) -> None:
    """Draw a question card and connect its events to functions.

    Args:
        data: what the card shows.
        handlers: functions by event, ``answer``, ``go``, ``see`` and ``reset``; each is called with
            the value that ``QuestionEvents`` has for this event.
    """
    callbacks = {f"on_{name}_change": act for name, act in handlers.items()}
    _prediction(key="prediction", data=data, **callbacks)
