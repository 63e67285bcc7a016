"""Figures by layer, variant or step: silent units, losses, score terms, outliers, gradients."""

import math
from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from pages.background.after_2017.names import STACKS
from ui.figures.figure import Figure, bar
from ui.figures.series import Points, plot_series
from ui.figures.theme import add_legend_above, apply_layout, escape_label, theme_colour
from ui.messages import _, percent_sign
from ui.words import format_decimal, format_percent, format_shortest

LOOKS = (("primary", "solid"), ("K", "dash"), ("Z", "dot"), ("muted", "dashdot"))
LINES = [{"color": theme_colour(colour), "dash": dash} for colour, dash in LOOKS]


def set_axes(figure: Figure, height: int, x: Mapping, y: Mapping) -> Figure:
    """Set the height and the axes of a figure, and put its legend above; return the figure.

    Args:
        figure: the figure, which is changed.
        height: its height in pixels.
        x: Plotly settings of the x axis, such as {"title": "step", "range": [0, 100]}.
        y: Plotly settings of the y axis.
    """
    return add_legend_above(apply_layout(figure.update_layout(xaxis=x, yaxis=y), height))


def plot_silent_shares(shares: Mapping[str, Sequence[float]]) -> Figure:
    """Plot the share of hidden units that are exactly zero, in each layer of both stacks.

    Args:
        shares: "encoder" and "decoder" -> the share in each layer, from 0 to 1.
    """
    looks = [
        {
            "text": [format_percent(value, 1) for value in values],
            "marker": {"color": theme_colour(colour)},
        }
        for values, colour in zip(shares.values(), ("primary", "K"), strict=True)
    ]
    points = {
        _(STACKS[stack]): (_name_layers(len(values)), [100 * value for value in values])
        for stack, values in shares.items()
    }
    percent = percent_sign()
    share = "%{y:.2f}" + percent
    hover = _("{layer}: {share} are exactly zero").format(layer="%{x}", share=share)
    y = {"range": [0, 100], "ticksuffix": percent, "title": _("exactly zero")}
    figure = plot_series(points, hover, looks, bar, textposition="inside")
    return set_axes(figure, 240, {"showgrid": False}, y)


def plot_losses(values: Mapping[str, float]) -> Figure:
    """Plot the mean loss per token, in nats, for each variant of the model.

    Args:
        values: name of the variant -> mean loss per token, in nats.
    """
    hover = _("{name}: {loss} nats").format(name="%{x}", loss="%{y:.3f}")
    bars = bar(
        x=[escape_label(name) for name in values],
        y=list(values.values()),
        text=[format_decimal(value, 3) for value in values.values()],
        textposition="outside",
        cliponaxis=False,
        marker={"color": [theme_colour("muted"), *[theme_colour("primary")] * (len(values) - 1)]},
        hovertemplate=f"{hover}<extra></extra>",
    )
    y = {"title": _("loss, nats per token"), "range": [0, 1.15 * max(values.values())]}
    around = {"xaxis": {"showgrid": False}, "yaxis": y, "margin": {"t": 16}, "bargap": 0.45}
    return apply_layout(Figure(bars).update_layout(**around), height=240)


def plot_score_terms(shares: Float[Tensor, "term head"], names: Sequence[str]) -> Figure:
    """Plot, for each head of layer 1, which shares four terms have in the variance of its scores.

    A query and a key of layer 1 are both sums of a word part and a position part, so a score is
    the sum of four terms.

    Args:
        shares: share of each term, a row for each name; each head's shares sum to 1, and some may
            be below 0.
        names: names of the four terms, such as "word → position".
    """
    heads = [_("head {head}").format(head=head + 1) for head in range(shares.shape[1])]
    rows = (100 * shares).tolist()
    points = {name: (heads, row) for name, row in zip(names, rows, strict=True)}
    looks = [{"marker": {"color": theme_colour(colour)}} for colour in ("X", "V", "K", "muted")]
    percent = percent_sign()
    figure = plot_series(points, "%{x}: %{y:.0f}" + percent, looks, bar)
    figure.update_layout(barmode="relative", bargap=0.3)
    return set_axes(figure, 250, {"showgrid": False}, {"ticksuffix": percent, "nticks": 5})


