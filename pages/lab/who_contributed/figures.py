"""Figure: the source's share at each step."""

from collections.abc import Sequence

from ui.figures.figure import Figure
from ui.figures.theme import (
    add_legend_above,
    apply_layout,
    escape_label,
    highlight_position,
    theme_colour,
    token_ticks,
    update_x_axis,
    update_y_axis,
)
from ui.messages import _


def plot_source_shares(
    tokens: Sequence[str],
    shares: Sequence[float],
    other_tokens: Sequence[str],
    other_shares: Sequence[float],
    step: int,
) -> Figure:
    """Plot the source's share of the attribution at each step, for one translation or two.

    Args:
        tokens: tokens of the model's translation.
        shares: the share at each step of the model's translation, from 0 to 1.
        other_tokens: tokens of the translation that was typed; empty if there is none.
        other_shares: the share at each step of the typed translation.
        step: the selected step, from 0.
    """
    figure = Figure()
    lines = (
        (
            _("this translation"),
            tokens,
            shares,
            {"color": theme_colour("primary"), "width": 2.5},
            "circle",
        ),
        (
            _("the other one"),
            other_tokens,
            other_shares,
            {"color": theme_colour("muted"), "width": 2, "dash": "dash"},
            "square-open",
        ),
    )
    for name, words, values, line, symbol in lines:
        if words:
            figure.add_scatter(
                x=list(range(len(values))),
                y=list(values),
                name=name,
                mode="lines+markers",
                line=line,
                marker={"symbol": symbol, "size": 8},
                customdata=[escape_label(word) for word in words],
                hovertemplate="%{customdata}: %{y:.2f}<extra></extra>",
            )
    longest = max(len(tokens), len(other_tokens))
    names = [
        "<br>".join(words[place] if place < len(words) else " " for words in (tokens, other_tokens))
        for place in range(longest)
    ]
    every = max(1, longest // 16)
    axis = token_ticks(names, every)
    axis["ticktext"] = [text.replace("&lt;br&gt;", "<br>") for text in axis["ticktext"]]
    apply_layout(figure, height=300)
    update_x_axis(figure, **axis, showgrid=False, zeroline=False, range=[-0.5, longest - 0.5])
    update_y_axis(figure, range=[0, 1.02], title=_("share of the source"), dtick=0.5)
    highlight_position(figure, step)
    return add_legend_above(figure)
