"""Sentences about the next token at the current step."""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.tokenizer import Tokenizer
from ui.latex import exp_latex
from ui.messages import N_, _, ngettext
from ui.readings.reading import Token, quote_pieces
from ui.words import format_probability

SURE, HALF, COMPETES = 0.8, 0.5, 0.1  # probability thresholds of the words for certainty
SEVERAL = N_(
    "“{text}” takes {count} steps, one for each of its tokens ({tokens}). At this step, you see "
    "its first token, “{first}”."
)


def describe_certainty(first_probability: float, second_probability: float) -> str:
    """Return in a few words how certain the model is at a step, such as "The model is sure".

    Entropy is not used: label smoothing alone raises it, however sure the model is.

    Args:
        first_probability: probability of the likeliest token.
        second_probability: probability of the second likeliest.
    """
    if first_probability >= SURE:
        return _("The model is sure")
    if first_probability >= HALF:
        return _("The model prefers one token")
    return _("A few tokens compete") if second_probability >= COMPETES else _("No token is likely")


def describe_takeaway(
    probabilities: Float[Tensor, " vocab"], output_id: int, names: Sequence[str]
) -> str:
    """Return the takeaway: how certain the model is of the translation's token at this step.

    Args:
        probabilities: probabilities of all tokens, by id.
        output_id: id of the translation's token.
        names: four token texts: of the three likeliest tokens, then of the translation's token.
    """
    best = probabilities.topk(2)
    p, first, second = (
        probabilities[output_id].item(),
        best.indices[0].item(),
        best.values[1].item(),
    )
    if first != output_id:
        return _(
            "The most likely token is {first} (**{best:.3}**), but the translation has {token} "
            "(**{p}**), because beam search compares whole sentences."
        ).format(
            first=names[0], best=best.values[0].item(), token=names[3], p=format_probability(p)
        )
    return _(
        "{mood}: {token} gets **{p:.3}**; the next best, {second}, gets {next}. All the others "
        "together get {rest}."
    ).format(
        mood=describe_certainty(p, second),
        token=names[3],
        p=p,
        second=names[1],
        next=format_probability(second),
        rest=format_probability(1 - p - second),
    )


def describe_all_steps(
    probabilities: Float[Tensor, "step vocab"], output_ids: Sequence[int], tokenizer: Tokenizer
) -> str:
    """Describe the least certain step with its runner-up, and at how many steps the likeliest
    token was written.

    Args:
        probabilities: probabilities of all tokens at each step.
        output_ids: ids of the translation's tokens.
        tokenizer: turns ids into pieces.
    """
    hits = int((probabilities.argmax(dim=-1) == torch.tensor(output_ids)).sum())
    written = probabilities[range(len(output_ids)), list(output_ids)]
    least = int(written.argmin())
    others = probabilities[least].clone()
    others[output_ids[least]] = -1
    rival = int(others.argmax())
    token, other = quote_pieces(tokenizer.pieces([output_ids[least], rival]))
    return ngettext(
        "The translation is a single token, {token}, with a probability of **{p}**.",
        "The least certain was step {step}: {token} got **{p}**, and {other}, the most likely "
        "of the others, {q}. The most likely token was written at {hits} of {count} steps.",
        len(output_ids),
    ).format(
        hits=hits,
        count=len(output_ids),
        step=least + 1,
        token=token,
        p=format_probability(written[least].item()),
        other=other,
        q=format_probability(others[rival].item()),
    )


def describe_smoothing(
    output_probabilities: Float[Tensor, " step"],
    step: int,
    tokens: Sequence[Token],
    epsilon: float,
    vocab: int,
) -> str:
    """Compare the total probability of all tokens but the translation's with what label smoothing
    gives them in training.

    Args:
        output_probabilities: probability of the translation's token at each step.
        step: the chosen step, from 0.
        tokens: tokens of the translation.
        epsilon: the probability that label smoothing spreads evenly over all tokens, the right one
            included.
        vocab: size of the vocabulary.
    """
    asked = epsilon - epsilon / vocab
    left = 1 - output_probabilities
    return _(
        "All tokens other than “{token}” share a probability of **{left:.3}**. The average over "
        "this translation is **{mean:.3}**. Training with ε = {epsilon:g} asked the model to "
        "leave them **{asked:.4}**, which by itself gives an entropy of **{bits:.2} bits**. A "
        "model that had learned this perfectly would never leave them less, and would leave them "
        "more where several tokens could follow."
    ).format(
        token=tokens[step].text,
        left=left[step].item(),
        mean=left.mean().item(),
        epsilon=epsilon,
        asked=asked,
        bits=_smoothed_entropy(epsilon, vocab),
    )


def _smoothed_entropy(epsilon: float, vocab: int) -> float:
    """Return the entropy, in bits, of a smoothed target with a single right token."""
    floor = epsilon / vocab
    top = 1 - epsilon + floor
    return -top * math.log2(top) - (vocab - 1) * floor * math.log2(floor)


def softmax_latex(logits: Float[Tensor, " vocab"], output_id: int) -> str:
    """Return the softmax probability of the translation's token with its numbers, in LaTeX.

    Args:
        logits: the logits of the step.
        output_id: id of the translation's token.
    """
    p = logits.softmax(dim=-1)[output_id].item()
    own, total = logits[output_id].item(), logits.logsumexp(dim=-1).item()
    return (
        rf"p = \frac{{e^{{{own:.3f}}}}}{{\sum_j e^{{z_j}}}}"
        rf" = \frac{{{exp_latex(own)}}}{{{exp_latex(total)}}} = {p:.4f}"
    )
