"""Shares and losses as bars."""

import math
from collections.abc import Mapping, Sequence

from pages.background.after_2017.names import STACKS
from ui.figures.figure import Figure, bar
from ui.figures.theme import legend_above, role, safe, style, x_axis, y_axis
from ui.messages import _
from ui.words import decimal, percent


def silent(shares: Mapping[str, Sequence[float]]) -> Figure:
    """Draw which share of the hidden units is exactly zero, by layer.

    Args:
        shares: stack -> share of each layer.
    """
    figure = Figure()
    hover = _("{layer}: {share} are exactly zero").format(layer="%{x}", share="%{y:.2f} %")
    for (stack, values), colour in zip(shares.items(), ("primary", "K"), strict=True):
        name = _(STACKS[stack])
        figure.add_bar(
            x=_name_layers(len(values)),
            y=[100 * value for value in values],
            name=name,
            text=[percent(value, 1) for value in values],
            textposition="inside",
            marker={"color": role(colour)},
            hovertemplate=f"{hover}<extra>{name}</extra>",
        )
    y_axis(figure, range=[0, 100], ticksuffix=" %", title=_("exactly zero"))
    x_axis(figure, showgrid=False)
    return legend_above(style(figure, height=240))


def _name_layers(count: int) -> list[str]:
    return [_("layer {layer}").format(layer=layer) for layer in range(1, count + 1)]


def losses(values: Mapping[str, float], *, height: int = 240) -> Figure:
    """Draw the loss of the sentence for each variant of the model.

    Args:
        values: name of the variant -> mean nats of a token.
        height: in pixels.
    """
    names = [safe(name) for name in values]
    hover = _("{name}: {loss} nats").format(name="%{x}", loss="%{y:.3f}")
    figure = Figure(
        bar(
            x=names,
            y=list(values.values()),
            text=[decimal(value, 3) for value in values.values()],
            textposition="outside",
            cliponaxis=False,
            marker={"color": [role("muted"), *[role("primary")] * (len(values) - 1)]},
            hovertemplate=f"{hover}<extra></extra>",
        )
    )
    y_axis(figure, title=_("loss, nats per token"), range=[0, 1.15 * max(values.values())])
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
    hover = _("{times} times the median").format(times="%{y:.0f}")
    for (stack, values), (colour, symbol) in zip(
        ratios.items(), (("primary", "circle"), ("K", "square")), strict=True
    ):
        step = {"encoder": 3 / 2, "decoder": 1}[stack]  # a layer is three wide
        name = _(STACKS[stack])
        figure.add_scatter(
            x=[step * (n + 1) - 1 for n in range(len(values))],
            y=list(values),
            name=name,
            mode="lines+markers",
            line={"color": role(colour)},
            marker={"symbol": symbol, "size": 7},
            hovertemplate=f"{hover}<extra>{name}</extra>",
        )
    layers = max(len(ratios["encoder"]) // 2, len(ratios["decoder"]) // 3)
    x_axis(
        figure,
        tickvals=[3 * n + 2 for n in range(layers)],
        ticktext=_name_layers(layers),
        showgrid=False,
        zeroline=False,
    )
    top = math.log10(most) + 0.15
    ticks = [tick for tick in (1, 2, 5, 10, 20, 50, 100, 200, 500) if math.log10(tick) <= top]
    y_axis(figure, type="log", title=_("largest ÷ median"), range=[0, top])
    y_axis(figure, tickvals=ticks, ticktext=[str(tick) for tick in ticks])
    return legend_above(style(figure, height=250))
