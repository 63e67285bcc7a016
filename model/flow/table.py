"""Which heads and units decide which kind of decision, and how often ablating them flips it."""

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from model.config import ModelConfig
from model.flow.ablation import Ablation, logits_after_ablation
from model.flow.kinds import KINDS, DecisionExample, find_decisions
from model.flow.linearized import LinearizedPass, linearize_pass
from model.flow.nodes import (
    FEED_FORWARD,
    STACKS,
    Node,
    list_nodes,
    node_attributions,
    unit_attributions,
)
from model.glass import Glass
from model.reading import Reading

BEST = 5  # nodes of each sort that are listed
DRAWS = 5  # ablations of random nodes, for each decision
SHOWN = 4  # examples of each kind
MAX_DECISIONS = 100  # decisions of each kind
SEED = 1


def measure_decisions(
    glass: Glass,
    sentences: Sequence[str],
    languages: Sequence[str],
    advance: Callable[[int], object],
) -> dict[str, object]:
    """Measure which heads and hidden units decide each kind of choice, such as an article's gender.

    Args:
        glass: the model.
        sentences: English sentences.
        languages: codes of the languages to translate into.
        advance: called after each sentence and each decision with 1, such as a progress bar's
            update.

    Returns:
        "kinds": kind of choice -> dict with "decisions" (their number); "heads" and "units" (a dict
        for each of the five best: "stack", "kind", "layer", and "head" or "unit", from 0; "share",
        its mean share of the attribution; "changed", the share of decisions that flip when it is
        ablated); "all heads" and "all units" (shares of decisions that flip when all five are
        ablated, or random ones); and "examples". "means": tap -> mean activation, as nested lists.
    """
    found: list[DecisionExample] = []
    means = _MeanActivations(glass.config)
    for text in sentences:
        readings = {one: glass.read(text, one, width=1) for one in languages}
        for reading in readings.values():
            means.add(reading)
        found += find_decisions(readings, glass.tokenizer)
        advance(1)
    by_kind = {kind: [one for one in found if one.kind == kind] for kind in KINDS}
    generator = random.Random(SEED)
    table = {
        kind: _measure_kind(
            glass, generator.sample(examples, min(MAX_DECISIONS, len(examples))), generator, advance
        )
        for kind, examples in by_kind.items()
        if examples
    }
    return {"kinds": table, "means": means.as_lists()}


def _measure_kind(
    glass: Glass,
    examples: Sequence[DecisionExample],
    generator: random.Random,
    advance: Callable[[int], object],
) -> dict[str, object]:
    """Return the row of one kind of choice: top heads and units, shares, flip rates, examples."""
    shares: dict[str, list[Tensor]] = {"heads": [], "units": []}
    for one in examples:
        linearized = linearize_pass(glass.network, one.decision)
        shares["heads"].append(head_shares(linearized))
        shares["units"].append(unit_shares(linearized))
        advance(1)
    result: dict[str, object] = {"decisions": len(examples)}
    sorts = {"heads": _head_ablations(glass.config), "units": _unit_ablations(glass.config)}
    for sort, every in sorts.items():
        mean = torch.stack(shares[sort]).mean(dim=0)
        best = mean.topk(min(BEST, len(mean))).indices.tolist()
        known = list(zip(examples, shares[sort], strict=True))
        turned = _flip_rates(glass, known, best, every, generator)
        rows = zip(best, turned.pop("alone"), strict=True)
        result[sort] = [
            {**_node_record(every(one)), "share": round(mean[one].item(), 4), "changed": rate}
            for one, rate in rows
        ]
        result[f"all {sort}"] = turned
    result["examples"] = [
        {
            "text": one.text,
            "language": one.language,
            "step": one.step,
            "said": one.decision.token,
            "rival": one.decision.foil,
        }
        for one in examples[:SHOWN]
    ]
    return result


def head_shares(linearized: LinearizedPass) -> Float[Tensor, " head"]:
    """Return each head's attribution divided by the sum of all heads' absolute attributions.
    Heads of both stacks are in order of computation.
    """
    config = linearized.network.config
    rows = [
        node_attributions(linearized, stack)[row].sum()
        for stack in STACKS
        for row, node in enumerate(list_nodes(config, stack))
        if node.head >= 0
    ]
    return _normalize_attributions(torch.stack(rows))


def unit_shares(linearized: LinearizedPass) -> Float[Tensor, " unit"]:
    """Return each hidden unit's attribution divided by the sum of all units' absolute ones.
    Units of both stacks are in order of computation.
    """
    layers = linearized.network.config.layers
    rows = [
        unit_attributions(linearized, stack, layer).sum(dim=0)
        for stack in STACKS
        for layer in layers(stack)
    ]
    return _normalize_attributions(torch.cat(rows))


def _normalize_attributions(parts: Float[Tensor, " n"]) -> Float[Tensor, " n"]:
    """Divide attributions by the sum of their absolute values."""
    return parts / parts.abs().sum().clamp(min=1e-30)


def _head_ablations(config: ModelConfig) -> Callable[[int], Ablation]:
    """Return a function that maps a head's number, counted over both stacks, to its ablation."""
    every = [node for stack in STACKS for node in list_nodes(config, stack) if node.head >= 0]
    return lambda number: Ablation(every[number])


