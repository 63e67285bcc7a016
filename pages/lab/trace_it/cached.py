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
from pages.lab.trace_it.choices import TraceTarget
from ui.readings import session
from ui.readings.reading import Change

BY_IDENTITY: dict[str | type, Callable] = {Transformer: id}  # notebooks use several models
EDGES = 600  # edges kept, by largest flow


def get_linearized_pass(target: TraceTarget) -> LinearizedPass:
    """Return the linearized pass of a decoding step: attention weights, gates of the feed-forward
    networks and scales of the norms are held fixed, so that all contributions add up.

    Args:
        target: the output token that is explained, and its foil.
    """
    return _get_linearized_pass(target.decision, target.reading.changes, session.glass().network)


@st.cache_resource(max_entries=6, show_spinner=False, hash_funcs=BY_IDENTITY)
def _get_linearized_pass(
    decision: Decision, changes: tuple[Change, ...], model: Transformer
) -> LinearizedPass:
    """Return the linearized pass of a decoding step, cached by step and model changes."""
    return linearize_pass(session.glass().network_with(changes), decision, changes)


def find_strongest_edges(target: TraceTarget) -> StrongestEdges:
    """Return the ``EDGES`` edges of the flow graph that carry the largest parts of the margin m
    (logit of the token minus that of its foil), by absolute value.

    Args:
        target: the output token that is explained, and its foil.
    """
    return _find_strongest_edges(target.decision, target.reading.changes, session.glass().network)


@st.cache_resource(max_entries=32, show_spinner=False, hash_funcs=BY_IDENTITY)
def _find_strongest_edges(
    decision: Decision, changes: tuple[Change, ...], model: Transformer
) -> StrongestEdges:
    """Compute the flow graph's edges with the largest flow; cached by step and model changes."""
    *_, last = yield_strongest_edges(_get_linearized_pass(decision, changes, model), EDGES)
    return last


def measure_margins(target: TraceTarget, ablations: Sequence[Ablation]) -> list[float]:
    """Run the model once for each ablation, made alone; return the margin m (logit of the token
    minus that of its foil) that each leaves.

    Args:
        target: the output token that is explained, and its foil.
        ablations: the nodes to ablate, one at a time.
    """
    logits = _ablated_logits(
        target.decision, target.reading.changes, tuple(ablations), session.glass().network
    )
    rival = target.decision.foil
    other = logits.mean(dim=-1) if rival is None else logits[:, rival]
    return (logits[:, target.decision.token] - other).tolist()


def predict_after_ablation(target: TraceTarget, ablation: Ablation) -> tuple[int, float]:
    """Return the id of the token that the model finds most probable when a node is ablated, and
    that token's probability.

    Args:
        target: the output token that is explained, which gives the step.
        ablation: the node to ablate.
    """
    logits = _ablated_logits(
        target.decision, target.reading.changes, (ablation,), session.glass().network
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
    target: TraceTarget, sublayer: Sublayer, head: int, query: int, key_position: int
) -> Tensor:
    """Split the attention score of a query and a key into a table of terms. There is a row for each
    node that wrote into the query's vector, and a column for each that wrote into the key's; the
    last row and column are for all biases.

    Args:
        target: the output token that is explained, which gives the step.
        sublayer: the attention.
        head: the head, from 0.
        query: the query's position, from 0.
        key_position: the key's position, from 0.
    """
    return split_score_into_pairs(get_linearized_pass(target), sublayer, head, query, key_position)


def load_flow_statistics() -> dict | None:
    """Return what ``python -m model.flow`` measured for these weights.

    Returns:
        None if nothing was measured; else a dict. The page reads "kinds" (statistics for each kind
        of decision), "means" (mean outputs, by tap) and "sentences" (their number); see
        ``model.flow.table.measure_decisions``.
    """
    return session.load_measurements(FLOW)


def load_mean_outputs() -> Means:
    """Return what passes at each tap of a node on average over many sentences, by the tap's name;
    empty if that was not measured for these weights.
    """
    return {} if session.is_other_model() else _load_mean_outputs()


@st.cache_resource(show_spinner=False)
def _load_mean_outputs() -> Means:
    """Load the mean output of every node, by tap."""
    found = (load_flow_statistics() or {}).get("means", {})
    return {tap: torch.tensor(rows) for tap, rows in found.items()}
