"""What the small trainings look like: curves, maps that move, and where heads look."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
import torch
from jaxtyping import Float
from plotly.subplots import make_subplots
from torch import Tensor

from figures.theme import ATTENTION, SIGNED, role, safe, style

BOTTOM = {"orientation": "h", "x": 0, "xanchor": "left", "y": 1.02, "yanchor": "bottom"}
HIDDEN = {"showticklabels": False, "zeroline": False, "showgrid": False, "ticks": ""}
CLOSE_UP = 0.15  # room around the points of a map, as a share of its width
TOGETHER = 0.07  # distance of points whose names would cover each other, likewise
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
    height: int = 380,
) -> go.Figure:
    """Draw named points in a plane, a colour and a sign for each group.

    Args:
        places: of the points.
        names: beside the points.
        groups: the points of each group, by its name.
        arrows: whether lines lead from the origin to the points, which then is on the map.
        height: of the figure.
    """
    figure = go.Figure()
    seen = torch.cat([places, places.new_zeros(1, 2)]) if arrows else places
    low, high = seen.amin(dim=0), seen.amax(dim=0)
    size = (high - low).max().clamp(min=1e-3).item()
    for number, (group, members) in enumerate(groups.items()):
        colour = role(COLOURS[number % len(COLOURS)])
        here = places[list(members)]
        if arrows:
            line = [xy for end in here.tolist() for xy in ([0, 0], end, [None, None])]
            figure.add_scatter(
                x=[x for x, _ in line],
                y=[y for _, y in line],
                mode="lines",
                line={"color": colour, "width": 1},
                opacity=0.35,
                hoverinfo="skip",
                showlegend=False,
            )
        texts = _together(here, [names[member] for member in members], TOGETHER * size)
        upper = here[:, 1] > (low + high)[1] / 2
        figure.add_scatter(
            x=here[:, 0].tolist(),
            y=here[:, 1].tolist(),
            name=safe(group),
            mode="markers+text",
            marker={"color": colour, "symbol": SIGNS[number % len(SIGNS)], "size": 9},
            text=texts,
            textposition=[
                "bottom center" if up and "<br>" in text else "top center"
                for up, text in zip(upper.tolist(), texts, strict=True)
            ],
            textfont={"size": 13},
            customdata=[safe(names[member]) for member in members],
            hovertemplate=f"%{{customdata}} (%{{x:.2f}}, %{{y:.2f}})<extra>{safe(group)}</extra>",
        )
    room = CLOSE_UP * size
    (left, down), (right, up) = (low - room).tolist(), (high + room).tolist()
    figure.update_xaxes(range=[left, right], **HIDDEN)
    figure.update_yaxes(range=[down, up], **HIDDEN)
    style(figure, height)
    return figure.update_layout(showlegend=True, legend=BOTTOM | {"font": {"size": 12.5}})


def _together(places: Float[Tensor, "item 2"], names: Sequence[str], near: float) -> list[str]:
    """Write names of points that lie upon each other below one another, at the first point."""
    texts: list[list[str]] = [[] for _ in names]
    for place, name in enumerate(names):
        distances = (places[: place + 1] - places[place]).abs().amax(dim=-1).tolist()
        host = next(i for i, far in enumerate(distances) if i == place or (texts[i] and far < near))
        texts[host].append(safe(name))
    return ["<br>".join(text) for text in texts]


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
    height: int = 380,
    numbers: bool = False,
) -> go.Figure:
    """Draw where several heads look, side by side, with the same rows and columns.

    Args:
        maps: attention weights of each head.
        titles: of the maps.
        rows: names of what looks.
        columns: names of what is looked at.
        axes: what rows and columns are.
        height: of the figure.
        numbers: whether the weights are written into the cells.
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
            texttemplate="%{z:.2f}" if numbers else None,
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
    figure.update_layout({ATTENTION: {"showscale": False}})
    return style(figure, height)