def plot_massive_activations(ratios: Mapping[str, Sequence[float]]) -> Figure:
    """Plot the largest magnitude in each residual sum, relative to the median magnitude.

    Args:
        ratios: "encoder" and "decoder" -> largest magnitude / median, for each sub-layer in turn:
            two in each layer of the encoder, three in each of the decoder.
    """
    steps = {"encoder": 3 / 2, "decoder": 1}  # a layer is three wide
    points = {
        _(STACKS[stack]): ([steps[stack] * (n + 1) - 1 for n in range(len(values))], values)
        for stack, values in ratios.items()
    }
    hover = _("{times} times the median").format(times="%{y:.0f}")
    looks = [
        {"line": {"color": theme_colour(colour)}, "marker": {"symbol": symbol, "size": 7}}
        for colour, symbol in (("primary", "circle"), ("K", "square"))
    ]
    layers = max(len(ratios["encoder"]) // 2, len(ratios["decoder"]) // 3)
    ticks = {"tickvals": [3 * n + 2 for n in range(layers)], "ticktext": _name_layers(layers)}
    top = math.log10(max(max(values) for values in ratios.values())) + 0.15
    y = _log_axis(_("largest ÷ median"), 0, top, (1, 2, 5, 10, 20, 50, 100, 200, 500))
    figure = plot_series(points, hover, looks, mode="lines+markers")
    return set_axes(figure, 250, {**ticks, "showgrid": False, "zeroline": False}, y)


def plot_race_losses(
    steps: Sequence[int], losses: Mapping[str, Sequence[float]], last_step: int
) -> Figure:
    """Plot the losses of small networks that are trained side by side, by step.

    Args:
        steps: steps at which the losses were measured so far.
        losses: name of the network -> its loss at each of these steps, in nats per letter.
        last_step: last step of the training, the end of the x axis.
    """
    hover = _("step {step}: {loss}").format(step="%{x}", loss="%{y:.3f}")
    mode = "lines" if len(steps) > 1 else "markers"
    looks = [{"line": {**line, "width": 2.5}} for line in LINES]
    points = {name: (steps, values) for name, values in losses.items()}
    figure = plot_series(points, hover, looks, mode=mode)
    x = {"title": _("step"), "range": [0, last_step], "showgrid": False}
    return set_axes(figure, 280, x, {"title": _("loss, nats per letter"), "rangemode": "tozero"})


def plot_gradients(norms: Mapping[str, Float[Tensor, " depth"]]) -> Figure:
    """Plot the norm of a gradient sent back from the top of untrained stacks, by depth.

    Args:
        norms: kind of stack, such as "post-norm" -> norm of the gradient at the first layer's input
            and at each layer's output, from bottom to top. Each kind gets a line.
    """
    hover = _("layer {layer}: {length}").format(layer="%{x}", length="%{y:.3g}")
    points = {name: (range(len(values)), values.tolist()) for name, values in norms.items()}
    figure = plot_series(points, hover, [{"line": line} for line in LINES], mode="lines+markers")
    x = {"title": _("after layer (0: the first layer's input)"), "showgrid": False}
    return set_axes(figure, 280, x, {"title": _("length of the gradient"), "rangemode": "tozero"})


def plot_loss_over_tokens(
    losses: Points, averaged_losses: Points, recommended_tokens: float
) -> Figure:
    """Plot a training's loss against the number of tokens read, on log-log axes.
    A vertical line marks the recommended number of tokens.

    Args:
        losses: (tokens read, loss) of single steps, as two sequences.
        averaged_losses: (tokens read, loss) of the averaged curve.
        recommended_tokens: number of tokens by the rule of 20 per parameter.
    """
    hover = _("{count} tokens: {loss} nats").format(count="%{x:.3s}", loss="%{y:.2f}")
    asked = _("{count} tokens").format(count="%{x:.3s}")
    values = [value for value in (*losses[1], *averaged_losses[1]) if value > 0]
    low, high = math.log10(min(values)) - 0.05, math.log10(max(values)) + 0.05
    extra = _("20 per parameter")
    points = {
        _("single steps"): losses,
        _("mean"): averaged_losses,
        _("20 tokens per parameter"): (
            [recommended_tokens, recommended_tokens],
            [10**low, 10**high],
        ),
    }
    hovers = (None, f"{hover}<extra></extra>", f"{asked}<extra>{extra}</extra>")
    lines: list[dict] = [
        # Lines only: thousands of markers slow a browser down.
        {
            "mode": "lines",
            "line": {"color": theme_colour("line2"), "width": 1},
            "hoverinfo": "skip",
        },
        {"mode": "lines+markers", "line": {"color": theme_colour("primary"), "width": 2.5}},
        {"mode": "lines", "line": {"color": theme_colour("K"), "dash": "dash", "width": 2}},
    ]
    looks = [line | {"hovertemplate": said} for line, said in zip(lines, hovers, strict=True)]
    x = {"type": "log", "title": _("tokens read"), "exponentformat": "power", "dtick": 1}
    y = _log_axis(_("loss, nats per token"), low, high, (0.5, 1, 2, 3, 5, 8, 12))
    return set_axes(plot_series(points, "", looks), 300, x, y)


def _log_axis(
    title: str, lowest_power: int | float, highest_power: float, ticks: Sequence[int | float]
) -> dict[str, object]:
    """Return the layout of a log axis between two powers of ten, with the ticks inside it."""
    shown = [tick for tick in ticks if lowest_power <= math.log10(tick) <= highest_power]
    names = {"tickvals": shown, "ticktext": [format_shortest(tick) for tick in shown]}
    return {"type": "log", "title": title, "range": [lowest_power, highest_power], **names}


def _name_layers(layer_count: int) -> list[str]:
    """Return the labels "layer 1", "layer 2", ..."""
    return [_("layer {layer}").format(layer=layer) for layer in range(1, layer_count + 1)]
