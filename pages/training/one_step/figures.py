"""Figures of one training step: gradients at logits, layers, weights and rows of E; loss."""

import math
from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, bar, heatmap
from ui.figures.looks import small_title
from ui.figures.theme import (
    SIGNED,
    legend,
    role,
    safe,
    style,
    token_axis,
    upright,
    x_axis,
    y_axis,
)
from ui.messages import _


def pulls(
    p: Sequence[float], y: Sequence[float], slopes: Sequence[float], names: Sequence[str]
) -> Figure:
    """Plot the logit gradients p − y of some tokens."""
    colours = [role("negative" if slope < 0 else "positive") for slope in slopes]
    hover = _("“{token}”: p {p}, target {y}, slope {slope}").format(
        token="%{customdata[0]}", p="%{customdata[1]:.4f}", y="%{customdata[2]:.4f}",
        slope="%{y:.4f}",
    )  # fmt: skip
    rows = [[safe(name), a, b] for name, a, b in zip(names, p, y, strict=True)]
    figure = Figure(
        bar(
            x=list(range(len(names))),
            y=list(slopes),
            marker={"color": colours},
            customdata=rows,
            hovertemplate=f"{hover}<extra></extra>",
        )
    )
    x_axis(figure, **token_axis(names))
    y_axis(figure, title=small_title("p − y"))
    return style(figure, height=230)


def depths(names: Sequence[str], lines: Mapping[str, Sequence[float]]) -> Figure:
    """Plot the norm of the gradient by depth, on a logarithmic axis."""
    figure = Figure()
    looks = zip(lines.items(), ("primary", "negative"), ("solid", "dash"), strict=True)
    for (name, lengths), colour, dash in looks:
        figure.add_scatter(
            x=list(range(len(names))),
            y=[length or None for length in lengths],
            name=name,
            mode="lines+markers",
            line={"color": role(colour), "width": 2.5, "dash": dash},
            hovertemplate="%{y:.3g}<extra>" + safe(name) + "</extra>",
        )
    x_axis(figure, **token_axis(names), title=small_title(_("the error's path →")))
    y_axis(
        figure, type="log", exponentformat="power", dtick=1,
        title=small_title(_("length of the gradient")),
    )  # fmt: skip
    return legend(style(figure, height=320), "left", 0.02, yanchor="bottom")


def corner(
    gradients: Float[Tensor, "row column"],
    rows: Sequence[int],
    columns: Sequence[int],
    place: tuple[int, int],
) -> Figure:
    """Plot the gradients of some rows and columns of a matrix, with one weight marked."""
    largest = max(gradients.abs().max().item(), 1e-12)
    hover = _("row {row}, column {column}: {gradient}").format(
        row="%{customdata[0]}", column="%{customdata[1]}", gradient="%{customdata[2]:.3g}"
    )
    values = gradients.tolist()
    said = [
        [[row + 1, column + 1, value] for column, value in zip(columns, line, strict=True)]
        for row, line in zip(rows, values, strict=True)
    ]
    figure = Figure(
        heatmap(
            z=(gradients / largest).numpy(),
            coloraxis=SIGNED,
            customdata=said,
            hovertemplate=f"{hover}<extra></extra>",
            xgap=1,
            ygap=1,
        )
    )
    x, y = columns.index(place[1]), rows.index(place[0])
    figure.add_shape(
        type="rect", x0=x - 0.5, x1=x + 0.5, y0=y - 0.5, y1=y + 0.5,
        line={"color": role("ring"), "width": 2.5},
    )  # fmt: skip
    x_axis(figure, **_places(columns), title=small_title(_("column (what goes in)")))
    y_axis(
        figure, **_places(rows), autorange="reversed", title=small_title(_("row (what comes out)"))
    )
    figure.update_layout(**{SIGNED: {"showscale": False, "cmin": -1, "cmax": 1}})
    return style(figure, height=340)


def _places(numbers: Sequence[int]) -> dict[str, object]:
    """Return axis ticks that show every third row or column number."""
    every = 3
    ticks = list(range(0, len(numbers), every))
    names = [str(numbers[tick] + 1) for tick in ticks]
    return {"tickvals": ticks, "ticktext": names, "showgrid": False, "zeroline": False}


def products(values: Float[Tensor, " position"], names: Sequence[str]) -> Figure:
    """Plot each position's term of one weight's gradient."""
    found = values.tolist()
    colours = [role("negative" if value < 0 else "positive") for value in found]
    figure = Figure(
        bar(
            x=list(range(len(found))),
            y=found,
            marker={"color": colours},
            customdata=[safe(name) for name in names],
            hovertemplate="%{customdata}: %{y:.3g}<extra></extra>",
        )
    )
    x_axis(figure, **token_axis(names, every=max(1, len(names) // 24)))
    y_axis(figure, title=small_title(_("error × input")))
    return style(figure, height=340)


def rows(
    jobs: Mapping[str, Sequence[float]], totals: Sequence[float], names: Sequence[str]
) -> Figure:
    """Plot the gradient norms of rows of E, by use and in total."""
    figure = Figure()
    for (name, lengths), colour in zip(jobs.items(), ("X", "Q", "K"), strict=True):
        figure.add_bar(
            x=list(range(len(names))),
            y=list(lengths),
            name=name,
            marker={"color": role(colour)},
            hovertemplate="%{y:.3g}<extra>" + safe(name) + "</extra>",
        )
    figure.add_scatter(
        x=list(range(len(names))),
        y=list(totals),
        name=_("all together"),
        mode="markers",
        marker={"color": role("text"), "size": 9, "symbol": "line-ew-open", "line": {"width": 2}},
        hovertemplate="%{y:.3g}<extra>" + safe(_("all together")) + "</extra>",
    )
    figure.update_layout(barmode="group", bargap=0.3)
    x_axis(figure, **token_axis(names))
    y_axis(figure, title=small_title(_("length of the gradient")))
    return legend(style(figure, height=300), "right", 0.98, yanchor="top")


def along(points: Sequence[tuple[float, float]], begun: float, chosen: float) -> Figure:
    """Plot the loss after one step against the learning rate, on log-log axes."""
    rates, losses = zip(*points, strict=True)
    figure = Figure()
    figure.add_scatter(
        x=list(rates),
        y=[loss if math.isfinite(loss) else None for loss in losses],
        mode="lines+markers",
        line={"color": role("primary"), "width": 2.5},
        hovertemplate="η = %{x:.2g}: %{y:.3f}<extra></extra>",
    )
    line = {"color": role("muted"), "width": 1.4, "dash": "dot"}
    figure.add_level(begun, line, text=_("before the step"), font={"color": role("muted")})
    upright(figure, chosen, {"color": role("K"), "width": 2})
    x_axis(figure, type="log", title=small_title(_("learning rate η")), exponentformat="power")
    y_axis(figure, type="log", title=small_title(_("loss, nats")), exponentformat="power")
    return style(figure, height=280)
