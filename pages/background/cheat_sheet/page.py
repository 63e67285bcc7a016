"""All blocks at a glance, and the paper's sizes."""

import streamlit as st

from pages.background.cheat_sheet import remarks, sheet, sizes_table
from pages.background.cheat_sheet.compute import count_parameters, get_sizes
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session

NAME = "cheat_sheet"

explain.show_opening(NAME)
reading, config = controls.current_reading(), session.glass().config
explain.show_sentence_fact(remarks.describe_takeaway(reading))
with st.container(key="legend"):
    st.caption(
        _(
            "A shape is rows × columns; of three numbers, the first counts the heads. A V by "
            "itself is the number of tokens in the vocabulary; next to Q and K, it's the matrix of "
            "values."
        )
    )
sheet.show_sheet(NAME, sheet.list_block_shapes(reading, config, session.training_record()))
explain.defer_sentence_fact(
    remarks.describe_numbers(reading, count_parameters(get_sizes(config), config.vocab_size))
)

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
