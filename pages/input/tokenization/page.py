"""Tokenization, from text to ids: normalization, pieces, and byte-pair merges."""

import streamlit as st

from model.config import MAX_PIECES
from model.marian.tokenizer import MarianTokenizer
from model.tokenizer import Tokenizer, normalize, sentence_case
from pages.input.tokenization import compute, remarks
from pages.input.tokenization.compute import LONGEST
from pages.input.tokenization.views.merges import show_merge_player
from pages.input.tokenization.views.piece_list import show_piece_list
from pages.input.tokenization.views.token_path import show_token_path
from pages.input.tokenization.views.units import show_units
from ui.choices import controls, page_facts
from ui.frame import explain
from ui.messages import _, ngettext
from ui.readings import session
from ui.words import language_name

NAME = "tokenization"

explain.show_opening(NAME)
reading = controls.current_reading()
tokenizer = session.glass().tokenizer
source = st.session_state["source"]
known = normalize(source)
typed = source if reading.text in (known, sentence_case(known)) else reading.text
parts = compute.segment(tokenizer, reading.text)[:MAX_PIECES]
page_facts.publish_facts(words=compute.list_alphabetic_pieces(parts))

first = remarks.find_most_split_word_start(parts)
place = controls.integer_choice("word", len(reading.source), first, default_varies=True) - 1
show_token_path(typed, reading, parts, tokenizer, place)

with st.container(key="replay", horizontal=True, vertical_alignment="center"):
    st.header(_("From letters to pieces: byte-pair encoding"), anchor=False)
    spelled = controls.text_field(
        "spell",
        _("Any word"),
        max_chars=LONGEST,
        placeholder=_("or type any word"),
        label_visibility="collapsed",
        width=220,
    )
word, remark = remarks.find_word_to_replay(tokenizer, reading.text, parts, place, spelled)
steps = tokenizer.merges(word)
if remark:
    st.caption(remark)
if tokenizer.merging:
    show_merge_player(
        tokenizer, word, controls.integer_choice("merge", LONGEST, LONGEST, minimum=0)
    )
    explain.show_sentence_fact(remarks.describe_takeaway(tokenizer, word, steps, parts))
    explain.defer_sentence_fact(remarks.describe_merge_order(word, steps))
elif isinstance(tokenizer, MarianTokenizer):
    explain.show_callout(remarks.describe_segmentations(tokenizer, word))

if tokenizer.merging and explain.show_section(NAME, "The rule"):
    explain.show_formula(
        r"(a, b)^{*} = \operatorname*{arg\,min}_{a,\,b\ \text{"
        + _("neighbours")
        + r"}}\ \mathrm{rank}(ab)",
        remarks.first_merge_latex(tokenizer, steps),
    )

if explain.show_section(NAME, "Characters, words or pieces?"):
    show_units(tokenizer, parts)

if explain.show_section(NAME, "What the vocabulary lacks"):
    for place, (label, entries) in enumerate(remarks.list_unknown_pieces(tokenizer, parts)):
        show_piece_list(entries, key=f"lacking_{place}", label=label)

if explain.show_section(NAME, "The vocabulary"):
    find = controls.text_field(
        "find",
        _(
            "Find pieces that contain these letters (start with a space for the beginning of a "
            "word)"
        ),
        max_chars=20,
        width=420,
    )
    label, entries = remarks.find_pieces(tokenizer, find)
    show_piece_list(entries, key="found", label=label)
    show_piece_list(
        remarks.list_special_tokens(
            tokenizer, {code: language_name(code) for code in tokenizer.languages}
        ),
        key="special",
        label=_("Special tokens, which you can't type:"),
    )
explain.show_section(NAME, "Other vocabularies")

n, m = len(reading.source), len(reading.target)
word_in_quotes = _("“{word}”").format(word=word)
explain.show_code_and_shapes(
    Tokenizer.merges, {word_in_quotes: remarks.format_row_count(len(steps) - 1)}
)
explain.show_code_and_shapes(
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
