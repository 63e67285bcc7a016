"""Figures of one addition: x, the update and their sum as arrows, and every token's lengths."""

import math
from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.encoder.residual_and_norm.figures.norms import MAX_AXIS_LABELS, shorten_token
from ui.figures.figure import Figure
from ui.figures.theme import (
    add_legend_above,
    apply_layout,
    escape_label,
    highlight_position,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _


def compute_triangle(
    x: Float[Tensor, " d_model"], summed: Float[Tensor, " d_model"]
) -> tuple[float, float, float]:
    """Return where x and the sum end in the plane of both, if x lies on the horizontal axis.

    Returns:
        The length of x; and how far the sum reaches along x and at a right angle to it.
    """
    length, whole = x.norm().item(), summed.norm().item()
    if not length:
        return 0.0, whole, 0.0
    along = (x @ summed).item() / length
    return length, along, math.sqrt(max(0.0, whole**2 - along**2))


def plot_addition(
    x: Float[Tensor, " d_model"], summed: Float[Tensor, " d_model"], token: str
) -> Figure:
    """Plot a token's x, the sub-layer's update and their sum as arrows, true to scale.

    Args:
        x: input of the sub-layer.
        summed: x plus the sub-layer's output.
        token: the token, in quotes.
    """
    length, along, across = compute_triangle(x, summed)
    update = math.hypot(along - length, across)
    figure = Figure()
    scale = max(length, abs(along), 1e-9)
    before, tip, start = (length, 0.0), (along, across), (0.0, 0.0)
    below = {"yanchor": "top", "yshift": -5}
    above = {"xanchor": "right", "yanchor": "bottom", "xshift": -6}
    labels = (
        (start, before, "X", _("{token} before: {length:.1}"), length, below),
        (before, tip, "Z", _("+ update: {length:.1}"), update, {"xanchor": "left", "xshift": 9}),
        (start, tip, "text", _("sum: {length:.1}"), math.hypot(*tip), above),
    )
    for (x0, y0), (x1, y1), colour, label, size, side in labels:
        if size:
            figure.add_annotation(
                x=x1, y=y1, ax=x0, ay=y0, xref="x", yref="y", axref="x", ayref="y", text="",
                showarrow=True, arrowhead=2, arrowsize=1.2, arrowwidth=3,
                arrowcolor=theme_colour(colour),
            )  # fmt: skip
            figure.add_annotation(
                x=(x0 + x1) / 2, y=(y0 + y1) / 2, showarrow=False, **side,
                text=label.format(token=escape_label(token), length=size),
                font={"color": theme_colour(colour), "size": 15},
            )  # fmt: skip
    if length and across:
        degrees = math.degrees(math.atan2(across, along))
        figure.add_annotation(
            x=0.3 * scale * math.cos(math.radians(degrees / 2)),
            y=0.3 * scale * math.sin(math.radians(degrees / 2)),
            text=f"{degrees:.0f}°", showarrow=False, font={"size": 15},
        )  # fmt: skip
    # Arrows have no points of their own: these make the axes reach around them.
    right = max(length, along)
    figure.add_scatter(
        x=[min(0.0, along), right + 0.45 * scale], y=[-0.14 * scale, max(across, 0.2 * scale)],
        mode="markers", marker={"opacity": 0}, hoverinfo="skip",
    )  # fmt: skip
    hidden = {"visible": False, "zeroline": False, "showgrid": False}
    figure.update_xaxes(**hidden)
    figure.update_yaxes(**hidden, scaleanchor="x")
    return apply_layout(figure, height=270)


def plot_lengths(
    summed: Float[Tensor, "position d_model"],
    output: Float[Tensor, "position d_model"],
    tokens: Sequence[str],
    chosen_token: int,
) -> Figure:
    """Plot the length of every token's sum, and of what LayerNorm makes of it.

    Args:
        summed: x plus the sub-layer's output.
        output: LayerNorm's output.
        tokens: tokens of the sentence.
        chosen_token: index of the highlighted token.
    """
    figure = Figure()
    labels = [escape_label(token) for token in tokens]
    for name, vectors, colour in (
        (_("before LayerNorm"), summed, "muted"),
        (_("after LayerNorm"), output, "X"),
    ):
        figure.add_scatter(
            x=list(range(len(tokens))),
            y=vectors.norm(dim=-1).tolist(),
            name=name,
            mode="markers",
            marker={"size": 8, "color": theme_colour(colour)},
            customdata=labels,
            hovertemplate=f"%{{customdata}}: %{{y:.2f}}<extra>{name}</extra>",
        )
    every = -(-2 * len(tokens) // MAX_AXIS_LABELS)
    ticks = token_ticks([shorten_token(token) for token in tokens], every)
    update_x_axis(figure, **ticks, range=[-0.6, len(tokens) - 0.4], showgrid=False, zeroline=False)
    update_y_axis(figure, title=_("length of a word's vector"), rangemode="tozero")
    highlight_position(figure, chosen_token)
    return add_legend_above(apply_layout(figure, height=240))
