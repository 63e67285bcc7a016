"""The map of layers and directions, and how far steered vectors are from real ones."""

from collections.abc import Mapping, Sequence

from ui.figures.attention_maps import axis_title
from ui.figures.figure import Figure, heatmap
from ui.figures.theme import (
    ATTENTION,
    add_legend_above,
    apply_layout,
    escape_label,
    theme_colour,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _
from ui.words import format_shortest

FARTHEST = 5.0  # alpha of the palest cell


def plot_turning_alphas(
    alphas: Mapping[tuple[int, int], float | None],
    translations: Mapping[tuple[int, int], str],
    rows: Sequence[str],
    columns: Sequence[str],
) -> Figure:
    """Plot a heatmap of the smallest alpha that changes the translation, for each tap (row) and
    direction (column).

    Args:
        alphas: (row, column) of each computed cell -> that alpha; None if no alpha changes it.
        translations: (row, column) of each computed cell -> the translation at that alpha.
        rows: names of the taps.
        columns: names of the directions.
    """
    places = [[(row, column) for column in range(len(columns))] for row in range(len(rows))]
    values = [[alphas.get(place) for place in row] for row in places]
    known = [[place in alphas for place in row] for row in places]
    hover = [
        [
            _hover_text(alphas.get(place), translations.get(place, ""), place in alphas)
            for place in row
        ]
        for row in places
    ]
    text = [
        [format_shortest(value) if value is not None else ("–" if there else "")
         for value, there in zip(line, some, strict=True)]
        for line, some in zip(values, known, strict=True)
    ]  # fmt: skip
    figure = Figure(
        heatmap(
            z=[
                [None if value is None else (FARTHEST - value) / FARTHEST for value in line]
                for line in values
            ],
            x=list(columns),
            y=list(rows),
            coloraxis=ATTENTION,
            text=text,
            texttemplate="%{text}",
            customdata=hover,
            hovertemplate="%{y}, %{x}: %{customdata}<extra></extra>",
            hoverongaps=True,
            xgap=3,
            ygap=3,
        )
    )
    figure.update_layout(coloraxis={"showscale": False})
    update_x_axis(figure, side="top", showgrid=False)
    update_y_axis(figure, autorange="reversed", showgrid=False, automargin=True)
    return apply_layout(figure, height=70 + 34 * len(rows))


def _hover_text(alpha: float | None, translation: str, is_computed: bool) -> str:
    """Return the hover text of one cell: the smallest alpha, and the translation that it gives."""
    if not is_computed:
        return _("not tried yet")
    if alpha is None:
        return _("the translation stays the same")
    return _("α = {alpha:g}, “{said}”").format(alpha=alpha, said=escape_label(translation))


def plot_distances(
    alphas: Sequence[float], steered: Sequence[float], random: Sequence[float], chosen_alpha: float
) -> Figure:
    """Plot the mean distance of steered vectors from the nearest real vector against alpha, for the
    chosen and for a random direction.

    Args:
        alphas: the alphas, from 0 on.
        steered: the distance at each alpha along the chosen direction.
        random: the distance at each alpha along a random direction of equal norm.
        chosen_alpha: the selected alpha, which is marked unless it is negative.
    """
    figure = Figure()
    lines = ((_("the direction"), steered, "primary"), (_("a random one"), random, "muted"))
    for name, values, colour in lines:
        figure.add_scatter(
            x=list(alphas),
            y=list(values),
            name=name,
            mode="lines+markers",
            line={"color": theme_colour(colour), "width": 2.5},
            hovertemplate=_("α = %{x}: %{y:.2f}") + f"<extra>{name}</extra>",
        )
    if chosen_alpha >= 0:
        figure.add_shape(
            type="line", x0=chosen_alpha, x1=chosen_alpha, y0=0, y1=1, yref="paper", layer="below",
            line={"color": theme_colour("line2"), "width": 1.5, "dash": "dot"},
        )  # fmt: skip
    update_x_axis(figure, title=axis_title("α"), zeroline=False)
    update_y_axis(figure, title=axis_title(_("distance")), rangemode="tozero")
    return add_legend_above(apply_layout(figure, height=280))
