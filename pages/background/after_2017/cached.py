"""What the page asks the model, kept where it takes long."""

import streamlit as st
from torch import Generator, Tensor

from model.changes.kinds import Change
from model.changes.rounding import stored_bytes
from model.measures.fresh_stacks import POST, PRE, one_of_each
from model.measures.surprisal import surprisal
from model.parts import ATTENTIONS
from model.passes import forced_logits
from model.storage import WEIGHTS
from pages.background.after_2017.compute import experiments
from ui.queues.patience import SEATS
from ui.readings import session
from ui.readings.reading import Reading


def matrix(attention: str, layer: int, name: str) -> Tensor:
    """Return a matrix of an attention's layer by its name, as in x W."""
    part = session.glass().network.get_submodule(ATTENTIONS[attention].format(layer))
    return getattr(part, name).weight.T


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


def translation(text: str, language: str, changes: tuple[Change, ...]) -> str:
    """Return what the model says of a sentence under changes; ``session`` keeps it."""
    best, *_ = session.search(text, language, changes).hypotheses
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
    """Return what the decoder says while cross-attention is silent; see ``experiments.speak``."""
    glass, chance, watched = session.glass(), Generator().manual_seed(seed), SEATS.interruptible
    starts = [start] * count
    texts = experiments.speak(glass.network, starts, prefix, chance, temperature, watched)
    return [glass.tokenizer.decode(ids) for ids in texts]


@st.cache_data(max_entries=24, show_spinner=False)
def with_dropout(
    source: tuple[int, ...], target: tuple[int, ...], P_drop: float, seeds: tuple[int, ...]
) -> Tensor:
    """Return what each token costs in passes with dropout left on; see ``experiments.passes``."""
    return experiments.passes(session.glass().network, source, target, P_drop, seeds)


@st.cache_data(max_entries=12, show_spinner=False)
def gradients(layers: int, seed: int) -> dict[str, Tensor]:
    """Return how long a gradient is before the lowest layer of fresh stacks, and after each."""
    chance = Generator().manual_seed(seed)
    ways = one_of_each(layers, False, chance, (POST, PRE))
    return {kind: way.gradient for kind, way in ways.items()}
