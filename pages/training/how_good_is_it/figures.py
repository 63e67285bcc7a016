"""Figures of translation quality: BLEU and chrF by direction, and with careless typing."""

from collections.abc import Mapping, Sequence
from itertools import cycle

from ui.figures.figure import Figure, bar
from ui.figures.theme import legend_above, role, style, upright, x_axis, y_axis
from ui.messages import N_, _
from ui.words import decimal

COLOURS = ("primary", "Q", "K", "V", "Z", "X")  # of test sets and languages, cycled
DISTURBANCES = (  # keys of the table, marked for translation
    N_("as it stands"),
    N_("lower case"),
    N_("upper case"),
    N_("no accents"),
    N_("no final stop"),
    N_("no punctuation"),
    N_("doubled spaces"),
    N_("typographic quotes"),
)


def by_direction(sets: Mapping[str, Sequence[Mapping]]) -> Figure:
    """Plot the BLEU of each direction on several test sets.

    Args:
        sets: records with "direction", "bleu" and "chrf", by name of the test set.
    """
    figure = Figure()
    for (name, scores), colour in zip(sets.items(), cycle(COLOURS)):
        figure.add_bar(
            x=[score["direction"] for score in scores],
            y=[score["bleu"] for score in scores],
            customdata=[score["chrf"] for score in scores],
            text=[decimal(score["bleu"], 0) for score in scores],
            textangle=0,
            name=name,
            marker={"color": role(colour)},
            hovertemplate=_("%{x}: BLEU %{y:.1f}, chrF %{customdata:.1f}") + "<extra></extra>",
        )
    y_axis(figure, title="BLEU", rangemode="tozero")
    figure.update_layout(barmode="group")
    return legend_above(style(figure, height=300))


def carelessness(scores: Mapping[str, Mapping[str, float]]) -> Figure:
    """Plot mean BLEU over directions for carelessly typed sources.

    Args:
        scores: disturbance -> direction -> BLEU, the undisturbed sources first.
    """
    means = {name: sum(each.values()) / len(each) for name, each in scores.items()}
    whole = next(iter(means.values()))
    figure = Figure(
        bar(
            x=list(means.values()),
            y=[_(name) for name in means],
            orientation="h",
            marker={"color": [role("primary"), *[role("line2")] * (len(means) - 1)]},
            text=[decimal(mean, 1) for mean in means.values()],
            hovertemplate="%{y}: %{x:.2f}<extra></extra>",
        )
    )
    upright(figure, whole, {"color": role("primary"), "width": 1.5, "dash": "dot"})
    x_axis(figure, title=_("BLEU, mean of the directions"), rangemode="tozero")
    y_axis(figure, autorange="reversed")
    return style(figure, height=60 + 32 * len(means))


def every_way(scores: Mapping[str, Mapping[str, float]]) -> Figure:
    """Plot the chrF of each direction, grouped by source language.

    Args:
        scores: direction, such as "en-fr" -> its "bleu" and "chrf".
    """
    ways = {tuple(direction.split("-")): score for direction, score in scores.items()}
    way = _("from {source} into {target}")
    targets = list(dict.fromkeys(target for __, target in ways))
    figure = Figure()
    for target, colour in zip(targets, cycle(COLOURS)):
        found = {source: score for (source, into), score in ways.items() if into == target}
        figure.add_bar(
            x=[_("from {language}").format(language=source) for source in found],
            y=[score["chrf"] for score in found.values()],
            customdata=[
                [way.format(source=source, target=target), score["bleu"]]
                for source, score in found.items()
            ],
            name=_("into {language}").format(language=target),
            marker={"color": role(colour)},
            hovertemplate=_("%{customdata[0]}: chrF %{y:.1f}, BLEU %{customdata[1]:.1f}")
            + "<extra></extra>",
        )
    y_axis(figure, title="chrF", rangemode="tozero")
    figure.update_layout(barmode="group")
    return legend_above(style(figure, height=300))
