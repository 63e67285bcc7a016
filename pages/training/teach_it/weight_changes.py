"""What a lesson changed: matrices, rows of E, and one head's attention."""

from collections.abc import Sequence

import streamlit as st
from torch import Tensor

from model.changes.lesson import Lesson
from model.changes.taught import TaughtWeights
from model.measures.neighbours import cosine_matrix, nearest_rows
from model.teach.moved import largest_row_moves, relative_changes
from pages.training.teach_it import remarks, tables
from pages.training.teach_it.compute import find_split_word_pieces
from pages.training.teach_it.figures import plot_matrix_changes
from pages.training.teach_it.lesson_progress import can_show_changes
from pages.training.teach_it.lessons import ChosenLesson
from ui.figures.attention_maps import plot_attention_maps as look_maps
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import defaults, session
from ui.views.plot import show_figure

ROWS, NEAREST = 8, 4  # rows listed; nearest pieces of each
_STACKS = {  # stack: heading, label of its figure, colour
    "encoder": (
        N_("**The encoder's matrices**, layer by layer"),
        N_("How far each matrix of the encoder moved"),
        "X",
    ),
    "decoder": (
        N_("**The decoder's matrices**, layer by layer"),
        N_("How far each matrix of the decoder moved"),
        "Q",
    ),
}
_TIMES = {  # key: title of the map, its label
    "before": (N_("before the lesson"), N_("Cross-attention before the lesson")),
    "after": (N_("after the lesson"), N_("Cross-attention after the lesson")),
}


def show_weight_changes(lesson: Lesson) -> None:
    """Show how much a lesson changed each weight matrix, and which rows of E it changed.

    These are the rows of the words that the tokenizer splits or, if the lesson has no such words,
    the rows that changed most.

    Args:
        lesson: sentence pairs and training settings.
    """
    if not _require_taught(lesson):
        return
    before = session.glass().network
    after = TaughtWeights(lesson).network(before)
    stacks = remarks.group_changes_by_stack(
        relative_changes(before.state_dict(), after.state_dict())
    )
    explain.show_callout(remarks.describe_largest_change(stacks))
    most = max(max(stacks[stack].values()) for stack in _STACKS)
    for (stack, said), column in zip(_STACKS.items(), st.columns(2), strict=True):
        heading, label, colour = said
        with column:
            st.markdown(_(heading))
            figure = plot_matrix_changes(stacks[stack], most, colour)
            show_figure(figure, key=f"moved_{stack}", label=_(label))
    _show_row_changes(lesson, before.E.weight, after.E.weight)


def _show_row_changes(lesson: Lesson, E: Tensor, taught_E: Tensor) -> None:
    """Show how far embedding rows moved, with their nearest neighbours before and after."""
    tokenizer = session.glass().tokenizer
    moved = dict(largest_row_moves(E, taught_E, len(E)))
    [farthest, *__], shares = moved, list(moved.values())
    if not shares[0]:
        st.html(f'<div class="remark">{_(remarks.NO_ROWS)}</div>')
        return
    [piece] = tokenizer.pieces([farthest])
    explain.show_callout(remarks.describe_row_changes(piece, shares[0], shares[len(shares) // 2]))
    ids = (find_split_word_pieces(lesson.pairs, tokenizer) or list(moved))[:ROWS]
    near = [[tokenizer.pieces(others) for others in _nearest_rows(M, ids)] for M in (E, taught_E)]
    st.html(
        tables.row_changes_table_html(tokenizer.pieces(ids), [moved[row] for row in ids], *near)
    )


def _nearest_rows(E: Tensor, ids: Sequence[int]) -> list[list[int]]:
    """Return the rows with the highest cosine to each given row, without that row itself."""
    found = nearest_rows(cosine_matrix(E, E[list(ids)]), NEAREST + 1)
    return [
        [other for other, __ in others if other != row][:NEAREST]
        for row, others in zip(ids, found, strict=True)
    ]


def show_attention_changes(chosen: ChosenLesson) -> None:
    """Show one cross-attention head on the first test question, before and after the lesson.

    Args:
        chosen: the lesson with its training settings, and the test questions.
    """
    if not chosen.questions or not _require_taught(chosen.lesson):
        return
    question = chosen.questions[0]
    layer = session.glass().config.layers("decoder")[-1]
    before, after = (
        session.read(question.text, question.language, changes)
        for changes in ((), (TaughtWeights(chosen.lesson),))
    )
    word = defaults.find_default_token(before.target, question.language)
    head = defaults.find_default_head(before, "cross", layer, word)
    st.markdown(_("Layer {layer}, head {head}").format(layer=layer + 1, head=head + 1))
    axes = (_("was written"), _("is read"))
    for reading, key, column in zip((before, after), _TIMES, st.columns(2), strict=True):
        title, label = map(_, _TIMES[key])
        with column:
            rows, columns = ([token.text for token in side] for side in reading.axes("cross"))
            weights = reading.attention("cross", layer)["weights"][0, head]
            height = 110 + 26 * len(rows)
            figure = look_maps({title: weights}, rows, columns, axes=axes, height=height)
            show_figure(figure, key=f"looks_{key}", label=label)


def _require_taught(lesson: Lesson) -> bool:
    """Return whether the lesson has been taught; if not, show a note that it must be."""
    taught = can_show_changes(lesson)
    if not taught:
        explain.show_missing_measurement(_(remarks.TEACH_FIRST))
    return taught
