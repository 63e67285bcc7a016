"""What each token of a translation costs, with the model as it is and changed."""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure
from ui.figures.theme import legend_above, role, safe, style, token_axis, x_axis, y_axis
from ui.messages import _

LOOKS = (("muted", "square"), ("primary", "circle"), ("K", "diamond"), ("Z", "triangle-up"))
MOST = 24  # tokens that are named; of more, some names are left out


def costs(series: Mapping[str, Sequence[float]], tokens: Sequence[str]) -> Figure:
    """Draw the cost of every token, a mark for each variant of the model.

    Args:
        series: name of the variant -> nats of each token; four at most.
        tokens: of the translation.
    """
    figure = Figure()
    places = list(range(len(tokens)))
    hover = _("{token}: {loss} nats").format(token="%{customdata}", loss="%{y:.2f}")
    for (name, values), (colour, symbol) in zip(series.items(), LOOKS, strict=False):
        figure.add_scatter(
            x=places,
            y=list(values),
            name=name,
            mode="markers+lines",
            line={"color": role(colour), "width": 1, "dash": "dot"},
            marker={"color": role(colour), "symbol": symbol, "size": 9},
            customdata=[safe(token) for token in tokens],
            hovertemplate=f"{hover}<extra>{safe(name)}</extra>",
        )
    return legend_above(_over_tokens(figure, tokens))


def spread_of_costs(
    passes: Float[Tensor, "pass target"], plain: Sequence[float], tokens: Sequence[str]
) -> Figure:
    """Draw the cost of every token in several passes, and in the one without chance.

    Args:
        passes: nats.
        plain: of the pass without chance.
        tokens: of the translation.
    """
    count, length = passes.shape
    hover = _("pass {number}: {loss} nats").format(number="%{customdata[0]}", loss="%{y:.2f}")
    plain_hover, without = _("{loss} nats").format(loss="%{y:.2f}"), _("without dropout")
    figure = Figure()
    figure.add_scatter(
        x=[place for __ in range(count) for place in range(length)],
        y=passes.flatten().tolist(),
        name=_("dropout left on"),
        mode="markers",
        marker={"color": role("primary"), "size": 8, "opacity": 0.65},
        customdata=[[number + 1] for number in range(count) for __ in range(length)],
        hovertemplate=f"{hover}<extra></extra>",
    )
    figure.add_scatter(
        x=list(range(length)),
        y=list(plain),
        name=without,
        mode="markers",
        marker={"color": role("text"), "symbol": "line-ew-open", "size": 20, "line": {"width": 3}},
        hovertemplate=f"{plain_hover}<extra>{without}</extra>",
    )
    return legend_above(_over_tokens(figure, tokens))


def _over_tokens(figure: Figure, tokens: Sequence[str]) -> Figure:
    x_axis(
        figure,
        **token_axis([token[:12] for token in tokens], every=-(-len(tokens) // MOST)),
        range=[-0.6, len(tokens) - 0.4],
        showgrid=False,
        zeroline=False,
    )
    y_axis(figure, title=_("−ln p, nats"), rangemode="tozero")
    return style(figure, height=270)