def _unit_ablations(config: ModelConfig) -> Callable[[int], Ablation]:
    """Return a function that maps a unit's number, counted over both stacks, to its ablation."""
    every = [Node(stack, FEED_FORWARD, layer) for stack in STACKS for layer in config.layers(stack)]
    return lambda number: Ablation(every[number // config.d_ff], unit=number % config.d_ff)


def draw_equal_number(
    node_count: int, best_nodes: Sequence[int], generator: random.Random
) -> list[int]:
    """Return as many random nodes as there are best nodes, none of them a best node.

    Args:
        node_count: number of all nodes; they are numbered from 0.
        best_nodes: numbers of the best nodes.
        generator: random generator.

    Returns:
        The numbers of the drawn nodes; fewer if there are not enough other nodes.
    """
    others = [one for one in range(node_count) if one not in best_nodes]
    return generator.sample(others, min(len(best_nodes), len(others)))


def draw_equal_total(
    shares: Float[Tensor, " n"], best: Sequence[int], generator: random.Random
) -> list[int]:
    """Return random nodes with about the same total absolute attribution as the best nodes.

    Other nodes are taken in random order while their total is at most that of the best nodes. Then
    the node that brings it nearest to that of the best is added, if any brings it nearer.

    Args:
        shares: attribution share of every node in this decision.
        best: numbers of the best nodes; they are not drawn.
        generator: random generator of the order.

    Returns:
        The numbers of the drawn nodes.
    """
    sizes = shares.abs()
    wanted = sizes[list(best)].sum()
    others = [one for one in range(len(sizes)) if one not in best]
    generator.shuffle(others)
    sums = sizes[others].cumsum(dim=0)
    within = int((sums <= wanted).sum())
    drawn, rest = others[:within], others[within:]
    gap = wanted - (sums[within - 1] if within else 0)
    errors = (sizes[rest] - gap).abs()
    if len(rest) and errors.min() < gap:
        drawn.append(rest[int(errors.argmin())])
    return drawn


def _flip_rates(
    glass: Glass,
    examples: Sequence[tuple[DecisionExample, Float[Tensor, " n"]]],
    best: Sequence[int],
    make_ablation: Callable[[int], Ablation],
    generator: random.Random,
) -> dict[str, Any]:
    """Return how often the output token changes when the best nodes, or random ones, are ablated.

    Only decisions with a margin m above zero count: only they can flip.

    Args:
        glass: the model.
        examples: the decisions, each with the attribution share of every node.
        best: the nodes with the largest mean share.
        make_ablation: returns the ablation of the node with a number.
        generator: random generator of the other nodes.

    Returns:
        Flip rates: for each of the best alone, all of them together, as many others, and others
        with the same total share; and how many those were on average.
    """
    rates: list[list[bool]] = []
    sizes: list[int] = []
    for one, shares in examples:
        many = [draw_equal_number(len(shares), best, generator) for _ in range(DRAWS)]
        large = [draw_equal_total(shares, best, generator) for _ in range(DRAWS)]
        rows = [[], *([each] for each in best), best, *many, *large]
        ablations = [[make_ablation(node) for node in row] for row in rows]
        logits = logits_after_ablation(glass.network, one.decision, ablations)
        m = logits[:, one.decision.token] - logits[:, one.decision.foil]
        if m[0] > 0:
            rates.append((m[1:] < 0).tolist())
            sizes += map(len, large)
    if not rates:
        return {"counted": 0, "alone": [0.0] * len(best)}
    mean = [fmean(column) for column in zip(*rates, strict=True)]
    n = len(best)
    return {
        "counted": len(rates),
        "alone": [round(rate, 3) for rate in mean[:n]],
        "together": round(mean[n], 3),
        "as many at random": round(fmean(mean[n + 1 : n + 1 + DRAWS]), 3),
        "as large at random": round(fmean(mean[n + 1 + DRAWS :]), 3),
        "drawn": round(fmean(sizes), 1),
    }


def _node_record(ablation: Ablation) -> dict[str, object]:
    """Return an ablated node as a dict, for JSON."""
    node = ablation.node
    named = {"stack": node.stack, "kind": node.kind, "layer": node.layer}
    return named | ({"unit": ablation.unit} if ablation.unit is not None else {"head": node.head})


class _MeanActivations:
    """Mean activation at each node's tap, over all positions of all sentences."""

    def __init__(self, config: ModelConfig) -> None:
        """Begin with no sentences added.

        Args:
            config: configuration of the model, whose nodes decide which taps are averaged.
        """
        taps = [(node.tap, node) for stack in STACKS for node in list_nodes(config, stack)]
        self._taps = [tap for tap, _ in groupby(taps, key=lambda one: one[0]) if "pos" not in tap]
        self._sums: dict[str, Tensor] = {}
        self._counts: dict[str, int] = {}

    def add(self, reading: Reading) -> None:
        """Add the activations at all positions of one recorded pass to the sums."""
        for tap in self._taps:
            value = reading.trace.pick(tap)
            self._sums[tap] = self._sums.get(tap, 0) + value.sum(dim=-2)
            self._counts[tap] = self._counts.get(tap, 0) + value.shape[-2]

    def as_lists(self) -> Mapping[str, list]:
        """Return each tap's mean activation as nested lists, for JSON."""
        return {
            tap: torch.round(total / self._counts[tap], decimals=4).tolist()
            for tap, total in self._sums.items()
        }
