"""Several named series in one figure, each with its own style."""

from collections.abc import Callable, Iterable, Mapping

from ui.figures.figure import Figure, Settings, scatter
from ui.figures.theme import escape_label

Points = tuple[Iterable, Iterable]  # x and y of each point


def plot_series(
    points: Mapping[str, Points],
    hover: str,
    styles: Iterable[Mapping],
    make_trace: Callable[..., Settings] = scatter,
    **common: object,
) -> Figure:
    """Plot named series of (x values, y values) in one figure, each with the next of ``styles``.

    Args:
        points: x and y values of each series, by its name.
        hover: hover template of a point; the series' name stands beside it by default.
        styles: trace settings of each series.
        make_trace: type of all traces: ``scatter`` or ``bar``.
        common: trace settings that all series share.
    """
    figure = Figure()
    for (name, (x, y)), look in zip(points.items(), styles, strict=False):
        hovered = {"name": name, "hovertemplate": f"{hover}<extra>{escape_label(name)}</extra>"}
        figure.add(make_trace(x=list(x), y=list(y), **{**hovered, **common, **look}))
    return figure
