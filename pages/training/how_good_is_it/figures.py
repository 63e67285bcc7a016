"""Figures of translation quality: BLEU and chrF by direction, and with careless typing."""

from collections.abc import Mapping, Sequence
from itertools import cycle

from pages.training.how_good_is_it.remarks import name_direction
from ui.figures.figure import Figure, bar
from ui.figures.theme import (
    add_legend_above,
    add_vertical_line,
    apply_layout,
    theme_colour,
    update_x_axis,
    update_y_axis,
)
from ui.messages import N_, _
from ui.words import format_decimal

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


def plot_bleu_by_direction(test_sets: Mapping[str, Sequence[Mapping]]) -> Figure:
    """Plot the BLEU (0 to 100) of each translation direction, with a bar for each test set.

    Args:
        test_sets: name of a test set -> one record for each direction, with "direction" (such as
            "en-fr"), "bleu" and "chrf". Directions that the first set lacks are left out.
    """
    figure = Figure()
    shown = [score["direction"] for score in next(iter(test_sets.values()))]
    for (name, all_scores), colour in zip(test_sets.items(), cycle(("primary", "muted"))):
        scores = [score for score in all_scores if score["direction"] in shown]
        figure.add_bar(
            x=[name_direction(score["direction"]) for score in scores],
            y=[score["bleu"] for score in scores],
            customdata=[score["chrf"] for score in scores],
            text=[format_decimal(score["bleu"], 0) for score in scores],
            textangle=0,
            name=name,
            marker={"color": theme_colour(colour)},
            hovertemplate=_("%{x}: BLEU %{y:.1f}, chrF %{customdata:.1f}") + "<extra></extra>",
        )
    title = _("BLEU: overlap with a human translation")
    update_y_axis(figure, title={"text": title, "font": {"size": 13}}, range=[0, 65])
    figure.update_layout(barmode="group")
    return add_legend_above(apply_layout(figure, height=300))


def plot_typing_robustness(scores: Mapping[str, Mapping[str, float]]) -> Figure:
    """Plot the BLEU (0 to 100) of carelessly typed sentences, averaged over the directions.

    Args:
        scores: way of typing, one of ``DISTURBANCES`` such as "lower case" -> direction, such as
            "en-fr" -> BLEU. The first way is that of undisturbed sentences.
    """
    means = {name: sum(each.values()) / len(each) for name, each in scores.items()}
    whole = next(iter(means.values()))
    figure = Figure(
        bar(
            x=list(means.values()),
            y=[_(name) for name in means],
            orientation="h",
            marker={
                "color": [theme_colour("primary"), *[theme_colour("line2")] * (len(means) - 1)]
            },
            text=[format_decimal(mean, 1) for mean in means.values()],
            hovertemplate="%{y}: %{x:.2f}<extra></extra>",
        )
    )
    add_vertical_line(
        figure, whole, {"color": theme_colour("primary"), "width": 1.5, "dash": "dot"}
    )
    update_x_axis(figure, title=_("BLEU, mean of the directions"), rangemode="tozero")
    update_y_axis(figure, autorange="reversed")
    return apply_layout(figure, height=60 + 32 * len(means))


def plot_chrf_by_language_pair(scores: Mapping[str, Mapping[str, float]]) -> Figure:
    """Plot the chrF (0 to 100) of each translation direction, grouped by source language.

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
            marker={"color": theme_colour(colour)},
            hovertemplate=_("%{customdata[0]}: chrF %{y:.1f}, BLEU %{customdata[1]:.1f}")
            + "<extra></extra>",
        )
    update_y_axis(figure, title="chrF", rangemode="tozero")
    figure.update_layout(barmode="group")
    return add_legend_above(apply_layout(figure, height=300))
