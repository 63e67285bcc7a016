"""The smallest page that shows the same map: a selector and a figure, no frame, no text."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
if str(ROOT) not in sys.path:  # Streamlit puts this script's own folder there
    sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402

from benchmarks.bare_map import plot_attention_map  # noqa: E402
from ui.frame.bar import DEFAULT  # noqa: E402
from ui.readings import session  # noqa: E402
from ui.views.plot import show_figure  # noqa: E402

reading = session.read(DEFAULT, "fr")
head = st.segmented_control("Head", range(1, 9), default=1, required=True, key="head")
weights = reading.attention("encoder", 0)["weights"][0, head - 1]
tokens = [token.text for token in reading.source]
figure = plot_attention_map(weights, tokens, tokens)
# The browser script recognizes the figure by its meta.
figure.update_layout(coloraxis={"colorscale": "Blues"}, meta=head)
show_figure(figure, key="map", label=f"Attention weights of head {head}")
