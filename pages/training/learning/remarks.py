"""Sentences about the model's own training, from its record."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from pages.training.learning.compute import UntrainedLosses
from pages.training.learning.film import Film
from ui.messages import _, ngettext
from ui.words import format_decimal, format_integer, format_shortest, truncate


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
    size = _("{count} million parameters (the paper's base model: 65)")
    data = _("{tokens} million target tokens, in {steps} steps")
    time = ngettext(
        "{hours} hours, with at most {count} process at a time",
        "{hours} hours, with at most {count} processes at a time",
        workers,
    )
    fall = _("from {first} nats per token in the first batch to {last} on validation sentences")
    against = _("label smoothing ({smoothing}) and, for most of the steps, dropout ({dropout})")
    lines = (
        (_("Goal"), _("make the right next token of a translation more probable")),
        (_("Size"), size.format(count=format_decimal(record["parameters"] / 1e6, 1))),
        (
            _("Data"),
            data.format(
                tokens=format_decimal(record["tokens"] / 1e6, 1),
                steps=format_integer(record["steps"]),
            ),
        ),
        (_("Time"), time.format(hours=format_decimal(record["seconds"] / 3600, 1), count=workers)),
        (
            _("Loss"),
            fall.format(
                first=format_decimal(record["curve"][0]["loss"], 2), last=format_decimal(loss, 2)
            ),
        ),
        (_("Rule"), _("Adam, with a learning rate that first rises and then falls")),
        (
            _("Against learning by heart"),
            against.format(dropout=format_shortest(P_drop), smoothing=format_shortest(epsilon)),
        ),
    )
    return "\n".join(["| | |", "|---|---|", *(f"| **{name}** | {text} |" for name, text in lines)])


def describe_takeaway(film: Film, steps: int) -> str:
    """Return the takeaway: when the film's sentence got its final translation, and how its loss
    changed.

    Args:
        film: the recorded translations and losses of the sentence.
        steps: number of steps of the whole training.
    """
    spoken = next((i for i, text in enumerate(film.texts) if text), None)
    said = [_("In this film, the model never writes anything.")]
    if spoken is not None:
        first = _("Its first words, at step **{step}**, are “{text}”.")
        words = truncate(film.texts[spoken])
        said = [first.format(step=format_integer(film.steps[spoken]), text=words)]
    said += [_describe_final_sentence(film), _describe_loss(film.losses[0], film.losses[-1])]
    if steps > film.steps[-1]:
        later = _(
            "Training went on to step {step}, so the shipped model comes after the last frame."
        )
        said.append(later.format(step=format_integer(steps)))
    return " ".join(said)


def _describe_final_sentence(film: Film) -> str:
    """Describe at which training step the recorded sentence got its final translation."""
    frames, final = list(zip(film.steps, film.texts, strict=True)), film.texts[-1]
    had = [step for step, text in frames if text == final]
    lacked = max((step for step, text in frames if text != final), default=-1)
    since = next(step for step in had if step > lacked)
    if since < had[-1]:
        said = _("From step **{step}** on, it writes the film's final sentence.")
        return said.format(step=format_integer(since))
    if len(had) == 1:
        said = _("It reaches its final sentence only in the last frame, at step **{step}**.")
        return said.format(step=format_integer(since))
    return _(
        "It ends on its final sentence at step **{step}**. It had found that sentence "
        "before, at step {earlier}, and lost it again."
    ).format(step=format_integer(since), earlier=format_integer(had[-2]))


def _describe_loss(first: float, last: float) -> str:
    """Describe how the loss changed from the first to the last recorded step."""
    if last < first:
        said = _("On the given translation, its loss falls from {before} to {now} nats per token.")
    else:
        said = _("On the given translation, its loss rises from {before} to {now} nats per token.")
    return said.format(before=format_decimal(first, 2), now=format_decimal(last, 2))


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
        "Along the way, the model was last tested on held-out sentences at step **{last}** of "
        "{steps}, so that's where their curves end."
    ).format(last=format_integer(validations[-1]["step"]), steps=format_integer(steps))


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
        "If all {vocab} tokens were equally likely, the loss would be ln {vocab}: **{even}** "
        "nats. At step {step} of this training, it was **{loss}**. To see why, we gave the film's "
        "translation to an untrained model of the same size. At **{echoed} of {steps}** steps, "
        "that model's most likely next token is the one it has just read. On average, the token "
        "just read has a probability of {echo}. That leaves little for the right token, and the "
        "loss comes to **{shared}**. If the token just read were left out, the loss would be "
        "{others}. If the logits had a random matrix of their own instead of the shared one, it "
        "would be {apart}."
    ).format(
        vocab=format_integer(vocab),
        even=format_decimal(untrained.uniform, 2),
        step=step,
        loss=format_decimal(loss, 2),
        echoed=untrained.copied_steps,
        steps=untrained.steps,
        echo=format_decimal(untrained.copy_probability, 3),
        shared=format_decimal(untrained.shared_embedding, 2),
        others=format_decimal(untrained.without_input_token, 2),
        apart=format_decimal(untrained.separate_output_matrix, 2),
    )
    if untrained.separate_output_matrix <= untrained.uniform:
        return said
    above = _("Even that is above {even}, because random logits aren't equal.")
    return f"{said} {above.format(even=format_decimal(untrained.uniform, 2))}"


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
        "For {vocab} tokens, the smoothed target has an entropy of **{floor} nats**. No model "
        "can get below that, and a perfect one gets there only where the next token is certain. "
        "The shipped model ends at **{smoothed}** on validation sentences, {above} above the "
        "floor. Some of that gap is still unlearned; some can't be learned, because most "
        "sentences have several good translations. Without smoothing, the same predictions have "
        "a loss of {plain}."
    ).format(
        vocab=format_integer(vocab),
        floor=format_decimal(floor, 3),
        smoothed=format_decimal(smoothed, 3),
        above=format_decimal(smoothed - floor, 3),
        plain=format_decimal(plain, 3),
    )


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
        "The shipped parameters are those of {count} checkpoint, at step {last}.",
        "The shipped parameters are the mean of {count} checkpoints, from step {first} to {last}.",
        len(steps),
    ).format(count=len(steps), first=format_integer(steps[0]), last=format_integer(steps[-1]))
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
        said = _("On average, the loss is **{change}** nats per token lower.")
    else:
        said = _("On average, the loss is **{change}** nats per token higher.")
    return said.format(change=format_decimal(abs(change), 3))


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
        "They were mixed with the parameters of step {step}, in the ratio {now} to {earlier}, "
        "so that the model would forget less of what only the earlier sentences had taught it."
    ).format(step=format_integer(int(mixed_in["step"])), now=100 - share, earlier=share)


def describe_peak_rate(warmup: int, rate: float, used_rate: float) -> str:
    """Describe the largest learning rate of the visitor's schedule, beside that of the training.

    Args:
        warmup: number of warm-up steps of the visitor's schedule.
        rate: its largest learning rate.
        used_rate: the largest learning rate of the training.
    """
    return _(
        "With {warmup} steps of warm-up, the rate peaks at **{rate}**. In this "
        "training, the peak was {used}."
    ).format(
        warmup=format_integer(warmup),
        rate=format_decimal(rate, 6),
        used=format_decimal(used_rate, 6),
    )
