"""Sentences about the model's own training, from its record."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from model.data.training_sentences import TrainingSentences
from pages.training.learning.compute import UntrainedLosses
from pages.training.learning.film import Film
from ui.messages import N_, _, ngettext
from ui.sentence import Remark, join_remarks, say
from ui.words import format_integer, truncate


def training_table_markdown(record: Mapping, P_drop: float) -> str:
    """Return a Markdown table that sums up the training.

    Its rows are the training objective, the number of parameters, the data, the time, the loss, the
    optimizer and the regularization.

    Args:
        record: the training record: "parameters", "tokens", "steps", "seconds", "settings", "curve"
            and "final" of it are read.
        P_drop: dropout probability.
    """
    loss = fmean(pair[0] for pair in record["final"]["loss"].values())
    epsilon = record["settings"][-1]["settings"]["smoothing"]
    workers = max(each["processes"] for each in record["settings"])
    size = _("{count:.1} million parameters (the paper's base model has 65 million)")
    data = _("{tokens:.1} million target tokens, in {steps:,} steps")
    time = ngettext(
        "{hours:.1} hours, with at most {count} process at a time",
        "{hours:.1} hours, with at most {count} processes at a time",
        workers,
    )
    fall = _(
        "from {first:.2} nats per token in the first batch to {last:.2} on validation sentences"
    )
    against = _("label smoothing ({smoothing:g}) and, for most of the steps, dropout ({dropout:g})")
    lines = (
        (_("Goal"), _("make the right next token of a translation more probable")),
        (_("Size"), size.format(count=record["parameters"] / 1e6)),
        (
            _("Data"),
            data.format(tokens=record["tokens"] / 1e6, steps=record["steps"]),
        ),
        (_("Time"), time.format(hours=record["seconds"] / 3600, count=workers)),
        (
            _("Loss"),
            fall.format(first=record["curve"][0]["loss"], last=loss),
        ),
        (_("Rule"), _("Adam, with a learning rate that first rises and then falls")),
        (
            _("Against learning by heart"),
            against.format(dropout=P_drop, smoothing=epsilon),
        ),
    )
    first, *rest = (f"| **{name}** | {text} |" for name, text in lines)
    return "\n".join([first, "|---|---|", *rest])


def describe_takeaway(film: Film, steps: int) -> str:
    """Return the takeaway: the first words of the film, and when it first said its last ones.

    Args:
        film: the recorded translations and losses of the sentence.
        steps: number of steps of the whole training.
    """
    spoken = next((i for i, text in enumerate(film.texts) if text), None)
    said = [_("In this film, the model never writes anything.")]
    if spoken is not None:
        first = _("Its first words, at step **{step:,}**, are “{text}”.")
        words = truncate(film.texts[spoken], 24)
        said = [first.format(step=film.steps[spoken], text=words)]
    said += _describe_first_turn(film)
    if steps > film.steps[-1]:
        later = _(
            "Training went on to step {step:,}, so the shipped model comes after the last frame."
        )
        said.append(later.format(step=steps))
    return " ".join(said)


def describe_way_to_last_sentence(film: Film) -> str:
    """Describe when the film's last translation first turned up, was lost again, and stayed.

    Args:
        film: the recorded translations and losses of the sentence.
    """
    final, steps = film.texts[-1], list(map(format_integer, film.steps))
    found = film.texts.index(final)
    lost = next((i for i, text in enumerate(film.texts) if i > found and text != final), None)
    since = max((i for i, text in enumerate(film.texts) if text != final), default=-1) + 1
    if not final:
        return _("At the end of this film, the model writes nothing.")
    if 0 < found == len(steps) - 1:
        other = truncate(film.texts[-2]) or _("(nothing)")
        said = _(
            "“{text}” turns up only in the last frame, at step **{step}**. The frame before says "
            "“{other}”."
        )
        return said.format(text=truncate(final), step=steps[-1], other=other)
    if lost is None:
        return _("“{text}” turns up at step **{found}** and stays to the end.").format(
            text=truncate(final), found=steps[found]
        )
    return _(
        "“{text}” turns up at step **{found}**. It's lost again at step {lost}, where the model "
        "writes “{other}”, and it stays from step **{since}** on."
    ).format(
        text=truncate(final),
        found=steps[found],
        lost=steps[lost],
        other=truncate(film.texts[lost]),
        since=steps[since],
    )


def _describe_first_turn(film: Film) -> list[str]:
    """Say when the film's last translation first turned up, and whether for good."""
    final = film.texts[-1]
    found = film.texts.index(final)
    if not final or found == len(film.texts) - 1 or not any(film.texts[:found]):
        return []
    if set(film.texts[found:]) == {final}:
        said = _("At step **{step:,}**, it writes “{text}”, and that stays.")
    else:
        said = _("At step **{step:,}**, it writes “{text}”, but **not for good**.")
    return [said.format(step=film.steps[found], text=truncate(final))]


