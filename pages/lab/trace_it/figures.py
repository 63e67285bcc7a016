"""Figures: terms of the margin, ablations, and one attention score."""

from collections.abc import Sequence

from ui.figures.figure import Figure, bar, heatmap, scatter
from ui.figures.theme import SIGNED, apply_layout, escape_label, theme_colour
from ui.messages import _
from ui.words import format_decimal

ROW = 22  # pixels of a bar


def plot_waterfall(bars: Sequence[tuple[str, float]], source_count: int) -> Figure:
    """Plot the terms that add up to the margin m (logit of the token minus that of its foil) as
    bars; each bar starts where the one before it ended.

    Args:
        bars: name and value of each term, in logits; those of the source tokens come first.
        source_count: number of source tokens; a line separates their bars from the others.
    """
    total, starts = 0.0, []
    for __, part in bars:
        starts.append(total)
        total += part
    parts = [part for __, part in bars]
    figure = Figure(
        bar(
            y=list(range(len(bars) + 1)),
            x=[*parts, total],
            base=[*starts, 0],
            orientation="h",
            marker={
                "color": [
                    theme_colour("primary" if x >= 0 else "negative") for x in [*parts, total]
                ]
            },
            text=[format_decimal(part, with_plus=True) for part in [*parts, total]],
            textposition="outside",
            cliponaxis=False,
            hovertemplate="%{text}<extra></extra>",
        )
    )
    names = [*(escape_label(name) for name, __ in bars), "<b>m</b>"]
    figure.update_layout(
        yaxis={
            "tickvals": list(range(len(names))),
            "ticktext": names,
            "autorange": "reversed",
            "showgrid": False,
        }
    )
    low, high = min(0.0, total, *starts), max(0.0, total, *starts)
    edge = 0.08 * (high - low or 1)  # room for the numbers beside the bars
    span = [low - edge, high + edge]
    figure.update_layout(xaxis={"title": {"text": _("logits")}, "zeroline": True, "range": span})
    figure.add_shape(
        type="line", xref="paper", x0=0, x1=1, y0=source_count - 0.5, y1=source_count - 0.5,
        line={"color": theme_colour("line2"), "width": 1, "dash": "dot"},
    )  # fmt: skip
    figure.update_layout(margin={"l": 90, "r": 50, "t": 10, "b": 50})
    return apply_layout(figure, 80 + ROW * len(names))


def plot_ablations(
    pairs: Sequence[tuple[float, float]],
    names: Sequence[str],
    margin_before: float,
    chosen_node: int | None,
) -> Figure:
    """Plot the margin m (logit of the token minus that of its foil) after each ablation, measured
    against predicted.

    Args:
        pairs: predicted (x) and measured (y) margin after each ablation.
        names: name of each ablated node.
        margin_before: the margin without any ablation, which gets a mark of its own.
        chosen_node: index in ``names`` of the selected node; None if it is not one of them.
    """
    every = [margin_before, *(one for pair in pairs for one in pair)]
    low, high = min(every), max(every)
    edge = 0.06 * (high - low or 1)
    span = [low - edge, high + edge]
    figure = Figure(
        *[
            scatter(
                x=span, y=span, mode="lines", hoverinfo="skip",
                line={"color": theme_colour("line2"), "dash": "dot"},
            ),
            scatter(
                x=[a for a, __ in pairs],
                y=[b for __, b in pairs],
                mode="markers",
                marker={
                    "size": [15 if i == chosen_node else 10 for i in range(len(pairs))],
                    "color": theme_colour("primary"),
                    "line": {"width": 1, "color": theme_colour("bg")},
                },
                customdata=[escape_label(name) for name in names],
                hovertemplate=_("{cut}<br>{x} predicted<br>{y} measured").format(
                    cut="%{customdata}", x="%{x:.2f}", y="%{y:.2f}"
                )
                + "<extra></extra>",
            ),
            scatter(
                x=[margin_before], y=[margin_before], mode="markers+text",
                text=[_("no cut")], textposition="bottom right",
                marker={"symbol": "x", "size": 9, "color": theme_colour("muted")}, hoverinfo="skip",
            ),
        ]
    )  # fmt: skip
    figure.update_layout(xaxis={"title": {"text": _("m, predicted")}, "range": span})
    figure.update_layout(yaxis={"title": {"text": _("m, measured")}, "range": span})
    figure.update_layout(margin={"l": 60, "r": 20, "t": 10, "b": 50})
    return apply_layout(figure, 380)


def plot_score_map(
    table: Sequence[Sequence[float]],
    rows: Sequence[str],
    columns: Sequence[str],
    tokens: tuple[str, str],
) -> Figure:
    """Plot the terms of one attention score as a heatmap.

    Args:
        table: the terms: a row for each group of nodes that wrote into the query's vector, a column
            for each group that wrote into the key's.
        rows: names of the rows' groups.
        columns: names of the columns' groups.
        tokens: the query's token and the key's.
    """
    most = max(abs(one) for row in table for one in row) or 1.0
    figure = Figure(
        heatmap(
            z=[[one / most for one in row] for row in table],
            customdata=[[f"{a} × {b}: {format_decimal(x, 3, with_plus=True)}"
                         for b, x in zip(columns, row, strict=True)]
                        for a, row in zip(rows, table, strict=True)],
            hovertemplate="%{customdata}<extra></extra>",
            coloraxis=SIGNED,
        )
    )  # fmt: skip
    asks, answers = (escape_label(_("parts of {token}").format(token=token)) for token in tokens)
    figure.update_layout(
        xaxis={
            "title": {"text": answers},
            "tickvals": list(range(len(columns))),
            "ticktext": list(columns),
        }
    )
    figure.update_layout(
        yaxis={
            "title": {"text": asks},
            "tickvals": list(range(len(rows))),
            "ticktext": list(rows),
            "autorange": "reversed",
        }
    )
    figure.update_layout(margin={"l": 160, "r": 20, "t": 10, "b": 120})
    figure.update_layout(**{SIGNED: {"showscale": False}})
    return apply_layout(figure, 140 + 26 * len(rows))
