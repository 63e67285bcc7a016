"""Ambiguous words: maps of the first position's vectors, and attention to the second word."""

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from model.small.snapshots import Snapshot
from pages.training.train_it_yourself import pasted
from pages.training.train_it_yourself import remarks as lesson_words
from pages.training.train_it_yourself.compute import phrases
from pages.training.train_it_yourself.figures import curves as figures
from pages.training.train_it_yourself.figures import maps
from pages.training.train_it_yourself.trainings import Lesson, choose_schedule
from ui.choices import controls
from ui.frame import explain
from ui.messages import N_, _, ngettext, pgettext
from ui.views.plot import show_figure
from ui.words import format_decimal, format_percent

STEPS, RATES = (50, 200, 800), (0.003, 0.01, 0.1)  # options; the second is the default
PLACEHOLDER = "iron horse = thing"
HEIGHT = 300  # pixels of the side-by-side figures
FAR = 100  # larger distance ratios are written as "over 100"


def choose_settings() -> phrases.Settings:
    """Show the widgets for the training of a phrase classifier; return its settings."""
    attention = controls.choose_switch("carry", _("attention"), True)
    how = choose_schedule("phrases", STEPS, RATES)
    return phrases.Settings(_choose_phrases(), attention, **how)


def _choose_phrases() -> tuple[phrases.Phrase, ...]:
    """Let the person add training phrases; return all, and report unusable lines."""
    with st.popover(_("Your own phrases")):
        typed = controls.text_area(
            "phrases",
            _("More phrases to learn, one per line: two words = kind"),
            placeholder=PLACEHOLDER,
        )
    own, remarks = pasted.parse_phrases(typed)
    if remarks:
        explain.show_unusable_lines(remarks)
    known = {phrase[:2]: phrase for phrase in (*phrases.PHRASES, *own)}  # later lines win
    return tuple(known.values())


