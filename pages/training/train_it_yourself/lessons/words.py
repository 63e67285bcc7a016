"""Word vectors from two-word sentences: a map that moves, and a table of cosines."""

import html
from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from model.small.snapshots import Snapshot
from pages.training.train_it_yourself import remarks
from pages.training.train_it_yourself.cached import train_words_in_advance
from pages.training.train_it_yourself.compute import words
from pages.training.train_it_yourself.figures import curves as figures
from pages.training.train_it_yourself.figures import maps
from pages.training.train_it_yourself.trainings import Lesson, choose_schedule
from ui.choices import controls
from ui.messages import N_, _, ngettext
from ui.views.plot import show_figure
from ui.words import format_decimal

DIMENSIONS = (2, 3, 8, 32)
STEPS, RATES = (100, 300, 1000), (0.003, 0.03, 0.3)  # options; the second is the default
WIDTH, HEIGHT = 540, 330  # pixels of the side-by-side figures
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


def show_maps(settings: words.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Show the word vectors as maps in the plane: before training, and now.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
    """
    before, now = st.columns(2)
    with before:
        _show_map(settings, snapshots[:1], "words_before", _("Before training"))
    with now:
        steps = ngettext("After {count:,} step", "After {count:,} steps", snapshots[-1].step)
        title = steps.format(count=snapshots[-1].step)
        _show_map(settings, snapshots, "words_map", title)
    if settings.dimensions > 2:
        st.caption(
            _(
                "This is the plane in which the vectors differ the most, rotated as little as "
                "possible from step to step."
            )
        )


def _show_map(
    settings: words.Settings, snapshots: Sequence[Snapshot], key: str, title: str
) -> None:
    """Show the word vectors of the last given snapshot as a map in the plane."""
    groups = {
        _(GROUPS[name]): [words.WORDS.index(word) for word in group]
        for name, group in words.GROUPS.items()
    }
    flat = settings.dimensions == 2  # only then is the map's centre the origin
    places = maps.project_to_plane([snapshot.tensors["E"] for snapshot in snapshots])
    show_figure(
        maps.plot_points(places, words.WORDS, groups, arrows=flat, size=(WIDTH, HEIGHT)),
        key=key,
        label=title,
    )
    _show_title(title)


def _show_title(title: str) -> None:
    """Show the title of a figure."""
    st.html(f'<div class="map-title">{html.escape(title)}</div>')


def show_measurements(settings: words.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Show the loss by step, and the cosines of all word pairs now.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
    """
    left, right = st.columns([2, 3])
    with left:
        floor = words.compute_loss_floor()
        lowest = _("{loss:.3}: the lowest possible").format(loss=floor)
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
    with right:
        cosines = words.compute_cosines(snapshots[-1].tensors["E"])[0]
        title = _("cosines at step {step:,}").format(step=snapshots[-1].step)
        show_figure(figures.plot_cosines(cosines, words.WORDS), key="words_cosines", label=title)
        _show_title(title)


def describe_takeaway(
    settings: words.Settings, snapshots: Sequence[Snapshot], has_ended: bool
) -> str:
    """Return the takeaway: how many nouns have a noun of their own kind as the nearest.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
        has_ended: whether the training is over; if it is and has failed, advice on settings is
            added.
    """
    before, now = (
        words.count_nouns_near_own_kind(snapshots[place].tensors["E"]) for place in (0, -1)
    )
    count = 2 * len(words.ANIMALS)
    if len(snapshots) == 1:
        return _(
            "The vectors are still random: **{before} of {count}** nouns happen to have one of "
            "their own kind as the nearest. Press Start and watch which words move together."
        ).format(before=before, count=count)
    said = _(
        "Animals have found animals, and fruit has found fruit: **{now} of {count}** nouns now "
        "have one of their own kind as the nearest, {before} before. No animal ever stood next to "
        "another. Words become similar because they have the same neighbours."
    )
    if now < count:
        said = _(
            "**{now} of {count}** nouns now have one of their own kind as the nearest, {before} "
            "before. No animal ever stood next to another. Words become similar because they have "
            "the same neighbours."
        )
    said = said.format(now=now, before=before, count=count)
    losses = [snapshot.numbers["loss"] for snapshot in snapshots]
    __, inside, across = words.compute_cosines(snapshots[-1].tensors["E"])
    learned = inside > across + 0.3 and losses[-1] < words.compute_loss_floor() + 0.1
    if not has_ended or learned:
        return said
    advice = remarks.suggest_setting(losses, settings.steps < STEPS[-1], settings.rate > RATES[0])
    return f"{advice} {said}"


def describe_result(settings: words.Settings, snapshots: Sequence[Snapshot]) -> str:
    """Return the mean cosine of similar nouns and of different ones, before training and now.

    Similar nouns are two animals or two fruits; different ones are an animal and a fruit.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
    """
    (__, inside_before, across_before), (__, inside, across) = (
        words.compute_cosines(snapshots[place].tensors["E"]) for place in (0, -1)
    )
    if len(snapshots) == 1:
        return _(
            "Two animals or two fruits have a cosine of **{inside:.2}** on average (1: same "
            "direction), an animal and a fruit **{across:.2}**. Press Start, and this line will "
            "say what the training changed."
        ).format(inside=inside, across=across)
    return _(
        "The cosine of two animals or two fruits went from {inside_before:.2} to **{inside:.2}** "
        "on average (1: same direction), that of an animal and a fruit from {across_before:.2} to "
        "**{across:.2}**."
    ).format(inside=inside, across=across, inside_before=inside_before, across_before=across_before)


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
    show_maps,
    describe_takeaway,
    show_measurements,
    cosine_latex,
    tensor_shapes,
    (words.train, words.WordVectors.forward),
    describe_result=describe_result,
    train_in_advance=train_words_in_advance,
)
