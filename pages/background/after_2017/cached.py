"""What the page asks the model, kept where it takes long."""

import streamlit as st
from torch import Tensor

from model.changes.kinds import Change, by_position
from model.changes.rounding import stored_bytes
from model.embedding import positional_encoding
from model.measures.surprisal import surprisal
from model.parts import ATTENTIONS
from model.passes import Search, forced_logits, search_with_edits
from model.storage import WEIGHTS
from pages.background.after_2017.compute import alone, dropout, scaling
from pages.background.after_2017.compute import gradients as computed_gradients
from ui.queues.patience import SEATS
from ui.readings import session
from ui.readings.reading import Reading


def first_layer(stack: str) -> tuple[Tensor, Tensor]:
    """Return W_Q and W_K of a stack's first self-attention, as in x W."""
    attention = session.glass().network.get_submodule(ATTENTIONS[stack].format(0))
    return attention.W_Q.weight.T, attention.W_K.weight.T


def output_projection(attention: str, layer: int) -> Tensor:
    """Return one layer's W_O, as in Z W_O."""
    return session.glass().network.get_submodule(ATTENTIONS[attention].format(layer)).W_O.weight.T


@st.cache_data(max_entries=256, show_spinner=False)
def costs(
    source: tuple[int, ...], target: tuple[int, ...], said: tuple[int, ...], changes: tuple
) -> list[float]:
    """Return what each token of a translation costs under changes, in nats.

    Args:
        source: ids that the encoder reads.
        target: ids that the decoder reads.
        said: ids that it should say.
        changes: what is edited in the pass.
    """
    model, taps = session.changed_model(changes), session.edits(changes)
    return surprisal(forced_logits(model, source, target, taps), said).tolist()


def costs_of(reading: Reading, changes: tuple[Change, ...]) -> list[float]:
    """Return the same for a sentence and its translation."""
    return costs(reading.source_ids, reading.target_ids, reading.output_ids, changes)


@st.cache_data(max_entries=256, show_spinner=False)
def translation(source: tuple[int, ...], start: int, changes: tuple[Change, ...]) -> str:
    """Return what the model says of a sentence under changes.

    Args:
        source: ids that the encoder reads.
        start: id of the start token.
        changes: what is edited.
    """
    model, taps = session.changed_model(changes), session.edits(changes)
    search = Search(cached=by_position(changes), watch=SEATS.interruptible)
    best, *_ = search_with_edits(model, source, start, taps, search)
    return session.glass().tokenizer.decode(best.tokens)


def file_bytes(bits: int | None) -> int:
    """Return the size of the weights in few bits; None: of the file as it is."""
    if bits is None:
        return (session.MODEL / WEIGHTS).stat().st_size
    return stored_bytes(session.glass().network, bits)


@st.cache_data(max_entries=24, show_spinner=False)
def text_without_source(
    start: int, prefix: tuple[int, ...], count: int, seed: int, temperature: float
) -> list[str]:
    """Return what the decoder says while cross-attention is silent; see ``compute.alone``."""
    glass = session.glass()
    draws = alone.Draws(count, seed, temperature)
    texts = alone.speak(glass.network, start, prefix, draws, watched=SEATS.interruptible)
    return [glass.tokenizer.decode(ids) for ids in texts]


@st.cache_data(max_entries=24, show_spinner=False)
def with_dropout(
    source: tuple[int, ...], target: tuple[int, ...], P_drop: float, seeds: tuple[int, ...]
) -> Tensor:
    """Return what each token costs in passes with dropout left on; see ``compute.dropout``."""
    return dropout.passes(session.glass().network, source, target, P_drop, seeds)


@st.cache_data(max_entries=12, show_spinner=False)
def gradients(layers: int, seed: int) -> dict[str, Tensor]:
    """Return how long a gradient is on its way down a fresh stack; see ``compute.gradients``."""
    return computed_gradients.gradients(layers, seed)


@st.cache_data(max_entries=1, show_spinner=False)
def training_curve() -> tuple[int, list[float], list[float]]:
    """Return how many numbers the model learned; tokens read and loss along its training."""
    record = session.training_record()
    curve = [point for point in record["curve"] if point["tokens"] > 0]
    return (
        record["parameters"],
        [float(point["tokens"]) for point in curve],
        [point["plain"] for point in curve],
    )


def stages() -> int:
    """Return how many settings this model's training went through; 0 if nobody wrote it down."""
    record = session.training_record()
    return len(record["settings"]) if record else 0


def share_of_means(reading: Reading) -> float:
    """Return which share of the squared numbers that enter the norms is that of their means."""
    sums = [value[0] for name, value in reading.trace.items() if name.endswith(".sum")]
    means = sum(each.mean(dim=-1).square().sum().item() for each in sums)
    return means / sum(each.square().mean(dim=-1).sum().item() for each in sums)


def encoding(count: int) -> Tensor:
    """Return the sinusoids of the first places."""
    return positional_encoding(count, session.glass().config.d_model).double()


def smooth_training_curve(points: int) -> tuple[list[float], list[float]]:
    """Return the same loss, averaged in steps that are even on a logarithmic axis."""
    _, tokens, losses = training_curve()
    return scaling.smooth_curve(tokens, losses, points)
