"""Figures by token: losses, attention received, running weights, shared units, pair scores."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from pages.background.after_2017.figures.series import set_axes
from ui.figures.figure import Figure, heatmap
from ui.figures.series import plot_series
from ui.figures.theme import (
    ATTENTION,
    SIGNED,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
)
from ui.messages import _, percent_sign

VARIANTS = (("muted", "square"), ("primary", "circle"), ("K", "diamond"), ("Z", "triangle-up"))
MAX_TICKS, ROW_HEIGHT = 24, 26  # most ticks of an axis; pixels of a row


def plot_token_losses(series: Mapping[str, Sequence[float]], tokens: Sequence[str]) -> Figure:
    """Plot the loss of every token in nats, a marker for each variant of the model.

    Args:
        series: name of the variant -> loss of each token, in nats; at most four.
        tokens: tokens of the translation.
    """
    hover = _("{token}: {loss} nats").format(token="%{customdata}", loss="%{y:.2f}")
    looks = [
        {
            "line": {"color": theme_colour(colour), "width": 1, "dash": "dot"},
            "marker": {"color": theme_colour(colour), "symbol": symbol, "size": 9},
        }
        for colour, symbol in VARIANTS
    ]
    points = {name: (range(len(tokens)), values) for name, values in series.items()}
    names = [escape_label(token) for token in tokens]
    figure = plot_series(points, hover, looks, mode="markers+lines", customdata=names)
    return _set_token_axes(figure, tokens)


def plot_dropout_losses(
    with_dropout: Float[Tensor, "pass target"],
    without_dropout: Sequence[float],
    tokens: Sequence[str],
) -> Figure:
    """Plot the loss of every token in several passes with dropout, and in one without it.

    Args:
        with_dropout: loss of each token in each pass with dropout, in nats.
        without_dropout: loss of each token in the pass without dropout, in nats.
        tokens: tokens of the translation.
    """
    count, length = with_dropout.shape
    hover = _("pass {number}: {loss} nats").format(number="%{customdata[0]}", loss="%{y:.2f}")
    points = {
        _("dropout left on"): ([*range(length)] * count, with_dropout.flatten().tolist()),
        _("without dropout"): (range(length), without_dropout),
    }
    left_on = {
        "marker": {"color": theme_colour("primary"), "size": 8, "opacity": 0.65},
        "customdata": [[number + 1] for number in range(count) for __ in range(length)],
        "hovertemplate": f"{hover}<extra></extra>",
    }
    line = {
        "color": theme_colour("text"),
        "symbol": "line-ew-open",
        "size": 20,
        "line": {"width": 3},
    }
    hover = _("{loss} nats").format(loss="%{y:.2f}")
    figure = plot_series(points, hover, [left_on, {"marker": line}], mode="markers")
    return _set_token_axes(figure, tokens)


def plot_weights_and_value_norms(
    received: Float[Tensor, "head key"],
    value_norms: Float[Tensor, "head key"],
    tokens: Sequence[str],
    special: Sequence[bool],
) -> Figure:
    """Plot a point for each key and head: the weight that it receives, against its value's norm.

    Args:
        received: mean weight that each key receives, the y axis.
        value_norms: norm of what each key's value adds to the output, v W_O; the x axis.
        tokens: the key tokens.
        special: for each key, whether it is a start or end token.
    """
    hover = _("{token}, head {head}: weight {weight}, value of length {length}").format(
        token="%{customdata[0]}", head="%{customdata[1]}", weight="%{y:.2f}", length="%{x:.2f}"
    )
    points, looks = {}, []
    for name, chosen, colour, symbol in (
        (_("words"), False, "primary", "circle"),
        (_("start and end tokens"), True, "K", "diamond"),
    ):
        places = [place for place, mark in enumerate(special) if mark is chosen]
        along, up = (values[:, places].flatten().tolist() for values in (value_norms, received))
        points[name] = (along, up)
        marker = {"color": theme_colour(colour), "symbol": symbol, "size": 9, "opacity": 0.7}
        heads = range(1, len(received) + 1)
        named = [[escape_label(tokens[place]), head] for head in heads for place in places]
        looks.append({"marker": marker, "customdata": named})
    x = {"title": _("length of the contribution, ‖v W_O‖"), "rangemode": "tozero"}
    y = {"title": _("mean weight received"), "range": [-0.03, 1.03]}
    hover = f"{hover}<extra></extra>"
    return set_axes(plot_series(points, "", looks, mode="markers", hovertemplate=hover), 320, x, y)


def plot_running_weights(
    weights: Float[Tensor, "step key"], keys: Sequence[str], blocks: Sequence[str]
) -> Figure:
    """Plot one query's attention weights while its keys are read block by block, as a heatmap.
    Each row shows the softmax over the keys read up to the end of a block; the last one is final.

    Args:
        weights: weights after each block; 0 for keys not yet read.
        keys: the key tokens.
        blocks: name of each block, such as "keys 1–4".
    """
    cells = {
        "z": weights.numpy(),
        "customdata": [[escape_label(key) for key in keys]] * len(blocks),
    }
    hover = "%{customdata}: %{z:.3f}<extra></extra>"
    figure = Figure(heatmap(**cells, coloraxis=ATTENTION, hovertemplate=hover, xgap=1, ygap=2))
    height = min(420, 90 + ROW_HEIGHT * len(blocks))
    return _label_heatmap(figure, keys, blocks, height, {"showscale": False})


def plot_unit_overlap(shares: Float[Tensor, "position position"], tokens: Sequence[str]) -> Figure:
    """Plot the overlap of active hidden units for every pair of positions, as a heatmap.

    Args:
        shares: overlaps from 0 to 1; the diagonal is not drawn.
        tokens: the token at each position.
    """
    apart = 100 * shares.clone().fill_diagonal_(torch.nan)
    most = max(10, apart.nan_to_num().max().item())
    pairs = [[[escape_label(a), escape_label(b)] for b in tokens] for a in tokens]
    hover = "%{customdata[0]}, %{customdata[1]}: %{z:.0f}" + f"{percent_sign()}<extra></extra>"
    cells = {"z": apart.numpy(), "coloraxis": ATTENTION, "customdata": pairs}
    bar = {"ticksuffix": percent_sign(), "thickness": 10, "outlinewidth": 0}
    figure = Figure(heatmap(**cells, hovertemplate=hover))
    return _label_heatmap(figure, tokens, tokens, 360, {"cmin": 0, "cmax": most, "colorbar": bar})


def plot_pair_scores(scores: Float[Tensor, "position position"], max_score: float) -> Figure:
    """Plot the score of one query word with one key word, for all positions of both.
    On the left is a heatmap of the scores; on the right, each score against the distance.

    Args:
        scores: scores by position of the query word (rows) and of the key word (columns).
        max_score: the scales run from -max_score to max_score; figures with the same value can be
            compared.
    """
    cell = _("query at {query}, key at {key}: {score}").format(
        query="%{y}", key="%{x}", score="%{z:.3f}"
    )
    dot = _("query at {query}, key at {key}, distance {distance}: {score}").format(
        query="%{customdata[0]}", key="%{customdata[1]}", distance="%{x}", score="%{y:.3f}"
    )
    count = len(scores)
    pairs = [(m, n) for m in range(count) for n in range(count)]
    hover = f"{cell}<extra></extra>"
    figure = Figure(heatmap(z=scores.numpy(), coloraxis=SIGNED, hovertemplate=hover))
    figure.add_scatter(
        x=[n - m for m, n in pairs],
        y=scores.flatten().tolist(),
        customdata=pairs,
        mode="markers",
        marker={"color": theme_colour("primary"), "size": 5, "opacity": 0.6},
        hovertemplate=f"{dot}<extra></extra>",
        xaxis="x2",
        yaxis="y2",
    )
    _set_map_and_scatter_axes(figure, count - 1, max_score)
    return apply_layout(figure, height=230)


def _set_map_and_scatter_axes(figure: Figure, last: int, max_score: float) -> None:
    """Set the axes of the heatmap, on the left, and of the scatter, on the right."""
    bare, ends = {"showgrid": False, "zeroline": False}, {"tickvals": [0, last]}
    distances = {"tickvals": [-last, 0, last] if last else [0], "range": [-last - 0.7, last + 0.7]}
    figure.update_layout(
        coloraxis2={"showscale": False, "cmin": -max_score, "cmax": max_score},
        xaxis={"title": _("position of the key"), "domain": [0, 0.44], **ends, **bare},
        yaxis={"title": _("position of the query"), "autorange": "reversed", **ends},
        xaxis2={"title": _("distance"), "domain": [0.6, 1], "anchor": "y2", **distances, **bare},
        yaxis2={
            "anchor": "x2",
            "range": [-1.08 * max_score, 1.08 * max_score],
            "nticks": 5,
        },
        margin={"l": 10, "r": 6, "t": 8, "b": 10},
    )


def _label_heatmap(
    figure: Figure, columns: Sequence[str], rows: Sequence[str], height: int, scale: Mapping
) -> Figure:
    """Label the columns and rows of a heatmap."""
    x = {**_token_ticks(columns, 14), "showgrid": False}
    y = {
        **_token_ticks(rows, 14),
        "autorange": "reversed",
        "showgrid": False,
        "tickcolor": theme_colour("line2"),
    }
    return apply_layout(
        figure.update_layout(xaxis=x, yaxis=y, coloraxis=scale, margin={"t": 8}), height=height
    )


def _set_token_axes(figure: Figure, tokens: Sequence[str]) -> Figure:
    """Set the axes of a figure of losses over tokens."""
    x = {"range": [-0.6, len(tokens) - 0.4], "showgrid": False, "zeroline": False}
    y = {"title": _("−ln p, nats"), "rangemode": "tozero"}
    return set_axes(figure, 270, {**_token_ticks(tokens, 12), **x}, y)


def _token_ticks(tokens: Sequence[str], max_ticks: int) -> dict[str, list]:
    """Return the ticks of a token axis: names cut to a length, and thinned out if many."""
    return token_ticks([token[:max_ticks] for token in tokens], every=-(-len(tokens) // MAX_TICKS))
