"""Figures of active hidden units, of outputs that move, and of the parameters by part."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from pages.encoder.feed_forward.compute import active_share
from ui.figures.figure import Figure, bar
from ui.figures.theme import legend, role, safe, style, token_axis, x_axis, y_axis
from ui.messages import N_, _
from ui.words import percent, whole

# Names from ``compute``, marked for translation here, since ``compute`` is free of the interface.
SUBLAYERS = N_("feed-forward"), N_("self-attention")


def activity(hidden: Float[Tensor, "position d_ff"], tokens: Sequence[str], chosen: int) -> Figure:
    """Plot the share of hidden units that are active at each position.

    Args:
        hidden: activations after the ReLU.
        tokens: the token of each position.
        chosen: index of the marked position.
    """
    share = active_share(hidden)
    names = [safe(token) for token in tokens]
    figure = Figure(
        bar(
            x=list(range(len(names))),
            y=(100 * share).tolist(),
            marker={
                "color": [role("primary" if i == chosen else "line2") for i in range(len(names))]
            },
            customdata=names,
            hovertemplate=_("“{token}”: {share}% of the units").format(
                token="%{customdata}", share="%{y:.1f}"
            )
            + "<extra></extra>",
        )
    )
    x_axis(figure, **token_axis(tokens))
    y_axis(figure, title=_("active, %"), rangemode="tozero")
    return style(figure, height=220)


def reach(
    moved: dict[str, Float[Tensor, " position"]], tokens: Sequence[str], place: int
) -> Figure:
    """Plot how far each position's output moves when the input of one position is replaced.

    Args:
        moved: for each sub-layer, the norm of the change at each position.
        tokens: the token of each position.
        place: index of the changed position.
    """
    names = [safe(token) for token in tokens]
    figure = Figure()
    hover = _("“{token}”: {value}").format(token="%{customdata}", value="%{y:.3f}")
    for (name, lengths), colour in zip(moved.items(), ("Z", "primary"), strict=True):
        figure.add_bar(
            x=list(range(len(names))),
            y=lengths.tolist(),
            name=_(name),
            marker={"color": role(colour)},
            customdata=names,
            hovertemplate=f"{hover}<extra>{_(name)}</extra>",
        )
    ticks = token_axis(tokens)
    ticks["ticktext"][place] = f"<b>{names[place]}</b>"
    x_axis(figure, **ticks)
    y_axis(figure, title=_("output moves by"), rangemode="tozero")
    return legend(style(figure, height=250).update_layout(barmode="group"))


def shares(counts: dict[str, int], marked: Sequence[str]) -> Figure:
    """Plot each part's share of the model's parameters as one stacked bar.

    Args:
        counts: number of parameters of each part.
        marked: names of the highlighted parts.
    """
    total = sum(counts.values())
    figure = Figure()
    for name, count in counts.items():
        share = percent(count / total, 1)
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
                "color": role("Z-tint" if name in marked else "panel2"),
                "line": {"color": role("Z" if name in marked else "line2"), "width": 1.5},
            },
            textfont={"size": 13, "color": role("text")},
            hovertemplate=_("{part}: {count} of {total} ({share})").format(
                part=part, count=whole(count), total=whole(total), share=share
            )
            + "<extra></extra>",
        )
    x_axis(figure, visible=False, range=[0, 100])
    y_axis(figure, visible=False)
    style(figure, height=110)
    figure.update_layout(barmode="stack", bargap=0.1, margin={"t": 6, "b": 6})
    figure.update_layout(uniformtext={"minsize": 11, "mode": "hide"})  # a phone has no room for all
    return figure
