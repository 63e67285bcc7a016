"""A tiny encoder-decoder: loss, exact matches, and the maps of cross-attention."""

import math
from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from model.small import tasks, translator
from model.small.snapshots import Snapshot
from model.small.tasks import Symbols
from model.tokenizer import normalize
from pages.training.train_it_yourself import pasted, remarks
from pages.training.train_it_yourself.figures import curves as figures
from pages.training.train_it_yourself.trainings import Lesson, choose_schedule
from ui.choices import controls
from ui.figures.attention_maps import plot_attention_maps
from ui.frame import explain
from ui.messages import N_, _
from ui.views.plot import show_figure
from ui.words import format_decimal, format_percent

TASKS = {
    "copy": N_("copy"),
    "reverse": N_("reverse"),
    "sort": N_("sort"),
    "dates": N_("dates"),
    "pairs": N_("your sentence pairs"),
}
PAIRS = """\
a red house = ein rotes Haus
a small house = ein kleines Haus
a red boat = ein rotes Boot
the house is small = das Haus ist klein
the boat is red = das Boot ist rot
the boat is small = das Boot ist klein
a house = ein Haus
the boat = das Boot"""
STEPS, RATES = (200, 600, 1500), (0.001, 0.003, 0.03)  # options; the second is the default
END, ASKED = "</s>", 24  # end token; longest typed source, in symbols
MAPS = {  # pattern of cross-attention once the task is learned
    "copy": N_("Watch for a diagonal in the map."),
    "reverse": N_("Watch for an anti-diagonal in the map, from the top right to the bottom left."),
    "sort": N_(
        "Watch for one dark cell in each row: row by row, the model picks the letters in "
        "alphabetical order."
    ),
    "dates": N_(
        "Watch for three blocks in the map: the year, the month and the day, in reverse order."
    ),
}
EVEN = 0.6  # aligned weight above which the pattern is visible


def choose_settings() -> translator.Settings:
    """Show the widgets for the training of a small Transformer; return its settings."""
    names = {task: _(name) for task, name in TASKS.items()}
    task = controls.choose_option("task", _("Task"), names, "reverse")
    longest = translator.Settings.longest
    pairs: tuple[pasted.SentencePair, ...] = ()
    if task in tasks.LETTER_TASKS:
        lengths = {number: str(number) for number in (4, 6, 8, tasks.LONGEST)}
        longest = controls.choose_option("longest", _("Letters, at most"), lengths, longest)
    N = controls.choose_option("tiny_layers", _("Layers"), {n: str(n) for n in (1, 2)}, 1)
    h = controls.choose_option("tiny_heads", _("Heads"), {n: str(n) for n in (1, 2, 4)}, 2)
    how = choose_schedule("translator", STEPS, RATES)
    if task == "pairs":
        pairs = _choose_pairs()
    return translator.Settings(task, longest, pairs, N, h, **how)


def _choose_pairs() -> tuple[pasted.SentencePair, ...]:
    """Let the person paste sentence pairs; return them, and report unusable lines."""
    with st.popover(_("Edit the pairs")):
        typed = controls.text_area(
            "pairs",
            _("Pairs to learn from, one per line: source = target, or a tab between them"),
            PAIRS,
            height=260,
        )
    found = pasted.parse_sentence_pairs(typed)
    if found.remarks:
        explain.show_unusable_lines(found.remarks)
    if found.lines:
        return found.lines
    st.info(_("There's no pair to learn from yet, so it uses the example pairs."))
    return pasted.parse_sentence_pairs(PAIRS).lines


