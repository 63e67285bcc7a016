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
    """Plot named series of points in one figure, each in its own style.

    Args:
        points: name of each series -> (x values, y values).
        hover: Plotly's template of the text at a point under the pointer, such as "%{y:.2f}"; the
            name of the series follows it, unless a style has its own ``hovertemplate``.
        styles: trace settings of each series, in the order of ``points``; a series without a style
            is not drawn.
        make_trace: type of all traces: ``scatter`` or ``bar``.
        common: trace settings that all series share; a style takes precedence.
    """
    figure = Figure()
    for (name, (x, y)), look in zip(points.items(), styles, strict=False):
        hovered = {"name": name, "hovertemplate": f"{hover}<extra>{escape_label(name)}</extra>"}
        figure.add(make_trace(x=list(x), y=list(y), **{**hovered, **common, **look}))
    return figure
