"""Figures of active hidden units, of outputs that move, and of the parameters by part."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.encoder.feed_forward.compute import compute_active_shares
from ui.figures.figure import Figure, bar
from ui.figures.theme import (
    add_legend,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import N_, _
from ui.words import format_percent

# Names from ``compute``, marked for translation here, since ``compute`` is free of the interface.
SUBLAYERS = N_("feed-forward"), N_("self-attention")


def plot_active_shares(
    hidden: Float[Tensor, "position d_ff"], tokens: Sequence[str], chosen_position: int
) -> Figure:
    """Plot the share of hidden units that are active at each position.

    Args:
        hidden: activations after the ReLU.
        tokens: the token of each position.
        chosen_position: index of the marked position.
    """
    share = compute_active_shares(hidden)
    names = [escape_label(token) for token in tokens]
    figure = Figure(
        bar(
            x=list(range(len(names))),
            y=(100 * share).tolist(),
            marker={
                "color": [
                    theme_colour("primary" if i == chosen_position else "line2")
                    for i in range(len(names))
                ]
            },
            customdata=names,
            hovertemplate=_("“{token}”: {share}% of the units").format(
                token="%{customdata}", share="%{y:.1f}"
            )
            + "<extra></extra>",
        )
    )
    update_x_axis(figure, **token_ticks(tokens))
    update_y_axis(figure, title=_("active, %"), rangemode="tozero")
    return apply_layout(figure, height=220)


def plot_output_shifts(
    shifts: dict[str, Float[Tensor, " position"]], tokens: Sequence[str], position: int
) -> Figure:
    """Plot the norm of the change of each position's output when one position's input is replaced.

    Args:
        shifts: "feed-forward" and "self-attention" -> norm of the change at each position.
        tokens: the token of each position.
        position: index of the position whose input is replaced.
    """
    names = [escape_label(token) for token in tokens]
    figure = Figure()
    hover = _("“{token}”: {value}").format(token="%{customdata}", value="%{y:.3f}")
    for (name, lengths), colour in zip(shifts.items(), ("Z", "primary"), strict=True):
        figure.add_bar(
            x=list(range(len(names))),
            y=lengths.tolist(),
            name=_(name),
            marker={"color": theme_colour(colour)},
            customdata=names,
            hovertemplate=f"{hover}<extra>{_(name)}</extra>",
        )
    ticks = token_ticks(tokens)
    ticks["ticktext"][position] = f"<b>{names[position]}</b>"
    update_x_axis(figure, **ticks)
    update_y_axis(figure, title=_("output moves by"), rangemode="tozero")
    return add_legend(apply_layout(figure, height=250).update_layout(barmode="group"))


def plot_parameter_shares(counts: dict[str, int], highlighted: Sequence[str]) -> Figure:
    """Plot the share of the model's parameters in each of its parts, as one stacked bar.

    Args:
        counts: name of the part -> number of its parameters.
        highlighted: names of the highlighted parts.
    """
    total = sum(counts.values())
    figure = Figure()
    for name, count in counts.items():
        share = format_percent(count / total, 1)
        part = _(name)
        words = part.replace(" ", "<br>", 1).replace("-", "-<br>")
        figure.add_bar(
            x=[100 * count / total],
            y=[""],
            orientation="h",
            name=part,
            text=f"{words}<br>{share}",
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            marker={
                "color": theme_colour("Z-tint" if name in highlighted else "panel2"),
                "line": {
                    "color": theme_colour("Z" if name in highlighted else "line2"),
                    "width": 1.5,
                },
            },
            textfont={"size": 13, "color": theme_colour("text")},
            hovertemplate=_("{part}: {count:,} of {total:,} ({share})").format(
                part=part, count=count, total=total, share=share
            )
            + "<extra></extra>",
        )
    update_x_axis(figure, visible=False, range=[0, 100])
    update_y_axis(figure, visible=False)
    apply_layout(figure, height=110)
    figure.update_layout(barmode="stack", bargap=0.1, margin={"t": 6, "b": 6})
    figure.update_layout(uniformtext={"minsize": 11, "mode": "hide"})  # a phone has no room for all
    return figure
