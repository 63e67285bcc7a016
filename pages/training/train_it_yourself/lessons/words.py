"""Word vectors from two-word sentences: a map that moves, and a table of cosines."""

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from model.small.snapshots import Snapshot
from pages.training.train_it_yourself import remarks
from pages.training.train_it_yourself.compute import words
from pages.training.train_it_yourself.figures import curves as figures
from pages.training.train_it_yourself.figures import maps
from pages.training.train_it_yourself.trainings import Lesson, choose_schedule
from ui.choices import controls
from ui.messages import N_, _, ngettext
from ui.views.plot import show_figure
from ui.words import format_decimal, format_integer, format_with_sign

DIMENSIONS = (2, 3, 8, 32)
STEPS, RATES = (100, 300, 1000), (0.003, 0.03, 0.3)  # options; the second is the default
HEIGHT = 330  # pixels of the side-by-side figures
GROUPS = {
    "animals": N_("animals"),
    "fruit": N_("fruit"),
    "what animals do": N_("what animals do"),
    "what fruit does": N_("what fruit does"),
    "what both do": N_("what both do"),
}


def choose_settings() -> words.Settings:
    """Show the widgets for the training of word vectors; return its settings."""
    dimensions = controls.choose_option(
        "dimensions", _("Dimensions"), {number: str(number) for number in DIMENSIONS}, 2
    )
    return words.Settings(dimensions, **choose_schedule("words", STEPS, RATES))


def show_pictures(settings: words.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Show the word vectors as a map in the plane, and the loss by step.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
    """
    groups = {
        _(GROUPS[name]): [words.WORDS.index(word) for word in group]
        for name, group in words.GROUPS.items()
    }
    flat = settings.dimensions == 2  # only then is the map's centre the origin
    moments = [snapshot.tensors["E"] for snapshot in snapshots]
    left, right = st.columns([3, 2])
    with left:
        show_figure(
            maps.plot_points(
                maps.project_to_plane(moments), words.WORDS, groups, arrows=flat, size=(640, HEIGHT)
            ),
            key="words_map",
            label=ngettext(
                "Map of the vectors of {count} word",
                "Map of the vectors of {count} words",
                len(words.WORDS),
            ).format(count=len(words.WORDS)),
        )
        if not flat:
            st.caption(
                _(
                    "This is the plane in which the vectors differ the most, rotated as little as "
                    "possible from step to step."
                )
            )
    with right:
        floor = words.compute_loss_floor()
        lowest = _("{loss}: the lowest possible").format(loss=format_decimal(floor, 3))
        axis = figures.Axis(_("loss, nats"), HEIGHT, floor=(floor, lowest))
        show_figure(
            figures.plot_curves(
                [snapshot.step for snapshot in snapshots],
                {_("loss"): [snapshot.numbers["loss"] for snapshot in snapshots]},
                settings.steps,
                axis,
            ),
            key="words_loss",
            label=_("Loss while the vectors are learned"),
        )


def show_cosine_maps(settings: words.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Plot the cosines of all word pairs, before training and now.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
    """
    first, now = snapshots[0], snapshots[-1]
    later = _("cosines at step {step}").format(step=format_integer(now.step))
    show_figure(
        figures.plot_cosine_maps(
            words.compute_cosines(first.tensors["E"])[0],
            words.compute_cosines(now.tensors["E"])[0],
            words.WORDS,
            (_("cosines before training"), later),
        ),
        key="words_cosines",
        label=_("Cosine of each pair of words, before training and now"),
    )


def describe_takeaway(
    settings: words.Settings, snapshots: Sequence[Snapshot], has_ended: bool
) -> str:
    """Return the takeaway: the mean cosine of similar nouns and of different ones, before and now.

    Similar nouns are two animals or two fruits; different ones are an animal and a fruit.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
        has_ended: whether the training is over; if it is and has failed, advice on settings is
            added.
    """
    (__, inside0, across0), (__, inside, across) = (
        words.compute_cosines(snapshots[place].tensors["E"]) for place in (0, -1)
    )
    if len(snapshots) == 1:
        return _(
            "Before training the vectors are random. On average, two animals or two "
            "fruits have a cosine of **{inside}**, an animal and a fruit **{across}**. "
            "Press Start and watch which words move together."
        ).format(inside=format_with_sign(inside), across=format_with_sign(across))
    said = _(
        "Two animals or two fruits now have a cosine of **{inside}** on average, an animal and a "
        "fruit **{across}**. Before training, the averages were {inside_before} and "
        "{across_before}. No animal ever stood next to another: words become similar because they "
        "share neighbours."
    ).format(
        inside=format_with_sign(inside),
        across=format_with_sign(across),
        inside_before=format_with_sign(inside0),
        across_before=format_with_sign(across0),
    )
    losses = [snapshot.numbers["loss"] for snapshot in snapshots]
    learned = inside > across + 0.3 and losses[-1] < words.compute_loss_floor() + 0.1
    if not has_ended or learned:
        return said
    advice = remarks.suggest_setting(losses, settings.steps < STEPS[-1], settings.rate > RATES[0])
    return f"{advice} {said}"


def cosine_latex(settings: words.Settings, snapshot: Snapshot) -> tuple[str, str]:
    """Return two LaTeX formulas of the cosine: its definition, and its value for "cat" and "dog".

    Args:
        settings: settings of the training.
        snapshot: the network's state at one step.
    """
    a, b = (snapshot.tensors["E"][words.WORDS.index(word)] for word in ("cat", "dog"))
    product, lengths = (a @ b).item(), (a.norm().item(), b.norm().item())
    return (
        r"\cos(a, b) = \frac{a \cdot b}{|a|\,|b|}",
        rf"\cos(\mathrm{{cat}}, \mathrm{{dog}}) = \frac{{{product:.3f}}}"
        rf"{{{lengths[0]:.3f} \cdot {lengths[1]:.3f}}}"
        rf" = {product / max(1e-12, lengths[0] * lengths[1]):.3f}",
    )


def tensor_shapes(settings: words.Settings) -> Mapping[str, str]:
    """Return the shapes of this training's tensors: label -> shape as text, such as "20 × 2"."""
    count = len(words.WORDS)
    return {
        "E, C": f"{count} × {settings.dimensions}",
        "E Cᵀ": f"{count} × {count}",
        _("sentences"): f"{len(words.SENTENCES)} × 2",
    }


LESSON = Lesson(
    N_("Word vectors"),
    choose_settings,
    words.train,
    {"loss": (N_("loss {number}"), partial(format_decimal, decimals=3))},
    show_pictures,
    describe_takeaway,
    show_cosine_maps,
    cosine_latex,
    tensor_shapes,
    (words.train, words.WordVectors.forward),
)
