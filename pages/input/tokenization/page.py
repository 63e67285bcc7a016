"""Tokenization, from text to ids: normalization, pieces, and byte-pair merges."""

import streamlit as st

from model.config import MAX_PIECES
from model.marian.tokenizer import MarianTokenizer
from model.tokenizer import Tokenizer, normalize, sentence_case
from pages.input.tokenization import compute, remarks
from pages.input.tokenization.compute import LONGEST
from pages.input.tokenization.views.merges import merge_player
from pages.input.tokenization.views.piece_list import piece_list
from pages.input.tokenization.views.token_path import token_path
from pages.input.tokenization.views.units import units
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import session
from ui.words import language_name

NAME = "tokenization"

explain.opening(NAME)
reading = controls.reading()
tokenizer = session.glass().tokenizer
source = st.session_state["source"]
known = normalize(source)
typed = source if reading.text in (known, sentence_case(known)) else reading.text
parts = compute.segment(tokenizer, reading.text)[:MAX_PIECES]
page_facts.tell(words=compute.letter_pieces(parts))

place = controls.number("word", len(reading.source), remarks.interesting(parts)) - 1
token_path(typed, reading, parts, tokenizer, place)

with st.container(key="replay", horizontal=True, vertical_alignment="center"):
    st.header(_("Byte-pair encoding, merge by merge"), anchor=False)
    spelled = controls.text(
        "spell",
        _("Any word"),
        max_chars=LONGEST,
        placeholder=_("or type any word"),
        label_visibility="collapsed",
        width=220,
    )
word, remark = remarks.word_to_replay(tokenizer, reading.text, parts, place, spelled)
steps = tokenizer.merges(word)
if remark:
    st.caption(remark)
if tokenizer.merging:
    merge_player(tokenizer, word, controls.number("merge", LONGEST, LONGEST, least=0))
    explain.in_your_sentence(remarks.look_for(tokenizer, word, steps, parts))
elif isinstance(tokenizer, MarianTokenizer):
    explain.finding(remarks.likeliest_segmentations(tokenizer, word))

if tokenizer.merging and explain.section(NAME, "The rule"):
    explain.formula(
        r"(a, b)^{*} = \operatorname*{arg\,min}_{a,\,b\ \text{"
        + _("neighbours")
        + r"}}\ \mathrm{rank}(ab)",
        remarks.first_choice(tokenizer, steps),
    )

if explain.section(NAME, "Characters, words or pieces?"):
    units(tokenizer, parts)

if explain.section(NAME, "What the vocabulary lacks"):
    for place, (label, entries) in enumerate(remarks.lacking(tokenizer, parts)):
        piece_list(entries, key=f"lacking_{place}", label=label)

if explain.section(NAME, "The vocabulary"):
    find = controls.text(
        "find",
        _(
            "Find pieces that contain these letters (start with a space for the beginning of a "
            "word)"
        ),
        max_chars=20,
        width=420,
    )
    label, entries = remarks.find_pieces(tokenizer, find)
    piece_list(entries, key="found", label=label)
    piece_list(
        remarks.special(tokenizer, {code: language_name(code) for code in tokenizer.languages}),
        key="special",
        label=_("Special tokens, which you can't type:"),
    )
explain.section(NAME, "Other vocabularies")

n, m = len(reading.source), len(reading.target)
word_in_quotes = _("“{word}”").format(word=word)
explain.code_and_shapes(Tokenizer.merges, {word_in_quotes: remarks.count_rows(len(steps) - 1)})
explain.code_and_shapes(
    Tokenizer.encode,
    {
        _("source"): ngettext(
            "{count} id, the end token last", "{count} ids, the end token last", n
        ).format(count=n),
        _("target"): ngettext(
            "{count} id, the start token first", "{count} ids, the start token first", m
        ).format(count=m),
    },
)
