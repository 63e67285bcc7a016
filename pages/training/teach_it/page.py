"""A lesson for the real model: fine-tuning on a few sentences, and what it forgets."""

import streamlit as st

from model.teach.teaching import LowRank, teach
from pages.training.teach_it import lesson_progress, lessons, weight_changes
from ui.frame import explain
from ui.readings import session
from ui.words import format_integer

NAME = "teach_it"

explain.show_opening(NAME)
chooser, lesson, settings = st.container(), st.container(), st.container()
with chooser:
    chosen = lessons.choose(settings)
if isinstance(chosen, str):
    st.warning(chosen)
else:
    with lesson:
        lesson_progress.show_lesson(chosen)
    if explain.show_section(NAME, "What moved"):
        weight_changes.show_weight_changes(chosen.lesson)
    if explain.show_section(NAME, "What the model attends to, before and after"):
        weight_changes.show_attention_changes(chosen)

explain.show_section(NAME, "Why the model forgets, and why rehearsal helps")
if explain.show_section(NAME, "Fine-tuning, adapters, editing"):
    st.code(explain.read_function_source(LowRank), language="python")

config = session.glass().config
explain.show_code_and_shapes(
    teach,
    {
        "E": f"{format_integer(config.vocab_size)} × {config.d_model}",
        "W_Q, W_K, W_V, W_O": f"{config.d_model} × {config.d_model}",
        "W_1": f"{format_integer(config.d_ff)} × {config.d_model}",
    },
)
