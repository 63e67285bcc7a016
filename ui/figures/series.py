"""Series in one coordinate system, each with its name and its look."""

from collections.abc import Callable, Iterable, Mapping

from ui.figures.figure import Figure, Settings, scatter
from ui.figures.theme import safe

Points = tuple[Iterable, Iterable]  # their places along both axes


def draw(
    points: Mapping[str, Points],
    hover: str,
    looks: Iterable[Mapping],
    kind: Callable[..., Settings] = scatter,
    **common: object,
) -> Figure:
    """Draw several series, each with its look.

    Args:
        points: of each series, by its name.
        hover: what is said of a point; its series stands beside, unless a look says otherwise.
        looks: of the series.
        kind: of them all: ``scatter`` or ``bar``.
        common: what all looks have in common.
    """
    figure = Figure()
    for (name, (x, y)), look in zip(points.items(), looks, strict=False):
        hovered = {"name": name, "hovertemplate": f"{hover}<extra>{safe(name)}</extra>"}
        figure.add(kind(x=list(x), y=list(y), **{**hovered, **common, **look}))
    return figure
