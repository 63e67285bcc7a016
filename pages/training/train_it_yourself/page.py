"""Four small networks that are trained in the page."""

import streamlit as st

from pages.training.train_it_yourself import trainings
from pages.training.train_it_yourself.lessons import heads, phrases, translator, words
from ui.choices import controls
from ui.frame import explain, texts
from ui.messages import _

NAME = "train_it_yourself"
LESSONS = {
    "words": words.LESSON,
    "phrases": phrases.LESSON,
    "heads": heads.LESSON,
    "translator": translator.LESSON,
}

explain.show_opening(NAME)
with st.container(horizontal=True, vertical_alignment="center", key="lesson-row"):
    name = controls.choose_option(
        "lesson",
        _("Training"),
        {name: _(lesson.title) for name, lesson in LESSONS.items()},
        "words",
        label_shown=False,
    )
    lesson = LESSONS[name]
    first, __, deeper = texts.read_page_sections(NAME)[name].partition("\n\n")
    st.markdown(first)
picture = st.container()
with st.container(horizontal=True, vertical_alignment="center", key="choices"):
    settings = lesson.choose()
    with st.popover(_("How it learns")):
        st.markdown(deeper)
with picture:
    trainings.show(name, lesson, settings)

explain.show_section(NAME, "The code that runs")

function, also = lesson.code
explain.show_code_and_shapes(function, lesson.shapes(settings), callee=also)
