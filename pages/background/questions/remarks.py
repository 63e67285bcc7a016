"""What the page of questions says of the sentence at hand, and of an exercise."""

from collections.abc import Sequence

from model.languages import language_name
from pages.background.questions.asks import Ask
from pages.background.questions.asks.asking import Answer
from ui.readings.reading import Reading

HOW_TO_SET = """\
Choose questions by the numbers on their cards, and write some of your own. The address of this page
is the exercise then: whoever opens it sees the questions alone.
"""
OWN_FORM = """\
Which head reads the token before?
- Head 1
* Head 3
> multi_head"""
HOW_TO_PRINT = "Print this page: only the sheet and its answers come out. Or take the texts."
HOW_TO_HAND_IN = """\
Hand in the address of this page, or the code in the last line. It says what was answered, and it is
**no proof**: a second try is possible, and who can write a link can write this one.
"""


def look_for(asks: Sequence[Ask]) -> str:
    """Say which answers belong to the sentence, and which to all.

    Args:
        asks: the questions that make sense for it.
    """
    laws = sum(ask.law for ask in asks)
    return (
        f"**{len(asks)}** questions make sense for your sentence. **{len(asks) - laws}** have "
        f"answers that another sentence can change, so ask the same of another one, too. The "
        f"other **{laws}** have one answer for every sentence: look for the reason."
    )


def set_by_link(count: int) -> str:
    """Say what an exercise asks of a student."""
    questions = "One question waits" if count == 1 else f"**{count}** questions wait"
    return f"{questions}. The first answer to each counts."


def left_out(typed: str, wanted: Sequence[int], there: Sequence[int], count: int) -> str:
    """Say which questions of an exercise are not asked, and why; "" if all are.

    Args:
        typed: what was typed.
        wanted: the numbers in it.
        there: numbers of the questions that make sense for the sentence.
        count: of all questions.
    """
    unknown = [number for number in wanted if number not in there and not 1 <= number <= count]
    unfit = [number for number in wanted if 1 <= number <= count and number not in there]
    parts = []
    if typed.strip() and not wanted:
        parts.append(f"Name questions by their numbers, 1 to {count}: until then all are asked.")
    if unknown:
        parts.append(f"There {_is(unknown)} no {_numbers(unknown)}: they go from 1 to {count}.")
    if unfit:
        verb = "makes" if len(unfit) == 1 else "make"
        parts.append(f"{_numbers(unfit).capitalize()} {verb} no sense for this sentence.")
    return " ".join(parts)


def own_numbers(numbers: Sequence[int]) -> str:
    """Say by which numbers the teacher's own questions are named."""
    return (
        f"Your own questions have the numbers {', '.join(map(str, numbers))}. "
        "Without any numbers above, only your own ones are asked."
    )


def held_back(left: int) -> str:
    """Say why no answer is shown yet."""
    if left == 1:
        return "Answer the last question: then the right answers and your result are shown."
    return f"Answer {left} more questions: then the right answers and your result are shown."


def result(
    reading: Reading,
    rows: Sequence[tuple[int, Answer | None]],
    about: tuple[str, str, int, str, str, str],
) -> str:
    """Return the result of an exercise as a text: whose it is, score, and each answer.

    Args:
        reading: the sentence.
        rows: number of each question, and the answer if there is one.
        about: name, day and time, minutes, version, weights, and the code.
    """
    who, began, took, version, weights, code = about
    right = sum(answer is not None and answer.right for _, answer in rows)
    lines = [
        f"Name: {who or '(none was typed)'}",
        f"Begun: {began}, {took} min",
        f"Exercise: {', '.join(str(number) for number, _ in rows)}",
        f"Sentence: {reading.text}",
        f"Translation ({language_name(reading.language)}): {reading.translation}",
        f"Score: {right} of {len(rows)} right",
    ]
    if reading.changes:
        lines.append(f"The model was changed in {len(reading.changes)} places.")
    for number, answer in rows:
        if answer is None:
            lines += ["", f"{number}. not answered yet"]
            continue
        verdict = "right" if answer.right else f"wrong; right is: {answer.truth}"
        lines += ["", f"{number}. {answer.prompt}", f"   Answer: {answer.said} ({verdict})"]
    lines += ["", f"Glass Transformer {version}, weights {weights}", f"Code: {code}"]
    return "\n".join(lines) + "\n"


def _is(numbers: Sequence[int]) -> str:
    return "is" if len(numbers) == 1 else "are"


def _numbers(numbers: Sequence[int]) -> str:
    few = ", ".join(str(number) for number in numbers[:6]) + (", …" if len(numbers) > 6 else "")
    return f"question{'' if len(numbers) == 1 else 's'} {few}"
