"""What the page about the next token says of this very step."""

import math
from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.latex import power
from ui.readings.reading import Token
from ui.words import probability

SURE, HALF, COMPETES = 0.8, 0.5, 0.1  # probabilities from which on a word of `mood` fits


def mood(first: float, second: float) -> str:
    """Say how certain a step is, from the probabilities of its two most likely tokens.

    Entropy would not do: label smoothing alone fills it, however sure the model is.
    """
    if first >= SURE:
        return "The model is sure"
    if first >= HALF:
        return "The model prefers one token"
    return "A few tokens compete" if second >= COMPETES else "No token is likely"


def look_for(
    probabilities: Float[Tensor, " vocab"], said: int, names: Sequence[str], bits: float
) -> str:
    """Say how certain the model is of the token that the translation has here.

    Args:
        probabilities: of all tokens, by id.
        said: id of that token.
        names: what the three most probable tokens and the one that is said are called.
        bits: entropy of the distribution.
    """
    best = probabilities.topk(2)
    p, first, second = probabilities[said].item(), best.indices[0].item(), best.values[1].item()
    spread = (
        f"This is as uncertain as a choice among **{2**bits:.1f}** equally likely tokens (entropy "
        f"**{bits:.2f} bits**)."
    )
    if first == said:
        return (
            f"{mood(p, second)}: {names[3]} gets **{p:.3f}**; the next best, {names[1]}, gets "
            f"{probability(second)}. {spread}"
        )
    return (
        f"The most likely token is {names[0]} (**{best.values[0]:.3f}**), but the translation has "
        f"{names[3]} (**{probability(p)}**), because beam search compares whole sentences. {spread}"
    )


def smoothing(
    said: Float[Tensor, " step"], step: int, tokens: Sequence[Token], epsilon: float, vocab: int
) -> str:
    """Compare what the model leaves to all other tokens with what training asked it to leave.

    Args:
        said: probability of the translation's token at each step.
        step: the chosen one.
        tokens: of the translation.
        epsilon: label smoothing's share.
        vocab: number of tokens.
    """
    asked = epsilon - epsilon / vocab
    left = 1 - said
    return (
        f"Beside “{tokens[step].text}” the model leaves **{left[step]:.3f}** to all other tokens "
        f"together. The average over this translation is **{left.mean():.3f}**. Training with "
        f"ε = {epsilon:g} asked it to leave **{asked:.4f}**. A model that learned this perfectly "
        "would never leave less, but more where several tokens could follow. This much alone is "
        f"an entropy of **{_entropy(epsilon, vocab):.2f} bits**."
    )


def _entropy(epsilon: float, vocab: int) -> float:
    """Return the bits of a smoothed target in which only one token can follow."""
    floor = epsilon / vocab
    top = 1 - epsilon + floor
    return -top * math.log2(top) - (vocab - 1) * floor * math.log2(floor)


def numbers(logits: Float[Tensor, " vocab"], said: int) -> str:
    """Write the softmax of the token that is said in LaTeX."""
    p = logits.softmax(dim=-1)[said].item()
    own, total = logits[said].item(), logits.logsumexp(dim=-1).item()
    return (
        rf"p = \frac{{e^{{{own:.3f}}}}}{{\sum_j e^{{z_j}}}}"
        rf" = \frac{{{power(own)}}}{{{power(total)}}} = {p:.4f}"
    )
