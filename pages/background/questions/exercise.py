"""An exercise: some of the questions, answers that live in the link, and a result to hand in."""

import re
from collections.abc import Mapping, Sequence

import streamlit as st

from pages.background.questions import remarks
from pages.background.questions.asks import ASKS, Ask, question
from pages.background.questions.asks.asking import Answer
from ui.choices import controls, link
from ui.readings.reading import Reading

NUMBERS = {ask.name: number for number, ask in enumerate(ASKS, 1)}
LETTERS = "abcdefgh"
ANSWERS, _TAKEN = "answers", "answers taken at arrival"


def check_answer(ask: Ask, reading: Reading, choice: int) -> Answer | None:
    """Return an answer to a question about a sentence; None if it has no such option."""
    asked = question(ask, reading)
    if not 0 <= choice < len(asked.options):
        return None
    texts = [option.text for option in asked.options]
    truth = " or ".join(texts[place] for place in sorted(asked.right))
    return Answer(choice, choice in asked.right, asked.prompt, texts[choice], truth)


def choose_asks(asks: Sequence[Ask]) -> tuple[Sequence[Ask], bool]:
    """Let a teacher choose questions by their numbers; return them, and whether any were chosen.

    Args:
        asks: those that make sense for the sentence.
    """
    with st.expander("An exercise of some of them"):
        typed = controls.text(
            "questions",
            "Ask only these",
            max_chars=100,
            width=220,
            placeholder="numbers, such as 7, 12, 18",
        )
    wanted = [int(number) for number in re.findall("[0-9]{1,4}", typed)]
    there = {NUMBERS[ask.name]: ask for ask in asks}
    picked = [there[number] for number in dict.fromkeys(wanted) if number in there]
    if remark := remarks.left_out(typed, wanted, list(there), len(ASKS)):
        st.text(remark)
    return picked or asks, bool(picked)


def take(asks: Sequence[Ask], reading: Reading, answers: dict[tuple, Answer], key: object) -> None:
    """Take answers out of the link when a visitor arrives by one.

    Args:
        asks: the questions of the exercise.
        reading: the sentence.
        answers: of this visitor; those of the link are added.
        key: returns under which key the answer to a question stands there.
    """
    text = link.restore(ANSWERS, str, "", lambda value: isinstance(value, str))
    if st.session_state.get(_TAKEN) == link.arrivals():
        return
    st.session_state[_TAKEN] = link.arrivals()
    by_number = {NUMBERS[ask.name]: ask for ask in asks}
    for number, letter in re.findall(f"([0-9]{{1,3}})([{LETTERS}])", text)[: len(ASKS)]:
        ask = by_number.get(int(number))
        if ask and (answer := check_answer(ask, reading, LETTERS.index(letter))):
            answers.setdefault(key(reading, ask.name), answer)


def keep(given: Mapping[str, Answer]) -> None:
    """Put the answers into the link, as "7a-12c".

    Args:
        given: by the name of their question.
    """
    text = "-".join(f"{NUMBERS[name]}{LETTERS[answer.choice]}" for name, answer in given.items())
    st.session_state[ANSWERS] = text
    link.show(ANSWERS, text, "")


def result(asks: Sequence[Ask], reading: Reading, given: Mapping[str, Answer]) -> None:
    """Show answers, score and sentence as a text to print, download or paste."""
    rows = [(NUMBERS[ask.name], given.get(ask.name)) for ask in asks]
    text = remarks.result(reading, rows)
    with st.container(key="exercise-result"):
        st.subheader("Result", anchor=False)
        st.code(text, language=None, wrap_lines=True)
        st.download_button(
            "Download the result",
            text,
            file_name="-".join(["questions", *(str(number) for number, _ in rows)]) + ".txt",
            on_click="ignore",
            key="download_result",
        )
