"""How the divisor shapes the softmax, as curves."""

import math

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure
from ui.figures.theme import (
    add_legend_above,
    add_vertical_line,
    apply_layout,
    theme_colour,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _


def plot_effective_keys(
    divisors: Float[Tensor, " _"],
    row: Float[Tensor, " _"],
    average: Float[Tensor, " _"],
    d_k: int,
    is_divided: bool,
) -> Figure:
    """Plot the effective number of keys against the divisor of q · k, for one row and on average.

    Args:
        divisors: the divisors, in rising order.
        row: effective number of keys of the chosen row, by divisor.
        average: its mean over all rows of the layer, by divisor.
        d_k: width of a head, whose square root is marked.
        is_divided: whether the page currently divides scores by the square root of d_k.
    """
    figure = Figure()
    root = math.sqrt(d_k)
    for name, values, colour, width in (
        (_("all rows of the layer, on average"), average, theme_colour("muted"), 2),
        (_("this row"), row, theme_colour("primary"), 3),
    ):
        figure.add_scatter(
            x=divisors.tolist(),
            y=values.tolist(),
            name=name,
            mode="lines",
            line={"color": colour, "width": width},
            hovertemplate=_("divided by {divisor}: {count} keys").format(
                divisor="%{x:.2f}", count="%{y:.2f}"
            )
            + f"<extra>{name}</extra>",
        )
    for x, text, here in ((1.0, _("not divided"), not is_divided), (root, f"√{d_k}", is_divided)):
        colour = theme_colour("text") if here else theme_colour("line2")
        add_vertical_line(figure, x, {"color": colour, "width": 2 if here else 1, "dash": "dot"})
        figure.add_annotation(
            x=math.log10(x), y=1.0, yref="paper", yanchor="bottom", text=text, showarrow=False
        )
    apply_layout(figure, height=300)
    ticks = [1, 2, 4, 8, 16, 32]
    update_x_axis(
        figure,
        type="log",
        title=_("scores divided by"),
        tickvals=ticks,
        ticktext=[str(t) for t in ticks],
    )
    update_y_axis(figure, title=_("effective number of keys"), rangemode="tozero")
    return add_legend_above(figure, gap=22)
