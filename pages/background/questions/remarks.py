"""Sentences about the questions on the current sentence, and about an exercise."""

from collections.abc import Sequence

from pages.background.questions.asks import QuestionKind
from pages.background.questions.asks.asking import Answer
from ui.messages import N_, _, ngettext
from ui.readings.reading import Reading
from ui.result_code import Result
from ui.words import language_name, truncate

HOW_TO_SET = N_(
    "Pick questions by the numbers on their cards, and write some of your own. Then copy the link. "
    "Whoever opens it sees only the questions."
)
HOW_TO_SEND = N_(
    "The link doesn't include your own answers. Open it to see what your students will see."
)
OWN_FORM = N_("Which head attends to the previous token?\n- Head 1\n* Head 3\n> multi_head")
HOW_TO_PRINT = N_(
    "When you print this page, you get only the sheet and its answers. Or download them as text."
)
HOW_TO_HAND_IN = N_(
    "Hand in the code in the last line, or the address from your browser's address bar: both "
    "record your answers. (A link copied with the chain icon next to Examples doesn't.) But "
    "they **prove nothing**: anyone can try twice, or make up a code or an address."
)


def describe_takeaway(question_kinds: Sequence[QuestionKind], given: Sequence[bool]) -> str:
    """Describe how many questions are answered, and for how many the answer depends on the
    sentence.

    Args:
        question_kinds: the kinds of questions that apply to the sentence.
        given: for each question answered so far, whether the answer is right.
    """
    laws = sum(ask.invariant for ask in question_kinds)
    answered = _(
        "You've answered **{given} of {count}** questions about this sentence, {right} of them "
        "right."
    ).format(given=len(given), count=len(question_kinds), right=sum(given))
    if not given:
        answered = _("**{count}** questions about this sentence wait for your guess.").format(
            count=len(question_kinds)
        )
    others = _(
        "For **{open}** of them, the answer depends on the sentence, so try another sentence as "
        "well. The other **{laws}** have the same answer for every sentence. Look for the reason."
    ).format(open=len(question_kinds) - laws, laws=laws)
    return f"{answered} {others}"


def describe_exercise(question_count: int) -> str:
    """Describe to a student how many questions an exercise has."""
    return ngettext(
        "One question is waiting. Your first answer counts.",
        "**{count}** questions are waiting. For each, your first answer counts.",
        question_count,
    ).format(count=question_count)


def describe_omissions(
    typed_text: str,
    typed_numbers: Sequence[str],
    available_numbers: Sequence[int],
    question_count: int,
) -> str:
    """Describe which question numbers that a teacher typed are left out, and why; "" if none is.
    If the text holds no number, say how to pick questions.

    Args:
        typed_text: all that the teacher typed.
        typed_numbers: the numbers found in it, as text.
        available_numbers: numbers of the questions that apply to the sentence.
        question_count: number of built-in questions, which have the numbers from 1 to this one; the
            teacher's own have larger numbers.
    """
    asked, ours = (
        {str(number) for number in available_numbers},
        {str(number + 1) for number in range(question_count)},
    )
    unknown = [number for number in typed_numbers if number not in asked | ours]
    unfit = [number for number in typed_numbers if number in ours - asked]
    own = [number for number in available_numbers if number > question_count]
    numbers = ", ".join([f"1–{question_count}", *map(str, own)])
    parts = []
    if typed_text.strip() and not typed_numbers:
        said = (
            _("Pick questions by their numbers ({numbers}). Until you do, only your own are asked.")
            if own
            else _(
                "Pick questions by their numbers ({numbers}). Until you do, all of them are asked."
            )
        )
        parts.append(said.format(numbers=numbers))
    if unknown:
        parts.append(
            ngettext(
                "There is no question {unknown}. The numbers are {numbers}.",
                "There are no questions {unknown}. The numbers are {numbers}.",
                len(unknown),
            ).format(unknown=_join_first(unknown), numbers=numbers)
        )
    if unfit:
        parts.append(
            ngettext(
                "Question {numbers} makes no sense for this sentence.",
                "Questions {numbers} make no sense for this sentence.",
                len(unfit),
            ).format(numbers=_join_first(unfit))
        )
    return " ".join(parts)


def describe_teacher_numbers(numbers: Sequence[int]) -> str:
    """Tell a teacher which numbers the questions of their own got."""
    return ngettext(
        "Your own question is number {numbers}. It's asked after the ones named above.",
        "Your own questions are numbers {numbers}. They're asked after the ones named above.",
        len(numbers),
    ).format(numbers=", ".join(map(str, numbers)))


def explain_waiting(missing_count: int) -> str:
    """Say how many questions must still be answered before the right answers are shown."""
    return ngettext(
        "One question is left. Answer it to see the right answers and your result.",
        "Answer {count} more questions to see the right answers and your result.",
        missing_count,
    ).format(count=missing_count)


def format_result(
    reading: Reading,
    rows: Sequence[tuple[int, Answer | None]],
    result: Result,
    code: str,
) -> str:
    """Return the result of an exercise as text that a student hands in.
    The text has the name, the times, the score, each answer, and the code of the result.

    Args:
        reading: the sentence.
        rows: (number, answer) of each question; the answer is None if there is none yet.
        result: the result, from which name, times and version are taken.
        code: the result as one string, from ``encode_result``.
    """
    version, __, weights = result.version.partition(" ")
    right = sum(answer is not None and answer.right for __, answer in rows)
    lines = [
        _("Name: {name}").format(name=result.who or _("(none given)")),
        _("Started: {time}, {minutes} min").format(time=result.began, minutes=result.minutes),
        _("Exercise: {numbers}").format(numbers=", ".join(str(number) for number, __ in rows)),
        _("Sentence: {sentence}").format(sentence=reading.text),
        _("Translation ({language}): {translation}").format(
            language=language_name(reading.language), translation=reading.translation
        ),
        _("Score: {right} of {count} right").format(right=right, count=len(rows)),
    ]
    if count := len(reading.changes):
        lines.append(
            ngettext(
                "{count} change was made to the model.",
                "{count} changes were made to the model.",
                count,
            ).format(count=count)
        )
    for number, answer in rows:
        lines += ["", *_format_answer(number, answer)]
    made = _("Glass Transformer {version}, weights {weights}")
    lines += [
        "",
        made.format(version=version, weights=weights),
        _("Code: {code}").format(code=code),
    ]
    return "\n".join(lines) + "\n"


def _format_answer(question_number: int, answer: Answer | None) -> list[str]:
    """Return the lines of one question in a result: prompt, answer, and the right one."""
    if answer is None:
        return [_("{number}. not answered yet").format(number=question_number)]
    said = (
        _("Answer: {answer} (right)")
        if answer.right
        else _("Answer: {answer} (wrong; {truth} is right)")
    )
    return [
        f"{question_number}. {answer.prompt}",
        f"   {said.format(answer=answer.chosen_text, truth=answer.right_text)}",
    ]


def _join_first(numbers: Sequence[str]) -> str:
    """Return the first six numbers, joined by commas; "…" stands for the rest."""
    few = [truncate(number, 12) for number in numbers[:6]]
    return ", ".join(few + ["…"] * (len(numbers) > 6))
