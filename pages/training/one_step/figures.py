"""Figures of one training step: gradients at logits, layers, weights and rows of E; loss."""

import math
from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.attention_maps import axis_title
from ui.figures.figure import Figure, bar, heatmap
from ui.figures.theme import (
    SIGNED,
    add_legend,
    add_vertical_line,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _


def plot_logit_gradients(
    p: Sequence[float], y: Sequence[float], gradients: Sequence[float], token_texts: Sequence[str]
) -> Figure:
    """Plot the logit gradients p − y of some tokens as bars: probability minus smoothed target.

    Args:
        p: probability of each token.
        y: smoothed target of each token.
        gradients: p − y of each token.
        token_texts: texts of these tokens.
    """
    colours = [theme_colour("negative" if slope < 0 else "positive") for slope in gradients]
    hover = _("“{token}”: p {p}, target {y}, slope {slope}").format(
        token="%{customdata[0]}", p="%{customdata[1]:.4f}", y="%{customdata[2]:.4f}",
        slope="%{y:.4f}",
    )  # fmt: skip
    rows = [[escape_label(name), a, b] for name, a, b in zip(token_texts, p, y, strict=True)]
    figure = Figure(
        bar(
            x=list(range(len(token_texts))),
            y=list(gradients),
            marker={"color": colours},
            customdata=rows,
            hovertemplate=f"{hover}<extra></extra>",
        )
    )
    update_x_axis(figure, **token_ticks(token_texts))
    update_y_axis(figure, title=axis_title("p − y"))
    return apply_layout(figure, height=230)


def plot_gradient_norms(names: Sequence[str], lines: Mapping[str, Sequence[float]]) -> Figure:
    """Plot how the norm of the gradient changes on its way back, with one line for each backward
    pass.

    The vertical axis is logarithmic.

    Args:
        names: places on the way, from the logits back to the embedding.
        lines: name of the pass -> gradient norm at each place.
    """
    figure = Figure()
    looks = zip(lines.items(), ("primary", "negative"), ("solid", "dash"), strict=True)
    for (name, lengths), colour, dash in looks:
        figure.add_scatter(
            x=list(range(len(names))),
            y=[length or None for length in lengths],
            name=name,
            mode="lines+markers",
            line={"color": theme_colour(colour), "width": 2.5, "dash": dash},
            hovertemplate="%{y:.3g}<extra>" + escape_label(name) + "</extra>",
        )
    update_x_axis(figure, **token_ticks(names), title=axis_title(_("the error's path →")))
    update_y_axis(
        figure, type="log", exponentformat="power", dtick=1,
        title=axis_title(_("length of the gradient")),
    )  # fmt: skip
    return add_legend(apply_layout(figure, height=320), "left", 0.02, yanchor="bottom")


def plot_matrix_gradients(
    gradients: Float[Tensor, "row column"],
    rows: Sequence[int],
    columns: Sequence[int],
    position: tuple[int, int],
) -> Figure:
    """Plot the gradients of some rows and columns of a weight matrix as a heatmap.

    Args:
        gradients: the gradients where these rows and columns cross.
        rows: indices of the rows in the matrix, from 0.
        columns: indices of the columns in the matrix, from 0.
        position: row and column, in the matrix, of the weight to mark; they must be among ``rows``
            and ``columns``.
    """
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
    x, y = columns.index(position[1]), rows.index(position[0])
    figure.add_shape(
        type="rect", x0=x - 0.5, x1=x + 0.5, y0=y - 0.5, y1=y + 0.5,
        line={"color": theme_colour("ring"), "width": 2.5},
    )  # fmt: skip
    update_x_axis(figure, **_index_ticks(columns), title=axis_title(_("column (what goes in)")))
    update_y_axis(
        figure,
        **_index_ticks(rows),
        autorange="reversed",
        title=axis_title(_("row (what comes out)")),
    )
    figure.update_layout(**{SIGNED: {"showscale": False, "cmin": -1, "cmax": 1}})
    return apply_layout(figure, height=340)


def _index_ticks(numbers: Sequence[int]) -> dict[str, object]:
    """Return axis ticks that show every third row or column number."""
    every = 3
    ticks = list(range(0, len(numbers), every))
    names = [str(numbers[tick] + 1) for tick in ticks]
    return {"tickvals": ticks, "ticktext": names, "showgrid": False, "zeroline": False}


def plot_weight_gradient_terms(
    values: Float[Tensor, " position"], token_texts: Sequence[str]
) -> Figure:
    """Plot the terms of one weight's gradient as bars, one for each token.

    A term is the gradient at the matrix's output times the matrix's input, at the token's position.

    Args:
        values: the term at each position.
        token_texts: texts of the tokens at these positions.
    """
    found = values.tolist()
    colours = [theme_colour("negative" if value < 0 else "positive") for value in found]
    figure = Figure(
        bar(
            x=list(range(len(found))),
            y=found,
            marker={"color": colours},
            customdata=[escape_label(name) for name in token_texts],
            hovertemplate="%{customdata}: %{y:.3g}<extra></extra>",
        )
    )
    update_x_axis(figure, **token_ticks(token_texts, every=max(1, len(token_texts) // 24)))
    update_y_axis(figure, title=axis_title(_("error × input")))
    return apply_layout(figure, height=340)


def plot_row_gradients(
    gradients_by_use: Mapping[str, Sequence[float]],
    totals: Sequence[float],
    token_texts: Sequence[str],
) -> Figure:
    """Plot the gradient norms of some rows of the embedding matrix E: three bars and a total for
    each.

    Args:
        gradients_by_use: name of a use of E (read by the encoder, read by the decoder, scored as
            next token) -> norm of that part of each row's gradient.
        totals: norm of each row's whole gradient.
        token_texts: texts of the rows' tokens.
    """
    figure = Figure()
    for (name, lengths), colour in zip(gradients_by_use.items(), ("X", "Q", "K"), strict=True):
        figure.add_bar(
            x=list(range(len(token_texts))),
            y=list(lengths),
            name=name,
            marker={"color": theme_colour(colour)},
            hovertemplate="%{y:.3g}<extra>" + escape_label(name) + "</extra>",
        )
    figure.add_scatter(
        x=list(range(len(token_texts))),
        y=list(totals),
        name=_("all together"),
        mode="markers",
        marker={
            "color": theme_colour("text"),
            "size": 9,
            "symbol": "line-ew-open",
            "line": {"width": 2},
        },
        hovertemplate="%{y:.3g}<extra>" + escape_label(_("all together")) + "</extra>",
    )
    figure.update_layout(barmode="group", bargap=0.3)
    update_x_axis(figure, **token_ticks(token_texts))
    update_y_axis(figure, title=axis_title(_("length of the gradient")))
    return add_legend(apply_layout(figure, height=300), "right", 0.98, yanchor="top")


def plot_loss_by_rate(
    points: Sequence[tuple[float, float]], initial_loss: float, chosen_rate: float
) -> Figure:
    """Plot the loss after one training step against the learning rate, on log-log axes.

    Args:
        points: learning rate, and loss in nats after a step at this rate.
        initial_loss: loss before the step, in nats; drawn as a horizontal line.
        chosen_rate: the learning rate that the visitor has chosen; drawn as a vertical line.
    """
    rates, losses = zip(*points, strict=True)
    figure = Figure()
    figure.add_scatter(
        x=list(rates),
        y=[loss if math.isfinite(loss) else None for loss in losses],
        mode="lines+markers",
        line={"color": theme_colour("primary"), "width": 2.5},
        hovertemplate="η = %{x:.2g}: %{y:.3f}<extra></extra>",
    )
    line = {"color": theme_colour("muted"), "width": 1.4, "dash": "dot"}
    figure.add_horizontal_line(
        initial_loss, line, text=_("before the step"), font={"color": theme_colour("muted")}
    )
    add_vertical_line(figure, chosen_rate, {"color": theme_colour("K"), "width": 2})
    update_x_axis(
        figure, type="log", title=axis_title(_("learning rate η")), exponentformat="power"
    )
    update_y_axis(figure, type="log", title=axis_title(_("loss, nats")), exponentformat="power")
    return apply_layout(figure, height=280)
