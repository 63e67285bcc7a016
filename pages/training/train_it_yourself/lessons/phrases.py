"""Ambiguous words: maps of the first position before and now, and how much is carried over."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.small.snapshots import Snapshot
from pages.training.train_it_yourself import remarks as lesson_words
from pages.training.train_it_yourself.compute import pasted, phrases
from pages.training.train_it_yourself.figures import curves as figures
from pages.training.train_it_yourself.figures import maps
from pages.training.train_it_yourself.trainings import Lesson, schedule
from ui.choices import controls
from ui.frame import explain
from ui.views.plot import plot
from ui.words import percent

PLACEHOLDER = "iron horse = thing"
HEIGHT = 300  # of the pictures side by side


def choose() -> phrases.Settings:
    """Draw the settings and return them."""
    attention = controls.switch("carry", "attention", True)
    how = schedule("phrases", (50, 200, 800), (0.003, 0.01, 0.1))
    return phrases.Settings(_phrases(), attention, **how)


def _phrases() -> tuple[phrases.Phrase, ...]:
    """Let the person add phrases to those that are learned; say which lines cannot be used."""
    with st.popover("Your own phrases"):
        typed = controls.text_area(
            "phrases",
            "Learned too: a line each, two words = kind",
            placeholder=PLACEHOLDER,
        )
    own, remarks = pasted.phrases(typed)
    if remarks:
        explain.unusable(remarks)
    known = {phrase[:2]: phrase for phrase in (*phrases.PHRASES, *own)}  # the latest word counts
    return tuple(known.values())


def draw(settings: phrases.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Draw the map before and now, and what was measured on the way."""
    names = [" ".join(phrase[:2]) for phrase in settings.phrases]
    groups = {
        kind: [place for place, phrase in enumerate(settings.phrases) if phrase[2] == kind]
        for kind in settings.kinds
    }
    moments = [snapshot.tensors["vectors"] for snapshot in snapshots]
    titles = "before training", f"at step {snapshots[-1].step:,}"
    columns = st.columns([3, 3, 2])
    for key, column, title, seen in zip(
        ("before", "now"), columns[:2], titles, (moments[:1], moments), strict=True
    ):
        with column:
            st.caption(f"First position, {title}")
            plot(
                maps.points(maps.flat(seen), names, groups, size=(400, HEIGHT)),
                key=f"phrases_{key}",
                label=f"Map of the first position's vector in {len(names)} phrases, {title}",
            )
    with columns[2]:
        lines = {
            "right": "accuracy",
            "weight on the second word": "carried",
        }
        floor = settings.best_guess, f"{settings.best_guess:.2f}: first word alone"
        plot(
            figures.curves(
                [snapshot.step for snapshot in snapshots],
                {name: [s.numbers[key] for s in snapshots] for name, key in lines.items()},
                settings.steps,
                figures.Axis("share", HEIGHT + 40, 1.02, floor),
            ),
            key="phrases_curves",
            label="Share of phrases that are right, and weight on the second word, while it learns",
        )


def look_for(settings: phrases.Settings, snapshots: Sequence[Snapshot], ended: bool) -> str:
    """Say how many phrases are told apart, and through what."""
    now, count = snapshots[-1], len(settings.phrases)
    right = f"**{round(now.numbers['accuracy'] * count)} of {count}** phrases are right"
    alone = f"{round(settings.best_guess * count)} of {count}"
    if len(snapshots) == 1:
        return f"Untrained, {right}. {_nearness(settings, now)} Press Start and watch that change."
    if not settings.attention:
        return (
            f"Without a look at the second word, {right}, and {alone} is the best possible. "
            "To the first position all phrases with the same first word **are the same**, so their "
            "points lie upon each other."
        )
    said = (
        f"{right}; from the first word alone, {alone} is the best possible. Attention brings the "
        f"rest: the first position puts **{percent(now.numbers['carried'])}** of its "
        f"weight on the second word. {_nearness(settings, now)}"
    )
    losses = [snapshot.numbers["loss"] for snapshot in snapshots]
    return lesson_words.verdict(said, losses, ended, now.numbers["accuracy"] > 0.95)


def _nearness(settings: phrases.Settings, now: Snapshot) -> str:
    """Say whether phrases lie together that share their first word, or their kind."""
    words, kinds = (
        phrases.nearness(now.tensors["vectors"], [phrase[of] for phrase in settings.phrases])
        for of in (0, 2)
    )
    if words > kinds:
        return (
            "Phrases with the same first word lie together: other phrases are "
            f"{lesson_words.times(words)} as far away."
        )
    return (
        "Phrases of the same kind lie together: other phrases are "
        f"{lesson_words.times(kinds)} as far away."
    )


def more(settings: phrases.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Ask the network about phrases that it has not learned from."""
    if not settings.unseen:
        return
    st.header("Phrases it has never seen", anchor=False)
    now = snapshots[-1]
    explain.finding(
        f"The same words can be put together in {len(settings.unseen)} other ways. Taking the "
        f"second word's kind as right, **{percent(now.numbers['unseen'])}** of them are right at "
        "this step. These phrases cannot have been learned by heart."
    )
    right = {
        phrase[:2]: row[settings.kinds.index(phrase[2])].item()
        for tensor, phrases_ in (("probabilities", settings.phrases), ("unseen", settings.unseen))
        for row, phrase in zip(now.tensors[tensor], phrases_, strict=True)
    }
    plot(
        figures.recall(right, [phrase[:2] for phrase in settings.phrases]),
        key="phrases_unseen",
        label="How probable the right kind is for every phrase, learned or not",
    )
    st.caption(
        "Probability of the right kind, from 0 (the page's own shade) to 1 (the strongest "
        "contrast). A dot marks what was learned from."
    )


def formula(settings: phrases.Settings, now: Snapshot) -> tuple[str, str]:
    """Return what the first position reads, and its weights in the phrase "iron man"."""
    place = [phrase[:2] for phrase in settings.phrases].index(("iron", "man"))
    own, other = now.tensors["weights"][place].tolist()
    return (
        r"\begin{gathered}z_1 = w_{11}\, v_1 + w_{12}\, v_2 \\"
        r"w_1 = \mathrm{softmax}(q_1 K^\top / \sqrt{d_k})\end{gathered}",
        rf"z_\mathrm{{iron}} = {own:.3f}\, v_\mathrm{{iron}} + {other:.3f}\, v_\mathrm{{man}}",
    )


def shapes(settings: phrases.Settings) -> Mapping[str, str]:
    """Return the sizes of the network."""
    return {
        "E": f"{len(settings.words)} × 8",
        "phrases": f"{len(settings.phrases)} × 2",
        "vectors": f"{len(settings.phrases)} × 8",
        "scores": f"{len(settings.phrases)} × {len(settings.kinds)}",
    }


LESSON = Lesson(
    "Ambiguous words",
    choose,
    phrases.train,
    {"loss": ("loss", "{:.3f}".format), "accuracy": ("right", percent)},
    draw,
    look_for,
    more,
    formula,
    shapes,
    (phrases.train, phrases.Classifier.forward),
)
