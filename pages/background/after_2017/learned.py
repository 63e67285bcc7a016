"""The sections about learning: races of small networks, dropout, scaling, and BLEU."""

import html
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from model.small import translator
from model.small.snapshots import Snapshot
from pages.background.after_2017 import cached
from pages.background.after_2017.compute import races, scaling
from pages.background.after_2017.compute.bleu import BleuCounts, compute_bleu
from pages.background.after_2017.figures import series, tokens
from pages.background.after_2017.remarks import learned as remarks
from pages.background.after_2017.variants import table_html
from ui.choices import controls
from ui.frame import explain
from ui.frame.background import JobStatus, Task, show_job
from ui.messages import N_, _, ngettext, pgettext
from ui.queues.workers import State
from ui.readings import missing_measurements, session
from ui.readings.reading import Reading
from ui.views.plot import show_figure
from ui.words import format_decimal, format_integer, format_scientific, format_shortest, in_quotes

STEPS, RATES, LETTERS = (200, 400, 800), (0.001, 0.003, 0.01), 5
PASSES, SHARES = 5, (0.1, 0.3)
POINTS, LATE = 30, 10  # points of the averaged curve, and of its last part, which is fitted
LONGEST = 500


def _choose_settings(name: str) -> translator.Settings:
    """Draw the controls of a race's training; return what is chosen."""
    with st.container(horizontal=True, vertical_alignment="center", key=f"choices_{name}"):
        steps = controls.choose_option(
            f"{name}_steps", _("Steps"), {n: format_integer(n) for n in STEPS}, STEPS[1]
        )
        rate = controls.choose_option(
            f"{name}_rate",
            _("Adam’s rate"),
            {rate: format_shortest(rate) for rate in RATES},
            RATES[1],
        )
    return translator.Settings(longest=LETTERS, steps=steps, rate=rate)


def show_race(name: str, remark: Callable[[Mapping[str, float]], str]) -> None:
    """Let people train several small networks side by side; plot their losses as they learn.

    Args:
        name: "optimizers" or "gates", a key of ``races.RACES``.
        remark: takes the final losses (name of the network -> loss) and returns a sentence, which
            is shown below the plot when training has ended.
    """
    settings = _choose_settings(name)
    steps = settings.steps

    def describe_progress(snapshots: Sequence[Snapshot]) -> tuple[float, str]:
        """Return the share of training steps done, and the text for the progress bar."""
        at = snapshots[-1].step if snapshots else 0
        said = _("step {step:,} of {steps:,}").format(step=at, steps=steps)
        return min(1.0, at / steps), said

    def show_losses(job_status: JobStatus[Snapshot]) -> None:
        """Plot the losses of the networks in training so far, and describe them."""
        if not job_status.results:
            return
        losses = {_(one): [s.numbers[one] for s in job_status.results] for one in races.RACES[name]}
        show_figure(
            series.plot_race_losses(
                [snapshot.step for snapshot in job_status.results], losses, steps
            ),
            key=f"race_{name}",
            label=_("Loss of each small network while it learns"),
        )
        last = {one: values[-1] for one, values in losses.items()}
        over = job_status.state is State.FINISHED
        explain.show_callout(
            f"{remarks.describe_ranking(last, over)} {remark(last) if over else ''}".strip()
        )

    work = partial(races.train_race, name, settings)
    show_job(
        Task(
            name,
            settings,
            work,
            pgettext("button", "Start"),
            describe_progress,
            restart_label=_("Again"),
        ),
        show_losses,
    )


def show_training(reading: Reading) -> str:
    """Show four optimizers train a small network, and this model with dropout on.
    Return the takeaway, which is about dropout.
    """
    st.markdown(
        _("**A small translator learns to reverse letters**, four times, from the same seed:")
    )
    show_race("optimizers", remarks.describe_optimizers)
    share = controls.choose_option(
        "left_on",
        _("Dropout left on in this model"),
        {s: format_shortest(s) for s in SHARES},
        SHARES[0],
    )
    passes = cached.compute_dropout_losses(reading, reading.changes, share, PASSES)
    plain = cached.compute_token_losses(reading, reading.changes)
    names = [token.text for token in reading.output]
    show_figure(
        tokens.plot_dropout_losses(passes, plain, names),
        key="dropout_left_on",
        label=_("Loss of each token in five passes with dropout, and in one without"),
    )
    return remarks.describe_dropout(passes, plain, names, share == session.glass().config.P_drop)


