"""Where several heads look, side by side."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go
from jaxtyping import Float
from plotly.subplots import make_subplots
from torch import Tensor

from ui.figures.theme import ATTENTION, safe, style, token_axis


def looks(
    maps: Mapping[str, Float[Tensor, "target source"]],
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    axes: tuple[str, str],
    height: int,
) -> go.Figure:
    """Draw where several heads look, side by side, with the same rows and columns.

    Args:
        maps: attention weights of each head, by its title.
        rows: names of what looks.
        columns: names of what is looked at.
        axes: what rows and columns are.
        height: of the figure.
    """
    titles = list(maps)
    figure = make_subplots(
        cols=len(maps), subplot_titles=titles, shared_yaxes=True, horizontal_spacing=0.04
    )
    for column, weights in enumerate(maps.values(), 1):
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
    figure.update_xaxes(title=small_title(axes[1]), **name_axis(columns))
    figure.update_yaxes(autorange="reversed", **name_axis(rows))
    figure.update_yaxes(title=small_title(axes[0]), col=1)
    figure.update_annotations(font_size=13.5)
    figure.update_layout(margin_t=22 + 17 * (1 + titles[0].count("<br>")))
    figure.update_layout({ATTENTION: {"showscale": False}})
    return style(figure, height)


def name_axis(names: Sequence[str]) -> dict[str, object]:
    """Return an axis of a map, labelled by name."""
    return {
        **token_axis(names),
        "ticklabelstandoff": 4,
        "ticks": "",
        "showgrid": False,
        "zeroline": False,
    }


def small_title(text: str) -> dict[str, object]:
    return {"text": text, "font": {"size": 13}}
