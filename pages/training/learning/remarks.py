"""What the page about the model's own training says, from its record."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from model.training.schedule import learning_rate
from pages.training.learning.computed import Beginning
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


def final_scores(scores: Sequence[Mapping], heading: str) -> str:
    """Return a table of the shipped weights' BLEU and chrF by direction.

    Args:
        scores: of each direction, with the signatures of both measures.
        heading: what was translated, and how.
    """
    means = {name: fmean(score[name] for score in scores) for name in ("bleu", "chrf")}
    rows = [
        f"| {score['direction']} | {score['bleu']:.1f} | {score['chrf']:.1f} |"
        for score in (*scores, {"direction": "mean", **means})
    ]
    return "\n".join([f"| {heading} | BLEU | chrF |", "|---|---|---|", *rows])


def gained(last: Mapping[str, float], mean: Mapping[str, float], steps: Sequence[int]) -> str:
    """Say what averaging the last checkpoints changed, for better or worse.

    Args:
        last: direction -> loss of the last checkpoint.
        mean: direction -> loss of the average.
        steps: of the checkpoints that were averaged.
    """
    change = fmean(mean[d] - last[d] for d in mean)
    better = sum(mean[d] < last[d] for d in mean)
    verdict = f"**{abs(change):.3f}** nats per token {'lower' if change < 0 else 'higher'}"
    if abs(change) < 5e-4:
        verdict = "**the same** to three decimals"
    return (
        f"The shipped weights are the mean of the checkpoints of steps "
        f"{', '.join(f'{step:,}' for step in steps)}. Their validation loss is lower than that of "
        f"the last checkpoint alone in **{better or 'none'} of {len(mean)}** directions; on "
        f"average it is {verdict}."
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


def borne(table: Mapping) -> str:
    """Say how the model bears long sentences, unknown names and numbers.

    Args:
        table: from ``model.robustness``.
    """
    long, (names, asked), (numbers_kept, of) = (
        table["long"],
        table["copies"]["names"],
        table["copies"]["numbers"],
    )
    count = long["sentences"]
    return (
        f"Of **{count:,}** long sources (12 to 25 words, joined from short ones) "
        f"**{long['stop early']}** {_verb(long['stop early'], 'is', 'are')} translated with less "
        f"than 0.6 of the reference's words, and **{long['run in circles']}** "
        f"{_verb(long['run in circles'], 'repeats', 'repeat')} the same words three times in a "
        f"row. Of {asked} sentences with a name that training never saw, **{names}** "
        f"{_verb(names, 'keeps', 'keep')} it as it was typed; of {of} with a number, "
        f"**{numbers_kept}**."
    )


def _verb(count: int, one: str, many: str) -> str:
    return one if count == 1 else many


def first_typed(table: Mapping) -> str:
    """Say how well it does what visitors type first, and where French drops a vowel.

    Args:
        table: from ``model.robustness``.
    """
    first, vowels = table["first texts"], table["elisions"]
    return (
        f"Texts that visitors type first, “Hello” and the like, which training saw as well: "
        f"**{first['right']} of {first['asked']}** translations are among the right ones. Of "
        f"{vowels['sentences']} English sentences about a thing that French begins with a vowel, "
        f"**{vowels['faults']}** {_verb(vowels['faults'], 'comes', 'come')} out with “le "
        "animal” or the like instead of “l'animal”."
    )


def every_way(scores: Mapping[str, Mapping[str, float]], trained: Sequence[str]) -> str:
    """Say how well sentences of our own are translated with English, without, and not at all.

    Args:
        scores: direction -> its "bleu" and "chrf"; from ``model.robustness``.
        trained: directions of which training had pairs.
    """
    kinds: dict[str, list[float]] = {}
    for way, score in scores.items():
        languages = set(way.split("-"))
        kind = "between the other languages"
        if len(languages) == 1:
            kind = "from a language into itself, as if typed in the wrong one"
        elif "en" in languages:
            kind = "from and into English"
        kinds.setdefault(kind, []).append(score["chrf"])
    means = "; ".join(f"**{fmean(chrf):.1f}** {kind}" for kind, chrf in kinds.items())
    unseen = [way for way in scores if way not in trained]
    seen = f"Training had no pairs of {', '.join(unseen)}." if unseen else ""
    return f"Sentences of our own, in every direction, mean chrF: {means}. {seen}"


def strongest(found: Mapping) -> str:
    """Return a table of what "it" attends to most in each layer and head of the encoder."""
    heads = range(1, len(found["strongest"][0]) + 1)
    rows = [
        f"| {layer} | " + " | ".join(f"{token} {weight:.2f}" for token, weight in pairs) + " |"
        for layer, pairs in enumerate(map(zip, found["strongest"], found["weights"]), start=1)
    ]
    top = "| layer | " + " | ".join(f"head {head}" for head in heads) + " |"
    return "\n".join([top, "|---" * (len(heads) + 1) + "|", *rows])


def pronoun(found: Mapping) -> str:
    """Say what "it" attends to in the field's hardest sentence, and what the model makes of it."""
    said = "; ".join(f"{code}: “{text}”" for code, text in found["translations"].items())
    full_stop = "" if said.endswith(".”") else "."
    nearer = "animal" if found["to animal"] > found["to street"] else "street"
    return (
        f"“{found['text']}” On average over the encoder's layers and heads “it” gives "
        f"{found['to animal']:.3f} of its weight to “animal” and {found['to street']:.3f} to "
        f"“street”: more to **{nearer}**. The model says {said}{full_stop}"
    )
