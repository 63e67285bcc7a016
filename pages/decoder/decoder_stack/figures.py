"""Plots along the depth of the decoder: sizes of sub-layer updates, and ranks of tokens."""

from collections.abc import Sequence

from jaxtyping import Float, Int
from torch import Tensor

from ui.figures.figure import Figure
from ui.figures.theme import add_legend, apply_layout, escape_label, theme_colour, update_y_axis
from ui.messages import _

COLOURS = ("muted", "primary", "Z")  # one for each of the three sub-layers, in order


def plot_update_sizes(relative: Float[Tensor, "layer sublayer"], names: Sequence[str]) -> Figure:
    """Plot the size of each sub-layer's update relative to its input x, as bars by layer.

    Args:
        relative: norm of the update / norm of x, from ``compute.compute_relative_updates``.
        names: names of the sub-layers.
    """
    layers = [_("layer {layer}").format(layer=place + 1) for place in range(len(relative))]
    figure = Figure()
    for name, colour, values in zip(names, COLOURS, relative.T, strict=True):
        figure.add_bar(
            x=layers,
            y=values.tolist(),
            name=name,
            marker={"color": theme_colour(colour)},
            hovertemplate="%{x}: %{y:.3f}<extra>" + name + "</extra>",
        )
    update_y_axis(figure, title=_("length of update / length of x"), rangemode="tozero")
    return add_legend(apply_layout(figure, height=260).update_layout(barmode="group"))


def plot_token_ranks(
    ranks: Int[Tensor, "layer target"], tokens: Sequence[str], chosen_token: int
) -> Figure:
    """Plot the rank of each output token in the vocabulary, layer by layer; rank 1 on top.

    Args:
        ranks: rank of each token, from 1, at the embedding (first row) and after each layer.
        tokens: the output tokens.
        chosen_token: index of the token whose line is highlighted.
    """
    layers = (_("layer {layer}").format(layer=place) for place in range(1, len(ranks)))
    depths = [_("embedding"), *layers]
    hover = _("{layer}: rank {rank}").format(layer="%{x}", rank="%{y}")
    figure = Figure()
    order = [place for place in range(len(tokens)) if place != chosen_token]
    for place in [*order, chosen_token]:  # the chosen one is drawn last, on top
        own = place == chosen_token
        name = escape_label(tokens[place])
        figure.add_scatter(
            x=depths,
            y=ranks[:, place].tolist(),
            name=name,
            mode="lines+markers",
            line={"color": theme_colour("primary" if own else "line2"), "width": 3 if own else 1.5},
            marker={"size": 8 if own else 4},
            hovertemplate=f"{hover}<extra>{name}</extra>",
        )
    update_y_axis(
        figure, title=_("rank among all tokens"), type="log", autorange="reversed", dtick=1
    )
    return apply_layout(figure, height=280)
