"""Maps of small networks while they learn: points that move, and names that stay readable."""

from collections.abc import Iterator, Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, Settings, scatter
from ui.figures.theme import (
    add_legend,
    apply_layout,
    escape_label,
    theme_colour,
    update_x_axis,
    update_y_axis,
)

HIDDEN = {"showticklabels": False, "zeroline": False, "showgrid": False, "ticks": ""}
BESIDE = 95  # pixels for labels on both sides of a map
NAME, LINE = 75, 17  # pixels: width of a label, height of a line
COVERED = torch.tensor([56.0, 15.0])  # pixels: closer points have overlapping labels
MARKERS = ("circle", "square", "diamond", "triangle-up", "cross", "star", "hexagon", "x")
COLOURS = ("X", "Z", "Q", "V", "K", "primary", "muted", "text")


def project_to_plane(vectors: Sequence[Float[Tensor, "vocab d_model"]]) -> Float[Tensor, "vocab 2"]:
    """Return the vectors of the last snapshot as points of a plane.

    Vectors of length 2 are returned as they are. Longer ones are projected to the plane in which
    they differ most (PCA). Each snapshot's points are turned to lie as near as possible to those of
    the snapshot before; so points move smoothly while the network learns.

    Args:
        vectors: the vectors at each snapshot, the first one first.
    """
    if vectors[-1].shape[1] == 2:
        return vectors[-1]
    places: Tensor | None = None
    for moment in vectors:
        centred = moment - moment.mean(dim=0)
        U, S, _ = torch.linalg.svd(centred, full_matrices=False)
        now = torch.zeros(len(moment), 2)
        now[:, : len(S[:2])] = (U * S)[:, :2]
        if places is not None:  # orthogonal Procrustes alignment
            left, _, right = torch.linalg.svd(now.T @ places)
            now = now @ left @ right
        places = now
    return now


def plot_points(
    coordinates: Float[Tensor, "vocab 2"],
    names: Sequence[str],
    groups: Mapping[str, Sequence[int]],
    *,
    arrows: bool = False,
    size: tuple[int, int],
) -> Figure:
    """Plot named points in a plane, with a colour and a symbol for each group.

    Args:
        coordinates: coordinates of the points.
        names: labels of the points.
        groups: name of a group -> indices of its points.
        arrows: whether to draw a line from the origin to each point; the origin is then in the
            figure.
        size: approximate width and exact height of the figure, in pixels.
    """
    (width, height), figure = size, Figure()
    for number, (group, members) in enumerate(groups.items()):
        colour, here = (
            theme_colour(COLOURS[number % len(COLOURS)]),
            coordinates[list(members)].tolist(),
        )
        if arrows:
            figure.add(_arrows(here, colour))
        figure.add_scatter(
            x=[x for x, _ in here],
            y=[y for _, y in here],
            name=escape_label(group),
            mode="markers",
            marker={"color": colour, "symbol": MARKERS[number % len(MARKERS)], "size": 9},
            customdata=[escape_label(names[member]) for member in members],
            hovertemplate="%{customdata} (%{x:.2f}, %{y:.2f})"
            f"<extra>{escape_label(group)}</extra>",
        )
    seen = torch.cat([coordinates, coordinates.new_zeros(1, 2)]) if arrows else coordinates
    return _frame_points(apply_layout(figure, height), coordinates, names, seen, width)


def _frame_points(
    figure: Figure,
    coordinates: Float[Tensor, "vocab 2"],
    names: Sequence[str],
    all_coordinates: Float[Tensor, "item 2"],
    width: int,
) -> Figure:
    """Label the points of a map and set its visible range.

    Args:
        figure: the map; its height is known.
        coordinates: coordinates of the points.
        names: labels of the points.
        all_coordinates: coordinates that must be visible.
        width: approximate width of the figure, in pixels.
    """
    low, high = all_coordinates.amin(dim=0), all_coordinates.amax(dim=0)
    room = torch.tensor([width - 2.0 * BESIDE, figure.layout.height - 120.0])
    pixel = ((high - low) / room).max().clamp(min=1e-6).item()
    middle = ((low + high) / 2)[0].item()
    for label in _point_labels(coordinates, names, pixel, middle):
        figure.add_annotation(**label)
    edge = torch.tensor([BESIDE, 30.0]) * pixel
    (left, down), (right, up) = (low - edge).tolist(), (high + edge).tolist()
    update_x_axis(figure, range=[left, right], **HIDDEN)
    update_y_axis(figure, range=[down, up], scaleanchor="x", **HIDDEN)  # equal scale keeps angles
    return add_legend(figure, font={"size": 12.5})


def _arrows(coordinates: Sequence[Sequence[float]], colour: str) -> Settings:
    """Return a trace of lines from the origin to some points."""
    ends = [end for place in coordinates for end in ([0, 0], place, [None, None])]
    return scatter(
        x=[x for x, _ in ends],
        y=[y for _, y in ends],
        mode="lines",
        line={"color": colour, "width": 1},
        opacity=0.35,
        hoverinfo="skip",
        showlegend=False,
    )


def _point_labels(
    coordinates: Float[Tensor, "vocab 2"], names: Sequence[str], pixel: float, middle: float
) -> Iterator[dict[str, object]]:
    """Yield labels as annotations; overlapping points share one column of labels.

    Args:
        coordinates: coordinates of the points.
        names: labels of the points.
        pixel: size of a pixel in map units.
        middle: horizontal centre of the map; labels stand on the outer side of their points.
    """
    clusters: list[list[int]] = []
    for point in range(len(names)):
        touching = [
            cluster
            for cluster in clusters
            if any(
                (abs(d) < COVERED * pixel).all() for d in coordinates[cluster] - coordinates[point]
            )
        ]
        clusters = [cluster for cluster in clusters if cluster not in touching]
        clusters.append([*(member for cluster in touching for member in cluster), point])
    placed: list[tuple[bool, float, float, int]] = []  # side, x, y, lines of each label
    for cluster in sorted(clusters, key=lambda cluster: -coordinates[cluster, 1].mean().item()):
        cluster.sort(key=lambda point: -coordinates[point, 1].item())  # labels as their points
        x, y = coordinates[cluster, 0], coordinates[cluster, 1].mean().item()
        outside = x.mean().item() > middle
        at = (x.max() if outside else x.min()).item()
        for side, other, above, lines in placed:  # from top to bottom, lower labels move down
            if side == outside and abs(other - at) < NAME * pixel:
                y = min(y, above - (lines + len(cluster)) / 2 * LINE * pixel)
        placed.append((outside, at, y, len(cluster)))
        yield {
            "x": at,
            "y": y,
            "xshift": 8 if outside else -8,
            "xanchor": "left" if outside else "right",
            "align": "left" if outside else "right",
            "text": "<br>".join(escape_label(names[member]) for member in cluster),
            "font": {"size": 13},
            "showarrow": False,
        }
