"""All blocks at a glance, and the paper's sizes."""

import streamlit as st

from pages.background.cheat_sheet import remarks, sheet, sizes_table
from pages.background.cheat_sheet.compute import count_parameters
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session

NAME = "cheat_sheet"

explain.opening(NAME)
reading, config = controls.reading(), session.glass().config
sheet.draw(NAME, sheet.shapes(reading, config, session.training_record()))
explain.in_your_sentence(remarks.look_for(reading))

with st.container(key="sizes"):
    if explain.section(NAME, "The paper's sizes"):
        hundreds = controls.slider(
            "vocabulary", _("Vocabulary, in hundreds of tokens"), 300, 450, 370
        )
        explain.finding(sizes_table.finding(hundreds * 100))
        st.html(sizes_table.table(hundreds * 100, config))
        st.caption(_(sizes_table.NOTE))

with st.container(key="code"):
    explain.code_and_shapes(count_parameters, sizes_table.shapes(config))
