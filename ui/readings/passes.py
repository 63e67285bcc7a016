"""Passes and searches that single pages need besides the reading; cached as in ``session``."""

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.census import importance
from model.changes.kinds import can_cache
from model.config import MAX_PIECES
from model.passes import Search, search_with_edits
from model.trace import editing
from ui.queues.long_work import SLOTS
from ui.readings import session
from ui.readings.reading import ATTENTIONS, Change, FilledTap, Reading
from ui.readings.session import glass


@st.cache_data(max_entries=256, show_spinner=False)
def greedy_translation(
    source: tuple[int, ...],
    start_id: int,
    changes: tuple[Change, ...] = (),
    prefix: tuple[int, ...] = (),
) -> list[int]:
    """Return the greedy translation as token ids, without the start token; at most 128 ids.

    Args:
        source: token ids of the source, the end token included.
        start_id: id of the start token, which sets the target language.
        changes: changes of the model in this search.
        prefix: token ids that the translation is made to begin with.
    """
    search = Search(width=1, prefix=prefix, cached=can_cache(changes), watch=SLOTS.interruptible)
    model, taps = glass().network_with(changes), glass().edits(changes)
    return search_with_edits(model, source, start_id, taps, search)[0].tokens[:MAX_PIECES]


@st.cache_data(max_entries=256, show_spinner=False)
def losses_by_silencing(text: str, language: str) -> Float[Tensor, "attention layer head"]:
    """Return the drop in ln p of a translation, in nats, when each head alone is silenced.

    The translation is that of the unchanged model, cut after 128 tokens. A positive number means
    that the translation is less likely without the head. Along the first axis: the encoder's
    self-attention, the decoder's, cross-attention.

    Args:
        text: the sentence.
        language: code of the target language.
    """
    plain = truncate_reading(session.read(text, language, ()))
    target = plain.target_ids[0], *plain.output_ids
    return importance.losses_by_silencing(session.glass().network, plain.source_ids, target)


@st.cache_data(max_entries=96, show_spinner=False)
def encoder_memory(
    source: tuple[int, ...], changes: tuple[Change, ...] = ()
) -> Float[Tensor, "source d_model"]:
    """Return the memory of a sentence: the encoder's output.

    Args:
        source: token ids of the sentence, the end token last.
        changes: changes of the model in this pass.
    """
    model = glass().network_with(changes)
    with torch.inference_mode(), editing(model, glass().edits(changes)):
        return model.encode(torch.tensor([source]))[0]


def mask_removal_changes(attention: str) -> tuple[FilledTap, ...]:
    """Return the changes, one per layer, that remove the mask of a self-attention.

    Args:
        attention: "encoder" or "decoder".
    """
    layers = session.glass().config.layers(attention)
    return tuple(FilledTap(f"{ATTENTIONS[attention].format(layer)}.visible", 1) for layer in layers)


def truncate_reading(reading: Reading) -> Reading:
    """Return a reading whose translation has at most 128 tokens.

    A longer translation is cut off, and the pass over it is recorded anew.
    """
    if len(reading.output) <= MAX_PIECES:
        return reading
    return session.read_with_translation(
        reading.text, reading.language, reading.output_ids, reading.changes
    )


def pass_without_mask(reading: Reading) -> Reading:
    """Return a reading of the same tokens, recorded without the decoder's causal mask."""
    changes = (*reading.changes, *mask_removal_changes("decoder"))
    return session.read_with_translation(
        reading.text, reading.language, reading.output_ids, changes
    )
