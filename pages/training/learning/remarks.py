"""What the page about the model's own training says, from its record."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from model.training.schedule import learning_rate
from pages.training.learning.compute import Beginning
from pages.training.learning.film import Film
from ui.words import short


def six_lines(record: Mapping, P_drop: float) -> str:
    """Tell a whole training in a table in Markdown.

    Args:
        record: of the training.
        P_drop: dropout's probability.
    """
    loss = fmean(pair[0] for pair in record["final"]["loss"].values())
    epsilon = record["settings"][-1]["settings"]["smoothing"]
    workers = max(each["processes"] for each in record["settings"])
    lines = (
        ("Goal", "the right next token of human translations becomes more probable"),
        (
            "Size",
            f"{record['parameters'] / 1e6:.1f} million parameters (the paper's base model: 65)",
        ),
        (
            "Data",
            f"{record['tokens'] / 1e6:.1f} million target tokens, in {record['steps']:,} steps",
        ),
        (
            "Time",
            f"{record['seconds'] / 3600:.1f} hours, with at most {workers} "
            f"{'process' if workers == 1 else 'processes'} at a time",
        ),
        (
            "Loss",
            f"from {record['curve'][0]['loss']:.2f} nats per token in the first batch to "
            f"{loss:.2f} on validation sentences",
        ),
        ("Rule", "Adam, with a learning rate that first rises, then falls"),
        (
            "Against learning by heart",
            f"dropout ({P_drop:g}), label smoothing ({epsilon:g}), held-out sentences, averaging",
        ),
    )
    return "\n".join(["| | |", "|---|---|", *(f"| **{name}** | {text} |" for name, text in lines)])


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
    start = "The model never writes anything."
    if spoken is not None:
        words = short(shown.texts[spoken])
        start = f"The first thing it writes, at step **{shown.steps[spoken]:,}**, is “{words}”."
    end = f"From step **{shown.steps[stays]:,}** on it gives the film's final sentence."
    if shown.steps[stays] == last:
        end = f"Only the last frame, at step **{last:,}**, has its final sentence."
    before, now = shown.losses[0], shown.losses[-1]
    later = f" Training went on to step {steps:,}, so the shipped model is later than any frame."
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
        f"If all {vocab:,} tokens were equally likely, the loss would be **{found.even:.2f}** "
        f"nats, the logarithm of their number. At step {step} this training's was **{loss:.2f}**. "
        "An untrained model of the same size was given the film's translation. At "
        f"**{found.echoed} of {found.steps}** steps, the token just read is the most likely next "
        f"one. It has probability {found.echo:.3f} on average. Little is left for the right token, "
        f"so the loss is **{found.shared:.2f}**. Among all tokens but the one just read, it would "
        f"be {found.others:.2f}. With a second, random matrix for the logits it would be "
        f"{found.apart:.2f}; random logits are not equal, so that is above {found.even:.2f}, too."
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
        f"For {vocab:,} tokens, the target has an entropy of **{floor:.3f} nats**. No "
        "model can have a smaller loss, and a perfect one has it only where the next token is "
        f"certain. This one ends at **{smoothed:.3f}** on validation sentences, "
        f"{smoothed - floor:.3f} above. A part of that it has not learned. Another part cannot be "
        "known, as most sentences have several good translations. Without smoothing, the loss of "
        f"the same predictions is {plain:.3f}."
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
    told = (
        f"The shipped parameters are the mean of {len(steps)} checkpoints, of steps {steps[0]:,} "
        f"to {steps[-1]:,}.",
        mean_share(earlier),
        "The validation loss is lower than with the last checkpoint alone in "
        f"**{better or 'none'} of {len(mean)}** directions. On average it is {verdict}.",
    )
    return " ".join(filter(None, told))


def mean_share(earlier: Mapping[str, float] | None) -> str:
    """Say which "share" of each number is that of the "step" shipped before, if any."""
    if not earlier:
        return ""
    share = round(100 * earlier["share"])
    return (
        f"They were mixed with those of step {earlier['step']:,}, {100 - share} to {share}, so "
        "that less is forgotten of what only the earlier sentences taught."
    )


def peak(warmup: int, rate: float, used: float) -> str:
    """Say where the adjusted schedule peaks, beside the one that was used."""
    return (
        f"With {warmup:,} steps of warm-up, the highest rate is **{rate:.6f}**. The highest that "
        f"this training used was {used:.6f}."
    )


def numbers(d_model: int, warmup: int, factor: float) -> str:
    """Write the rate at the end of the warm-up in LaTeX."""
    times = "" if factor == 1 else rf"{factor:g} \cdot "
    rate = learning_rate(warmup, d_model, warmup, factor)
    return rf"lrate({warmup}) = {times}{d_model}^{{-0.5}} \cdot {warmup}^{{-0.5}} = {rate:.6f}"
