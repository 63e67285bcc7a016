"""Two heads, with and without a penalty on attending to the same position."""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.small.snapshots import Snapshot
from pages.training.train_it_yourself import remarks
from pages.training.train_it_yourself.compute import heads
from pages.training.train_it_yourself.figures import curves as figures
from pages.training.train_it_yourself.trainings import Lesson, choose_schedule
from ui.choices import controls
from ui.figures.attention_maps import plot_attention_maps
from ui.messages import N_, _, pgettext
from ui.views.plot import show_figure
from ui.words import format_percent, format_shortest

KINDS = {"without": N_("no penalty"), "with": N_("with penalty")}
WEIGHTS = {  # network: title of the axis, label of the figure
    "without": (
        N_("weight, no penalty"),
        N_("Weight of each head on colour and kind while it learns, no penalty"),
    ),
    "with": (
        N_("weight, with penalty"),
        N_("Weight of each head on colour and kind while it learns, with penalty"),
    ),
}
PENALTIES = (0.03, 0.1, 0.3, 1.0)
STEPS, RATES = (100, 300, 1000), (0.003, 0.01, 0.1)  # options; the second is the default
HEIGHT = 330  # pixels of the side-by-side figures
FLED, NOTHING = 0.5, 0.1  # thresholds: weight on the "?" itself; negligible weight or overlap


def choose_settings() -> heads.Settings:
    """Show the widgets for the training of two heads; return its settings."""
    penalty = controls.choose_option(
        "penalty",
        _("Penalty"),
        {size: format_shortest(size) for size in PENALTIES},
        0.1,
    )
    return heads.Settings(penalty, **choose_schedule("heads", STEPS, RATES))


