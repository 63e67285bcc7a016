"""What the page about the next token says of this very step."""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

from ui.latex import power
from ui.readings.reading import Token
from ui.words import probability

# What is said of a step whose entropy is below so many bits.
MOODS = (
    (1.0, "The model is sure"),
    (3.0, "A few tokens compete"),
    (float("inf"), "Much could come next"),
)


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
    count = f"**{2**bits:.1f}** equally likely tokens"
    spread = f"Entropy **{bits:.2f} bits**, as if choosing among {count}."
    if first == said:
        mood = next(words for most, words in MOODS if bits < most)
        return (
            f"{mood}: {names[3]} gets **{p:.3f}**; the next best, {names[1]}, gets "
            f"{probability(second)}. {spread}"
        )
    return (
        f"The likeliest token is {names[0]} (**{best.values[0]:.3f}**), yet the translation says "
        f"{names[3]} (**{probability(p)}**): the search looks at whole sentences, not at one "
        f"token. {spread}"
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
        f"together; on average over the {len(tokens)} steps of this translation "
        f"**{left.mean():.3f}**. Training with ε = {epsilon:g} asked for **{asked:.4f}**, "
        f"{epsilon / vocab:.7f} for each of the {vocab - 1:,} others: a model that learned this "
        "perfectly would never leave less, and leave more wherever several tokens could follow."
    )


def numbers(logits: Float[Tensor, " vocab"], said: int) -> str:
    """Write the softmax of the token that is said in LaTeX."""
    p = logits.softmax(dim=-1)[said].item()
    own, total = logits[said].item(), logits.logsumexp(dim=-1).item()
    return (
        rf"p = \frac{{e^{{{own:.3f}}}}}{{\sum_j e^{{z_j}}}}"
        rf" = \frac{{{power(own)}}}{{{power(total)}}} = {p:.4f}"
    )
