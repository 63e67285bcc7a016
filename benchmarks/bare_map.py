"""A plain map of attention weights, for the bare Streamlit page."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, heatmap
from ui.figures.theme import ATTENTION, apply_layout, escape_label

MARGIN, SMALLEST, LARGEST = 90, 14, 30  # room for the labels; height of a row, in pixels


def plot_attention_map(
    weights: Float[Tensor, "query key"], queries: Sequence[str], keys: Sequence[str]
) -> Figure:
    """Plot the attention weights of one head: each row is a query and sums to one.

    Args:
        weights: softmax output of a single head.
        queries: token of each row.
        keys: token of each column.
    """
    figure = Figure(
        heatmap(
            z=weights.numpy(),
            coloraxis=ATTENTION,
            hovertemplate="%{customdata}: %{z:.3f}<extra></extra>",
            customdata=[
                [f"{escape_label(q)} reads {escape_label(k)}" for k in keys] for q in queries
            ],
        )
    )
    # Tokens repeat, so axes are indexed by position and only labelled by token.
    figure.update_xaxes(title="is read", side="top", **_token_ticks(keys))
    figure.update_yaxes(title="asks", autorange="reversed", **_token_ticks(queries))
    figure.update_layout(**{ATTENTION: {"showscale": False}})
    row = min(LARGEST, max(SMALLEST, 360 // len(queries)))
    return apply_layout(figure, height=MARGIN + row * len(queries))


def _token_ticks(tokens: Sequence[str]) -> dict[str, object]:
    return {
        "tickvals": list(range(len(tokens))),
        "ticktext": [escape_label(token) for token in tokens],
    }
