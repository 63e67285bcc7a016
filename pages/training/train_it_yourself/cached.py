"""A training that every visitor sees on arrival, computed once for all of them."""

from collections.abc import Sequence

import streamlit as st

from model.small.snapshots import Snapshot
from pages.training.train_it_yourself.compute import words


def train_words_in_advance(settings: words.Settings) -> Sequence[Snapshot]:
    """Return the snapshots of a finished training of word vectors; empty unless the settings are
    the defaults.

    Args:
        settings: settings of the training.
    """
    return _train_default_words() if settings == words.Settings() else ()


@st.cache_resource(show_spinner=False)
def _train_default_words() -> tuple[Snapshot, ...]:
    """Return all snapshots of the training with the default settings."""
    return tuple(words.train(words.Settings()))
