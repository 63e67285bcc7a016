"""What the page about the model's own training says, from its record."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from model.training.schedule import learning_rate
from pages.training.learning.compute import Beginning
from pages.training.learning.film import Film
from ui.words import short


def look_for(shown: Film, steps: int) -> str:
    """Say when the film's sentence took its last form, and how far the loss came.

    Args:
        shown: the film.
        steps: of the whole training.
    """
    final, last = shown.texts[-1], shown.steps[-1]
    stays = len(shown.texts) - 1
    while stays and shown.texts[stays - 1] == final:
        stays -= 1
    spoken = next((i for i, text in enumerate(shown.texts) if text), None)
    start = "It never says anything."
    if spoken is not None:
        words = short(shown.texts[spoken])
        start = f"The first thing it says, at step **{shown.steps[spoken]:,}**, is “{words}”."
    end = f"What it says in the last frame, it says from step **{shown.steps[stays]:,}** on."
    if shown.steps[stays] == last:
        end = f"Before the last frame, at step **{last:,}**, it says something else."
    before, now = shown.losses[0], shown.losses[-1]
    later = f" Training went on to step {steps:,}: the shipped weights are later than any frame."
    return (
        f"{start} {end} The loss of the given translation {'falls' if now < before else 'rises'} "
        f"from {before:.2f} to {now:.2f} nats per token.{later if steps > last else ''}"
    )


def begins(found: Beginning, step: int, loss: float, vocab: int) -> str:
    """Say why a loss does not begin at ln V.

    Args:
        found: measured with fresh weights.
        step: of the training's first recorded loss.
        loss: that one.
        vocab: number of tokens.
    """
    return (
        f"If all {vocab:,} tokens were equally likely, the loss would be ln {vocab:,} = "
        f"**{found.even:.2f}** nats; at step {step} this training's was **{loss:.2f}**. A model of "
        "the same size with weights drawn now, given the film's translation: the token it has just "
        f"read is the likeliest next one at **{found.echoed} of {found.steps}** steps, with "
        f"probability {found.echo:.3f} on average. The right token gets what is left, and the loss "
        f"is **{found.shared:.2f}**. Among all tokens but the one just read it would be "
        f"{found.others:.2f}; with a second matrix for the logits, drawn like E, "
        f"{found.apart:.2f}. That this is more than {found.even:.2f} too comes of chance: random "
        "logits are not equal."
    )


def first_move(rate: float) -> str:
    """Write in LaTeX how far Adam moves a weight at its first step."""
    digits, power = f"{rate:.2e}".split("e")
    return (
        r"step = 1: \quad \hat m = g, \quad \hat v = g^2, \quad"
        r" \text{every weight with a gradient moves by }"
        rf" lrate = {digits} \cdot 10^{{{int(power)}}}"
    )


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
    return (
        f"With ε = {epsilon:g} and V = {vocab:,} the target's entropy is **{floor:.3f} nats**: no "
        "model can have a smaller loss, and a perfect one has it only where the next token is "
        f"certain. This one ends at **{smoothed:.3f}** on validation sentences, "
        f"{smoothed - floor:.3f} above: what it has not learned, and what nobody can know, as most "
        "sentences have several good translations. Without smoothing, the same predictions lose "
        f"{plain:.3f}."
    )


def target(epsilon: float, vocab: int) -> str:
    """Write in LaTeX what the smoothed target gives to the right token and to each other one."""
    right, other = (f"{p:.7f}" for p in (1 - epsilon + epsilon / vocab, epsilon / vocab))
    return rf"q(y) = {right}, \quad q(k \neq y) = {other}"


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
    verdict = f"**{abs(change):.3f}** nats per token {'lower' if change < 0 else 'higher'}"
    if abs(change) < 5e-4:
        verdict = "**the same** to three decimals"
    return (
        f"The shipped weights are the mean of the checkpoints of steps "
        f"{', '.join(f'{step:,}' for step in steps)}{mean_share(earlier)}. Their validation loss "
        f"is lower than that of the last checkpoint alone in **{better or 'none'} of {len(mean)}** "
        f"directions; on average it is {verdict}."
    )


def mean_share(earlier: Mapping[str, float] | None) -> str:
    """Say which "share" of each number is that of the "step" shipped before, if any."""
    if not earlier:
        return ""
    share = round(100 * earlier["share"])
    return (
        f", mixed: of each number {100 - share} % is that mean and {share} % the weight that was "
        f"shipped before, of step {earlier['step']:,}, so that less is forgotten of what only the "
        "earlier sentences taught"
    )


def peak(warmup: int, rate: float, used: float) -> str:
    """Say where the adjusted schedule peaks, beside the one that was used."""
    return (
        f"With {warmup:,} steps of warm-up the rate peaks at **{rate:.6f}**; the highest that this "
        f"training used was {used:.6f}."
    )


def numbers(d_model: int, warmup: int, factor: float) -> str:
    """Write the rate at the end of the warm-up in LaTeX."""
    times = "" if factor == 1 else rf"{factor:g} \cdot "
    rate = learning_rate(warmup, d_model, warmup, factor)
    return rf"lrate({warmup}) = {times}{d_model}^{{-0.5}} \cdot {warmup}^{{-0.5}} = {rate:.6f}"