def describe_last_validation(validations: Sequence[Mapping], steps: int) -> str:
    """Describe at which step the validation curves end, if that is before the end of the training.

    Args:
        validations: entries of "validation" in the training record, each with its "step".
        steps: number of steps of the whole training.

    Returns:
        A sentence; "" if the model was validated at the last step, or never.
    """
    if not validations or validations[-1]["step"] == steps:
        return ""
    return _(
        "Along the way, the model was last tested on held-out sentences at step **{last:,}** of "
        "{steps:,}, so that's where their curves end."
    ).format(last=validations[-1]["step"], steps=steps)


def describe_initial_loss(untrained: UntrainedLosses, step: int, loss: float, vocab: int) -> str:
    """Explain why the first recorded loss of the training is above ln V, the loss of equal
    probabilities.

    Args:
        untrained: losses of an untrained model of the same size.
        step: step of the first recorded loss.
        loss: that loss, in nats per token.
        vocab: number of tokens in the vocabulary, V.
    """
    said = _(
        "If all {vocab:,} tokens were equally likely, the loss would be ln {vocab:,}: "
        "**{even:.2}** nats. At step {step} of this training, it was **{loss:.2}**. To see why, "
        "we gave the film's translation to an untrained model of the same size. At **{echoed} of "
        "{steps}** steps, that model's most likely next token is the one it has just read. On "
        "average, the token just read has a probability of {echo:.3}. That leaves little for the "
        "right token, and the loss comes to **{shared:.2}**. If the token just read were left "
        "out, the loss would be {others:.2}. If the logits had a random matrix of their own "
        "instead of the shared one, it would be {apart:.2}."
    ).format(
        vocab=vocab,
        even=untrained.uniform,
        step=step,
        loss=loss,
        echoed=untrained.copied_steps,
        steps=untrained.steps,
        echo=untrained.copy_probability,
        shared=untrained.shared_embedding,
        others=untrained.without_input_token,
        apart=untrained.separate_output_matrix,
    )
    if untrained.separate_output_matrix <= untrained.uniform:
        return said
    above = _("Even that is above {even:.2}, because random logits aren't equal.")
    return f"{said} {above.format(even=untrained.uniform)}"


def describe_loss_above_floor(
    losses: Mapping[str, Sequence[float]], floor: float, vocab: int
) -> str:
    """Describe how far the final loss is above its lower bound, the entropy of the smoothed target.

    Args:
        losses: direction, such as "en-fr" -> smoothed and plain loss, in nats per token.
        floor: entropy of the smoothed target, in nats per token.
        vocab: number of tokens in the vocabulary.
    """
    smoothed = sum(pair[0] for pair in losses.values()) / len(losses)
    plain = sum(pair[1] for pair in losses.values()) / len(losses)
    return _(
        "For {vocab:,} tokens, the smoothed target has an entropy of **{floor:.3} nats**. No model "
        "can get below that, and a perfect one gets there only where the next token is certain. "
        "The shipped model ends at **{smoothed:.3}** on validation sentences, {above:.3} above the "
        "floor. Some of that gap is still unlearned; some can't be learned, because most "
        "sentences have several good translations. Without smoothing, the same predictions have "
        "a loss of {plain:.3}."
    ).format(vocab=vocab, floor=floor, smoothed=smoothed, above=smoothed - floor, plain=plain)


