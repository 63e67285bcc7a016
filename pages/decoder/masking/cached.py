"""Cached model computations of the masking page that a reading does not hold."""

import streamlit as st

from model.trace import Trace
from pages.decoder.masking.compute import leak
from pages.decoder.masking.compute.padded import record_with_padding
from ui.readings.reading import Change
from ui.readings.session import glass


@st.cache_resource(max_entries=4, show_spinner=False)
def encode_batch(sentences: tuple[str, ...], changes: tuple[Change, ...] = ()) -> Trace:
    """Return the trace of the encoder's pass over a batch of sentences, shorter ones padded.

    Args:
        sentences: the texts of the batch.
        changes: the visitor's changes to the network, which apply in this pass.
    """
    ids = [glass().source_ids(text) for text in sentences]
    return record_with_padding(glass().network_with(changes), ids, glass().edits(changes))


@st.cache_data(show_spinner=False)
def train_leak_models() -> dict[bool, list[float]]:
    """Train two tiny models on random letters, with and without a causal mask; return the losses.

    Returns:
        True (with the mask) and False (without it) -> loss at each step, in nats per letter.
    """
    return {masked: leak.train_predictor(masked) for masked in (True, False)}
