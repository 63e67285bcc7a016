"""An exercise: chosen questions, answers stored in the link, and a result to hand in."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce

import streamlit as st

from pages.background.questions import remarks, sheet, teacher_questions
from pages.background.questions.asks import (
    QUESTION_KINDS,
    QuestionKind,
    build_question,
    find_question_kinds,
    get_number,
)
from pages.background.questions.asks.asking import Answer
from pages.background.questions.pictures import weight_map_html
from ui.choices import controls, link, student
from ui.frame import about, qr_code
from ui.messages import N_, _
from ui.readings.reading import Reading
from ui.result_code import OPEN, RIGHT, WRONG, QuestionResult, Result, encode_result
from ui.words import truncate

LETTERS = "abcdefgh"
LONGEST_LINES = 6_000  # most characters of all teacher questions
ANSWERS, _TAKEN, _SET = "answers", "answers taken at arrival", "exercise set by a link"
ASKED, SAID = 90, 50  # characters of a missed question and its answer, in the code of a result
WORK = "exercise"  # key of the times in the link
AT_END = "end"  # value of ``reveal``: answers are shown after the last one
SHEETS = {False: ("sheet", N_("Sheet as Markdown")), True: ("answers", N_("Answers as Markdown"))}


def find_all_questions(reading: Reading) -> list[QuestionKind]:
    """Return the built-in kinds of questions that apply to a sentence, then those of a teacher.
    The teacher's own questions come from the session, where the page's form or a link put them.
    """
    mine = teacher_questions.unpack_questions(st.session_state.get("own") or "")
    return [*find_question_kinds(reading), *teacher_questions.make_question_kinds(mine)]


def check_answer(question_kind: QuestionKind, reading: Reading, choice: int) -> Answer | None:
    """Return a person's answer, marked as right or wrong; None if there is no such option.

    Args:
        question_kind: the kind of question that was asked.
        reading: the sentence that the question was about.
        choice: index of the option that the person chose, from 0.
    """
    asked = build_question(question_kind, reading)
    if not 0 <= choice < len(asked.options):
        return None
    texts = [option.text for option in asked.options]
    truth = reduce(_join_alternatives, (texts[place] for place in sorted(asked.right_indices)))
    return Answer(choice, choice in asked.right_indices, asked.prompt, texts[choice], truth)


def _join_alternatives(first_answer: str, second_answer: str) -> str:
    """Return "first or second"."""
    return _("{first} or {second}").format(first=first_answer, second=second_answer)


def choose_questions(reading: Reading) -> tuple[Sequence[QuestionKind], bool]:
    """Return the kinds of questions to ask, and whether they are an exercise.

    An exercise has questions that a teacher picked by number or wrote. Students open it with a
    link; everybody else sees the form in which to set one. Without an exercise, all questions that
    apply to the sentence are asked.
    """
    if link.has_unread_parameter("questions") or link.has_unread_parameter("own"):
        st.session_state[_SET] = True
    elif link.is_arrival():
        st.session_state[_SET] = False
    for key in ("questions", "own", "reveal"):
        link.restore_control(key, str, "", lambda value: isinstance(value, str))
    if not is_set_by_link():
        _show_exercise_form(reading)
    typed, asks = st.session_state["questions"], find_all_questions(reading)
    for key in ("questions", "own", "reveal"):
        link.store_control(key, st.session_state[key], "")
    wanted = re.findall("0*([0-9]+)", typed)  # texts: a link may hold numbers of any length
    if remark := remarks.describe_omissions(
        typed, wanted, [*map(get_number, asks)], len(QUESTION_KINDS)
    ):
        st.text(remark)
    picked = select_by_number(asks, wanted)
    return picked or asks, bool(picked)


def select_by_number(
    question_kinds: Sequence[QuestionKind], numbers: Sequence[str]
) -> list[QuestionKind]:
    """Return the kinds of questions with the given numbers, in the order of the numbers.
    The teacher's own questions are always included; those without a given number come last.

    Args:
        question_kinds: the kinds to select from.
        numbers: numbers of questions as text; those that do not exist are ignored.
    """
    there = {str(get_number(ask)): ask for ask in question_kinds}
    named = [there[found] for found in dict.fromkeys(numbers) if found in there]
    return [
        *named,
        *(
            ask
            for ask in question_kinds
            if get_number(ask) >= teacher_questions.FIRST_NUMBER and ask not in named
        ),
    ]


def is_set_by_link() -> bool:
    """Return whether the exercise was opened with a link, as students do."""
    return bool(st.session_state.get(_SET))


def show_exercise_link(reading: Reading) -> None:
    """Show the teacher the link and QR code that open the exercise for students.
    The link does not contain any answers that the teacher gave to try the questions.
    """
    asked = {"source": reading.text, "to": reading.language} | link.shareable_choices()
    with st.container(key="exercise_link", horizontal=True, vertical_alignment="center"):
        with st.popover(_("Link and code for this exercise")):
            qr_code.show_qr_code(link.shareable_query_string(asked), "questions")
        st.text(_(remarks.HOW_TO_SEND))


def _show_exercise_form(reading: Reading) -> None:
    """Let a teacher choose questions by number and write their own."""
    with st.expander(_("Set an exercise")):
        st.markdown(_(remarks.HOW_TO_SET))
        controls.text_field(
            "questions",
            _("Ask only these"),
            max_chars=100,
            width=320,
            placeholder=_("numbers such as 7, 12, 18"),
        )
        if "own_lines" not in st.session_state:
            mine = teacher_questions.unpack_questions(st.session_state["own"])
            st.session_state["own_lines"] = teacher_questions.format_questions(mine)
        controls.truncate_field("own_lines", LONGEST_LINES)
        lines = st.text_area(
            _("Questions of your own"), key="own_lines", placeholder=_(remarks.OWN_FORM)
        )
        controls.warn_if_full(lines, LONGEST_LINES)
        found, faults = teacher_questions.parse_questions(lines)
        for fault in faults:
            st.text(fault)
        st.session_state["own"] = teacher_questions.pack_questions(found)
        if found:
            st.text(
                remarks.describe_teacher_numbers(
                    [teacher_questions.FIRST_NUMBER + place for place in range(len(found))]
                )
            )
        at_end = st.toggle(
            _("Show the right answers only after the last question"),
            value=st.session_state["reveal"] == AT_END,
        )
        st.session_state["reveal"] = AT_END if at_end else ""


def restore_answers(
    question_kinds: Sequence[QuestionKind],
    reading: Reading,
    answers: dict[tuple, Answer],
    make_key: Callable[[Reading, str], tuple],
) -> None:
    """Add the answers in the page's link to those of the session, once for each opened link.
    Questions that are already answered in the session keep their answers.

    Args:
        question_kinds: the questions of the exercise.
        reading: the sentence.
        answers: answers of this session by key, to which those of the link are added.
        make_key: takes the sentence and the name of a kind of question; returns the key of its
            answer in ``answers``.
    """
    text = link.restore_control(ANSWERS, str, "", lambda value: isinstance(value, str))
    if st.session_state.get(_TAKEN) == link.count_arrivals():
        return
    st.session_state[_TAKEN] = link.count_arrivals()
    by_number = {get_number(ask): ask for ask in question_kinds}
    for found, letter in re.findall(f"([0-9]{{1,3}})([{LETTERS}])", text)[: len(by_number)]:
        ask = by_number.get(int(found))
        if ask and (answer := check_answer(ask, reading, LETTERS.index(letter))):
            answers.setdefault(make_key(reading, ask.name), answer)


def store_answers(question_kinds: Sequence[QuestionKind], answers: Mapping[str, Answer]) -> None:
    """Store the answers in the page's link: "7a-12c" is option a of question 7 and c of 12.

    Args:
        question_kinds: the questions of the exercise.
        answers: name of the kind of question -> answer.
    """
    said = [(get_number(ask), answers[ask.name]) for ask in question_kinds if ask.name in answers]
    text = "-".join(f"{found}{LETTERS[answer.choice]}" for found, answer in said)
    st.session_state[ANSWERS] = text
    link.store_control(ANSWERS, text, "")


def show_result(
    question_kinds: Sequence[QuestionKind],
    reading: Reading,
    answers: Mapping[str, Answer],
    times: tuple[str, int],
) -> None:
    """Let students type their name; show their result as text with a code, and as a file.
    While right answers are hidden, show how many questions are left instead of the result.

    Args:
        question_kinds: the questions of the exercise.
        reading: the sentence.
        answers: name of the kind of question -> answer.
        times: (start time as text, duration in minutes).
    """
    with st.container(key="exercise-result"):
        st.subheader(_("Result"), anchor=False)
        who = student.name_field()
        if has_hidden_answers(question_kinds, answers):
            st.text(remarks.explain_waiting(len(question_kinds) - len(answers)))
            return
        rows = [(get_number(ask), answers.get(ask.name)) for ask in question_kinds]
        made = f"{about.read_citation_field('version')} {about.short_fingerprint()}"
        result = Result(who, *times, reading.text, made, _list_answered(question_kinds, answers))
        code = encode_result(result)
        link.store_control("result", code, "")
        text = remarks.format_result(reading, rows, result, code)
        st.code(text, language=None, wrap_lines=True)
        st.markdown(_(remarks.HOW_TO_HAND_IN))
        numbers = (str(found) for found, __ in rows)
        name = student.join_file_name("questions", *numbers, who, result.began[:10])
        st.download_button(
            _("Download the result"),
            text,
            file_name=f"{name}.txt",
            on_click="ignore",
            key="download_result",
        )


def has_hidden_answers(
    question_kinds: Sequence[QuestionKind], answers: Mapping[str, Answer]
) -> bool:
    """Return whether the right answers are still hidden from the student.
    They are if the teacher chose to show them only at the end and some question is unanswered.

    Args:
        question_kinds: the questions of the exercise.
        answers: name of the kind of question -> answer, for those answered so far.
    """
    return st.session_state["reveal"] == AT_END and len(answers) < len(question_kinds)


def show_worksheets(question_kinds: Sequence[QuestionKind], reading: Reading) -> None:
    """Show the teacher a worksheet and its answers, to print or download.

    Args:
        question_kinds: the questions of the exercise.
        reading: the sentence that the questions are about.
    """
    if is_set_by_link():
        st.button(_("Set your own exercise"), key="set_exercise", on_click=_leave_exercise)
        return
    with st.container(key="on_paper"):
        if not st.toggle(_("On paper: a worksheet and its answers")):
            return
        st.caption(_(remarks.HOW_TO_PRINT))
        for answers, (name, label) in SHEETS.items():
            parts = sheet.build_worksheet(question_kinds, reading, with_answers=answers)
            with st.container(key=f"sheet_{name}"):
                for part in parts:
                    if isinstance(part, str):
                        st.markdown(part)
                    else:
                        st.html(weight_map_html(part))
            st.download_button(
                _(label),
                sheet.worksheet_markdown(parts),
                file_name=f"{name}.md",
                on_click="ignore",
                key=f"download_{name}",
            )


def _leave_exercise() -> None:
    """Leave the exercise that a link set, so that a new one can be set."""
    st.session_state[_SET] = False


def _list_answered(
    question_kinds: Sequence[QuestionKind], given_answers: Mapping[str, Answer]
) -> list[QuestionResult]:
    """Return the answers as records of the result code: open, right or wrong."""
    answers = []
    for ask in question_kinds:
        one = given_answers.get(ask.name)
        mark = OPEN if one is None else RIGHT if one.right else WRONG
        said = "" if one is None else LETTERS[one.choice]
        words = (
            (truncate(one.prompt, ASKED), truncate(one.chosen_text, SAID))
            if one and not one.right
            else ()
        )
        answers.append(QuestionResult(str(get_number(ask)), ask.page, mark, said, *words))
    return answers
