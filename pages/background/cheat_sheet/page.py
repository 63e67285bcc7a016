"""All blocks at a glance, and the paper's sizes."""

import streamlit as st

from pages.background.cheat_sheet import remarks, sheet, sizes_table
from pages.background.cheat_sheet.compute import count_parameters
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session

NAME = "cheat_sheet"

explain.show_opening(NAME)
reading, config = controls.current_reading(), session.glass().config
sheet.show_sheet(NAME, sheet.list_block_shapes(reading, config, session.training_record()))
with st.container(key="legend"):
    st.caption(
        _(
            "A shape is the number of rows × the number of columns; where there are three numbers, "
            "the first is the number of heads. A V by itself is the number of tokens in the "
            "vocabulary; next to Q and K, it's the matrix of values. The last cards belong to the "
            "lab."
        )
    )
explain.show_sentence_fact(remarks.describe_takeaway(reading))

with st.container(key="sizes"):
    if explain.show_section(NAME, "The paper's sizes"):
        hundreds = controls.choose_integer(
            "vocabulary", _("Vocabulary, in hundreds of tokens"), 300, 450, 370
        )
        explain.show_callout(sizes_table.describe_vocabulary_fit(hundreds * 100))
        st.html(sizes_table.sizes_table_html(hundreds * 100, config))
        st.caption(_(sizes_table.NOTE))

with st.container(key="code"):
    explain.show_code_and_shapes(count_parameters, sizes_table.list_parameter_formulas(config))
