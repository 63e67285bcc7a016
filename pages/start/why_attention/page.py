"""Why attention: hide words to see which ones a translation needs; then switch attention off."""

import streamlit as st

from model.attention import MultiHeadAttention
from pages.start.why_attention import remarks, words
from pages.start.why_attention.compute import Marks, common_words, hide_places
from pages.start.why_attention.sections import looks, mixture, needs, nobody_looks
from pages.start.why_attention.views.hiding import hiding
from ui.choices import controls, page_facts
from ui.frame import bar, explain
from ui.messages import _
from ui.readings import session

NAME = "why_attention"

explain.opening(NAME)
reading = controls.reading()
controls.forget_for_another(reading, "hidden", "watched")
with st.container(key="choices", horizontal=True, vertical_alignment="center"):
    st.markdown(_("Try"))
    for name, sentence in words.SENTENCES.items():
        st.button(_(name), key=f"try {name}", on_click=bar.show, args=sentence)
found = words.of(reading)
if found is None:
    page_facts.tell(words=0)
    explain.look_here(_("There's no word to hide here. Type a sentence of a few words."))
else:
    watched, gone = words.word_in_focus(found), words.words_to_hide(found)
    own, said = found.own(watched), found.said.words
    after = words.without(reading, found, gone).words if gone else None
    still = set(range(len(said))) if after is None else common_words(said, after)
    fresh = set() if after is None else set(range(len(after))) - common_words(after, said)
    marks = Marks(gone, watched, own, still, fresh)
    hiding(found.source, said, after, marks)
    page_facts.tell(
        watched=said[watched].text,
        own=found.source[own].text,
        hidden=[found.source[place].text for place in sorted(gone)],
        own_hidden=own in gone,
        still=marks.stays,
    )
    explain.in_your_sentence(remarks.look_for(found.source, said, marks))
    needs(found, watched)
    nobody_looks(reading, found)
    looks(reading, found, watched)
    mixture(reading, found, watched)
n, d_k = len(reading.source), session.glass().config.d_k
explain.code_and_shapes(
    MultiHeadAttention.attend,
    {_("weights of a head"): f"{n} × {n}", _("v of a head"): f"{n} × {d_k}"},
    also=hide_places,
)