def show_pictures(settings: phrases.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Show maps of the phrases' vectors, before training and now; and accuracy and attention by
    step.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
    """
    names = [" ".join(phrase[:2]) for phrase in settings.phrases]
    groups = {
        kind: [place for place, phrase in enumerate(settings.phrases) if phrase[2] == kind]
        for kind in settings.kinds
    }
    moments = [snapshot.tensors["vectors"] for snapshot in snapshots]
    columns = st.columns([3, 3, 2])
    for key, column, seen in zip(
        ("before", "now"), columns[:2], (moments[:1], moments), strict=True
    ):
        caption, label = _map_titles(key, len(names), snapshots[-1].step)
        with column:
            st.caption(caption)
            show_figure(
                maps.plot_points(maps.project_to_plane(seen), names, groups, size=(400, HEIGHT)),
                key=f"phrases_{key}",
                label=label,
            )
    with columns[2]:
        lines = {
            pgettext("share of answers", "right"): "accuracy",
            _("weight on the second word"): "carried",
        }
        alone = _("{share:.2}: first word alone").format(share=settings.first_word_accuracy)
        floor = settings.first_word_accuracy, alone
        show_figure(
            figures.plot_curves(
                [snapshot.step for snapshot in snapshots],
                {name: [s.numbers[key] for s in snapshots] for name, key in lines.items()},
                settings.steps,
                figures.Axis(_("share"), HEIGHT + 40, 1.02, floor),
            ),
            key="phrases_curves",
            label=_(
                "Share of phrases that are right, and weight on the second word, while it learns"
            ),
        )


def _map_titles(map_key: str, phrase_count: int, step: int) -> tuple[str, str]:
    """Return the caption of a map, and its label for screen readers."""
    if map_key == "before":
        caption = _("First position, before training")
        label = ngettext(
            "Map of the first position's vector in {count} phrase, before training",
            "Map of the first position's vector in {count} phrases, before training",
            phrase_count,
        )
    else:
        caption = _("First position, at step {step:,}")
        label = ngettext(
            "Map of the first position's vector in {count} phrase, at step {step:,}",
            "Map of the first position's vector in {count} phrases, at step {step:,}",
            phrase_count,
        )
    return caption.format(step=step), label.format(count=phrase_count, step=step)


def describe_takeaway(
    settings: phrases.Settings, snapshots: Sequence[Snapshot], has_ended: bool
) -> str:
    """Return the takeaway: the accuracy, what the first word alone would give, and what attention
    adds.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
        has_ended: whether the training is over; if it is and has failed, advice on settings is
            added.
    """
    now, count = snapshots[-1], len(settings.phrases)
    right, alone = (
        round(now.numbers["accuracy"] * count),
        round(settings.first_word_accuracy * count),
    )
    if len(snapshots) == 1:
        said = _("Untrained, it gets **{right} of {count}** phrases right.")
        start = _("Press Start and watch that change.")
        return (
            f"{said.format(right=right, count=count)} {_describe_clusters(settings, now)} {start}"
        )
    if not settings.attention:
        return _(
            "Without attending to the second word, it gets **{right} of {count}** phrases "
            "right, and {alone} of {count} is the best it could do. For the first position, "
            "phrases with the same first word **are the same**, so their points lie on top of "
            "each other."
        ).format(right=right, count=count, alone=alone)
    said = _(
        "It gets **{right} of {count}** phrases right. With the first word alone, it could get "
        "{alone} of {count} at best."
    ).format(right=right, count=count, alone=alone)
    if right > alone:
        carried = _(
            "Attention does the rest: the first position puts **{carried:%}** of its "
            "weight on the second word."
        )
    else:
        carried = _("The first position puts **{carried:%}** of its weight on the second word.")
    carried = carried.format(carried=now.numbers["carried"])
    said = f"{said} {carried} {_describe_clusters(settings, now)}"
    if not has_ended or now.numbers["accuracy"] > 0.95:
        return said
    losses = [snapshot.numbers["loss"] for snapshot in snapshots]
    advice = lesson_words.suggest_setting(
        losses, settings.steps < STEPS[-1], settings.rate > RATES[0]
    )
    return f"{advice} {said}"


def _describe_clusters(settings: phrases.Settings, snapshot: Snapshot) -> str:
    """Describe whether vectors cluster by first word or by kind, and how clearly."""
    words, kinds = (
        phrases.compute_distance_ratio(
            snapshot.tensors["vectors"], [phrase[of] for phrase in settings.phrases]
        )
        for of in (0, 2)
    )
    if words > kinds:
        near = _(
            "Phrases with the same first word sit together: other phrases are "
            "**{factor:.1} times** as far away."
        )
        close = _(
            "Phrases with the same first word sit together: other phrases are **over "
            "{most} times** as far away."
        )
    else:
        near = _(
            "Phrases of the same kind sit together: other phrases are **{factor:.1} "
            "times** as far away."
        )
        close = _(
            "Phrases of the same kind sit together: other phrases are **over {most} "
            "times** as far away."
        )
    factor = max(words, kinds)
    return (close if factor > FAR else near).format(factor=factor, most=FAR)


def show_unseen_phrases(settings: phrases.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Show what share of the unseen phrases is classified right, and how probable the right kind of
    each phrase is, trained or not.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
    """
    if not settings.unseen:
        return
    st.header(_("Phrases it has never seen"), anchor=False)
    now = snapshots[-1]
    count, share = len(settings.unseen), now.numbers["unseen"]
    said = ngettext(
        "The same words combine in {count} other way. If the second word's kind counts as "
        "right, **{share:%}** of these phrases are right at this step. The network can't have "
        "learned those by heart.",
        "The same words combine in {count} other ways. If the second word's kind counts as "
        "right, **{share:%}** of these phrases are right at this step. The network can't have "
        "learned those by heart.",
        count,
    )
    explain.show_callout(said.format(count=count, share=share))
    right = {
        phrase[:2]: row[settings.kinds.index(phrase[2])].item()
        for tensor, phrases_ in (("probabilities", settings.phrases), ("unseen", settings.unseen))
        for row, phrase in zip(now.tensors[tensor], phrases_, strict=True)
    }
    show_figure(
        figures.plot_right_kind_probability(right, [phrase[:2] for phrase in settings.phrases]),
        key="phrases_unseen",
        label=_("How probable the right kind is for each phrase, learned or not"),
    )
    st.caption(
        _(
            "Probability of the right kind, from 0 (the page's own shade) to 1 (the "
            "strongest contrast). A dot marks the phrases it learned from."
        )
    )


def attention_latex(settings: phrases.Settings, snapshot: Snapshot) -> tuple[str, str]:
    """Return two LaTeX formulas of the first position's attention output: in general, and for "iron
    man".

    Args:
        settings: settings of the training.
        snapshot: the network's state at one step.
    """
    place = [phrase[:2] for phrase in settings.phrases].index(("iron", "man"))
    own, other = snapshot.tensors["weights"][place].tolist()
    return (
        r"\begin{gathered}z_1 = w_{11}\, v_1 + w_{12}\, v_2 \\"
        r"w_1 = \mathrm{softmax}(q_1 K^\top / \sqrt{d_k})\end{gathered}",
        rf"z_\mathrm{{iron}} = {own:.3f}\, v_\mathrm{{iron}} + {other:.3f}\, v_\mathrm{{man}}",
    )


def tensor_shapes(settings: phrases.Settings) -> Mapping[str, str]:
    """Return the shapes of this training's tensors: label -> shape as text, such as "16 × 8"."""
    return {
        "E": f"{len(settings.words)} × 8",
        _("phrases"): f"{len(settings.phrases)} × 2",
        _("vectors"): f"{len(settings.phrases)} × 8",
        _("scores"): f"{len(settings.phrases)} × {len(settings.kinds)}",
    }


def get_tour_facts(settings: phrases.Settings, last: Snapshot) -> Mapping[str, object]:
    """Return the results that a step of the guided tour checks.

    Args:
        settings: settings of the training.
        last: the network's latest state.

    Returns:
        "attention": whether attention was on; "accuracy": share of training phrases classified
        right, 0 to 1.
    """
    return {"attention": settings.attention, "accuracy": last.numbers["accuracy"]}


LESSON = Lesson(
    N_("Ambiguous words"),
    choose_settings,
    phrases.train,
    {
        "loss": (N_("loss {number}"), partial(format_decimal, decimals=3)),
        "accuracy": (N_("right {number}"), format_percent),
    },
    show_pictures,
    describe_takeaway,
    show_unseen_phrases,
    attention_latex,
    tensor_shapes,
    (phrases.train, phrases.Classifier.forward),
    get_tour_facts,
)
