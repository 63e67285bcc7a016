"""The translation with and without the silenced heads, as data for the view."""

import streamlit as st

from model.parts import Head
from pages.attention.multi_head import remarks
from pages.attention.multi_head.views.head_view import AloneChanges, Outcome, OutcomeRow
from ui.messages import _
from ui.readings import session
from ui.readings.reading import ATTENTIONS, Reading
from ui.words import diff_words


def compare_with_unedited(reading: Reading, selected_head: Head) -> Outcome | None:
    """Return what the changes to the model did to the translation; None if there are no changes.
    The result holds both translations, before and after, with their ln p. It also tells how the ln
    p of the unedited model's translation changes if one head of a layer alone is silenced.

    Args:
        reading: a reading under the current changes.
        selected_head: the chosen head; each head of its layer is silenced alone.
    """
    if not reading.changes:
        return None
    with st.spinner(_("Translating without the changes ...")):
        return _compare_translations(reading, selected_head)


def _compare_translations(reading: Reading, selected_head: Head) -> Outcome:
    """Return the unedited and edited translation, a remark, and each head's effect if silenced."""
    text, language = reading.text, reading.language
    plain = session.read(text, language, ())
    before, now = plain.hypotheses[0].total, reading.hypotheses[0].total
    old = session.baseline_translation_log_probability(text, language, reading.changes)
    attention = ATTENTIONS[selected_head.attention].format(selected_head.layer)
    each = session.log_probabilities_without_heads(text, language, attention)
    changes = [one - before for one in each]
    others = [(change, i) for i, change in enumerate(changes) if i != selected_head.head]
    marked = diff_words(plain.translation, reading.translation)
    remark = remarks.describe_log_probability_change(
        before, old, max(others, key=lambda other: abs(other[0]))
    )
    rows = [
        OutcomeRow(_("before"), [(plain.translation, False)], before),
        OutcomeRow(_("now"), marked, now),
    ]
    return Outcome(rows, remark.text_runs(), AloneChanges(selected_head.layer, changes))
