"""Questions with three answers at the end of the tour and of the story."""

import html
from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from ui.contents import find_page
from ui.frame import explain
from ui.messages import _


@dataclass(frozen=True)
class Question:
    """One multiple-choice question with three answers.

    Args:
        text: the question, a message.
        answers: the answers to choose from, messages.
        right: index of the right answer.
        explanation: why it is right, a message.
        page: name of the page that explains it.
    """

    text: str
    answers: tuple[str, str, str]
    right: int
    explanation: str
    page: str


def show_question(
    question_number: int,
    question: Question,
    answer: int | None,
    key: str,
    on_answer: Callable[[int], None],
) -> None:
    """Draw a question as radio buttons or, once ``answer`` is set, say whether it is right.

    Args:
        question_number: number of the question, from 1.
        question: the question.
        answer: index of the chosen answer; None or out of range if none was chosen.
        key: key of the radio buttons.
        on_answer: called with the index of a chosen answer.
    """
    text = f"{question_number}. {_(question.text)}"
    if answer is not None and answer in range(len(question.answers)):
        # As text: later readers see the choice, without the pale colours of a disabled control.
        st.html(question_with_answer_html(text, question, answer))
        explain.show_callout(describe_answer(question, answer))
        explain.show_page_link(question.page, f"{find_page(question.page).title} →")
        return

    def note_choice() -> None:
        """Report the chosen answer, if any, to ``on_answer``."""
        if (choice := st.session_state[key]) is not None:
            on_answer(choice)

    st.radio(
        text,
        range(len(question.answers)),
        index=None,
        format_func=[_(one) for one in question.answers].__getitem__,
        key=key,
        on_change=note_choice,
    )


def question_with_answer_html(heading: str, question: Question, answer: int) -> str:
    """Return an answered question as HTML: its heading, then all answers, the chosen one marked.

    Args:
        heading: the text of the question, with its number.
        question: the question, for its answers.
        answer: index of the chosen answer, from 0.
    """
    signs = ("●" if number == answer else "○" for number in range(len(question.answers)))
    rows = zip(signs, question.answers, strict=True)
    lines = "".join(f"<li>{sign} {html.escape(_(one))}</li>" for sign, one in rows)
    return f'<div class="answered"><b>{html.escape(heading)}</b><ul>{lines}</ul></div>'


def describe_answer(question: Question, answer: int) -> str:
    """Return a remark, as Markdown, on whether an answer is right, with the explanation.

    Args:
        question: the question.
        answer: index of the chosen answer, from 0.
    """
    if answer == question.right:
        return f"{_('**Right.**')} {_(question.explanation)}"
    no = _("**No:** {answer}.").format(answer=_(question.answers[question.right]))
    return f"{no} {_(question.explanation)}"