def show_pictures(settings: heads.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Show where both heads of both networks attend, and overlap and accuracy by training step.

    Args:
        settings: settings of the training.
        snapshots: the networks' states so far.
    """
    steps, now = [snapshot.step for snapshot in snapshots], snapshots[-1]
    kinds = {kind: _(name) for kind, name in KINDS.items()}
    right = pgettext("share of answers", "right")
    titles = {
        "overlap": (_("overlap"), _("overlap of both networks while they learn")),
        "accuracy": (right, _("share of right answers in both networks while they learn")),
    }
    looked, measured = st.columns([3, 2])
    with looked:
        show_figure(
            plot_attention_maps(
                {
                    "<br>".join([*name.split(), _("head {head}").format(head=head + 1)]): (
                        now.tensors[kind][:, head]
                    )
                    for kind, name in kinds.items()
                    for head in (0, 1)
                },
                heads.QUESTIONS,
                (_("colour"), _("kind"), "?"),
                axes=(_("“?” attends in"), _("attends to")),
                height=HEIGHT + 50,
            ),
            key="heads_looks",
            label=_("What both heads of both networks attend to, for each question"),
        )
    with measured:
        for key, (title, label) in titles.items():
            lines = {
                name: [s.numbers[f"{key} {kind}"] for s in snapshots]
                for kind, name in kinds.items()
            }
            show_figure(
                figures.plot_curves(
                    steps, lines, settings.steps, figures.Axis(title, HEIGHT // 2 + 25, top=1.02)
                ),
                key=f"heads_{key}",
                label=label,
            )


def describe_takeaway(
    settings: heads.Settings, snapshots: Sequence[Snapshot], has_ended: bool
) -> str:
    """Return the takeaway: how the penalty changed the heads' overlap and the accuracy.

    Args:
        settings: settings of the training.
        snapshots: the networks' states so far.
        has_ended: whether the training is over; only then does the takeaway give advice on
            settings.
    """
    first, now = snapshots[0].numbers, snapshots[-1].numbers
    if len(snapshots) == 1:
        return _(
            "Both networks start out the same: their heads share **{overlap:.2}** of "
            "their weight. Press Start, and one network will pay for that."
        ).format(overlap=first["overlap with"])
    said = _(
        "With the penalty the heads share **{overlap:.2}** of their weight, without it "
        "**{other_overlap:.2}**. They get {right:%} and {other_right:%} of the names right."
    ).format(
        overlap=now["overlap with"],
        other_overlap=now["overlap without"],
        right=now["accuracy with"],
        other_right=now["accuracy without"],
    )
    if not has_ended:
        return said
    smaller = settings.penalty > PENALTIES[0]
    if now["accuracy with"] < 0.9:
        losses = [snapshot.numbers["loss with"] for snapshot in snapshots]
        advice = remarks.suggest_setting(
            losses, settings.steps < STEPS[-1], settings.rate > RATES[0]
        )
        other = _("Or try a **smaller penalty**.") if smaller else ""
        return " ".join(filter(None, [advice, other, said]))
    if now["overlap with"] < now["overlap without"]:
        return " ".join(filter(None, [said, _describe_avoidance(snapshots[-1], smaller)]))
    if settings.penalty < PENALTIES[-1]:
        return f"{said} {_('The penalty did not help. Try a **larger** one.')}"
    return f"{said} {_('The penalty did not help.')}"


def _describe_avoidance(snapshot: Snapshot, smaller: bool) -> str:
    """Describe whether a head avoids overlap by attending to the "?" itself; "" if not."""
    on_itself = snapshot.tensors["with"].mean(dim=0)[:, heads.KEYS.index("?")].tolist()
    for head, share in enumerate(on_itself, 1):
        if share > FLED:
            fled = _(
                "The second network's head {head} puts {share:%} of its weight on the “?” itself, "
                "where there's nothing to find. That also avoids overlap."
            ).format(head=head, share=share)
            return f"{fled} {_('Try a **smaller penalty**.')}" if smaller else fled
    if max(on_itself) < NOTHING and snapshot.numbers["overlap with"] < NOTHING:
        return _("Where one of its heads attends to the colour, the other attends to the kind.")
    return ""


def overlap_latex(settings: heads.Settings, snapshot: Snapshot) -> tuple[str, str]:
    """Return two LaTeX formulas: the definitions of overlap and loss, and the overlap in numbers.

    Args:
        settings: settings of the training.
        snapshot: the networks' state at one step; the numbers are those of the first training
            example, "red fruit ?", in the network with the penalty.
    """
    first, second = snapshot.tensors["with"][0].tolist()
    terms = r" \\ + ".join(rf"\min({a:.3f}, {b:.3f})" for a, b in zip(first, second, strict=True))
    overlap = sum(map(min, first, second))
    return (
        r"\begin{gathered}\mathrm{overlap} = \sum_{j} \min(w_{1j}, w_{2j}) \\"
        r"\mathrm{loss} = -\ln p(\mathrm{thing}) + \lambda \cdot \mathrm{overlap}\end{gathered}",
        rf"\begin{{gathered}}{terms} = {overlap:.3f} \\"
        rf"\lambda = {settings.penalty:g}\end{{gathered}}",
    )


def tensor_shapes(settings: heads.Settings) -> Mapping[str, str]:
    """Return the shapes of this training's tensors: label -> shape as text, such as "16 × 3"."""
    count, d_model = len(heads.ASKED), heads.CONFIG.d_model
    return {
        _("questions"): f"{count} × 3",
        "E": f"{heads.CONFIG.vocab_size} × {d_model}",
        _("weights"): f"{count} × 2 × 3",
        _("scores"): f"{count} × {len(heads.NAMES)}",
    }


def show_attention_shares(settings: heads.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Plot each head's mean attention weight on colour and on kind, by training step, for both
    networks.

    Args:
        settings: settings of the training.
        snapshots: the networks' states so far.
    """
    columns = st.columns(2)
    looked_at = (_("head {head} on the colour"), _("head {head} on the kind"))
    for column, (kind, (title, label)) in zip(columns, WEIGHTS.items(), strict=True):
        shares = [snapshot.tensors[kind].mean(dim=0) for snapshot in snapshots]
        lines = {
            said.format(head=head + 1): [share[head, place].item() for share in shares]
            for head in (0, 1)
            for place, said in enumerate(looked_at)
        }
        with column:
            show_figure(
                figures.plot_curves(
                    [snapshot.step for snapshot in snapshots],
                    lines,
                    settings.steps,
                    figures.Axis(_(title), 260, top=1.02),
                    colours=("primary", "V", "Z", "K"),
                ),
                key=f"heads_shares_{kind}",
                label=_(label),
            )


LESSON = Lesson(
    N_("Two heads"),
    choose_settings,
    heads.train,
    {
        "accuracy without": (N_("right without the penalty: {number}"), format_percent),
        "accuracy with": (N_("with it: {number}"), format_percent),
    },
    show_pictures,
    describe_takeaway,
    show_attention_shares,
    overlap_latex,
    tensor_shapes,
    (heads.train, heads.compute_overlap),
)
