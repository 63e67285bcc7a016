"""Weight received against the length of what is given."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure
from ui.figures.theme import legend_above, role, safe, style, x_axis, y_axis
from ui.messages import _


def weights_and_lengths(
    received: Float[Tensor, "head key"],
    lengths: Float[Tensor, "head key"],
    tokens: Sequence[str],
    special: Sequence[bool],
) -> Figure:
    """Draw a mark for each token and head: how much weight it gets, how long its value is.

    Args:
        received: mean weight.
        lengths: of the values, as they reach the stream.
        tokens: that answer.
        special: which of them are marks and no words.
    """
    figure = Figure()
    hover = _("{token}, head {head}: weight {weight}, value {length} long").format(
        token="%{customdata[0]}", head="%{customdata[1]}", weight="%{y:.2f}", length="%{x:.2f}"
    )
    for name, chosen, colour, symbol in (
        (_("words"), False, "primary", "circle"),
        (_("start and end tokens"), True, "K", "diamond"),
    ):
        places = [place for place, mark in enumerate(special) if mark is chosen]
        pairs = [(head, place) for head in range(len(received)) for place in places]
        figure.add_scatter(
            x=[lengths[pair].item() for pair in pairs],
            y=[received[pair].item() for pair in pairs],
            name=name,
            mode="markers",
            marker={"color": role(colour), "symbol": symbol, "size": 9, "opacity": 0.7},
            customdata=[[safe(tokens[place]), head + 1] for head, place in pairs],
            hovertemplate=f"{hover}<extra></extra>",
        )
    x_axis(figure, title=_("length of what it gives, ‖v W_O‖"), rangemode="tozero")
    y_axis(figure, title=_("mean weight it gets"), range=[-0.03, 1.03])
    return legend_above(style(figure, height=320))
