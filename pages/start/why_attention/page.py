"""Why attention: hide words to see which ones a translation needs; then switch attention off."""

import streamlit as st

from model.attention import MultiHeadAttention
from pages.start.why_attention import remarks, words
from pages.start.why_attention.compute import HighlightedWords, common_words, hide_positions
from pages.start.why_attention.sections import (
    show_mean_weights,
    show_needed_words,
    show_self_only_translation,
    show_weighted_average,
)
from pages.start.why_attention.views.hiding import show_hiding
from ui.choices import controls, page_facts
from ui.frame import bar, explain
from ui.messages import _
from ui.readings import session

NAME = "why_attention"

explain.show_opening(NAME)
reading = controls.current_reading()
controls.reset_on_new_sentence(reading, "hidden", "watched")
found = words.analyse_words(reading)
if found is None:
    page_facts.publish_facts(words=0)
    explain.show_takeaway(_("There's no word to hide here. Type a sentence of a few words."))
else:
    watched = words.read_selected_word(found)
    gone = words.read_hidden_words(found, watched)
    own, said = found.find_main_source_word(watched), found.target.words
    after = words.translate_without_words(reading, found, gone).words if gone else None
    still = set(range(len(said))) if after is None else common_words(said, after)
    fresh = set() if after is None else set(range(len(after))) - common_words(after, said)
    marks = HighlightedWords(gone, watched, own, still, fresh)
    show_hiding(found.source, said, after, marks)
    page_facts.publish_facts(
        watched=said[watched].text,
        own=found.source[own].text,
        hidden=[found.source[place].text for place in sorted(gone)],
        own_hidden=own in gone,
        still=marks.keeps_selected_word,
    )
    with st.container(key="choices", horizontal=True, vertical_alignment="center"):
        st.markdown(_("Other sentences"))
        for name, sentence in words.SENTENCES.items():
            st.button(_(name), key=f"try {name}", on_click=bar.use_example, args=sentence)
    explain.show_sentence_fact(remarks.describe_takeaway(found.source, said, marks, after or ()))
    if found.needs and len(found.source) > 1:
        widest = remarks.describe_most_needed_word(found.source, said, found.needs)
        explain.defer_sentence_fact(widest)
    show_needed_words(found, watched)
    show_self_only_translation(reading, found)
    show_mean_weights(reading, found, watched)
    show_weighted_average(reading, found, watched)
n, d_k = len(reading.source), session.glass().config.d_k
explain.show_code_and_shapes(
    MultiHeadAttention.attend,
    {_("weights of a head"): f"{n} × {n}", _("v of a head"): f"{n} × {d_k}"},
    callee=hide_positions,
)
