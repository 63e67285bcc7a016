"""What is said of a lesson: what it taught, and what it cost."""

import html
import math
import re
from collections.abc import Iterable, Mapping, Sequence

from model.changes.lesson import Lesson, Pair
from model.tokenizer import SPACE
from pages.training.teach_it.compute import Examination, first_right, right_answers
from pages.training.teach_it.typed import Question
from ui.sentence import Sentence, say
from ui.words import diff_words, percent, with_sign

FORGOT = 0.01  # nats per token: above this, what is lost is more than the noise of another seed
LOST = 1.0  # nats: then the model does not write sentences any more
NOT_KEPT = (
    "The lesson was ended before its last step, so its model cannot be used on other pages. "
    "Choose fewer steps, or teach it again."
)
IN_USE = "This model now works on every page. “Back to normal”, in the bar above, takes it back."
TEACH_FIRST = "Teach the lesson first: what it moved can be shown when it is over."
NO_ROWS = "No row of E moved: this lesson trained only thin matrices beside W_Q and W_V."
DIVERGED = (
    "The loss is no longer a number. At this learning rate the parameters became far too large. "
    "Choose a lower rate and teach again."
)


def look_for(
    lesson: Lesson,
    questions: Sequence[Question],
    examinations: Sequence[Examination],
    shows: str,
) -> str:
    """Say what the lesson has taught so far, and what the model forgot."""
    if not examinations:
        return shows or "Press Teach, and watch the translations of the questions."
    now = examinations[-1]
    if not math.isfinite(now.losses[-1]):
        return DIVERGED
    if now.step == 0:
        return " ".join(filter(None, [_count_right(questions, now), shows]))
    return " ".join(filter(None, [_count_right(questions, now), cost(lesson, examinations)]))


def _count_right(questions: Sequence[Question], now: Examination) -> str:
    asked = sum(bool(question.answer) for question in questions)
    if not asked:
        return ""
    when = "Before the lesson" if now.step == 0 else f"After {now.step} steps"
    return f"{when}, **{right_answers(questions, now)} of {asked}** questions are answered right."


def forgot(examinations: Sequence[Examination]) -> bool:
    """Whether sentences that nobody taught have become less likely by more than the noise."""
    first, now = examinations[0].held_out, examinations[-1].held_out
    return first is not None and now is not None and first - now > FORGOT


def cost(lesson: Lesson, examinations: Sequence[Examination]) -> str:
    """Say how much less likely sentences have become that nobody taught."""
    first, now = examinations[0].held_out, examinations[-1].held_out
    if first is None or now is None:
        return (
            "What it forgot cannot be measured, because there are no held-out sentences in this "
            "direction."
        )
    fall = first - now
    if fall > LOST:
        return (
            "Sentences that were not taught have become far less likely: **the model has lost what "
            "it learned before**. Try a lower learning rate, fewer steps or more rehearsal."
        )
    if forgot(examinations):
        times = f"{math.exp(fall):.2f} times"
        reason = "" if lesson.rehearsal else " Nothing was rehearsed in this lesson."
        return (
            f"**It forgot**: a token of other sentences is {times} less likely on average.{reason}"
        )
    if fall < -FORGOT:
        return "On average other sentences have become more likely: **no forgetting** is measured."
    return "On average other sentences are as likely as before: **no forgetting** is measured."


def examination_table(questions: Sequence[Question], examinations: Sequence[Examination]) -> str:
    """Write the questions as HTML, with their translations before the lesson and now."""
    first, now = examinations[0], examinations[-1]
    heads = ["Question", "Before", f"After {now.step} steps" if now.step else "Now"]
    rows = [
        _row(question, first.translations[place], now.translations[place],
             first_right(question, place, examinations))
        for place, question in enumerate(questions)
    ]  # fmt: skip
    return _table(heads, rows)


