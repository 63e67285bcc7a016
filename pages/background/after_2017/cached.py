"""Cached losses, samples and gradients of the model and its variants."""

from collections.abc import Callable

import streamlit as st
import torch
from torch import Generator, Tensor

from model.changes.edits import join_edits
from model.changes.kinds import Change
from model.decoding import Sampling
from model.measures.surprisal import surprisal
from model.measures.untrained_stacks import POST, PRE, measure_stack_variants
from model.parts import ATTENTIONS
from model.passes import forced_logits
from pages.background.after_2017.compute import passes
from ui.queues.long_work import SLOTS
from ui.readings import session
from ui.readings.reading import Reading

# A reading is hashed by its source ids, decoder input ids and output ids.
READING_HASH: dict[str | type, Callable] = {
    Reading: lambda reading: (reading.source_ids, reading.target_ids, reading.output_ids)
}


def get_weight_matrix(reading: Reading, attention: str, layer: int, name: str) -> Tensor:
    """Return a weight matrix of one attention in the model with a reading's changes.
    It is oriented as in the paper: a row vector x is multiplied from the left, x W.

    Args:
        reading: the reading, whose changes to the model are applied.
        attention: "encoder", "decoder" or "cross".
        layer: index of the layer, from 0.
        name: "W_Q", "W_K", "W_V" or "W_O".
    """
    network = session.glass().network_with(reading.changes)
    part = network.get_submodule(ATTENTIONS[attention].format(layer))
    return getattr(part, name).weight.T


@st.cache_data(max_entries=256, show_spinner=False, hash_funcs=READING_HASH)
def compute_token_losses(reading: Reading, changes: tuple[Change, ...]) -> list[float]:
    """Return the loss of each token of a translation in a changed model: its -ln p, in nats.

    Args:
        reading: the sentence and the translation to score.
        changes: the changes to the model that is measured.
    """
    model, taps = session.glass().network_with(changes), session.glass().edits(changes)
    logits = forced_logits(model, reading.source_ids, reading.target_ids, taps)
    return surprisal(logits, reading.output_ids).tolist()


def translate_with_changes(text: str, language: str, changes: tuple[Change, ...]) -> str:
    """Return the best translation of a text into a language by the model with changes; memoized."""
    best, *_ = session.search_translation(text, language, changes).hypotheses
    return session.glass().tokenizer.decode(best.tokens)


@st.cache_data(max_entries=24, show_spinner=False)
def sample_without_source(
    changes: tuple[Change, ...],
    start: int,
    prefix: tuple[int, ...],
    text_count: int,
    seed: int,
    temperature: float,
) -> list[str]:
    """Return texts that the decoder samples on its own, with all cross-attention removed.

    Args:
        changes: further changes to the model.
        start: id of the start token, which sets the language.
        prefix: ids of the prompt with which every text begins; () for none.
        text_count: number of texts.
        seed: seed of the sampling.
        temperature: the logits are divided by it; below 1, probable tokens become more probable.
    """
    model, starts = session.glass().network_with(changes), [start] * text_count
    drawing = Sampling(temperature), Generator().manual_seed(seed)
    texts = passes.sample_without_encoder(
        model, changes, starts, prefix, drawing, SLOTS.interruptible
    )
    return [session.glass().tokenizer.decode(ids) for ids in texts]


@st.cache_data(max_entries=24, show_spinner=False, hash_funcs=READING_HASH)
def compute_dropout_losses(
    reading: Reading, changes: tuple[Change, ...], P_drop: float, pass_count: int
) -> Tensor:
    """Return the token losses of a translation in several passes with dropout left on.

    Args:
        reading: the sentence and its translation.
        changes: the changes to the model.
        P_drop: probability that a number is dropped.
        pass_count: number of passes, each with another seed.

    Returns:
        A tensor pass x token of the translation, in nats.
    """
    model, taps = session.glass().network_with(changes), session.glass().edits(changes)
    drops = (passes.make_dropout_edits(model, P_drop, seed) for seed in range(1, pass_count + 1))
    rows = (
        forced_logits(model, reading.source_ids, reading.target_ids, join_edits(taps, drop))
        for drop in drops
    )
    return torch.stack([surprisal(logits, reading.output_ids) for logits in rows])


@st.cache_data(max_entries=12, show_spinner=False)
def measure_gradients(layers: int, seed: int) -> dict[str, Tensor]:
    """Return the norm of the gradient at each depth of an untrained stack, post-norm and pre-norm.

    Args:
        layers: number of layers of the stack.
        seed: seed of its weights, inputs and gradient.

    Returns:
        "post-norm" and "pre-norm" -> gradient norm at the input of the first layer, then after each
        layer: layers + 1 numbers, from bottom to top.
    """
    chance = Generator().manual_seed(seed)
    ways = measure_stack_variants(layers, False, chance, (POST, PRE))
    return {kind: way.gradient for kind, way in ways.items()}
