"""What the page about the model's own training says, from its record."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from pages.training.learning.compute import Beginning
from pages.training.learning.film import Film
from ui.messages import _, ngettext
from ui.words import decimal, short, shortest_decimal, whole


def six_lines(record: Mapping, P_drop: float) -> str:
    """Tell a whole training in a table in Markdown.

    Args:
        record: of the training.
        P_drop: dropout's probability.
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
    against = _("label smoothing ({smoothing}) and, in most of its steps, dropout ({dropout})")
    lines = (
        (_("Goal"), _("the right next token of a translation becomes more probable")),
        (_("Size"), size.format(count=decimal(record["parameters"] / 1e6, 1))),
        (
            _("Data"),
            data.format(tokens=decimal(record["tokens"] / 1e6, 1), steps=whole(record["steps"])),
        ),
        (_("Time"), time.format(hours=decimal(record["seconds"] / 3600, 1), count=workers)),
        (
            _("Loss"),
            fall.format(first=decimal(record["curve"][0]["loss"], 2), last=decimal(loss, 2)),
        ),
        (_("Rule"), _("Adam, with a learning rate that first rises, then falls")),
        (
            _("Against learning by heart"),
            against.format(dropout=shortest_decimal(P_drop), smoothing=shortest_decimal(epsilon)),
        ),
    )
    return "\n".join(["| | |", "|---|---|", *(f"| **{name}** | {text} |" for name, text in lines)])


def look_for(shown: Film, steps: int) -> str:
    """Say when the film's sentence took its last form, and how far the loss came.

    Args:
        shown: the film.
        steps: of the whole training.
    """
    spoken = next((i for i, text in enumerate(shown.texts) if text), None)
    said = [_("The model never writes anything.")]
    if spoken is not None:
        first = _("The first thing it writes, at step **{step}**, is “{text}”.")
        words = short(shown.texts[spoken])
        said = [first.format(step=whole(shown.steps[spoken]), text=words)]
    said += [_last_form(shown), _loss(shown.losses[0], shown.losses[-1])]
    if steps > shown.steps[-1]:
        later = _("Training went on to step {step}, so the shipped model is later than any frame.")
        said.append(later.format(step=whole(steps)))
    return " ".join(said)


def _last_form(shown: Film) -> str:
    """Say which frames have the film's final sentence."""
    frames, final = list(zip(shown.steps, shown.texts, strict=True)), shown.texts[-1]
    had = [step for step, text in frames if text == final]
    lacked = max((step for step, text in frames if text != final), default=-1)
    since = next(step for step in had if step > lacked)
    if since < had[-1]:
        said = _("From step **{step}** on it gives the film's final sentence.")
        return said.format(step=whole(since))
    if len(had) == 1:
        said = _("Only the last frame, at step **{step}**, has its final sentence.")
        return said.format(step=whole(since))
    return _(
        "The last frame, at step **{step}**, has its final sentence. The model had written "
        "that before, at step {earlier}, and lost it again."
    ).format(step=whole(since), earlier=whole(had[-2]))


def _loss(before: float, now: float) -> str:
    if now < before:
        said = _("The loss of the given translation falls from {before} to {now} nats per token.")
    else:
        said = _("The loss of the given translation rises from {before} to {now} nats per token.")
    return said.format(before=decimal(before, 2), now=decimal(now, 2))


def last_trial(validations: Sequence[Mapping], steps: int) -> str:
    """Say where the curves of held-out sentences end, if training went on after that.

    Args:
        validations: what was tried on the way, each with its "step".
        steps: of the whole training.
    """
    if not validations or validations[-1]["step"] == steps:
        return ""
    return _(
        "On the way, held-out sentences were last tried at step **{last}** of {steps}, so their "
        "curves end there."
    ).format(last=whole(validations[-1]["step"]), steps=whole(steps))


