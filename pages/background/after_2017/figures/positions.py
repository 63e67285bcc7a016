"""Two words at every two places, as a map and over their distance; and what scores are made of."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, heatmap
from ui.figures.theme import SIGNED, legend_above, role, style
from ui.messages import _

COLOURS = ("X", "V", "K", "muted")


def every_two_places(scores: Float[Tensor, "place place"], reach: float) -> Figure:
    """Draw the scores of two words: left a map over both places, right a dot for each pair.

    Args:
        scores: query's place, key's place.
        reach: largest size of a score on the common scale.
    """
    cell = _("query at {query}, key at {key}: {score}")
    dot = _("query at {query}, key at {key}, distance {distance}: {score}").format(
        query="%{customdata[0]}", key="%{customdata[1]}", distance="%{x}", score="%{y:.3f}"
    )
    count = len(scores)
    pairs = [(m, n) for m in range(count) for n in range(count)]
    figure = Figure(
        heatmap(
            z=scores.numpy(),
            coloraxis=SIGNED,
            hovertemplate=cell.format(query="%{y}", key="%{x}", score="%{z:.3f}")
            + "<extra></extra>",
        )
    )
    figure.add_scatter(
        x=[n - m for m, n in pairs],
        y=[scores[pair].item() for pair in pairs],
        customdata=pairs,
        mode="markers",
        marker={"color": role("primary"), "size": 5, "opacity": 0.6},
        hovertemplate=f"{dot}<extra></extra>",
        xaxis="x2",
        yaxis="y2",
    )
    _lay_out(figure, count - 1, reach)
    return style(figure, height=230)


def _lay_out(figure: Figure, last: int, reach: float) -> None:
    """Set the axes of the map, on the left, and of the dots, on the right."""
    ticks = {"showgrid": False, "zeroline": False}
    figure.update_layout(
        coloraxis2={"showscale": False, "cmin": -reach, "cmax": reach},
        xaxis={
            "title": _("position of the key"),
            "domain": [0, 0.44],
            "tickvals": [0, last],
            **ticks,
        },
        yaxis={"title": _("position of the query"), "autorange": "reversed", "tickvals": [0, last]},
        xaxis2={
            "title": _("distance"),
            "domain": [0.6, 1],
            "anchor": "y2",
            "tickvals": [-last, 0, last] if last else [0],
            "range": [-last - 0.7, last + 0.7],
            **ticks,
        },
        yaxis2={"anchor": "x2", "range": [-1.08 * reach, 1.08 * reach], "nticks": 5},
        margin={"l": 10, "r": 6, "t": 8, "b": 10},
    )


def parts(shares: Float[Tensor, "term head"], names: Sequence[str]) -> Figure:
    """Draw what distinguishes the keys for each head of a first layer: four parts of each score.

    Args:
        shares: adding up to 1 in each head; below 0 where a part works against the others.
        names: of the four.
    """
    heads = [_("head {head}").format(head=head + 1) for head in range(shares.shape[1])]
    figure = Figure()
    for name, row, colour in zip(names, (100 * shares).tolist(), COLOURS, strict=True):
        figure.add_bar(
            x=heads,
            y=row,
            name=name,
            marker={"color": role(colour)},
            hovertemplate="%{x}: %{y:.0f} %<extra>" + name + "</extra>",
        )
    figure.update_layout(barmode="relative", bargap=0.3)
    figure.update_xaxes(showgrid=False)
    figure.update_yaxes(ticksuffix=" %", nticks=5)
    return legend_above(style(figure, height=250))