def show_scaling(reading: Reading) -> str:
    """Show this model's training loss over the number of tokens read; return the takeaway."""
    if not ((record := session.training_record()) and record["settings"]):
        explain.show_missing_measurement(missing_measurements.describe_missing_record())
        st.html(_trainings_table_html(scaling.PUBLISHED))
        return remarks.describe_missing_record()
    curve = [point for point in record["curve"] if point["tokens"] > 0]
    read, losses = [float(point["tokens"]) for point in curve], [point["plain"] for point in curve]
    mean = scaling.average_in_log_bins(read, losses, POINTS)
    parameters = float(record["parameters"])
    show_figure(
        series.plot_loss_over_tokens((read, losses), mean, scaling.CHINCHILLA_RATIO * parameters),
        key="loss_over_tokens",
        label=_("This model's training loss over the tokens it read, logarithmic axes"),
    )
    own = scaling.TrainingRun(N_("this model"), parameters, read[-1], N_("its own record"))
    st.html(_trainings_table_html((own, *scaling.PUBLISHED)))
    late = [values[-LATE:] for values in mean]
    trend = (late[0][0], scaling.fit_power_law(*late)) if len(late[0]) > 1 else None
    return remarks.describe_scaling(own, trend, len(record["settings"]))


def _trainings_table_html(trainings: Sequence[scaling.TrainingRun]) -> str:
    """Return an HTML table of training runs with their tokens per parameter."""
    sizes = (_("parameters"), _("tokens"), _("tokens per parameter"), _("operations, 6 N D"))
    rows = []
    for one in trainings:
        numbers = [
            remarks.format_large(one.parameters),
            remarks.format_large(one.tokens),
            format_decimal(one.ratio, 1),
        ]
        rows.append((_(one.name), [*numbers, format_scientific(one.operations, 1)], _(one.source)))
    return table_html(("", *sizes, ""), rows)


def show_bleu(reading: Reading) -> str:
    """Show the BLEU of the translation against a reference that people can type.
    Until something is typed, the second-best result of beam search is the reference. Return the
    takeaway, which is about the score.
    """
    second = reading.translation  # until one is typed: the second hypothesis, or the only one
    if len(reading.hypotheses) > 1:
        second = session.glass().tokenizer.decode(reading.hypotheses[1].tokens)
    typed = controls.text_field(
        "reference",
        _("How would you translate this sentence? (Your version is the reference.)"),
        max_chars=LONGEST,
        placeholder=second,
    )
    own = bool(typed.strip())
    found = compute_bleu(reading.translation, typed if own else second)
    st.html(_marked_texts_html(found))
    st.html(_ngram_table_html(found))
    return remarks.describe_bleu(found, own)


def _marked_texts_html(bleu: BleuCounts) -> str:
    """Return translation and reference as HTML, with the words that they share in bold."""
    sides = []
    for words in (bleu.translation, bleu.reference):
        left, marked = bleu.matched_ngrams[0].copy(), []
        for word in words:
            shown = html.escape(word)
            marked.append(f"<b>{shown}</b>" if left[word] > 0 else shown)
            left[word] -= 1
        sides.append(" ".join(marked))
    said, wanted = sides
    rows = ((_("translation"), said), (_("reference"), wanted or html.escape(_("(empty)"))))
    pairs = "".join(f"<dt>{html.escape(name)}</dt><dd>{text}</dd>" for name, text in rows)
    return f'<dl class="sayings">{pairs}</dl>'


def _ngram_table_html(bleu: BleuCounts) -> str:
    """Return an HTML table of matched n-grams and precisions, with BP and BLEU."""
    rows = []
    for n, (right, there) in enumerate(bleu.counts, 1):
        words = ngettext("{count} word", "{count} words", n).format(count=n)
        share = f"{right} / {there}"
        p = format_decimal(bleu.precisions[n - 1], 3)
        missed = list(map(in_quotes, bleu.ngrams[n - 1] - bleu.matched_ngrams[n - 1]))
        some = ", ".join(missed[:3]) + (" …" if len(missed) > 3 else "")
        rows.append((words, [share if there else _("there are none"), p], some))
    lengths = ngettext("{said} / {count} word", "{said} / {count} words", len(bleu.reference))
    lengths = lengths.format(said=len(bleu.translation), count=len(bleu.reference))
    brevity, score = format_decimal(bleu.brevity_penalty, 3), format_decimal(bleu.score, 1)
    precisions = " · ".join(format_decimal(p, 3) for p in bleu.precisions)
    foot = (
        f"<tr><th>BP</th><td>{html.escape(lengths)}</td>"
        f'<td>{brevity}</td><td class="said">'
        f"BLEU = {brevity} · ({precisions})<sup>1/4</sup> = <b>{score}</b></td></tr>"
    )
    heads = (_("runs of"), pgettext("runs", "right"), "p", _("not in the reference"))
    return table_html(heads, rows, footer=foot)
