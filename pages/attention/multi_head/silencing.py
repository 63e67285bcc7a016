"""What happens without a head, for the page and its view."""

import streamlit as st

from model.parts import Head
from pages.attention.multi_head import remarks
from ui.messages import _
from ui.readings import session
from ui.readings.reading import ATTENTIONS, Reading
from ui.words import diff_words


def compare_with_before(reading: Reading, shown: Head) -> dict[str, object] | None:
    """Return what the changes did: both translations, and how likely the old one is now.

    Args:
        reading: under the changes; of one without any nothing is said.
        shown: the chosen head; the others of its layer are silenced one by one.
    """
    if not reading.changes:
        return None
    with st.spinner(_("Translating without the changes ...")):
        return _compare(reading, shown)


def _compare(reading: Reading, shown: Head) -> dict[str, object]:
    text, language = reading.text, reading.language
    plain = session.read(text, language, ())
    before, now = plain.hypotheses[0].total, reading.hypotheses[0].total
    old = session.own_log_probability(text, language, reading.changes)
    attention = ATTENTIONS[shown.attention].format(shown.layer)
    each = session.log_probability_without_each(text, language, attention)
    changes = [one - before for one in each]
    others = [(change, i) for i, change in enumerate(changes) if i != shown.head]
    marked = diff_words(plain.translation, reading.translation)
    return {
        "rows": [
            {"name": _("before"), "words": [[plain.translation, False]], "total": before},
            {"name": _("now"), "words": marked, "total": now},
        ],
        "remark": remarks.outcome(before, old, max(others, key=lambda other: abs(other[0]))).runs(),
        "alone": {"layer": shown.layer, "changes": changes},
    }
