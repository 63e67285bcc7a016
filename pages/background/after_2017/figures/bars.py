"""Shares and losses as bars."""

import math
from collections.abc import Mapping, Sequence

from ui.figures.figure import Figure, bar
from ui.figures.theme import legend_above, role, safe, style, x_axis, y_axis
from ui.words import percent


def silent(shares: Mapping[str, Sequence[float]]) -> Figure:
    """Draw which share of the hidden units is exactly zero, by layer.

    Args:
        shares: stack -> share of each layer.
    """
    figure = Figure()
    for (stack, values), colour in zip(shares.items(), ("primary", "K"), strict=True):
        figure.add_bar(
            x=[f"layer {n}" for n in range(1, len(values) + 1)],
            y=[100 * value for value in values],
            name=stack,
            text=[percent(value, 1) for value in values],
            textposition="inside",
            marker={"color": role(colour)},
            hovertemplate="%{x}: %{y:.2f} % are exactly zero<extra>" + stack + "</extra>",
        )
    y_axis(figure, range=[0, 100], ticksuffix=" %", title="exactly zero")
    x_axis(figure, showgrid=False)
    return legend_above(style(figure, height=240))


def losses(values: Mapping[str, float], *, height: int = 240) -> Figure:
    """Draw the loss of the sentence for each variant of the model.

    Args:
        values: name of the variant -> mean nats of a token.
        height: in pixels.
    """
    names = [safe(name) for name in values]
    figure = Figure(
        bar(
            x=names,
            y=list(values.values()),
            text=[f"{value:.3f}" for value in values.values()],
            textposition="outside",
            cliponaxis=False,
            marker={"color": [role("muted"), *[role("primary")] * (len(values) - 1)]},
            hovertemplate="%{x}: %{y:.3f} nats<extra></extra>",
        )
    )
    y_axis(figure, title="loss, nats per token", range=[0, 1.15 * max(values.values())])
    x_axis(figure, showgrid=False)
    figure.update_layout(margin={"t": 16}, bargap=0.45)
    return style(figure, height=height)


def outliers(ratios: Mapping[str, Sequence[float]]) -> Figure:
    """Draw how far the largest number of each sum stands above the usual one.

    Args:
        ratios: stack -> largest size, divided by the median size, sub-layer by sub-layer: two
            sub-layers in each layer of the encoder, three in the decoder's.
    """
    figure = Figure()
    most = max(max(values) for values in ratios.values())
    for (stack, values), (colour, symbol) in zip(
        ratios.items(), (("primary", "circle"), ("K", "square")), strict=True
    ):
        step = {"encoder": 3 / 2, "decoder": 1}[stack]  # a layer is three wide
        figure.add_scatter(
            x=[step * (n + 1) - 1 for n in range(len(values))],
            y=list(values),
            name=stack,
            mode="lines+markers",
            line={"color": role(colour)},
            marker={"symbol": symbol, "size": 7},
            hovertemplate="%{y:.0f} times the median<extra>" + stack + "</extra>",
        )
    layers = max(len(ratios["encoder"]) // 2, len(ratios["decoder"]) // 3)
    x_axis(
        figure,
        tickvals=[3 * n + 2 for n in range(layers)],
        ticktext=[f"layer {n + 1}" for n in range(layers)],
        showgrid=False,
        zeroline=False,
    )
    top = math.log10(most) + 0.15
    ticks = [tick for tick in (1, 2, 5, 10, 20, 50, 100, 200, 500) if math.log10(tick) <= top]
    y_axis(figure, type="log", title="largest ÷ median", range=[0, top])
    y_axis(figure, tickvals=ticks, ticktext=[str(tick) for tick in ticks])
    return legend_above(style(figure, height=250))
