"""Figures of the encoder's vectors by depth: paths in a plane, and cosines between them."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, heatmap, subplot_columns
from ui.figures.theme import (
    PALE,
    SIGNED,
    add_legend,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
    update_y_axis,
)
from ui.messages import _

SYMBOLS = ("square", "diamond", "triangle-up", "x")  # of the words beside the chosen one


def depth_names(depth_count: int) -> list[str]:
    """Return the labels of the depths: "embedding", then layers 1 to depth_count - 1."""
    return [_("embedding"), *(_("layer {layer}").format(layer=at) for at in range(1, depth_count))]


def plot_token_paths(
    points: Float[Tensor, "depth token 2"],
    share: float,
    names: Sequence[str],
    chosen_tokens: Sequence[int],
    colours: Sequence[str] = ("primary", "Z"),
) -> Figure:
    """Plot the path of every token's vector through the stack, projected onto a plane.

    Args:
        points: coordinates of the tokens in the plane, at each depth, as from
            ``compute.project_to_plane``.
        share: share of the variance that the plane keeps, 0 to 1.
        names: display names of the tokens.
        chosen_tokens: indices of the tokens whose paths are highlighted.
        colours: names of the theme colours of the highlighted paths.
    """
    stages = depth_names(len(points))
    numbers = list(map(str, range(1, len(points) - 1)))
    figure = Figure()
    sides = find_label_sides(points, names, chosen_tokens)
    for place in [p for p in range(len(names)) if p not in chosen_tokens] + list(chosen_tokens):
        own = place in chosen_tokens
        colour = theme_colour(
            colours[chosen_tokens.index(place) % len(colours)] if own else "line2"
        )
        name = escape_label(names[place])
        figure.add_scatter(
            x=points[:, place, 0].tolist(),
            y=points[:, place, 1].tolist(),
            name=name,
            mode="lines+markers+text",
            line={"color": colour, "width": 3 if own else 1.2},
            marker={"size": [9 if own else 4] * len(stages), "color": colour},
            text=[
                stages[0] if place == chosen_tokens[0] else "",
                *(numbers if own else [""] * len(numbers)),
                name if own or sides[place] else "",  # hovering over a path names its token
            ],
            textposition=[*["top center"] * (len(stages) - 1), sides[place] or "top center"],
            textfont={"color": theme_colour("text" if own else "muted"), "size": 15 if own else 12},
            customdata=stages,
            hovertemplate=f"{name}, %{{customdata}}<extra></extra>",
        )
    hidden = {"zeroline": False, "showgrid": False, "showticklabels": False}
    kept = _("this flat picture keeps {share:%} of the differences").format(share=share)
    kept = f"{_('numbers: after which layer')}<br>{kept}"
    figure.update_xaxes(title={"text": kept, "font": {"size": 13}}, **hidden)
    figure.update_yaxes(**hidden)
    return apply_layout(figure, height=380)


def find_label_sides(
    points: Float[Tensor, "depth token 2"], names: Sequence[str], chosen_tokens: Sequence[int]
) -> list[str | None]:
    """Return the side of the path's end at which each token's label overlaps no other label.

    The labels of chosen tokens are placed first. The figure is taken to be 560 by 340 pixels.

    Args:
        points: coordinates of the tokens at each depth; a path ends at the last depth.
        names: the labels.
        chosen_tokens: indices of the tokens that must have a label.

    Returns:
        For each token "top center", "bottom center", "middle right" or "middle left". If all sides
        overlap, it is None, but "bottom center" for a chosen token.
    """
    low, high = points.flatten(0, 1).amin(dim=0), points.flatten(0, 1).amax(dim=0)
    scale = torch.tensor([560, 340]) / (high - low).clamp(min=1e-9)
    places = ((points - low) * scale).tolist()
    taken = [
        _compute_label_box(depth[p], 9.0, "top center")
        for p in chosen_tokens
        for depth in places[:-1]
    ]
    sides: list[str | None] = [None] * len(names)
    for place in sorted(range(len(names)), key=lambda place: place not in chosen_tokens):
        width = 8.0 * len(names[place]) + 4
        for side in ("top center", "bottom center", "middle right", "middle left"):
            box = _compute_label_box(places[-1][place], width, side)
            if not any(_overlap(box, other) for other in taken):
                sides[place] = side
                taken.append(box)
                break
        else:
            sides[place] = "bottom center" if place in chosen_tokens else None
    return sides


def _compute_label_box(
    point: Sequence[float], width: float, side: str
) -> tuple[float, float, float, float]:
    """Return the box (left, bottom, right, top) of a label beside a point, in pixels; y goes up."""
    x, y = point
    left = {"middle right": x + 5, "middle left": x - 5 - width}.get(side, x - width / 2)
    low = {"top center": y + 7, "bottom center": y - 19}.get(side, y - 6)
    return left, low, left + width, low + 12


def _overlap(a: Sequence[float], b: Sequence[float]) -> bool:
    """Return whether two boxes (left, bottom, right, top) overlap."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def plot_depth_cosines(matrix: Float[Tensor, "depth depth"]) -> Figure:
    """Plot the cosines between one token's vectors at every pair of depths, as a heatmap.

    Args:
        matrix: the cosines, from -1 to 1.
    """
    names = depth_names(len(matrix))
    figure = Figure(
        heatmap(
            z=matrix.tolist(),
            x=names,
            y=names,
            coloraxis=SIGNED,
            texttemplate="%{z:.2f}",
            textfont={"color": theme_colour("text")},
            hovertemplate=_("{one} and {other}: {cosine}").format(
                one="%{y}", other="%{x}", cosine="%{z:.3f}"
            )
            + "<extra></extra>",
        )
    )
    figure.update_xaxes(side="top")
    figure.update_yaxes(autorange="reversed")
    figure.update_layout(**PALE)
    return apply_layout(figure, height=300)


