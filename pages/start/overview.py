"""Figure 1 of the paper, alive: every block shows what it computed and opens its page."""

import streamlit as st

from ui import controls

reading = controls.reading()
st.title("Your sentence inside the Transformer")
st.text(reading.translation)
controls.layer()
controls.word(reading.source)
