"""The encoder's vectors along its depth: paths in a plane, and who points the same way as whom."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
from jaxtyping import Float
from plotly.subplots import make_subplots
from torch import Tensor

from ui.figures.theme import SIGNED, role, safe, style


def depth_names(count: int) -> list[str]:
    """Return what the depths are called, the embedding first."""
    return ["embedding", *(f"layer {layer}" for layer in range(1, count))]


def paths(
    points: Float[Tensor, "depth token 2"],
    share: float,
    names: Sequence[str],
    chosen: Sequence[int],
    colours: Sequence[str] = ("primary", "Z"),
) -> go.Figure:
    """Draw every token's path through the stack, in the plane in which the vectors differ most.

    Args:
        points: the places of the tokens in the plane, at each depth.
        share: of the variance that the plane keeps.
        names: of the tokens.
        chosen: the tokens whose paths stand out.
        colours: of these paths.
    """
    stages = depth_names(len(points))
    figure = go.Figure()
    for place in [p for p in range(len(names)) if p not in chosen] + list(chosen):
        own = place in chosen
        colour = role(colours[chosen.index(place) % len(colours)] if own else "line2")
        name = safe(names[place])
        figure.add_scatter(
            x=points[:, place, 0].tolist(),
            y=points[:, place, 1].tolist(),
            name=name,
            mode="lines+markers+text",
            line={"color": colour, "width": 3 if own else 1.2},
            marker={"size": [9 if own else 4] * len(stages), "color": colour},
            text=[*([str(d) if own else "" for d in range(len(stages) - 1)]), name],
            textposition="top center",
            textfont={"color": role("text" if own else "muted"), "size": 15 if own else 12},
            customdata=stages,
            hovertemplate=f"{name}, %{{customdata}}<extra></extra>",
        )
    hidden = {"showticklabels": False, "zeroline": False}
    kept = f"these two directions keep {share:.0%} of the variance"
    figure.update_xaxes(title={"text": kept, "font": {"size": 13}}, **hidden)
    figure.update_yaxes(**hidden)
    return style(figure, height=420)


def between_depths(matrix: Float[Tensor, "depth depth"]) -> go.Figure:
    """Draw the cosine between one token's vectors at each two depths, with the numbers.

    Args:
        matrix: from ``cosines``.
    """
    names = depth_names(len(matrix))
    figure = go.Figure(
        go.Heatmap(
            z=matrix.tolist(),
            x=names,
            y=names,
            coloraxis=SIGNED,
            texttemplate="%{z:.2f}",
            hovertemplate="%{y} and %{x}: %{z:.3f}<extra></extra>",
        )
    )
    figure.update_xaxes(side="top")
    figure.update_yaxes(autorange="reversed")
    figure.update_layout({SIGNED: {"showscale": False, "cmin": -1, "cmax": 1}})
    return style(figure, height=420)


def similarities(
    matrices: Float[Tensor, "depth token token"], names: Sequence[str], word: int
) -> go.Figure:
    """Draw the cosine between all tokens, one map for each depth.

    Args:
        matrices: from ``cosines``.
        names: of the tokens.
        word: the chosen token, whose row is marked.
    """
    count = len(matrices)
    titles = depth_names(count)
    figure = make_subplots(1, count, subplot_titles=titles, horizontal_spacing=0.012)
    labels = [safe(name) for name in names]
    pairs = [[f"{a} and {b}" for b in labels] for a in labels]
    places = list(range(len(names)))
    for column, matrix in enumerate(matrices, start=1):
        figure.add_heatmap(
            z=matrix.tolist(),
            coloraxis=SIGNED,
            customdata=pairs,
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
            row=1,
            col=column,
        )
        figure.add_shape(
            type="rect", x0=-0.5, x1=len(names) - 0.5, y0=word - 0.5, y1=word + 0.5,
            line={"color": role("ring"), "width": 1.5}, row=1, col=column,
        )  # fmt: skip
        figure.update_yaxes(
            autorange="reversed", tickvals=places, ticktext=labels if column == 1 else [],
            showticklabels=column == 1, row=1, col=column,
        )  # fmt: skip
    figure.update_xaxes(showticklabels=False)
    figure.update_layout({SIGNED: {"showscale": False, "cmin": -1, "cmax": 1}})
    return style(figure, height=max(230, 60 + 13 * len(names)))


def drifting(
    lines: Mapping[str, Float[Tensor, " depth"]], chosen: str, others: Float[Tensor, " depth"]
) -> go.Figure:
    """Draw how alike the same words stay in two sentences, depth by depth.

    Args:
        lines: for each word that both have, the cosine between its two vectors.
        chosen: the word that stands out.
        others: the mean cosine between different words of the two sentences, for comparison.
    """
    stages = depth_names(len(others))
    figure = go.Figure()
    figure.add_scatter(
        x=stages, y=others.tolist(), name="different words, on average", mode="lines",
        line={"color": role("muted"), "dash": "dot", "width": 2},
        hovertemplate="%{x}: %{y:.3f}<extra>different words</extra>",
    )  # fmt: skip
    for word in sorted(lines, key=lambda word: word == chosen):  # the chosen one on top
        own = word == chosen
        name = safe(word)
        figure.add_scatter(
            x=stages, y=lines[word].tolist(), name=name, mode="lines+markers",
            line={"color": role("primary" if own else "line2"), "width": 3.5 if own else 1.5},
            marker={"size": 8 if own else 4},
            hovertemplate="%{x}: %{y:.3f}<extra>" + name + "</extra>",
        )  # fmt: skip
    figure.update_yaxes(title="cosine between the two", range=[-0.25, 1.05])
    style(figure, height=420)
    figure.update_layout(
        showlegend=True, legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"}
    )
    return figure
