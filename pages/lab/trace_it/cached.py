"""The linearized pass of a decision, its paths and ablations, and measured tables; cached."""

from collections.abc import Callable, Sequence

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.flow.cuts import Cut, Means, logits_after
from model.flow.held import Decision, Held, hold
from model.flow.nodes import Sublayer
from model.flow.routes import Ways, follow_ways
from model.flow.scores import score_pairs
from model.storage import FLOW
from model.transformer import Transformer
from pages.lab.trace_it.choices import Look
from ui.readings import session
from ui.readings.reading import Change

BY_IDENTITY: dict[str | type, Callable] = {Transformer: id}  # notebooks use several models
EDGES = 600  # edges kept, by largest flow


def hold_pass(look: Look) -> Held:
    """Return the linearized pass of a decision."""
    return _hold_pass(look.decision, look.reading.changes, session.glass().network)


@st.cache_resource(max_entries=6, show_spinner=False, hash_funcs=BY_IDENTITY)
def _hold_pass(decision: Decision, changes: tuple[Change, ...], model: Transformer) -> Held:
    """Compute the linearized pass; cached by decision and changes."""
    return hold(session.glass().network_with(changes), decision, changes)


def ways(look: Look) -> Ways:
    """Return the edges with the largest flow."""
    return _ways(look.decision, look.reading.changes, session.glass().network)


@st.cache_resource(max_entries=32, show_spinner=False, hash_funcs=BY_IDENTITY)
def _ways(decision: Decision, changes: tuple[Change, ...], model: Transformer) -> Ways:
    """Compute the edges with the largest flow; cached by decision and changes."""
    *_, last = follow_ways(_hold_pass(decision, changes, model), EDGES)
    return last


def after(look: Look, cuts: Sequence[Cut]) -> list[float]:
    """Return the margin m after each ablation, with one forward pass per ablation."""
    logits = _logits(look.decision, look.reading.changes, tuple(cuts), session.glass().network)
    rival = look.decision.rival
    other = logits.mean(dim=-1) if rival is None else logits[:, rival]
    return (logits[:, look.decision.said] - other).tolist()


def says(look: Look, cut: Cut) -> tuple[int, float]:
    """Return the most probable token after an ablation, and its probability."""
    logits = _logits(look.decision, look.reading.changes, (cut,), session.glass().network)
    best = logits[0].softmax(dim=-1).max(dim=-1)
    return int(best.indices), float(best.values)


@st.cache_resource(max_entries=64, show_spinner=False, hash_funcs=BY_IDENTITY)
def _logits(
    decision: Decision, changes: tuple[Change, ...], cuts: tuple[Cut, ...], model: Transformer
) -> Float[Tensor, "row vocab"]:
    """Return the logits after each ablation, with one forward pass per ablation."""
    network, taps = session.glass().network_with(changes), session.glass().edits(changes)
    return logits_after(network, decision, [[cut] for cut in cuts], taps, means())


def pairs(look: Look, sublayer: Sublayer, head: int, query: int, key: int) -> Tensor:
    """Return one attention score, split into pairs of residual-stream components."""
    return score_pairs(hold_pass(look), sublayer, head, query, key)


def table() -> dict | None:
    """Return the flow statistics measured on our own sentences; None for other weights."""
    return session.measurements(FLOW)


def means() -> Means:
    """Return the mean output of every node, by tap; empty for other weights."""
    return {} if session.is_other_model() else _means()


@st.cache_resource(show_spinner=False)
def _means() -> Means:
    """Load the mean output of every node, by tap."""
    found = (table() or {}).get("means", {})
    return {tap: torch.tensor(rows) for tap, rows in found.items()}
