"""History: the networks before the Transformer, and what it changed, counted and measured."""

import streamlit as st

from pages.background.history import families as family_words
from pages.background.history.compute.families import FAMILIES
from pages.background.history.compute.recurrence import LSTM
from pages.background.history.compute.table_1 import compute_table_1
from pages.background.history.first_word import show_first_word
from pages.background.history.growing_costs import show_growing_costs
from pages.background.history.race import show_layer_comparison
from pages.background.history.remarks import drawing
from pages.background.history.views.families import show_families
from ui.choices import controls
from ui.frame import explain, texts
from ui.messages import _
from ui.readings import session

NAME = "history"

explain.show_opening(NAME)
reading = controls.current_reading()
config = session.glass().config
shown = family_words.build_families(texts.read_page_sections(NAME), reading)
first = list(FAMILIES).index("sequence_to_sequence") + 1  # all of it waits in one line
family = controls.integer_choice("family", len(FAMILIES), default=first) - 1
picture = st.container()
word = controls.choose_token(reading.source, default=1)  # the longest way
with picture:
    show_families(shown, reading.source, reading.output, family=family, word=word)
names = [token.text for token in reading.source]
stacks = len(config.layers("encoder")), len(config.layers("decoder"))
explain.show_sentence_fact(drawing.describe_takeaway(shown, family, names, word, stacks))
explain.defer_sentence_fact(
    drawing.describe_takeaway(shown, len(FAMILIES) - 1, names, word, stacks)
)

if explain.show_section(NAME, "Table 1, for this sentence"):
    show_growing_costs(reading, config.d_model)

if explain.show_section(NAME, "What reaches the first word"):
    show_first_word(reading)

if explain.show_section(NAME, "One layer against the other, measured"):
    show_layer_comparison(reading, config.d_model)

n = len(reading.source)
explain.show_code_and_shapes(
    LSTM.forward,
    {
        _("x, h of all positions"): f"{n} × {config.d_model}",
        "W, U": _("{shape}, four gates").format(shape=f"{config.d_model} × {4 * config.d_model}"),
        "h, c": _("{size}, whatever n is").format(size=config.d_model),
        _("attention’s weights"): f"{config.h} × {n} × {n}",
    },
    callee=compute_table_1,
)
