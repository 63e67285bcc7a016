"""Numbers that follow from queries, keys and weights; each function serves one claim."""

import re
from collections.abc import Sequence

import numpy as np

from tests.audit.facts import Facts, entropy, softmax

Values = Sequence[float | str]


def scaled_row(facts: Facts, _: re.Match) -> Values:
    return [np.sort(row_weights(facts))[-1]]


def row_weights(facts: Facts) -> np.ndarray:
    """Return the weights of the chosen row as the page on the scaled dot product shows them."""
    return shown_weights(facts)[facts.chosen("head"), facts.chosen("word")]


def shown_weights(facts: Facts) -> np.ndarray:
    if facts.state["divide"]:
        return facts.attention("weights")
    q, k, visible = (facts.attention(name) for name in ("q", "k", "visible"))
    products = q.astype(np.float64) @ k.swapaxes(-1, -2)
    return softmax(np.where(visible, products, -np.inf))


def divided_or_not(facts: Facts, _: re.Match) -> Values:
    """The largest weight with the division by √d_k, and that of the same key without it."""
    place = facts.chosen("head"), facts.chosen("word")
    weights = facts.attention("weights")[place]
    q, k, visible = (facts.attention(name) for name in ("q", "k", "visible"))
    products = q.astype(np.float64) @ k.swapaxes(-1, -2)
    undivided = softmax(np.where(visible, products, -np.inf))[place]
    return [weights.max(), undivided[weights.argmax()]]


def others(facts: Facts, _: re.Match) -> Values:
    weights = shown_weights(facts)[:, facts.chosen("word")]
    best = weights.argmax(-1)
    return [float((best != best[facts.chosen("head")]).sum()), len(weights) - 1]


def variances(facts: Facts, _: re.Match) -> Values:
    q, k, visible = (facts.attention(name) for name in ("q", "k", "visible"))
    products = q.astype(np.float64) @ k.swapaxes(-1, -2)
    visible = np.broadcast_to(visible, products.shape)
    rows = [
        row[seen].var(ddof=1)
        for row, seen in zip(
            products.reshape(-1, products.shape[-1]),
            visible.reshape(-1, visible.shape[-1]),
            strict=True,
        )
        if seen.sum() > 1
    ]
    return [q.shape[-1], q.var(ddof=1), k.var(ddof=1), float(np.mean(rows))]  # fmt: skip


def habit(facts: Facts, found: re.Match) -> Values:
    weights = facts.all_weights()[int(found[2]) - 1, int(found[1]) - 1]
    return [share_of(weights, facts.kind, found[4]), found[4]]


def clearest(facts: Facts, found: re.Match) -> Values:
    weights = facts.all_weights()[int(found[2]) - 1, int(found[3]) - 1]
    return [share_of(weights, facts.kind, found[1])]


def share_of(weights: np.ndarray, kind: str, habit: str) -> float:
    """Return how much of its weight a head puts on the tokens of a habit, mean over its rows."""
    rows = range(int(kind == "decoder" and len(weights) > 1), len(weights))
    if habit == "end token":
        return float(np.mean([weights[row][-1] for row in rows]))
    if habit == "start token":
        return float(np.mean([weights[row][0] for row in rows]))
    step = {"previous token": -1, "same token": 0, "next token": 1}[habit]
    places = [(row, row + step) for row in rows if 0 <= row + step < weights.shape[1]]
    return float(np.mean([weights[place] for place in places]))


def keys_on_average(facts: Facts, found: re.Match) -> Values:
    weights = facts.all_weights()[int(found[2]) - 1, int(found[1]) - 1]
    visible = np.broadcast_to(facts.attention("visible")[0], weights.shape).sum(-1)
    read = np.exp(entropy(weights))
    return [float(read[visible > 1].mean()), float(visible[visible > 1].mean())]


def best_and_worst(facts: Facts, _: re.Match) -> Values:
    q, k, visible = (facts.attention(name) for name in ("q", "k", "visible"))
    products = q.astype(np.float64) @ k.swapaxes(-1, -2)
    place = facts.chosen("head"), facts.chosen("word")
    seen = products[place][np.broadcast_to(visible, products.shape)[place]]
    return [float(seen.max()), float(seen.min())]


def unmasked(facts: Facts, _: re.Match) -> Values:
    row = facts.chosen("row")
    weights = softmax(facts.attention("scores", "decoder"))[facts.chosen("head"), row]
    return [float(weights[row + 1]), float(weights[row + 1 :].sum())]


def cross_row(facts: Facts, found: re.Match) -> Values:
    layer, head, step = int(found[1]) - 1, int(found[2]) - 1, facts.chosen("step")
    weights = facts.attention("weights", "cross", layer)[head, step]
    most = int(weights.argmax())
    return [facts.tokens["source"][most], float(weights[most])]


def keys_read(facts: Facts, _: re.Match) -> Values:
    weights = facts.attention("weights")[facts.chosen("head"), facts.chosen("word")]
    return [float(weights.max()), float(entropy(weights) / np.log(2))]
