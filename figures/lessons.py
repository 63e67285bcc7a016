"""What the small trainings look like: curves, maps that move, and where heads look."""

from collections.abc import Iterator, Mapping, Sequence

import plotly.graph_objects as go
import torch
from jaxtyping import Float
from plotly.subplots import make_subplots
from torch import Tensor

from figures.theme import ATTENTION, SIGNED, role, safe, style

BOTTOM = {"orientation": "h", "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom"}
HIDDEN = {"showticklabels": False, "zeroline": False, "showgrid": False, "ticks": ""}
BESIDE = 95  # pixels at both sides of a map for names
COVERED = torch.tensor([56.0, 15.0])  # pixels between points whose names would cover each other
SIGNS = ("circle", "square", "diamond", "triangle-up", "cross", "star", "hexagon", "x")
COLOURS = ("X", "Z", "Q", "V", "K", "primary", "muted", "text")


def curves(
    steps: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    total: int,
    *,
    title: str,
    top: float | None = None,
    floor: tuple[float, str] | None = None,
    colours: Sequence[str] = ("primary", "Z", "Q"),
    height: int = 190,
) -> go.Figure:
    """Draw what was measured so far, on axes that leave room for what is to come.

    Args:
        steps: at which it was measured.
        lines: numbers by name; two or more get a legend.
        total: steps of the whole training.
        title: of the vertical axis.
        top: where that axis ends; None follows the numbers.
        floor: a level to compare with, and its name.
        colours: of the lines, by role.
        height: of the figure.
    """
    figure = go.Figure()
    for (name, values), colour in zip(lines.items(), colours, strict=False):
        figure.add_scatter(
            x=list(steps),
            y=list(values),
            name=name,
            mode="lines",
            line={"color": role(colour), "width": 2.5},
            hovertemplate=f"step %{{x}}: %{{y:.3f}}<extra>{safe(name)}</extra>",
        )
    if floor:
        figure.add_hline(
            y=floor[0],
            line={"color": role("muted"), "width": 1.2, "dash": "dot"},
            annotation={"text": floor[1], "yanchor": "bottom", "font": {"size": 12.5}},
        )
    small = {"font": {"size": 13}}
    figure.update_xaxes(title={"text": "training step", **small}, range=[0, total], zeroline=False)
    limits = {"range": [0, top]} if top else {"rangemode": "tozero"}
    figure.update_yaxes(title={"text": title, **small}, **limits)
    style(figure, height)
    return figure.update_layout(showlegend=len(lines) > 1, legend=BOTTOM)


def flat(vectors: Sequence[Float[Tensor, "vocab d_model"]]) -> Float[Tensor, "vocab 2"]:
    """Lay the last of several moments of a training out flat, without turning the map on the way.

    Two numbers are shown as they are. Of more, the plane is taken in which the vectors differ most
    (PCA); it is turned so that every moment's map lies as nearly as possible on the one before.

    Args:
        vectors: of all moments, from the first.
    """
    if vectors[-1].shape[1] == 2:
        return vectors[-1]
    places = None
    for moment in vectors:
        centred = moment - moment.mean(dim=0)
        U, S, _ = torch.linalg.svd(centred, full_matrices=False)
        now = torch.zeros(len(moment), 2)
        now[:, : len(S[:2])] = (U * S)[:, :2]
        if places is not None:  # the orthogonal Procrustes problem
            left, _, right = torch.linalg.svd(now.T @ places)
            now = now @ left @ right
        places = now
    return places


def points(
    places: Float[Tensor, "vocab 2"],
    names: Sequence[str],
    groups: Mapping[str, Sequence[int]],
    *,
    arrows: bool = False,
    width: int,
    height: int,
) -> go.Figure:
    """Draw named points in a plane, a colour and a sign for each group.

    Args:
        places: of the points.
        names: beside the points.
        groups: the points of each group, by its name.
        arrows: whether lines lead from the origin to the points, which then is on the map.
        width: of the figure, more or less, in pixels.
        height: of the figure.
    """
    figure = go.Figure()
    seen = torch.cat([places, places.new_zeros(1, 2)]) if arrows else places
    low, high = seen.amin(dim=0), seen.amax(dim=0)
    room = torch.tensor([width - 2.0 * BESIDE, height - 120.0])
    pixel = ((high - low) / room).max().clamp(min=1e-6).item()
    for number, (group, members) in enumerate(groups.items()):
        colour, here = role(COLOURS[number % len(COLOURS)]), places[list(members)].tolist()
        if arrows:
            ends = [end for place in here for end in ([0, 0], place, [None, None])]
            figure.add_scatter(
                x=[x for x, _ in ends],
                y=[y for _, y in ends],
                mode="lines",
                line={"color": colour, "width": 1},
                opacity=0.35,
                hoverinfo="skip",
                showlegend=False,
            )
        figure.add_scatter(
            x=[x for x, _ in here],
            y=[y for _, y in here],
            name=safe(group),
            mode="markers",
            marker={"color": colour, "symbol": SIGNS[number % len(SIGNS)], "size": 9},
            customdata=[safe(names[member]) for member in members],
            hovertemplate=f"%{{customdata}} (%{{x:.2f}}, %{{y:.2f}})<extra>{safe(group)}</extra>",
        )
    middle = ((low + high) / 2)[0].item()
    figure.update_layout(annotations=list(_labels(places, names, pixel, middle)))
    (left, down), (right, up) = (low - 30 * pixel).tolist(), (high + 30 * pixel).tolist()
    aside = (BESIDE - 30) * pixel
    figure.update_xaxes(range=[left - aside, right + aside], **HIDDEN)
    figure.update_yaxes(range=[down, up], scaleanchor="x", **HIDDEN)  # angles are as they are
    style(figure, height)
    return figure.update_layout(showlegend=True, legend=BOTTOM | {"font": {"size": 12.5}})


