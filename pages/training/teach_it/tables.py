"""HTML tables: questions, translations before and after, and rows of E that moved."""

import html
from collections.abc import Iterable, Sequence

from model.changes.lesson import LessonPair
from pages.training.teach_it.compute import Examination, find_step_learned
from pages.training.teach_it.remarks import format_piece
from pages.training.teach_it.typed import Question
from ui.messages import _, ngettext
from ui.words import diff_words, format_percent, html_table


def examination_table_html(
    questions: Sequence[Question], examinations: Sequence[Examination]
) -> str:
    """Return an HTML table of the test questions, with their translations before the lesson and
    now.

    It also says from which step on each has been translated right, or what is expected.

    Args:
        questions: the test questions.
        examinations: the model's states so far, with their translations; the first one is that
            before the lesson.
    """
    first, now = examinations[0], examinations[-1]
    steps = ngettext("After {count} step", "After {count} steps", now.step)
    last = steps.format(count=now.step) if now.step else _("Now")
    heads = [_("Question"), _("Before"), last]
    rows = [
        _examination_row_html(question, first.translations[place], now.translations[place],
             find_step_learned(question, place, examinations))
        for place, question in enumerate(questions)
    ]  # fmt: skip
    return _table_html(heads, rows)


def _examination_row_html(
    question: Question, translation_before: str, translation_after: str, step_learned: int | None
) -> str:
    """Return one question's row, new words marked, with right or wrong."""
    words = " ".join(
        f"<mark>{html.escape(word)}</mark>" if new else html.escape(word)
        for word, new in diff_words(translation_before, translation_after)
    )
    verdict = ""
    if question.answer:
        if step_learned is not None:
            said, kind = _("✓ right from step {step}").format(step=step_learned), "right"
        else:
            said, kind = _("should be “{answer}”").format(answer=question.answer), "wrong"
        verdict = f'<span class="{kind}">{html.escape(said)}</span>'
    language = html.escape(question.language)
    return (
        f'<tr><th scope="row">{html.escape(question.text)}</th>'
        f'<td lang="{language}">{html.escape(translation_before or _("(nothing)"))}</td>'
        f'<td lang="{language}">{words}{verdict}</td></tr>'
    )


def lesson_table_html(lesson: Sequence[LessonPair]) -> str:
    """Return the sentence pairs of a lesson as an HTML table.

    Args:
        lesson: the sentence pairs.
    """
    rows = (
        f'<tr><td lang="{html.escape(pair.source_language)}">{html.escape(pair.source)}</td>'
        f'<td lang="{html.escape(pair.target_language)}">{html.escape(pair.target)}</td></tr>'
        for pair in lesson
    )
    return _table_html([_("The lesson"), _("Translation to learn")], rows)


def questions_table_html(questions: Sequence[Question], untaught: Examination) -> str:
    """Return an HTML table of the test questions: their translations now, and the expected ones.

    Args:
        questions: the test questions.
        untaught: the model's state before the lesson, with its translations of the questions.
    """
    rows = (
        f'<tr><th scope="row">{html.escape(question.text)}</th>'
        f'<td lang="{html.escape(question.language)}">{html.escape(now or _("(nothing)"))}'
        f"{_verdict_html(question, now)}</td>"
        f'<td lang="{html.escape(question.language)}">{html.escape(question.answer)}</td></tr>'
        for question, now in zip(questions, untaught.translations, strict=True)
    )
    heads = [_("Questions outside the lesson"), _("The model now"), _("Right translation")]
    return _table_html(heads, rows)


def _verdict_html(question: Question, translation: str) -> str:
    """Return a sign after a translation, right or wrong; "" if no answer was given."""
    if not question.answer:
        return ""
    return ' <span class="sign right">✓</span>' if question.is_right(translation) else " ✗"


def row_changes_table_html(
    pieces: Sequence[str],
    relative_changes: Sequence[float],
    nearest_before: Sequence[Sequence[str]],
    nearest_after: Sequence[Sequence[str]],
) -> str:
    """Return an HTML table of some rows of the embedding matrix E that a lesson changed.

    Args:
        pieces: vocabulary piece of each row.
        relative_changes: norm of each row's change / norm of the row.
        nearest_before: for each row, the pieces of the most similar rows before the lesson.
        nearest_after: the same after the lesson.
    """
    body = (
        f'<tr><th scope="row">{_piece_html(piece)}</th><td>{format_percent(share, 1)}</td>'
        f"<td>{', '.join(map(_piece_html, old))}</td>"
        f"<td>{', '.join(map(_piece_html, new))}</td></tr>"
        for piece, share, old, new in zip(
            pieces, relative_changes, nearest_before, nearest_after, strict=True
        )
    )
    return _table_html([_("Token"), _("Moved by"), _("Nearest before"), _("Nearest now")], body)


def _piece_html(piece: str) -> str:
    """Return a token piece as HTML."""
    return html.escape(format_piece(piece))


def _table_html(headings: Sequence[str], rows: Iterable[str]) -> str:
    """Return a table with this page's style, as HTML."""
    return html_table("examination", headings, rows, scope="col")
