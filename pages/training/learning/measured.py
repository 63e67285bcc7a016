"""What the page asks the model and keeps."""

import streamlit as st

from model.tokenizer import EOS
from pages.training.learning import computed
from ui.readings import session


@st.cache_data(max_entries=12, show_spinner="Drawing fresh weights ...")
def beginning(number: int) -> computed.Beginning:
    """Return what a model with fresh weights makes of one of the film's sentences.

    Args:
        number: of the sentence, from 0.
    """
    model, tokenizer = session.load_model()
    sentence = session.training_record()["film_sentences"][number]
    source = [*tokenizer.encode(sentence["source"]), EOS]
    start = tokenizer.start(sentence["target_language"])
    return computed.beginning(model, source, [start, *tokenizer.encode(sentence["target"]), EOS])
