"""What was measured of learning: small networks, dropout, tokens, BLEU."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from jaxtyping import Float
from torch import Tensor

from pages.background.after_2017.compute.bleu import Bleu
from pages.background.after_2017.compute.races import SGD_RATE
from pages.background.after_2017.compute.scaling import CHINCHILLA, Trained
from ui.words import percent, with_sign

CLOSE = 1.25  # losses within this factor are called close


def short(number: float) -> str:
    """Return a large number in millions, billions or trillions."""
    for size, name in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if number >= size:
            return f"{number / size:,.4g} {name}"
    return f"{number:,.0f}"


def _rank(losses: Mapping[str, float]) -> str:
    ranked = sorted(losses.items(), key=lambda pair: pair[1])
    return ", ".join(f"{name} **{loss:.3f}**" for name, loss in ranked)


def _close(losses: Mapping[str, float]) -> bool:
    return max(losses.values()) < CLOSE * min(losses.values())


def gates(losses: Mapping[str, float], over: bool) -> str:
    """Say how the three feed-forward networks compare."""
    text = f"Loss {'at the end' if over else 'now'}: {_rank(losses)}."
    if not over:
        return text
    verdict = "They are close" if _close(losses) else "They differ"
    return (
        f"{text} {verdict}, but this is one seed and one tiny task with d_model 32. Shazeer (2020) "
        "measured small gains in a model of 220 million parameters."
    )


def optimizers(losses: Mapping[str, float], over: bool) -> str:
    """Say how the four trainings compare."""
    text = f"Loss {'at the end' if over else 'now'}: {_rank(losses)}."
    if not over:
        return text
    return (
        f"{text} SGD has its own learning rate, {SGD_RATE:g}, the best of five that were tried. "
        "This network has one layer, so it says nothing about the warm-up of deep stacks."
    )


def dropout(
    passes: Float[Tensor, "pass target"],
    plain: Sequence[float],
    tokens: Sequence[str],
    trained: bool,
) -> str:
    """Say what dropout does to a finished model.

    Args:
        passes: nats of each token in each pass.
        plain: without dropout.
        tokens: of the translation.
        trained: whether the share is the one of the training.
    """
    means = passes.mean(dim=1)
    spread = passes.max(dim=0).values - passes.min(dim=0).values
    place = int(spread.argmax())
    note = ", as in training," if trained else ""
    return (
        f"Without dropout the loss of the translation is **{fmean(plain):.2f}** nats per token. "
        f"With dropout left on{note} it is {means.min():.2f} to {means.max():.2f}, from "
        f"pass to pass. “{tokens[place]}” differs most. Where passes disagree, a model "
        "is unsure (Gal and Ghahramani 2016)."
    )


def scaling(own: Trained, slope: float, stages: int) -> str:
    """Say how far this model is from the rule of 20 tokens for each weight.

    Args:
        own: this model.
        slope: of its loss over the tokens, on logarithmic axes, near the end.
        stages: of its training, each with other languages or settings.
    """
    rule = CHINCHILLA * own.parameters
    side = "fewer" if own.tokens < rule else "more"
    times = max(rule / own.tokens, own.tokens / rule)
    exponent = with_sign(slope)
    jumps = f" It learned in {stages} stages, so the curve jumps." if stages > 1 else ""
    return (
        f"This model read **{own.ratio:.1f}** tokens for each parameter. That is {times:.1f} times "
        f"{side} than the rule of {CHINCHILLA} asks for. It has {short(own.parameters)} parameters "
        f"and read **{short(own.tokens)}** tokens. The rule asks for {short(rule)}. Near the end "
        f"its loss changes about as tokens to the power {exponent}.{jumps} The rule was measured "
        "on decoder-only models that read every token once. This one translates, and read its "
        "pairs several times."
    )


def no_record() -> str:
    """Say what the rule asks for, of a model whose training nobody wrote down."""
    return (
        f"The rule asks for {CHINCHILLA} tokens for each parameter. How many this model read is "
        "not recorded, so only published models stand here."
    )


def measure(found: Bleu, typed: bool) -> str:
    """Say what BLEU makes of a translation.

    Args:
        found: the counts.
        typed: whether the reference is a person's.
    """
    if not found.reference:
        return "The reference has no words. Type one, and the four precisions are counted."
    text = (
        "" if typed else "Until you type a reference, beam search's second choice takes its place. "
    )
    zero = next((n for n, p in enumerate(found.precisions, 1) if not p), None)
    if zero and not found.counts[zero - 1][1]:
        runs = "run of words" if zero == 1 else f"run of {zero} words"
        text += f"The translation is too short to have a {runs}, so alone it has **BLEU 0**. "
    elif zero:
        runs = "no word" if zero == 1 else f"no run of {zero} words"
        text += f"They have {runs} in common, so this sentence alone has **BLEU 0**. "
    else:
        text += f"**BLEU {found.score:.1f}**. "
    if found.brevity < 1:
        text += f"The translation is shorter, so the penalty takes {percent(1 - found.brevity)}. "
    return text + (
        "BLEU ignores synonyms, so a good translation in other words scores low. It is meant for "
        "thousands of sentences, whose counts are added first."
    )