def show_pictures(settings: translator.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Show the cross-attention of one test example, and the loss and the share of right outputs by
    step.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
    """
    task, now = settings.make_task(), snapshots[-1]
    examples = task.held_out[: translator.SHOWN]
    left, right = st.columns([3, 2])
    with left:
        names = name_examples([_join_symbols(settings, each.source) for each in examples])
        shown = controls.choose_option("example", _("Example"), names, 1) - 1
        example, written = examples[shown], [i for i in now.tensors["written"][shown].tolist() if i]
        rows, columns = (*example.target, END), (*example.source, END)
        show_figure(
            plot_attention_maps(
                {
                    _("head {head}").format(head=head + 1): weights[: len(rows), : len(columns)]
                    for head, weights in enumerate(now.tensors["cross"][shown, -1])
                },
                rows,
                columns,
                axes=(_("to write"), _("is read")),
                height=290,
            ),
            key="translator_cross",
            label=_("Cross-attention of the last decoder layer: one row per token to write"),
        )
        said = _join_symbols(settings, task.names(written))
        explain.show_result(remarks.describe_answer(said, _join_symbols(settings, example.target)))
    with right:
        _show_curves(settings, snapshots)


def _show_curves(settings: translator.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Plot the loss, and the share of outputs that are exactly right, by training step."""
    steps = [snapshot.step for snapshot in snapshots]
    loss = _("loss, nats"), _("loss, nats while the network learns"), None
    exact = _("exact match"), _("exact match while the network learns"), 1.02
    names = {"loss": _("loss"), "exact": _("exact")}
    for key, (title, label, top) in {"loss": loss, "exact": exact}.items():
        show_figure(
            figures.plot_curves(
                steps,
                {names[key]: [snapshot.numbers[key] for snapshot in snapshots]},
                settings.steps,
                figures.Axis(title, 175, top),
            ),
            key=f"translator_{key}",
            label=label,
        )


def name_examples(sources: Sequence[str]) -> dict[int, str]:
    """Return the labels of the examples in a menu.

    Args:
        sources: source of each example, as text.

    Returns:
        Number of the example, from 1 -> its source; with the number before it if some sources are
        equal.
    """
    alike = len(set(sources)) < len(sources)
    return {n: f"{n}. {source}" if alike else source for n, source in enumerate(sources, 1)}


def _join_symbols(settings: translator.Settings, symbols: Sequence[str]) -> str:
    """Join symbols into text: letters and digits close together, words apart."""
    if settings.task == "pairs":
        return " ".join(symbols)
    return "".join(f" {s} " if s in tasks.MONTHS else s for s in symbols).strip()


def show_own_source(settings: translator.Settings, snapshots: Sequence[Snapshot]) -> None:
    """Let the person enter a source, and show the network's output; only once the training has
    ended.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
    """
    if snapshots[-1].step < settings.steps:
        return
    st.header(_("Ask it yourself"), anchor=False)
    task = settings.make_task()
    first = task.held_out[0].source
    typed = controls.text_field(
        "ask", _("A source to translate"), placeholder=_join_symbols(settings, first)
    )
    source = _split_symbols(settings, typed)[:ASKED] or first
    said = task.names(translator.decode_greedily(snapshots[-1].network, [task.ids(source)])[0])
    unknown = tuple(dict.fromkeys(symbol for symbol in source if symbol not in task.symbols))
    longest = max(len(example.source) for example in task.held_out)
    doubts = remarks.list_failure_reasons(unknown, len(source), longest)
    explain.show_result(
        remarks.describe_own_answer(_join_symbols(settings, source), _join_symbols(settings, said)),
        doubts,
    )


def _split_symbols(settings: translator.Settings, typed_text: str) -> Symbols:
    """Split typed text into the symbols of the task."""
    words = normalize(typed_text).split()
    if settings.task == "pairs":
        return tuple(words)
    return tuple(
        symbol for word in words for symbol in ([word] if word in tasks.MONTHS else list(word))
    )


def describe_takeaway(
    settings: translator.Settings, snapshots: Sequence[Snapshot], has_ended: bool
) -> str:
    """Return the takeaway: how many outputs are exactly right, and how well cross-attention aligns.

    Args:
        settings: settings of the training.
        snapshots: the network's states so far.
        has_ended: whether the training is over; if it is and has failed, advice on settings is
            added.
    """
    now = snapshots[-1].numbers
    untrained = len(snapshots) == 1
    count = len(settings.make_task().held_out)
    template = remarks.right_answers_template(
        untrained, on_training_examples=settings.task == "pairs"
    )
    said = [template.format(right=round(now["exact"] * count), count=count)]
    if untrained:
        if "aligned" in now:
            best = _("The best head puts **{share:%}** of its weight on the token to write.")
            said.append(best.format(share=now["aligned"]))
        said.append(
            _("Press Start and watch the maps: which source token must each row attend to?")
        )
        return " ".join(said)
    if "aligned" in now:
        best = _(
            "The best head puts **{share:%}** of its weight on the token to write; "
            "before training, it was {before:%}."
        )
        said.append(best.format(share=now["aligned"], before=snapshots[0].numbers["aligned"]))
        if now["aligned"] > EVEN:
            said.append(_(MAPS[settings.task]))
    if has_ended and now["exact"] <= 0.8:
        losses = [snapshot.numbers["loss"] for snapshot in snapshots]
        advice = remarks.suggest_setting(
            losses, settings.steps < STEPS[-1], settings.rate > RATES[0]
        )
        said.insert(0, advice)
    return " ".join(said)


def loss_latex(settings: translator.Settings, snapshot: Snapshot) -> tuple[str, str]:
    """Return two LaTeX formulas of the loss: its definition, and its value as −ln of a probability.

    Args:
        settings: settings of the training.
        snapshot: the network's state at one step.
    """
    loss = snapshot.numbers["loss"]
    return (
        r"\mathrm{loss} = -\frac{1}{T} \sum_{t=1}^{T} \ln p(y_t \mid y_{<t}, x)",
        rf"{loss:.3f} = -\ln {math.exp(-loss):.3f}",
    )


def network_sizes(settings: translator.Settings) -> Mapping[str, str]:
    """Return the sizes of the small Transformer: label -> text, such as "2 of width 16" for the
    heads.
    """
    task = settings.make_task()
    config = translator.build_network(settings, task).config
    return {
        "E": f"{config.vocab_size} × {config.d_model}",
        _("layers"): f"{config.N} + {config.N}",
        _("heads"): _("{heads} of width {width}").format(heads=config.h, width=config.d_k),
        _("batch"): _("{count} examples per step").format(count=translator.BATCH),
    }


LESSON = Lesson(
    N_("A tiny translator"),
    choose_settings,
    translator.train,
    {
        "loss": (N_("loss {number}"), partial(format_decimal, decimals=3)),
        "exact": (N_("exact matches {number}"), format_percent),
    },
    show_pictures,
    describe_takeaway,
    show_own_source,
    loss_latex,
    network_sizes,
    (translator.train, translator.train_step),
)
