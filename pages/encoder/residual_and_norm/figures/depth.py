"""Figures of a quantity through a stack, from sub-layer to sub-layer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, bar
from ui.figures.theme import (
    add_legend_above,
    add_vertical_line,
    apply_layout,
    escape_label,
    highlight_position,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import N_, _

STAGES = {  # taps of an Add & Norm: name and colour
    "sublayer": ("Sublayer(x)", "Z"),
    "sum": (N_("sum"), "text"),
    "output": (N_("LayerNorm’s output, the next x"), "X"),
}
WITH_RESIDUALS, WITHOUT_RESIDUALS = N_("with residuals"), N_("without them")


@dataclass(frozen=True)
class SublayerAxis:
    """An axis of a stack's sub-layers, from the bottom up.

    Args:
        names: names of the sub-layers, such as "attention".
        layers: layer of each sub-layer, from 0.
        chosen: index of the highlighted sub-layer.
    """

    names: tuple[str, ...]
    layers: tuple[int, ...]
    chosen: int


def plot_vector_norms(
    stages: Mapping[str, Float[Tensor, "depth position d_model"]],
    depth: SublayerAxis,
    tokens: Sequence[str],
    chosen_token: int,
) -> Figure:
    """Plot the norms of all tokens' vectors by sub-layer.

    Each token has three lines, for "sublayer", "sum" and "output".

    Args:
        stages: "sublayer", "sum" and "output" -> vectors of each sub-layer from the bottom up, from
            ``add_and_norm.collect_add_norm_vectors``; "output" starts with the embedding.
        depth: the x axis, with the names of the sub-layers.
        tokens: tokens of the sentence.
        chosen_token: index of the token whose lines are thick.
    """
    figure = Figure()
    for stage, vectors in stages.items():
        norms = vectors.norm(dim=-1)
        message, colour = STAGES[stage]
        name = _(message)
        hover = _("{token}: length {length}").format(token="%{text}", length="%{y:.2f}")
        first = len(depth.names) + 1 - len(norms)  # 0: the embedding, which no sub-layer wrote
        for chosen in (False, True):
            places = [p for p in range(len(tokens)) if (p == chosen_token) == chosen]
            x, y, text = [], [], []
            for place in places:  # one trace for many lines: a gap ends each
                x += [*range(first, len(depth.names) + 1), None]
                y += [*norms[:, place].tolist(), None]
                text += [escape_label(tokens[place])] * (len(norms) + 1)
            figure.add_scatter(
                x=x, y=y, text=text, name=name, mode="lines+markers", showlegend=chosen,
                legendgroup=name,
                line={"color": theme_colour(colour), "width": 3 if chosen else 1},
                marker={"size": 7 if chosen else 3},
                opacity=1 if chosen else 0.3,
                hovertemplate=f"{hover}<extra>{escape_label(name)}</extra>",
            )  # fmt: skip
    _add_sublayer_axis(figure, depth)
    update_y_axis(figure, title=_("length of a token's vector"), rangemode="tozero", zeroline=False)
    return add_legend_above(apply_layout(figure, height=380), gap=22)


def plot_depth_comparison(
    lines: Mapping[str, Float[Tensor, " depth"]],
    depth: SublayerAxis,
    title: str,
    span: tuple[float, float] | None = None,
) -> Figure:
    """Plot a quantity by sub-layer, with all residual connections and optionally without some.

    Args:
        lines: ``WITH_RESIDUALS`` and optionally ``WITHOUT_RESIDUALS`` -> the value after each
            sub-layer from the bottom up, with or without a value before the first one.
        depth: the x axis, with the names of the sub-layers.
        title: name of the quantity, which is the title of the y axis.
        span: (lowest, highest) value of the y axis; None fits the axis to the values, from 0.
    """
    figure = Figure()
    looks = {
        WITH_RESIDUALS: (theme_colour("primary"), "solid"),
        WITHOUT_RESIDUALS: (theme_colour("negative"), "dash"),
    }
    for name, values in lines.items():
        colour, dash = looks[name]
        figure.add_scatter(
            x=list(range(len(depth.names) + 1 - len(values), len(depth.names) + 1)),
            y=values.tolist(),
            name=_(name),
            mode="lines+markers",
            line={"color": colour, "width": 2.5, "dash": dash},
            hovertemplate=f"%{{y:.3f}}<extra>{_(name)}</extra>",
        )
    _add_sublayer_axis(figure, depth)
    update_x_axis(figure, tickangle=-90)
    update_y_axis(figure, title=title, range=span, rangemode="tozero", zeroline=bool(span))
    return add_legend_above(apply_layout(figure, height=320), gap=22)


def plot_residual_ablations(
    values: Float[Tensor, " depth"], names: Sequence[str], chosen_sublayer: int, unablated: float
) -> Figure:
    """Plot ln p of a translation with each residual connection removed in turn, as bars.

    Args:
        values: ln p without each residual connection, in order of computation.
        names: names of the sub-layers that the residual connections bypass.
        chosen_sublayer: index of the highlighted sub-layer.
        unablated: ln p with all residual connections.
    """
    places = list(range(len(names)))
    colours = [theme_colour("primary" if place == chosen_sublayer else "line2") for place in places]
    figure = Figure(
        bar(
            x=places,
            y=(values - unablated).tolist(),
            base=unablated,
            marker={"color": colours},
            customdata=[[name, value] for name, value in zip(names, values.tolist(), strict=True)],
            hovertemplate=_("without the residual around {place}: {log_p}").format(
                place="%{customdata[0]}", log_p="ln p = %{customdata[1]:.2f}"
            )
            + "<extra></extra>",
        )
    )
    figure.add_horizontal_line(unablated, {"color": theme_colour("text"), "width": 1.5})
    figure.add_annotation(
        x=1, xref="paper", xanchor="right", y=unablated, yanchor="bottom", showarrow=False,
        text=_("with all residuals: {log_p:.2}").format(log_p=unablated),
    )  # fmt: skip
    update_x_axis(figure, **token_ticks(names), tickangle=-90, showgrid=False)
    update_y_axis(figure, title=_("ln p of the translation"), zeroline=False)
    return apply_layout(figure, height=360)


def _add_sublayer_axis(figure: Figure, depth: SublayerAxis) -> None:
    """Set the x axis of sub-layers: ticks, layer boundaries, and the chosen one."""
    places = range(1, len(depth.names) + 1)
    for layer in set(depth.layers):
        own = [p for p, one in zip(places, depth.layers, strict=True) if one == layer]
        figure.add_annotation(
            x=(own[0] + own[-1]) / 2, y=1, yref="paper", yanchor="bottom", showarrow=False,
            text=_("layer {layer}").format(layer=layer + 1)
            if len(depth.layers) < 9 or not layer
            else f"{layer + 1}",
            font={"color": theme_colour("muted"), "size": 13},
        )  # fmt: skip
        line = {"color": theme_colour("line2"), "width": 1, "dash": "dot"}
        add_vertical_line(figure, own[0] - 0.5, line)
    highlight_position(figure, depth.chosen + 1)
    update_x_axis(
        figure,
        **token_ticks([_("embedding"), *depth.names]),
        range=[-0.5, len(depth.names) + 0.5],
        showgrid=False,
        zeroline=False,
    )
