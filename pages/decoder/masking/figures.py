"""What a mask keeps apart, measured: probabilities with and without it, and how far rows move."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.figures.figure import Figure, heatmap
from ui.figures.theme import (
    ATTENTION,
    chosen_band,
    legend,
    role,
    safe,
    style,
    token_axis,
    x_axis,
    y_axis,
)

WITH, WITHOUT = "with the mask", "without"


def likelier_words(
    masked: Float[Tensor, " target"],
    unmasked: Float[Tensor, " target"],
    tokens: Sequence[str],
    likeliest: tuple[Sequence[str], Sequence[str]],
) -> Figure:
    """Draw how probable each token is to the row that must predict it, in both passes.

    Args:
        masked: probabilities with the mask.
        unmasked: the same without.
        tokens: that are predicted.
        likeliest: what each row would say, with the mask and without.
    """
    remarks = [[f"; most likely: “{safe(word)}”" for word in words] for words in likeliest]
    figure = _pairs(masked, unmasked, tokens, remarks)
    y_axis(figure, title="probability", range=[0, 1.02])
    return figure


def moved_rows(
    masked: Float[Tensor, " target"],
    unmasked: Float[Tensor, " target"],
    tokens: Sequence[str],
    changed: int,
) -> Figure:
    """Draw how far the logits of each row move when one token of the decoder's input changes.

    Args:
        masked: largest change of a logit with the mask.
        unmasked: the same without.
        tokens: of the rows.
        changed: place of the token that was replaced.
    """
    figure = _pairs(masked, unmasked, tokens, [[""] * len(tokens)] * 2)
    chosen_band(figure, changed)
    y_axis(figure, title="largest change of a logit", rangemode="tozero")
    return figure


def _pairs(
    masked: Tensor, unmasked: Tensor, tokens: Sequence[str], remarks: Sequence[Sequence[str]]
) -> Figure:
    """Draw two bars for each token: with the mask and without it."""
    names, figure = [safe(token) for token in tokens], Figure()
    for label, values, colour, more in (
        (WITH, masked, role("primary"), remarks[0]),
        (WITHOUT, unmasked, role("warn"), remarks[1]),
    ):
        figure.add_bar(
            x=list(range(len(names))),
            y=values.tolist(),
            name=label,
            marker={"color": colour},
            customdata=list(zip(names, more, strict=True)),
            hovertemplate="“%{customdata[0]}”: %{y:.3f}%{customdata[1]}"
            f"<extra>{label}</extra>",
        )
    x_axis(figure, **token_axis(tokens))
    style(figure, height=250).update_layout(bargap=0.25, bargroupgap=0.05)
    return legend(figure, "right")


def learning_curves(masked: Sequence[float], unmasked: Sequence[float], floor: float) -> Figure:
    """Draw the losses of two trainings, with the mask and without it.

    Args:
        masked: loss of each step.
        unmasked: the same without the mask.
        floor: below which nobody gets who cannot see the answer.
    """
    figure = Figure()
    for label, values, colour in (
        (WITH, masked, role("primary")),
        (WITHOUT, unmasked, role("warn")),
    ):
        figure.add_scatter(
            x=list(range(1, len(values) + 1)),
            y=list(values),
            name=label,
            line={"color": colour, "width": 2.5},
            hovertemplate=f"step %{{x}}: %{{y:.3f}}<extra>{label}</extra>",
        )
    figure.add_level(
        floor, {"color": role("muted"), "width": 1, "dash": "dot"}, text=f"{floor:.3f}"
    )
    x_axis(figure, title="training step")
    y_axis(figure, title="loss, nats", rangemode="tozero")
    return legend(style(figure, height=250), "right")


def drift_map(
    moves: Float[Tensor, "layer position"], places: Sequence[str], tokens: Sequence[str]
) -> Figure:
    """Draw how far each row of a prefix moved at each depth; an exact zero is written out.

    Args:
        moves: share of the row's length.
        places: where it was measured, from the first layer's input on.
        tokens: of the prefix.
    """
    dense = len(tokens) > 16
    figure = Figure(
        heatmap(
            z=moves.numpy(),
            coloraxis=ATTENTION,
            xgap=1,
            ygap=1,
            text=[["0" if m == 0 else "" if dense else f"{m:.2f}" for m in row] for row in moves],
            texttemplate="%{text}",
            customdata=[[f"{place}, row “{safe(t)}”" for t in tokens] for place in places],
            hovertemplate="%{customdata}: moved by %{z:.3f} of its length<extra></extra>",
        )
    )
    plain = {"showgrid": False, "zeroline": False, "ticks": "", "ticklabelstandoff": 6}
    x_axis(figure, **token_axis(tokens), **plain)
    y_axis(figure, **token_axis(places), autorange="reversed", **plain)
    top = max(1.0, moves.max().item())
    figure.update_layout(**{ATTENTION: {"showscale": False, "cmin": 0, "cmax": top}})
    return style(figure, height=60 + 34 * len(places))
