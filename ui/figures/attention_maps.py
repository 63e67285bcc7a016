"""Attention maps of several heads, side by side."""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, heatmap, subplot_columns
from ui.figures.theme import ATTENTION, apply_layout, escape_label, token_ticks, update_y_axis
from ui.messages import _


def plot_attention_maps(
    maps: Mapping[str, Float[Tensor, "target source"]],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    axes: tuple[str, str],
    height: int,
) -> Figure:
    """Plot attention maps side by side: rows are queries, columns are keys.

    Args:
        maps: title of each map -> its attention weights.
        rows: text of each query, for all maps.
        columns: text of each key, for all maps.
        axes: title of the query axis, and title of the key axis.
        height: height of the figure in pixels.
    """
    titles, look = list(maps), _("{row} attends to {column}")
    figure = subplot_columns(titles, 0.04, shared=True, font_size=13.5)
    for column, weights in enumerate(maps.values(), 1):
        cells = heatmap(
            z=weights.numpy(),
            coloraxis=ATTENTION,
            xgap=1,
            ygap=1,
            customdata=[
                [look.format(row=escape_label(r), column=escape_label(c)) for c in columns]
                for r in rows
            ],
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
        )
        figure.add(cells, column)
    figure.update_xaxes(title=axis_title(axes[1]), **axis_with_labels(columns))
    figure.update_yaxes(autorange="reversed", **axis_with_labels(rows))
    update_y_axis(figure, title=axis_title(axes[0]))
    figure.update_layout(margin={"t": 22 + 17 * (1 + titles[0].count("<br>"))})
    figure.update_layout(**{ATTENTION: {"showscale": False}})
    return apply_layout(figure, height)


def axis_with_labels(names: Sequence[str]) -> dict[str, object]:
    """Return Plotly's axis settings for a map, with a label, such as a token, at each position."""
    return {
        **token_ticks(names),
        "ticklabelstandoff": 4,
        "ticks": "",
        "showgrid": False,
        "zeroline": False,
    }


def axis_title(text: str) -> dict[str, object]:
    """Return Plotly's settings of an axis title in a small font."""
    return {"text": text, "font": {"size": 13}}