def plot_token_cosines(
    matrices: Float[Tensor, "depth token token"], names: Sequence[str], chosen_token: int
) -> Figure:
    """Plot the cosines between the vectors of all pairs of tokens, one heatmap for each depth.

    Args:
        matrices: cosines between the tokens' vectors, at each depth.
        names: display names of the tokens.
        chosen_token: index of the token whose row is outlined.
    """
    count = len(matrices)
    titles = list(map(str, range(count)))  # a phone has no room for more above each map
    figure = subplot_columns(titles, 0.012)
    labels = [escape_label(name) for name in names]
    both = _("{one} and {other}")
    pairs = [[both.format(one=a, other=b) for b in labels] for a in labels]
    for column, matrix in enumerate(matrices, start=1):
        cells = heatmap(
            z=matrix.tolist(),
            coloraxis=SIGNED,
            customdata=pairs,
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
        )
        figure.add(cells, column)
        figure.add_shape(
            type="rect", x0=-0.5, x1=len(names) - 0.5, y0=chosen_token - 0.5, y1=chosen_token + 0.5,
            line={"color": theme_colour("ring"), "width": 1.5}, xref=cells.xaxis, yref=cells.yaxis,
        )  # fmt: skip
    figure.update_yaxes(autorange="reversed", **token_ticks(names), showticklabels=False)
    update_y_axis(figure, showticklabels=True)
    figure.update_xaxes(showticklabels=False)
    figure.update_layout(**{SIGNED: {"showscale": False, "cmin": -1, "cmax": 1}})
    return apply_layout(figure, height=max(230, 60 + 13 * len(names)))


def plot_drift(
    cosines: Mapping[str, Float[Tensor, " depth"]],
    chosen_word: str,
    mean_cosine_of_others: Float[Tensor, " depth"],
) -> Figure:
    """Plot the cosine between each shared word's vectors in two sentences, by depth.

    Args:
        cosines: shared word -> cosine between its two vectors at each depth.
        chosen_word: the word whose line is highlighted.
        mean_cosine_of_others: mean cosine between different words of the two sentences, by depth,
            for comparison.
    """
    stages = depth_names(len(mean_cosine_of_others))
    figure = Figure()
    figure.add_scatter(
        x=stages, y=mean_cosine_of_others.tolist(), name=_("different words, on average"),
        mode="lines",
        line={"color": theme_colour("muted"), "dash": "dot", "width": 2},
        hovertemplate=f"%{{x}}: %{{y:.3f}}<extra>{_('different words')}</extra>",
    )  # fmt: skip
    for place, word in enumerate(sorted(cosines, key=chosen_word.__eq__)):  # the chosen one on top
        own = word == chosen_word
        name = escape_label(word)
        figure.add_scatter(
            x=stages, y=cosines[word].tolist(), name=name, mode="lines+markers",
            line={
                "color": theme_colour("primary" if own else "line2"),
                "width": 3.5 if own else 1.5,
            },
            marker={"size": 8, "symbol": "circle" if own else SYMBOLS[place % len(SYMBOLS)]},
            hovertemplate=f"%{{x}}: %{{y:.3f}}<extra>{name}</extra>",
        )  # fmt: skip
    title = _("how alike they are (cosine; 1: same direction)")
    least = min(line.min().item() for line in [*cosines.values(), mean_cosine_of_others])
    figure.update_yaxes(title=title, range=[0 if least >= 0 else -0.25, 1.05])
    return add_legend(apply_layout(figure, height=350))
