"""Plots of what each decoding step computes, with and without the key-value cache."""

from collections.abc import Sequence

from ui.figures.figure import Figure, heatmap, subplot_columns
from ui.figures.theme import (
    ATTENTION,
    add_legend,
    apply_layout,
    escape_label,
    theme_colour,
    token_ticks,
)
from ui.messages import N_, _

COMPUTED, KEPT = 0.75, 0.25  # values on the colour scale
TITLES = N_("without the cache"), N_("with the cache")
CELLS = {
    COMPUTED: N_("step {step}, {token}: computed"),
    KEPT: N_("step {step}, {token}: read from the cache"),
    None: N_("step {step}, {token}: not there yet"),
}


def plot_computed_rows(
    tokens: Sequence[str],
    uncached_counts: Sequence[tuple[int, int]],
    cached_counts: Sequence[tuple[int, int]],
) -> Figure:
    """Plot which positions each decoding step computes and which it reads from the key-value cache,
    on the left without the cache, on the right with it.

    Args:
        tokens: the decoder's input tokens, the start token first, one for each step.
        uncached_counts: for each step without the cache, the number of positions computed and the
            number of all positions so far.
        cached_counts: the same with the cache.
    """
    figure = subplot_columns([_(title) for title in TITLES], 0.04, shared=True)
    steps, places = list(range(1, len(tokens) + 1)), list(range(len(tokens)))
    names, said = [escape_label(token) for token in tokens], {one: _(CELLS[one]) for one in CELLS}
    for column, counted in enumerate((uncached_counts, cached_counts), 1):
        z = [
            [
                None if place >= seen else COMPUTED if place >= seen - rows else KEPT
                for rows, seen in counted
            ]
            for place in places
        ]
        cells = heatmap(
            x=steps,
            y=places,
            z=z,
            customdata=[
                [said[one].format(step=step, token=name) for step, one in enumerate(line, 1)]
                for name, line in zip(names, z, strict=True)
            ],
            hovertemplate="%{customdata}<extra></extra>",
            coloraxis=ATTENTION,
            xgap=1,
            ygap=1,
        )
        figure.add(cells, column)
    apply_layout(figure, height=min(420, 110 + 20 * len(tokens)))
    every = max(1, len(tokens) // 18)
    figure.update_yaxes(**token_ticks(tokens, every), autorange="reversed", showgrid=False)
    figure.update_xaxes(title=_("step"), showgrid=False, dtick=max(1, len(tokens) // 8))
    figure.update_layout(coloraxis={"showscale": False})
    return figure


def plot_multiplications(uncached_counts: Sequence[int], cached_counts: Sequence[int]) -> Figure:
    """Plot the number of multiplications of each step, without and with the key-value cache.

    Args:
        uncached_counts: multiplications of each step without the cache.
        cached_counts: the same with it.
    """
    figure, hover = Figure(), _("step {step}: {count} million")
    hover = hover.format(step="%{x}", count="%{y:.1f}")
    for title, counts, colour in (
        (TITLES[0], uncached_counts, theme_colour("line2")),
        (TITLES[1], cached_counts, theme_colour("primary")),
    ):  # fmt: skip
        figure.add_bar(
            x=list(range(1, len(counts) + 1)),
            y=[count / 1e6 for count in counts],
            name=_(title),
            marker={"color": colour},
            hovertemplate=f"{hover}<extra>{_(title)}</extra>",
        )
    add_legend(apply_layout(figure, height=260), y=1.0).update_layout(bargap=0.25)
    figure.update_xaxes(title=_("step"), dtick=max(1, len(uncached_counts) // 16))
    figure.update_yaxes(title=_("million multiplications"), rangemode="tozero")
    return figure
