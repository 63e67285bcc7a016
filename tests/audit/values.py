"""Numbers that follow from the tensors a remark speaks of; each function serves one claim."""

import re
from collections.abc import Sequence

import numpy as np

from model import storage
from tests.audit.facts import Facts, cosine
from ui.readings import session

Values = Sequence[float | str]


def frame(facts: Facts, tap: str) -> np.ndarray:
    stack, place = {
        "encoder-attention": ("encoder", 1), "encoder-feed-forward": ("encoder", 2),
        "decoder-attention": ("decoder", 1), "cross-attention": ("decoder", 2),
        "decoder-feed-forward": ("decoder", 3),
    }[str(facts.state.get("sublayer", "encoder-feed-forward"))]  # fmt: skip
    layer = facts.chosen("layer")
    return facts.tensors[f"{stack}.layers.{layer}.add_and_norm_{place}.{tap}"]


def added(facts: Facts, _: re.Match) -> Values:
    x, sublayer, place = frame(facts, "residual"), frame(facts, "sublayer"), facts.chosen("word")
    kept = float(cosine(x[place], (x + sublayer)[place]))
    lengths = (float(np.linalg.norm(rows[place])) for rows in (x, sublayer))
    return [*lengths, float(np.degrees(np.arccos(kept)))]


def most_changed(facts: Facts, _: re.Match) -> Values:
    x = frame(facts, "residual")
    return [float(np.degrees(np.arccos(cosine(x, x + frame(facts, "sublayer")).min())))]


def active(facts: Facts, _: re.Match) -> Values:
    row = hidden(facts)[facts.chosen("word")]
    unit = int(facts.state["unit"]) - 1
    unit = unit if unit >= 0 else int(row.argmax())
    return [len(row), int((row > 0).sum()), unit + 1, float(row[unit])]


def on_average(facts: Facts, _: re.Match) -> Values:
    units = hidden(facts)
    silent = int((~(units > 0).any(0)).sum())
    return [float((units > 0).mean()), silent, units.shape[1]]


def hidden(facts: Facts) -> np.ndarray:
    stack = str(facts.state.get("stack", "encoder"))
    return facts.tensors[f"{stack}.layers.{facts.chosen('layer')}.feed_forward.hidden"]


def turns(facts: Facts, _: re.Match) -> Values:
    path = facts.depths("encoder")[:, facts.chosen("word")]
    steps = cosine(path[1:], path[:-1])
    turned = np.degrees(np.arccos([steps.min(), cosine(path[-1], path[0])]))
    return [float(steps.argmin() + 1), *turned.tolist()]


def means(facts: Facts, _: re.Match) -> Values:
    means = []
    for rows in facts.depths("encoder")[[0, -1]]:
        alike = cosine(rows[:, None], rows[None])
        means.append(float(alike[~np.eye(len(rows), dtype=bool)].mean()))
    return means


def more(facts: Facts) -> tuple[int, np.ndarray, int]:
    """Return the chosen step, its probabilities, and the token that was said there."""
    step = facts.chosen("step")
    return step, facts.probabilities[step], facts.ids["said"][step]


def gets(facts: Facts, _: re.Match) -> Values:
    _, p, said = more(facts)
    return [float(p[said]), float(np.sort(p)[-2])]


def yet(facts: Facts, _: re.Match) -> Values:
    _, p, said = more(facts)
    return [float(p.max()), float(p[said])]


def leaves(facts: Facts, _: re.Match) -> Values:
    left = 1 - facts.said
    return [float(left[facts.chosen("step")]), float(left.mean())]


def loss(facts: Facts, _: re.Match) -> Values:
    return [float(-np.log(facts.said).mean())]


def leads(facts: Facts, found: re.Match) -> Values:
    step, p, said = more(facts)
    logits = facts.depths("decoder")[:, step] @ facts.E.T
    depth = int(found.groups()[-4])
    ahead = logits[depth:, said] >= logits[depth:].max(-1) - 1e-4
    first = np.exp(logits[depth] - logits[depth].max())
    known = [depth if ahead.all() else -1, len(logits) - 1]
    return [*known, float(first[said] / first.sum()), float(p[said])]


def left_to_others(facts: Facts, _: re.Match) -> Values:
    __, p, __ = more(facts)
    return [float(1 - np.sort(p)[-2:].sum())]


def lengths(facts: Facts, _: re.Match) -> Values:
    rows = np.linalg.norm(facts.E[list(facts.ids["source"])], axis=1).mean()
    width = facts.E.shape[1]
    places = np.linalg.norm(facts.tensors["encoder.embedding.positions"], axis=1).mean()
    word = rows * width**0.5
    every = np.linalg.norm(facts.E, axis=1)
    return [
        rows, word, places, places / rows, places / word, float(len(every)), every.min(),
        every.max(), every.mean(),
    ]  # fmt: skip


def gets_mean_and_sum(facts: Facts, _: re.Match) -> Values:
    nats = -np.log(facts.said)
    return [float(np.exp(-nats.mean())), float(nats.mean()), float(nats.sum())]


def logit(facts: Facts, _: re.Match) -> Values:
    step, row = facts.page_names(r"decoder, step (\d+)"), facts.page_names(r"row ([\d,]+) of E")
    return [float(facts.logits[step - 1, row])] * 2


def table_1(facts: Facts, _: re.Match) -> Values:
    n, d = len(facts.ids["source"]), facts.E.shape[1]
    attention, lstm = 4 * n * d * d + 2 * n * n * d, 8 * n * d * d
    return [attention / 1e6, lstm / 1e6, lstm / attention]


def pieces(facts: Facts, _: re.Match) -> Values:
    return [len(facts.ids["source"]) - 1]


def marked(facts: Facts, _: re.Match) -> Values:
    table = session.load_measurements(storage.CERTAINTY)
    return [table["marked"], table["marked"] * table["wrong_of_marked"]]
