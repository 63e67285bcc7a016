"""Word vectors from two-word sentences: a map that moves, and a table of cosines."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.small.snapshots import Snapshot
from pages.training.train_it_yourself import remarks
from pages.training.train_it_yourself.compute import words
from pages.training.train_it_yourself.figures import curves as figures
from pages.training.train_it_yourself.figures import maps
from pages.training.train_it_yourself.trainings import Lesson, schedule
from ui.choices import controls
from ui.views.plot import plot
from ui.words import with_sign

DIMENSIONS = (2, 3, 8, 32)
HEIGHT = 330  # of the pictures side by side


def choose() -> words.Settings:
    """Draw the settings and return them."""
    dimensions = controls.one_of(
        "dimensions", "Dimensions", {number: str(number) for number in DIMENSIONS}, 2
    )
    return words.Settings(dimensions, **schedule("words", (100, 300, 1000), (0.003, 0.03, 0.3)))


def draw(settings: words.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Draw the map, the loss, and all cosines before and now."""
    groups = {name: [words.WORDS.index(w) for w in group] for name, group in words.GROUPS.items()}
    flat = settings.dimensions == 2  # else the map's middle is not the origin
    moments = [snapshot.tensors["E"] for snapshot in snapshots]
    left, right = st.columns([3, 2])
    with left:
        plot(
            maps.points(
                maps.flat(moments),
                words.WORDS,
                groups,
                arrows=flat,
                size=(640, HEIGHT),
            ),
            key="words_map",
            label=f"Map of the vectors of {len(words.WORDS)} words",
        )
        if not flat:
            st.caption("The plane in which the vectors differ most, turned as little as possible.")
    with right:
        floor = words.floor()
        axis = figures.Axis(
            "loss, nats", HEIGHT, floor=(floor, f"{floor:.3f}: the lowest possible")
        )
        plot(
            figures.curves(
                [snapshot.step for snapshot in snapshots],
                {"loss": [snapshot.numbers["loss"] for snapshot in snapshots]},
                settings.steps,
                axis,
            ),
            key="words_loss",
            label="Loss while the vectors are learned",
        )


def more(settings: words.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Draw all cosines, before and now."""
    first, now = snapshots[0], snapshots[-1]
    plot(
        figures.cosine_maps(
            *(words.alike(snapshot.tensors["E"])[0] for snapshot in (first, now)),
            words.WORDS,
            ("cosines before training", f"cosines at step {now.step:,}"),
        ),
        key="words_cosines",
        label="Cosine of every two words, before training and now",
    )


def look_for(settings: words.Settings, snapshots: Sequence[Snapshot], ended: bool) -> str:
    """Say how alike the words of a group have become."""
    (_, inside0, across0), (_, inside, across) = (
        words.alike(snapshots[place].tensors["E"]) for place in (0, -1)
    )
    if len(snapshots) == 1:
        return (
            f"Before training the vectors are random. Two animals, or two fruits, have a cosine of "
            f"**{with_sign(inside)}** on average, an animal and a fruit "
            f"**{with_sign(across)}**. Press Start and watch which words move together."
        )
    said = (
        f"Two animals, or two fruits, now have a cosine of **{with_sign(inside)}** on average, an "
        f"animal and a fruit **{with_sign(across)}**. Before training it was {with_sign(inside0)} "
        f"and {with_sign(across0)}. No animal ever stood beside another: words become similar "
        "because they stand beside the same words."
    )
    losses = [snapshot.numbers["loss"] for snapshot in snapshots]
    learned = inside > across + 0.3 and losses[-1] < words.floor() + 0.1
    return remarks.verdict(said, losses, ended, learned)


def formula(settings: words.Settings, now: Snapshot) -> tuple[str, str]:
    """Return the cosine, and that of two words."""
    a, b = (now.tensors["E"][words.WORDS.index(word)] for word in ("cat", "dog"))
    product, lengths = (a @ b).item(), (a.norm().item(), b.norm().item())
    return (
        r"\cos(a, b) = \frac{a \cdot b}{|a|\,|b|}",
        rf"\cos(\mathrm{{cat}}, \mathrm{{dog}}) = \frac{{{product:.3f}}}"
        rf"{{{lengths[0]:.3f} \cdot {lengths[1]:.3f}}}"
        rf" = {product / max(1e-12, lengths[0] * lengths[1]):.3f}",
    )


def shapes(settings: words.Settings) -> Mapping[str, str]:
    """Return the shapes of the matrices and of the question."""
    count = len(words.WORDS)
    return {
        "E, C": f"{count} × {settings.dimensions}",
        "E Cᵀ": f"{count} × {count}",
        "sentences": f"{len(words.SENTENCES)} × 2",
    }


LESSON = Lesson(
    "Word vectors",
    choose,
    words.train,
    {"loss": ("loss", "{:.3f}".format)},
    draw,
    look_for,
    more,
    formula,
    shapes,
    (words.train, words.WordVectors.forward),
)