def begins(found: Beginning, step: int, loss: float, vocab: int) -> str:
    """Say why a loss does not begin at ln V.

    Args:
        found: measured with fresh weights.
        step: of the training's first recorded loss.
        loss: that one.
        vocab: number of tokens.
    """
    said = _(
        "If all {vocab} tokens were equally likely, the loss would be **{even}** nats, the "
        "logarithm of their number. At step {step} this training's was **{loss}**. An untrained "
        "model of the same size was given the film's translation. At **{echoed} of {steps}** "
        "steps, the token just read is the most likely next one. It has probability {echo} on "
        "average. Little is left for the right token, so the loss is **{shared}**. Among all "
        "tokens but the one just read, it would be {others}. With a second, random matrix for the "
        "logits it would be {apart}."
    ).format(
        vocab=whole(vocab),
        even=decimal(found.even, 2),
        step=step,
        loss=decimal(loss, 2),
        echoed=found.echoed,
        steps=found.steps,
        echo=decimal(found.echo, 3),
        shared=decimal(found.shared, 2),
        others=decimal(found.others, 2),
        apart=decimal(found.apart, 2),
    )
    if found.apart <= found.even:
        return said
    above = _("Random logits are not equal, so that is above {even}, too.")
    return f"{said} {above.format(even=decimal(found.even, 2))}"


def above_floor(
    losses: Mapping[str, Sequence[float]], floor: float, epsilon: float, vocab: int
) -> str:
    """Say where the final loss stands against the smallest one that label smoothing allows.

    Args:
        losses: direction -> the smoothed loss and the plain one.
        floor: entropy of the smoothed target, in nats.
        epsilon: label smoothing's share.
        vocab: number of tokens.
    """
    smoothed = sum(pair[0] for pair in losses.values()) / len(losses)
    plain = sum(pair[1] for pair in losses.values()) / len(losses)
    return _(
        "For {vocab} tokens, the target has an entropy of **{floor} nats**. No model can have a "
        "smaller loss, and a perfect one has it only where the next token is certain. This one "
        "ends at **{smoothed}** on validation sentences, {above} above. A part of that it has not "
        "learned. Another part cannot be known, as most sentences have several good translations. "
        "Without smoothing, the loss of the same predictions is {plain}."
    ).format(
        vocab=whole(vocab),
        floor=decimal(floor, 3),
        smoothed=decimal(smoothed, 3),
        above=decimal(smoothed - floor, 3),
        plain=decimal(plain, 3),
    )


def averaging_gain(
    last: Mapping[str, float],
    mean: Mapping[str, float],
    steps: Sequence[int],
    earlier: Mapping[str, float] | None = None,
) -> str:
    """Say what averaging the last checkpoints changed, for better or worse.

    Args:
        last: direction -> loss of the last checkpoint.
        mean: direction -> loss of what is shipped: the average, and what is mixed in.
        steps: of the checkpoints that were averaged.
        earlier: "step" of the weights that were shipped before, and their "share" of these.
    """
    change = fmean(mean[d] - last[d] for d in mean)
    better = sum(mean[d] < last[d] for d in mean)
    shipped = ngettext(
        "The shipped parameters are the mean of {count} checkpoint, of steps {first} to {last}.",
        "The shipped parameters are the mean of {count} checkpoints, of steps {first} to {last}.",
        len(steps),
    ).format(count=len(steps), first=whole(steps[0]), last=whole(steps[-1]))
    lower = _(
        "The validation loss is lower than with the last checkpoint alone in **{lower} of "
        "{count}** directions."
    )
    if not better:
        lower = _(
            "The validation loss is lower than with the last checkpoint alone in **none of "
            "{count}** directions."
        )
    told = (shipped, mean_share(earlier), lower.format(lower=better, count=len(mean)))
    return " ".join([*filter(None, told), _mean_change(change)])


def _mean_change(change: float) -> str:
    if abs(change) < 5e-4:
        return _("On average it is **the same** to three decimals.")
    if change < 0:
        said = _("On average it is **{change}** nats per token lower.")
    else:
        said = _("On average it is **{change}** nats per token higher.")
    return said.format(change=decimal(abs(change), 3))


def mean_share(earlier: Mapping[str, float] | None) -> str:
    """Say which "share" of each number is that of the "step" shipped before, if any."""
    if not earlier:
        return ""
    share = round(100 * earlier["share"])
    return _(
        "They were mixed with those of step {step}, {now} to {earlier}, so that less is forgotten "
        "of what only the earlier sentences taught."
    ).format(step=whole(int(earlier["step"])), now=100 - share, earlier=share)


def peak(warmup: int, rate: float, used: float) -> str:
    """Say where the adjusted schedule peaks, beside the one that was used."""
    return _(
        "With {warmup} steps of warm-up, the highest rate is **{rate}**. The highest that this "
        "training used was {used}."
    ).format(warmup=whole(warmup), rate=decimal(rate, 6), used=decimal(used, 6))