def _labels(
    places: Float[Tensor, "vocab 2"], names: Sequence[str], pixel: float, middle: float
) -> Iterator[dict[str, object]]:
    """Yield names as annotations; those of points that lie upon each other stand in one column.

    Args:
        places: of the points.
        names: of the points.
        pixel: how large one is, in the units of the map.
        middle: of the map, from left to right; names stand on the outer side of their points.
    """
    clusters: list[list[int]] = []
    for point in range(len(names)):
        touching = [
            cluster
            for cluster in clusters
            if any((abs(d) < COVERED * pixel).all() for d in places[cluster] - places[point])
        ]
        clusters = [cluster for cluster in clusters if cluster not in touching]
        clusters.append([*(member for cluster in touching for member in cluster), point])
    for cluster in clusters:
        x, y = places[cluster, 0], places[cluster, 1].mean().item()
        outside = x.mean().item() > middle
        yield {
            "x": (x.max() if outside else x.min()).item(),
            "y": y,
            "xshift": 8 if outside else -8,
            "xanchor": "left" if outside else "right",
            "align": "left" if outside else "right",
            "text": "<br>".join(safe(names[member]) for member in cluster),
            "font": {"size": 13},
            "showarrow": False,
        }


def cosine_maps(
    before: Float[Tensor, "vocab vocab"],
    now: Float[Tensor, "vocab vocab"],
    names: Sequence[str],
    titles: tuple[str, str],
) -> go.Figure:
    """Draw the cosine of every two words before training and now, side by side.

    Args:
        before: of the untrained vectors.
        now: of the vectors as they are.
        names: of the words.
        titles: of the two maps.
    """
    figure = make_subplots(cols=2, subplot_titles=titles, horizontal_spacing=0.09)
    for column, cosines in enumerate((before, now), 1):
        figure.add_heatmap(
            z=cosines.numpy(),
            coloraxis=SIGNED,
            customdata=[[f"{safe(a)}, {safe(b)}" for b in names] for a in names],
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
            row=1,
            col=column,
        )
    ticks = {"tickvals": list(range(len(names))), "ticktext": [safe(name) for name in names]}
    figure.update_xaxes(tickangle=-60, tickfont={"size": 12}, **ticks)
    figure.update_yaxes(autorange="reversed", tickfont={"size": 12}, **ticks)
    figure.update_layout({SIGNED: {"showscale": False, "cmin": -1, "cmax": 1}})
    return style(figure, height=460)


def looks(
    maps: Sequence[Float[Tensor, "target source"]],
    titles: Sequence[str],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    axes: tuple[str, str],
    height: int,
) -> go.Figure:
    """Draw where several heads look, side by side, with the same rows and columns.

    Args:
        maps: attention weights of each head.
        titles: of the maps.
        rows: names of what looks.
        columns: names of what is looked at.
        axes: what rows and columns are.
        height: of the figure.
    """
    figure = make_subplots(
        cols=len(maps), subplot_titles=titles, shared_yaxes=True, horizontal_spacing=0.04
    )
    for column, weights in enumerate(maps, 1):
        figure.add_heatmap(
            z=weights.numpy(),
            coloraxis=ATTENTION,
            xgap=1,
            ygap=1,
            customdata=[[f"{safe(r)} looks at {safe(c)}" for c in columns] for r in rows],
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
            row=1,
            col=column,
        )
    plain = {"showgrid": False, "zeroline": False, "ticks": "", "ticklabelstandoff": 4}
    small = {"font": {"size": 13}}
    figure.update_xaxes(
        title={"text": axes[1], **small},
        tickvals=list(range(len(columns))),
        ticktext=[safe(column) for column in columns],
        **plain,
    )
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[safe(row) for row in rows],
        range=[len(rows) - 0.5, -0.5],
        **plain,
    )
    figure.update_yaxes(title={"text": axes[0], **small}, col=1)
    figure.update_annotations(font_size=13.5)
    figure.update_layout(margin_t=22 + 17 * (1 + titles[0].count("<br>")))
    figure.update_layout({ATTENTION: {"showscale": False}})
    return style(figure, height)


def recall(right: Mapping[tuple[str, str], float], learned: Sequence[tuple[str, str]]) -> go.Figure:
    """Draw how probable the right answer is for every phrase; a dot marks what was learned.

    Args:
        right: probability of the right kind, by both words of the phrase.
        learned: the phrases that were learned from.
    """
    rows = list(dict.fromkeys(first for first, _ in right))
    columns = list(dict.fromkeys(second for _, second in right))
    figure = go.Figure(
        go.Heatmap(
            z=[[right.get((row, column)) for column in columns] for row in rows],
            text=[["•" if (row, column) in learned else "" for column in columns] for row in rows],
            texttemplate="%{text}",
            textfont={"size": 18},
            coloraxis=ATTENTION,
            xgap=1,
            ygap=1,
            customdata=[[f"{safe(row)} {safe(column)}" for column in columns] for row in rows],
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
        )
    )
    plain = {"showgrid": False, "zeroline": False, "ticks": "", "ticklabelstandoff": 4}
    figure.update_xaxes(
        tickvals=list(range(len(columns))), ticktext=[safe(c) for c in columns], **plain
    )
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[safe(row) for row in rows],
        autorange="reversed",
        **plain,
    )
    figure.update_layout({ATTENTION: {"showscale": False}})
    return style(figure, height=90 + 30 * len(rows))
