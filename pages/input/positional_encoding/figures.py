"""Plots of positional encodings: arithmetic, dot products, the rotation matrix of a step."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, bar, heatmap
from ui.figures.theme import (
    PALE,
    SIGNED,
    add_vertical_line,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _
from ui.words import format_decimal, format_shortest

MINUS = "\N{MINUS SIGN}"
SPAN = 40  # largest offset that is drawn, in both directions
FIRST = 6  # positions whose arithmetic is written out
CORNER = 8  # rows and columns of the matrix that are drawn


def plot_arithmetic_map(
    encoding: Float[Tensor, "position d_model"], names: Sequence[str], chosen_position: int
) -> Figure:
    """Plot the first rows of a narrow positional encoding as a heatmap.

    Each cell has its sine or cosine and the result, such as "sin(3/100)" and "0.030".

    Args:
        encoding: an encoding with few components, such as four.
        names: the sentence's tokens.
        chosen_position: the highlighted position; its row is added after those of the first
            ``FIRST`` (6) positions if it is not one of them.
    """
    width = encoding.shape[1]
    divisors = [10_000 ** (number // 2 * 2 / width) for number in range(width)]
    positions = sorted({*range(FIRST), chosen_position})
    texts = [
        [
            f"{'cos' if number % 2 else 'sin'}({at}/{format_shortest(divisors[number])})"
            f"<br>{format_decimal(encoding[at, number].item(), 3)}"
            for number in range(width)
        ]
        for at in positions
    ]
    figure = Figure(
        heatmap(
            z=encoding[positions].numpy(),
            coloraxis=SIGNED,
            text=texts,
            texttemplate="%{text}",
            textfont={"color": theme_colour("text"), "size": 13},
            hoverinfo="text",
            xgap=2,
            ygap=2,
        )
    )
    row = positions.index(chosen_position)
    figure.add_shape(
        type="rect", x0=-0.5, x1=width - 0.5, y0=row - 0.5, y1=row + 0.5,
        line={"color": theme_colour("ring"), "width": 2},
    )  # fmt: skip
    labels = [f"{names[at]}  {at}" if at < len(names) else str(at) for at in positions]
    update_x_axis(figure, side="top", tickvals=list(range(width)), title=_("number"))
    update_y_axis(figure, autorange="reversed", **token_ticks(labels))
    figure.update_layout(**PALE)
    return apply_layout(figure, height=80 + 42 * len(labels))


def plot_log_p_bars(names: Sequence[str], log_p: Sequence[float]) -> Figure:
    """Plot ln p of a translation with and without positional encodings, as horizontal bars.

    Args:
        names: names of the variants of the model, the unchanged one first.
        log_p: log-probability of the translation in each variant, in nats.
    """
    figure = Figure(
        bar(
            x=list(log_p),
            y=list(names),
            orientation="h",
            text=[format_decimal(value) for value in log_p],
            textposition="auto",
            marker={
                "color": [theme_colour("line2"), *[theme_colour("negative")] * (len(log_p) - 1)]
            },
            hovertemplate=_("positions {which}: ln p {value}").format(
                which="%{y}", value="%{x:.2f}"
            )
            + "<extra></extra>",
        )
    )
    update_x_axis(figure, title=_("ln p of the translation"), range=[1.12 * min(*log_p, -1.0), 0])
    update_y_axis(figure, autorange="reversed", title=_("positions"))
    return apply_layout(figure, height=220)


def plot_dot_products(
    encoding: Float[Tensor, "position d_model"],
    queries: Float[Tensor, "position d_model"],
    position: int,
    names: Sequence[str],
    k: int,
) -> Figure:
    """Plot the dot products of one position's query with other positions' encodings, by offset.

    A line shows the products of the middle position, and markers those of the chosen position with
    the positions of the sentence's tokens. The markers lie on the line, since only the offset
    matters.

    Args:
        encoding: the positional encoding, a row for each position.
        queries: the query of each position: its own encoding, or a rotated one.
        position: the chosen position, from 0.
        names: the sentence's tokens.
        k: offset at which the middle position's products are written out, in both directions.
    """
    middle = len(encoding) // 2
    offsets = range(-SPAN, SPAN + 1)
    line = encoding[middle - SPAN : middle + SPAN + 1] @ queries[middle]
    seen = [at for at in range(len(names)) if abs(at - position) <= SPAN]
    beside = _("position {middle} and {offset}: {product}") + "<extra></extra>"
    hover = _("“{token}”, {offset}: {product}") + "<extra></extra>"
    gaps = {"offset": "%{x:+d}", "product": "%{y:.3f}"}
    edge = {"color": theme_colour("bg"), "width": 1.5}
    figure = Figure()
    figure.add_scatter(
        x=list(offsets),
        y=line.tolist(),
        mode="lines",
        line={"color": theme_colour("X"), "width": 2.4},
        hovertemplate=beside.format(middle=middle, **gaps),
    )
    figure.add_scatter(
        x=[at - position for at in seen],
        y=(encoding[seen] @ queries[position]).tolist(),
        mode="markers",
        marker={"color": theme_colour("X"), "size": 9, "line": edge},
        text=[escape_label(names[at]) for at in seen],
        hovertemplate=hover.format(token="%{text}", **gaps),
    )
    for offset in sorted({-k, k}):
        add_vertical_line(
            figure, offset, {"color": theme_colour("muted"), "width": 1, "dash": "dot"}
        )
        figure.add_annotation(
            x=offset, y=1, yref="paper", yanchor="bottom", showarrow=False,
            xanchor="center" if not k else "left" if offset > 0 else "right",
            text=format_decimal(line[SPAN + offset].item(), 1),
        )  # fmt: skip
    ticks = range(-SPAN, SPAN + 1, 10)
    update_x_axis(
        figure,
        title=_("offset in tokens"),
        range=[-SPAN, SPAN],
        tickvals=list(ticks),
        ticktext=[f"{tick:+d}".replace("+0", "0").replace("-", MINUS) for tick in ticks],
    )
    update_y_axis(figure, title=_("dot product"))
    return apply_layout(figure, height=300)


def plot_matrix_corner(matrix: Float[Tensor, "d_model d_model"]) -> Figure:
    """Plot the first ``CORNER`` (8) rows and columns of the rotation matrix M_k as a heatmap."""
    corner = matrix[:CORNER, :CORNER]
    numbers = [
        [format_decimal(value, 3) if value else "" for value in row] for row in corner.tolist()
    ]
    figure = Figure(
        heatmap(
            z=corner.numpy(),
            coloraxis=SIGNED,
            text=numbers,
            texttemplate="%{text}",
            textfont={"color": theme_colour("text"), "size": 13},
            hovertemplate=_("row {row}, column {column}: {value}").format(
                row="%{y}", column="%{x}", value="%{z:.6f}"
            )
            + "<extra></extra>",
            xgap=1,
            ygap=1,
        )
    )
    ticks = list(range(len(corner)))
    update_x_axis(
        figure,
        side="top",
        tickvals=ticks,
        title=_("Mₖ, the first {shown} of {count} columns").format(
            shown=len(corner), count=len(matrix)
        ),
    )
    update_y_axis(figure, autorange="reversed", tickvals=ticks)
    figure.update_layout(**PALE)
    return apply_layout(figure, height=300)
