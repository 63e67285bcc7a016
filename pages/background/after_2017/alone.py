"""The decoder alone: what it says without reading, and what reading is worth to each token."""

import html

import streamlit as st

from pages.background.after_2017 import cached
from pages.background.after_2017.compute.alone import deaf
from pages.background.after_2017.figures import tokens
from pages.background.after_2017.remarks import whole as remarks
from ui.choices import controls
from ui.messages import _
from ui.readings import session
from ui.readings.changes import combine
from ui.readings.reading import Reading
from ui.views.plot import plot
from ui.words import as_typed

TEXTS, LONGEST_BEGINNING, SEEDS = 5, 80, 99
TEMPERATURES = (0.3, 0.6, 0.8, 1.0)


def draw(reading: Reading) -> str:
    """Let the decoder speak by itself, and draw what each token costs with and without reading."""
    glass = session.glass()
    with st.container(horizontal=True, vertical_alignment="bottom", key="alone_choices"):
        beginning = controls.text(
            "beginning",
            _("Begin with (a prompt)"),
            max_chars=LONGEST_BEGINNING,
            placeholder=_("nothing, so it begins by itself"),
            width=230,
        )
        temperature = controls.one_of(
            "alone_temperature", _("Temperature"), {t: as_typed(t) for t in TEMPERATURES}, 0.6
        )
        seed = controls.number("alone_seed", SEEDS)
        st.button(
            _("Write again"),
            key="speak_again",
            on_click=controls.choose,
            args=("alone_seed", seed % SEEDS + 1),
        )
    prefix = tuple(glass.tokenizer.encode_target(beginning))
    with st.spinner(_("The decoder writes ...")):
        said = cached.text_without_source(reading.target_ids[0], prefix, TEXTS, seed, temperature)
    nothing = _("(nothing)")
    lines = "".join(f"<li>{html.escape(text or nothing)}</li>" for text in said)
    language = html.escape(reading.language)
    st.html(f'<ol class="alone" lang="{language}">{lines}</ol>')
    silent = combine(reading.changes, deaf(glass.config))
    costs = {
        _("looking at the sentence"): cached.costs_of(reading, reading.changes),
        _("cross-attention off"): cached.costs_of(reading, silent),
    }
    names = [token.text for token in reading.output]
    plot(
        tokens.costs(costs, names),
        key="alone_costs",
        label=_("Loss of each token of the translation with cross-attention and without"),
    )
    return remarks.alone(*costs.values(), names)
