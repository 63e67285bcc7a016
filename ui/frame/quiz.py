"""Questions with three answers at the end of the tour and of the story."""

import html
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from ui.contents import page
from ui.frame import explain
from ui.messages import _


@dataclass(frozen=True)
class Question:
    """One question with three answers.

    Args:
        text: what is asked.
        answers: to choose from.
        right: place of the right one.
        because: why it is right.
        page: where to read on.
    """

    text: str
    answers: tuple[str, str, str]
    right: int
    because: str
    page: str


def ask(
    number: int, question: Question, answer: int | None, key: str, note: Callable[[int], None]
) -> None:
    """Ask a question; one that is answered says whether it is right.

    Args:
        number: of the question, from 1.
        question: what is asked.
        answer: place of the answer that was chosen; None or another number if none was.
        key: of the control.
        note: is called with the place of an answer.
    """
    text = f"{number}. {_(question.text)}"
    if answer is not None and answer in range(len(question.answers)):
        # As text: who reads on later sees what was chosen, and in full colour.
        st.html(list_answers(text, question, answer))
        explain.finding(verdict(question, answer))
        explain.link_to(question.page, f"{page(question.page).title} →")
        return

    def note_choice() -> None:
        if (choice := st.session_state[key]) is not None:
            note(choice)

    st.radio(
        text,
        range(len(question.answers)),
        index=None,
        format_func=[_(one) for one in question.answers].__getitem__,
        key=key,
        on_change=note_choice,
    )


def list_answers(text: str, question: Question, answer: int) -> str:
    """Return an answered question as HTML: all answers, and which one was chosen."""
    signs = ("●" if number == answer else "○" for number in range(len(question.answers)))
    rows = zip(signs, question.answers, strict=True)
    lines = "".join(f"<li>{sign} {html.escape(_(one))}</li>" for sign, one in rows)
    return f'<div class="answered"><b>{html.escape(text)}</b><ul>{lines}</ul></div>'


def verdict(question: Question, answer: int) -> str:
    """Say whether an answer is right, and why."""
    if answer == question.right:
        return f"{_('**Right.**')} {_(question.because)}"
    no = _("**No:** {answer}.").format(answer=_(question.answers[question.right]))
    return f"{no} {_(question.because)}"
