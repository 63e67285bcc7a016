"""A lesson for the real model: fine-tuning on a few sentences, and what it forgets."""

import streamlit as st

from model.teach.teaching import LowRank, teach
from pages.training.teach_it import course, lessons, moved
from ui.frame import explain
from ui.readings import session
from ui.words import whole

NAME = "teach_it"

explain.opening(NAME)
chosen = lessons.choose()
if isinstance(chosen, str):
    st.warning(chosen)
else:
    course.follow_lesson(chosen)
    if explain.section(NAME, "What moved"):
        moved.weights(chosen.lesson)
    if explain.section(NAME, "What the model attends to, before and after"):
        moved.looks(chosen)

explain.section(NAME, "Why the model forgets, and why rehearsal helps")
if explain.section(NAME, "Fine-tuning, adapters, editing"):
    st.code(explain.source(LowRank), language="python")

config = session.glass().config
explain.code_and_shapes(
    teach,
    {
        "E": f"{whole(config.vocab_size)} × {config.d_model}",
        "W_Q, W_K, W_V, W_O": f"{config.d_model} × {config.d_model}",
        "W_1": f"{whole(config.d_ff)} × {config.d_model}",
    },
)