def _table(heads: Sequence[str], rows: Iterable[str]) -> str:
    """Write a table as HTML; its rows are written already."""
    head = "".join(f'<th scope="col">{html.escape(text)}</th>' for text in heads)
    return (
        f'<table class="examination"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _row(question: Question, before: str, now: str, since: int | None) -> str:
    words = " ".join(
        f"<mark>{html.escape(word)}</mark>" if new else html.escape(word)
        for word, new in diff_words(before, now)
    )
    verdict = ""
    if question.answer:
        if since is not None:
            verdict = f'<span class="right">✓ right from step {since}</span>'
        else:
            verdict = f'<span class="wrong">right would be “{html.escape(question.answer)}”</span>'
    language = html.escape(question.language)
    return (
        f'<tr><th scope="row">{html.escape(question.text)}</th>'
        f'<td lang="{language}">{html.escape(before) or "(nothing)"}</td>'
        f'<td lang="{language}">{words}{verdict}</td></tr>'
    )


def lesson_table(lesson: Sequence[Pair]) -> str:
    """Write the pairs of a lesson as HTML."""
    rows = (
        f'<tr><td lang="{html.escape(pair.source_language)}">{html.escape(pair.source)}</td>'
        f'<td lang="{html.escape(pair.target_language)}">{html.escape(pair.target)}</td></tr>'
        for pair in lesson
    )
    return _table(["The lesson", "Translation that is taught"], rows)


def questions_table(questions: Sequence[Question]) -> str:
    """Write the questions as HTML while nothing has been taught."""
    rows = (
        f'<tr><th scope="row">{html.escape(question.text)}</th>'
        f'<td lang="{html.escape(question.language)}">{html.escape(question.answer)}</td></tr>'
        for question in questions
    )
    return _table(["Questions, not in the lesson", "Right translation"], rows)


def trained_weights(count: int, whole: int, rank: int) -> str:
    """Say how many weights a lesson trains."""
    if not rank:
        return f"All {whole:,} parameters are trained."
    return f"{count:,} new parameters are trained; the {whole:,} others remain as they are."


def matrix_names(matrices: Mapping[str, float]) -> dict[str, dict[str, float]]:
    """Return how far the matrices moved, by stack and by the names that the paper gives them.

    Args:
        matrices: name of the weight in the model -> how far it moved.
    """
    stacks: dict[str, dict[str, float]] = {"E": {}, "encoder": {}, "decoder": {}}
    for name, share in matrices.items():
        stack, _, rest = name.removesuffix(".weight").partition(".")
        found = re.fullmatch(r"layers\.(\d+)\.(\w+)\.(\w+)", rest)
        if stack in stacks and found:
            layer, part, matrix = found.groups()
            kind = {"cross_attention": "cross ", "self_attention": ""}.get(part, "")
            stacks[stack][f"{int(layer) + 1}: {kind}{matrix}"] = share
        elif name == "E.weight":
            stacks["E"]["E"] = share
    return stacks


def moved_most(stacks: Mapping[str, Mapping[str, float]]) -> str:
    """Say which matrix moved most, and how far E moved beside it."""
    by_name = {
        f"{matrix} of the {stack}": share
        for stack in ("encoder", "decoder")
        for matrix, share in stacks[stack].items()
    }
    name, most = max(by_name.items(), key=lambda item: item[1])
    layer, _, matrix = name.partition(": ")
    return (
        f"Of the matrices in the layers, **{matrix}, layer {layer}**, moved most, by "
        f"{with_sign(100 * most, 2)} % of its length. E as a whole moved by "
        f"{with_sign(100 * stacks['E'].get('E', 0.0), 2)} %."
    )


def rows_moved(piece: str, farthest: float, median: float) -> Sentence:
    """Say how far rows of E moved, as shares of their lengths.

    Args:
        piece: whose row moved farthest.
        farthest: how far that row moved.
        median: how far half of all rows moved, or farther.
    """
    return say(
        "The row of “{piece}” moved farthest, by {farthest} of its length, and half of all rows "
        "moved by {median} or more. Every row has a gradient, because E also computes the logits. "
        "Adam gives each weight steps of about the same size.",
        piece=_plain(piece),
        farthest=percent(farthest, 2),
        median=percent(median, 2),
    )


def rows(
    pieces: Sequence[str],
    shares: Sequence[float],
    before: Sequence[Sequence[str]],
    now: Sequence[Sequence[str]],
) -> str:
    """Write as HTML how far rows of E moved, and the pieces nearest to them.

    Args:
        pieces: of the rows.
        shares: how far each moved, as a share of its length.
        before: pieces nearest to each before the lesson.
        now: and after it.
    """
    body = (
        f'<tr><th scope="row">{_piece(piece)}</th><td>{with_sign(100 * share, 1)} %</td>'
        f"<td>{', '.join(map(_piece, old))}</td><td>{', '.join(map(_piece, new))}</td></tr>"
        for piece, share, old, new in zip(pieces, shares, before, now, strict=True)
    )
    return _table(["Token", "Moved by", "Nearest before", "Nearest now"], body)


def _piece(piece: str) -> str:
    return html.escape(_plain(piece))


def _plain(piece: str) -> str:
    return piece.replace(SPACE, "␣") if piece == SPACE else piece.replace(SPACE, "")
