"""How well each head aligns words, layer by layer, for both names of a row."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from figures.theme import role, style

NAMES = {"writes": "row that writes the word", "reads": "row that reads the word"}
COLOURS = {"writes": "primary", "reads": "muted"}
SYMBOLS = {"writes": "circle", "reads": "diamond"}
ASIDE = {"writes": -0.16, "reads": 0.16}  # the two stand beside each other


def alignment_errors(
    rows: Sequence[Mapping], chosen: tuple[int, int, str], diagonal: float
) -> go.Figure:
    """Draw one mark for each head: its layer, its alignment error rate; lower is better.

    Args:
        rows: "layer", "head" (None for all heads together), "shift" and "mean", the error rate.
        chosen: layer, head and shift of the mark that is ringed.
        diagonal: what one gets without any model, by linking words at equal shares.
    """
    figure = go.Figure()
    for shift, name in NAMES.items():
        marks = [row for row in rows if row["shift"] == shift]
        heads = ["all" if row["head"] is None else str(row["head"] + 1) for row in marks]
        ringed = [(row["layer"], row["head"], shift) == chosen for row in marks]
        figure.add_scatter(
            x=[row["layer"] + 1 + ASIDE[shift] for row in marks],
            y=[row["mean"] for row in marks],
            name=name,
            mode="markers+text",
            text=heads,
            textposition="middle right",
            textfont={"size": 12, "color": role("muted")},
            marker={
                "color": role(COLOURS[shift]),
                "symbol": SYMBOLS[shift],
                "size": [15 if one else 9 for one in ringed],
                "line": {"color": role("ring"), "width": [2.5 if one else 0 for one in ringed]},
            },
            customdata=[[row["layer"] + 1, head] for row, head in zip(marks, heads, strict=True)],
            hovertemplate="layer %{customdata[0]}, head %{customdata[1]}: %{y:.3f}<extra>"
            + name
            + "</extra>",
        )
    figure.add_hline(
        y=diagonal,
        line={"color": role("muted"), "dash": "dot", "width": 1.5},
        annotation={"text": "no model: the diagonal", "xanchor": "right", "yanchor": "bottom"},
    )
    layers = sorted({row["layer"] + 1 for row in rows})
    figure.update_xaxes(tickvals=layers, ticktext=[f"layer {layer}" for layer in layers])
    figure.update_yaxes(title="alignment error rate", rangemode="tozero")
    style(figure, height=360)
    figure.update_layout(
        showlegend=True, legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"}
    )
    return figure
