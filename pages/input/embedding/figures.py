"""Plots of the embedding page: norms of vectors, and each part's share of the parameters."""

from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure
from ui.figures.theme import add_legend, apply_layout, escape_label, theme_colour, token_ticks
from ui.messages import N_, _
from ui.words import format_decimal, format_percent

NUMBERED = 16  # at most this many tokens have numbers above their bars
PARTS = (  # names from ``model.measures.parameters``, listed here for translation
    N_("embedding matrix E"),
    N_("encoder self-attention"),
    N_("encoder feed-forward"),
    N_("decoder self-attention"),
    N_("cross-attention"),
    N_("decoder feed-forward"),
    N_("layer normalization"),
    N_("bias of the logits"),
)


def plot_norms(
    row_norms: Float[Tensor, " position"],
    scaled_norms: Float[Tensor, " position"],
    encoding_norms: Float[Tensor, " position"],
    tokens: Sequence[str],
    chosen_token: int,
) -> Figure:
    """Plot each token's norms: of its row of E, of the scaled row, and of its positional encoding.

    Args:
        row_norms: norm of each token's row of E.
        scaled_norms: norm of this row times the square root of d_model.
        encoding_norms: norm of the positional encoding that is added to it.
        tokens: tokens of the sentence.
        chosen_token: index of the token whose bars are outlined.
    """
    places = list(range(len(tokens)))
    figure = Figure()
    numbers = len(tokens) <= NUMBERED
    hover = _("“{token}”, {name}: {value}") + "<extra></extra>"
    for name, values, colour in (
        (_("row × √d_model"), scaled_norms, "X-tint"),
        (_("row of E"), row_norms, "X"),
    ):
        figure.add_bar(
            x=places,
            y=values.tolist(),
            name=name,
            text=[format_decimal(value, 1) for value in values.tolist()] if numbers else None,
            textposition="outside" if colour == "X-tint" else "none",
            marker={
                "color": theme_colour(colour),
                "line": {
                    "color": [
                        theme_colour("ring" if place == chosen_token else "X") for place in places
                    ],
                    "width": [2.5 if place == chosen_token else 1 for place in places],
                },
            },
            customdata=[escape_label(token) for token in tokens],
            hovertemplate=hover.format(token="%{customdata}", name=name, value="%{y:.3f}"),
        )
    figure.add_scatter(
        x=places,
        y=encoding_norms.tolist(),
        name=_("positional encoding"),
        mode="lines+markers",
        line={"color": theme_colour("text"), "width": 1.5, "dash": "dot"},
        marker={"size": 6},
        hovertemplate=_("position {position}: {value}").format(position="%{x}", value="%{y:.3f}")
        + "<extra></extra>",
    )
    apply_layout(figure, height=280)
    figure.update_xaxes(**token_ticks(tokens))
    figure.update_yaxes(title=_("length (Euclidean norm)"), rangemode="tozero")
    figure.update_layout(barmode="overlay", bargap=0.35)
    return add_legend(figure, traceorder="normal")


def plot_parameter_shares(parts: Mapping[str, int], shared_part: str, use_count: int) -> Figure:
    """Plot parameter counts of a model's parts as two stacked bars: with and without one shared.

    Args:
        parts: parameter count of each part.
        shared_part: name of the part that is used in several places.
        use_count: number of these places; without sharing, each would have a part of its own.
    """
    figure = Figure()
    total = sum(parts.values())
    bars = (_("shared, as here"), _("{count} matrices").format(count=use_count))
    for name, count in parts.items():
        own = name == shared_part
        called = escape_label(_(name))
        words = called.replace(" ", "<br>").replace("-", "-<br>")
        figure.add_bar(
            y=bars,
            x=[count, count],
            name=_(name),
            orientation="h",
            text=[f"{words}<br>{format_percent(count / total, 1)}", ""],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont={"size": 12, "color": theme_colour("on-primary" if own else "text")},
            marker={
                "color": theme_colour("primary" if own else "panel2"),
                "line": {"color": theme_colour("line2"), "width": 1},
            },
            hovertemplate=f"{called}: %{{x:,}}<extra></extra>",
        )
    more = _("{count} more of the same size: {numbers}").format(
        count=use_count - 1, numbers="%{x:,}"
    )
    figure.add_bar(
        y=bars,
        x=[0, (use_count - 1) * parts[shared_part]],
        orientation="h",
        marker={
            "color": theme_colour("primary-tint"),
            "line": {"color": theme_colour("primary"), "width": 1},
        },
        hovertemplate=f"{more}<extra></extra>",
    )
    apply_layout(figure, height=250)
    figure.update_xaxes(title=_("parameters"), rangemode="tozero")
    figure.update_yaxes(autorange="reversed")
    figure.update_layout(barmode="stack", bargap=0.2)
    return figure
