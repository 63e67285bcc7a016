"""The linearized pass of a decision, its paths and ablations, and measured tables; cached."""

from collections.abc import Callable, Sequence

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.flow.ablation import Ablation, Means, logits_after_ablation
from model.flow.linearized import Decision, LinearizedPass, linearize_pass
from model.flow.nodes import Sublayer
from model.flow.routes import StrongestEdges, yield_strongest_edges
from model.flow.scores import split_score_into_pairs
from model.storage import FLOW
from model.transformer import Transformer
from pages.lab.trace_it.choices import TracedToken
from ui.readings import session
from ui.readings.reading import Change

BY_IDENTITY: dict[str | type, Callable] = {Transformer: id}  # notebooks use several models
EDGES = 600  # edges kept, by largest flow


def get_linearized_pass(traced_token: TracedToken) -> LinearizedPass:
    """Return the linearized pass of a decoding step.

    Attention weights, gates of the feed-forward networks and scales of the norms are held fixed, so
    that the contributions of all nodes add up.

    Args:
        traced_token: the output token that is explained, and its foil.
    """
    return _get_linearized_pass(
        traced_token.decision, traced_token.reading.changes, session.glass().network
    )


@st.cache_resource(max_entries=6, show_spinner=False, hash_funcs=BY_IDENTITY)
def _get_linearized_pass(
    decision: Decision, changes: tuple[Change, ...], model: Transformer
) -> LinearizedPass:
    """Return the linearized pass of a decoding step, cached by step and model changes."""
    return linearize_pass(session.glass().network_with(changes), decision, changes)


def find_strongest_edges(traced_token: TracedToken) -> StrongestEdges:
    """Return the ``EDGES`` edges of the flow graph that carry the largest parts of the margin m
    (logit of the token minus that of its foil), by absolute value.

    Args:
        traced_token: the output token that is explained, and its foil.
    """
    return _find_strongest_edges(
        traced_token.decision, traced_token.reading.changes, session.glass().network
    )


@st.cache_resource(max_entries=32, show_spinner=False, hash_funcs=BY_IDENTITY)
def _find_strongest_edges(
    decision: Decision, changes: tuple[Change, ...], model: Transformer
) -> StrongestEdges:
    """Compute the flow graph's edges with the largest flow; cached by step and model changes."""
    *_, last = yield_strongest_edges(_get_linearized_pass(decision, changes, model), EDGES)
    return last


def measure_margins(traced_token: TracedToken, ablations: Sequence[Ablation]) -> list[float]:
    """Return the margin m (logit of the token minus that of its foil) after each ablation alone.

    Args:
        traced_token: the output token that is explained, and its foil.
        ablations: the ablations; the model runs once for each.
    """
    logits = _ablated_logits(
        traced_token.decision,
        traced_token.reading.changes,
        tuple(ablations),
        session.glass().network,
    )
    rival = traced_token.decision.foil
    other = logits.mean(dim=-1) if rival is None else logits[:, rival]
    return (logits[:, traced_token.decision.token] - other).tolist()


def predict_after_ablation(traced_token: TracedToken, ablation: Ablation) -> tuple[int, float]:
    """Return the id and the probability of the likeliest token at a step when a node is ablated.

    Args:
        traced_token: the output token that is explained, which gives the step.
        ablation: the node to ablate.
    """
    logits = _ablated_logits(
        traced_token.decision, traced_token.reading.changes, (ablation,), session.glass().network
    )
    best = logits[0].softmax(dim=-1).max(dim=-1)
    return int(best.indices), float(best.values)


@st.cache_resource(max_entries=64, show_spinner=False, hash_funcs=BY_IDENTITY)
def _ablated_logits(
    decision: Decision,
    changes: tuple[Change, ...],
    ablations: tuple[Ablation, ...],
    model: Transformer,
) -> Float[Tensor, "row vocab"]:
    """Return the logits after each ablation, with one forward pass per ablation."""
    network, taps = session.glass().network_with(changes), session.glass().edits(changes)
    return logits_after_ablation(
        network, decision, [[cut] for cut in ablations], taps, load_mean_outputs()
    )


def split_score(
    traced_token: TracedToken, sublayer: Sublayer, head: int, query: int, key_position: int
) -> Tensor:
    """Return the terms that add up to the attention score of one query and key.

    Args:
        traced_token: the output token that is explained, which gives the step.
        sublayer: the attention.
        head: the head, from 0.
        query: the query's position, from 0.
        key_position: the key's position, from 0.

    Returns:
        A row for each node that wrote into the query's residual stream, a column for each that
        wrote into the key's; the last row and column are for all biases.
    """
    return split_score_into_pairs(
        get_linearized_pass(traced_token), sublayer, head, query, key_position
    )


def load_flow_statistics() -> dict | None:
    """Return what ``python -m model.flow`` measured for these weights.

    Returns:
        None if nothing was measured; else a dict with "kinds" (kind of decision -> its statistics),
        "means" (tap -> mean output there) and "sentences" (their number), as
        ``model.flow.table.measure_decisions`` returns them.
    """
    return session.load_measurements(FLOW)


def load_mean_outputs() -> Means:
    """Return the mean outputs of all nodes over many sentences, by tap; empty if they were not
    measured for these weights.
    """
    return {} if session.is_other_model() else _load_mean_outputs()


@st.cache_resource(show_spinner=False)
def _load_mean_outputs() -> Means:
    """Load the mean output of every node, by tap."""
    found = (load_flow_statistics() or {}).get("means", {})
    return {tap: torch.tensor(rows) for tap, rows in found.items()}
