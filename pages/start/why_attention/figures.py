"""Plots of which source words a translation needs, and of a word's attention weights."""

from collections.abc import Collection, Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure
from ui.figures.theme import (
    add_legend,
    apply_layout,
    escape_label,
    highlight_position,
    theme_colour,
    token_ticks,
)
from ui.messages import _, pgettext


def plot_needed_words(
    source: Sequence[str],
    target: Sequence[str],
    main_words: Sequence[int],
    needs: Sequence[Collection[int]],
    selected_row: int,
) -> Figure:
    """Plot which source words (columns) each word of the translation (rows) needs.

    A filled square marks a source word without which the translated word disappears. An open square
    marks the translated word's main source word.

    Args:
        source: words of the sentence, one column each.
        target: words of the translation, one row each.
        main_words: for each row, the column of the source word on which it depends most.
        needs: for each row, the columns of the other words that it needs.
        selected_row: the highlighted row, from 0.
    """
    cells = [(word, row) for row, columns in enumerate(needs) for word in columns]
    own = [(word, row) for row, word in enumerate(main_words)]
    figure = Figure()
    for name, places, symbol in (
        (_("lost without it"), cells, "square"),
        (_("the word it relies on most"), own, "square-open"),
    ):
        figure.add_scatter(
            x=[x for x, __ in places],
            y=[y for __, y in places],
            name=name,
            mode="markers",
            marker={
                "symbol": symbol,
                "size": 15,
                "color": theme_colour("primary"),
                "line": {"width": 2},
            },
            customdata=[
                _("{word}, without {other}").format(
                    word=escape_label(target[y]), other=escape_label(source[x])
                )
                for x, y in places
            ],
            hovertemplate="%{customdata}<extra>" + name + "</extra>",
        )
    figure.add_shape(
        type="rect", xref="x domain", x0=0, x1=1, y0=selected_row - 0.5, y1=selected_row + 0.5,
        fillcolor=theme_colour("panel2"), line={"width": 0}, layer="below",
    )  # fmt: skip
    figure.update_xaxes(**token_ticks(source), range=[-0.6, len(source) - 0.4], zeroline=False)
    figure.update_yaxes(**token_ticks(target), range=[len(target) - 0.4, -0.6], zeroline=False)
    figure.update_xaxes(title=pgettext("words", "hidden"))
    figure.update_layout(margin={"l": 110, "t": 40, "b": 60})
    return add_legend(apply_layout(figure, height=120 + 24 * len(target)))


def plot_mean_weights(
    source: Sequence[str],
    weights: Float[Tensor, " source_word"],
    word_index: int,
    needed: Collection[int] | None,
) -> Figure:
    """Plot, as bars, how much attention one source word gives to each source word.

    Bars of needed words have a colour of their own.

    Args:
        source: words of the sentence.
        weights: the word's mean attention weight on each word.
        word_index: index of the word that attends.
        needed: indices of the source words that its translation needs; None if not measured.
    """
    figure, everything = Figure(), set(range(len(source)))
    groups = [(_("mean attention weight"), "primary", everything)]
    if needed is not None:
        groups = [
            (_("without it the circled word disappears"), "primary", set(needed)),
            (_("the others"), "line2", everything - set(needed)),
        ]
    for name, colour, group in groups:
        places = sorted(group)
        figure.add_bar(
            x=places,
            y=[weights[place].item() for place in places],
            name=name,
            marker={"color": theme_colour(colour)},
            customdata=[escape_label(source[place]) for place in places],
            hovertemplate="%{customdata}: %{y:.3f}<extra>" + name + "</extra>",
        )
    highlight_position(figure, word_index)
    figure.update_xaxes(**token_ticks(source))
    figure.update_yaxes(title=_("mean attention weight"), rangemode="tozero")
    return add_legend(
        apply_layout(figure, height=270).update_layout(barmode="overlay", bargap=0.35)
    )