def describe_averaging(
    last_checkpoint: Mapping[str, float],
    averaged: Mapping[str, float],
    steps: Sequence[int],
    mixed_in: Mapping[str, float] | None = None,
) -> str:
    """Describe how averaging checkpoints changed the validation loss.

    Args:
        last_checkpoint: direction, such as "en-fr" -> loss of the last checkpoint, in nats per
            token.
        averaged: direction -> loss of the shipped weights: the average, with any mixed-in weights.
        steps: training steps of the averaged checkpoints.
        mixed_in: "step" of the weights that were shipped before, and their "share" (0 to 1) in the
            mix; None if nothing was mixed in.
    """
    change = fmean(averaged[d] - last_checkpoint[d] for d in averaged)
    better = sum(averaged[d] < last_checkpoint[d] for d in averaged)
    shipped = ngettext(
        "The shipped parameters are those of {count} checkpoint, at step {last:,}.",
        "The shipped parameters are the mean of {count} checkpoints, from step {first:,} to "
        "{last:,}.",
        len(steps),
    ).format(count=len(steps), first=steps[0], last=steps[-1])
    lower = _(
        "That beats the last checkpoint's validation loss in **{lower} of {count}** directions."
    )
    if not better:
        lower = _(
            "Averaging beats the last checkpoint's validation loss in **none of {count}** "
            "directions."
        )
    told = (shipped, describe_mixing(mixed_in), lower.format(lower=better, count=len(averaged)))
    return " ".join([*filter(None, told), _describe_loss_change(change)])


def _describe_loss_change(change: float) -> str:
    """Describe the mean change in loss over translation directions."""
    if abs(change) < 5e-4:
        return _("On average, the loss is **the same** to three decimals.")
    if change < 0:
        said = _("On average, the loss is **{change:.3}** nats per token lower.")
    else:
        said = _("On average, the loss is **{change:.3}** nats per token higher.")
    return said.format(change=abs(change))


def describe_mixing(mixed_in: Mapping[str, float] | None) -> str:
    """Describe how the new weights were mixed with the previously shipped weights.

    Args:
        mixed_in: "step" of the earlier weights, and their "share" (0 to 1) in the mix; None if
            nothing was mixed in.

    Returns:
        A sentence; "" if nothing was mixed in.
    """
    if not mixed_in:
        return ""
    share = round(100 * mixed_in["share"])
    return _(
        "They were mixed with the parameters of step {step:,}, in the ratio {now} to {earlier}, "
        "so that the model would forget less of what only the earlier sentences had taught it."
    ).format(step=int(mixed_in["step"]), now=100 - share, earlier=share)


def describe_peak_rate(warmup: int, rate: float, used_rate: float) -> str:
    """Describe the largest learning rate of the visitor's schedule, beside that of the training.

    Args:
        warmup: number of warm-up steps of the visitor's schedule.
        rate: its largest learning rate.
        used_rate: the largest learning rate of the training.
    """
    return _(
        "With {warmup:,} steps of warm-up, the rate peaks at **{rate:.6}**. In this "
        "training, the peak was {used:.6}."
    ).format(warmup=warmup, rate=rate, used=used_rate)


def describe_training_sentences(trained: TrainingSentences) -> str:
    """Describe how many sentences a model was trained on."""
    return _(
        "This model learned from **{pairs:,}** pairs, which contain {sentences:,} different "
        "sentences in all its languages together."
    ).format(pairs=trained.pair_count, sentences=trained.sentence_count)


def describe_membership(trained: TrainingSentences, source: str, translation: str) -> Remark:
    """Describe whether the visitor's text and its translation are among the training sentences.

    Args:
        trained: the sentences that the model was trained on.
        source: the visitor's text.
        translation: its translation by the model.
    """
    verdicts = [text in trained for text in (source, translation)]
    templates = {
        (False, False): N_(
            "Was your sentence among them? **No**, and neither was its translation. So the model "
            "can't have learned either by heart."
        ),
        (False, True): N_(
            "Was your sentence among them? **No**, but its translation **probably was**."
        ),
        (True, False): N_(
            "Was your sentence among them? **Probably**, but its translation was **not**."
        ),
        (True, True): N_("Was your sentence among them? **Probably**, and so was its translation."),
    }
    said = [say(templates[verdicts[0], verdicts[1]])]
    if not all(verdicts):
        said.append(
            say("“No” is certain, for the text as a whole; capitals and punctuation don't count.")
        )
    if any(verdicts):
        said.append(
            say(
                "“Probably”, because we keep fingerprints of the sentences, not their texts: about "
                "1 in {count:,} other sentences has matching fingerprints.",
                count=round(1 / trained.error_rate),
            )
        )
    return join_remarks(*said)
