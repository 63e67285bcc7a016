"""Two heads, with and without a penalty on looking at the same place."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.small.snapshots import Snapshot
from pages.training.train_it_yourself import remarks
from pages.training.train_it_yourself.compute import heads
from pages.training.train_it_yourself.figures import curves as figures
from pages.training.train_it_yourself.trainings import Lesson, schedule
from ui.choices import controls
from ui.figures.looks import looks
from ui.views.plot import plot
from ui.words import percent

KINDS = {"without": "no penalty", "with": "with penalty"}
HEIGHT = 330  # of the pictures side by side
FLED, NOTHING = 0.5, 0.1  # shares of a head's weight: on the position that asks, in common


def choose() -> heads.Settings:
    """Draw the settings and return them."""
    penalty = controls.one_of(
        "penalty", "Penalty", {size: f"{size:g}" for size in (0.03, 0.1, 0.3, 1.0)}, 0.1
    )
    return heads.Settings(penalty, **schedule("heads", (100, 300, 1000), (0.003, 0.01, 0.1)))


def draw(settings: heads.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Draw where each head looks, overlap and accuracy."""
    steps, now = [snapshot.step for snapshot in snapshots], snapshots[-1]
    left, right = st.columns([3, 2])
    with left:
        plot(
            looks(
                {
                    f"{name.replace(' ', '<br>')}<br>head {head + 1}": now.tensors[kind][:, head]
                    for kind, name in KINDS.items()
                    for head in (0, 1)
                },
                heads.QUESTIONS,
                heads.KEYS,
                axes=("“?” asks in", "looks at"),
                height=HEIGHT + 50,
            ),
            key="heads_looks",
            label="Where both heads of both networks look, for each question",
        )
    with right:
        for key, title in (("overlap", "overlap"), ("accuracy", "right")):
            lines = {
                name: [s.numbers[f"{key} {kind}"] for s in snapshots]
                for kind, name in KINDS.items()
            }
            plot(
                figures.curves(
                    steps, lines, settings.steps, figures.Axis(title, HEIGHT // 2 + 25, top=1.02)
                ),
                key=f"heads_{key}",
                label=f"{title} of both networks while they learn",
            )


def look_for(settings: heads.Settings, snapshots: Sequence[Snapshot], ended: bool) -> str:
    """Say what the penalty changed."""
    first, now = snapshots[0].numbers, snapshots[-1].numbers
    if len(snapshots) == 1:
        return (
            f"Both networks begin alike: their heads have **{first['overlap with']:.2f}** of their "
            "weight in common. Press Start, and one of the networks pays for that."
        )
    said = (
        f"With the penalty the heads have **{now['overlap with']:.2f}** of their weight in common, "
        f"without it **{now['overlap without']:.2f}**. They name "
        f"{percent(now['accuracy with'])} and {percent(now['accuracy without'])} of things right."
    )
    if not ended:
        return said
    if now["accuracy with"] < 0.9:
        losses = [snapshot.numbers["loss with"] for snapshot in snapshots]
        return f"**Not learned**: try a **smaller penalty**, or {remarks.advice(losses)}. {said}"
    if now["overlap with"] >= now["overlap without"]:
        return f"{said} The penalty did not help, so try a **larger** one."
    return said + _flight(snapshots[-1])


def _flight(now: Snapshot) -> str:
    """Say whether a head of the second network looks where nothing is to be found."""
    on_itself = now.tensors["with"].mean(dim=0)[:, heads.KEYS.index("?")].tolist()
    for head, share in enumerate(on_itself, 1):
        if share > FLED:
            return (
                f" Head {head} of the second network puts {percent(share)} of its weight on the "
                "“?” itself, where nothing is to be found. That also avoids overlap, so try a "
                "smaller penalty."
            )
    if max(on_itself) < NOTHING and now.numbers["overlap with"] < NOTHING:
        return " Where one of its heads looks at the colour, the other looks at the kind."
    return ""


def formula(settings: heads.Settings, now: Snapshot) -> tuple[str, str]:
    """Return the overlap, and that of the first question with the penalty."""
    first, second = now.tensors["with"][0].tolist()
    terms = r" \\ + ".join(rf"\min({a:.3f}, {b:.3f})" for a, b in zip(first, second, strict=True))
    overlap = sum(map(min, first, second))
    return (
        r"\begin{gathered}\mathrm{overlap} = \sum_{j} \min(w_{1j}, w_{2j}) \\"
        r"\mathrm{loss} = -\ln p(\mathrm{thing}) + \lambda \cdot \mathrm{overlap}\end{gathered}",
        rf"\begin{{gathered}}{terms} = {overlap:.3f} \\"
        rf"\lambda = {settings.penalty:g}\end{{gathered}}",
    )


def shapes(settings: heads.Settings) -> Mapping[str, str]:
    """Return the sizes of the networks."""
    count, d_model = len(heads.ASKED), heads.CONFIG.d_model
    return {
        "questions": f"{count} × 3",
        "E": f"{heads.CONFIG.vocab_size} × {d_model}",
        "weights": f"{count} × 2 × 3",
        "scores": f"{count} × {len(heads.NAMES)}",
    }


def more(settings: heads.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Draw how much of its weight each head puts on what, over time."""
    columns = st.columns(2)
    for column, (kind, name) in zip(columns, KINDS.items(), strict=True):
        shares = [snapshot.tensors[kind].mean(dim=0) for snapshot in snapshots]
        lines = {
            f"head {head + 1} on the {key}": [share[head, place].item() for share in shares]
            for head in (0, 1)
            for place, key in enumerate(heads.KEYS[:2])
        }
        with column:
            plot(
                figures.curves(
                    [snapshot.step for snapshot in snapshots],
                    lines,
                    settings.steps,
                    figures.Axis(f"weight, {name}", 260, top=1.02),
                    colours=("primary", "V", "Z", "K"),
                ),
                key=f"heads_shares_{kind}",
                label=f"Weight of each head on colour and kind while it learns, {name}",
            )


LESSON = Lesson(
    "Two heads",
    choose,
    heads.train,
    {"accuracy without": ("right without penalty", percent), "accuracy with": ("with it", percent)},
    draw,
    look_for,
    more,
    formula,
    shapes,
    (heads.train, heads.overlap),
)
