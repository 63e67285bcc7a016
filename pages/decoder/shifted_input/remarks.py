"""What can be said of a forced and a free translation of this very sentence."""

import math

from jaxtyping import Float
from torch import Tensor

from model.measures.surprisal import divergence
from pages.decoder.shifted_input.passes import ONE, OWN, TRUE, Forced, PutIn, WrongWords
from ui.words import plain, probability, size

SHOWN = 4  # terms of a sum that are written out
ROUNDING = 1e-3  # what is smaller comes of adding in another order


def look_for(true: Forced, own: Forced, other: PutIn | None, parts: int | None) -> str:
    """Say what the picture shows: the change, or else where the two part.

    Args:
        true: the reference's pass.
        own: the free run's.
        other: the token that was put in.
        parts: the first step, from 0, at which the two say something else.
    """
    if other:
        return _movement(true, other)
    best = true.logits.argmax(dim=-1).tolist()
    hits = sum(a == b for a, b in zip(best, true.ids, strict=True))
    score = (
        f"With the reference, the most likely token is right at **{hits} of {len(true.ids)}** "
        "steps."
    )
    if parts is None:
        if len(own.ids) != len(true.ids):
            return f"{score} The model's own translation was cut before it could differ."
        return (
            f"{score} On its own words, the model writes the same. Type "
            "another translation above, or click a token that the decoder reads and change it."
        )
    after = f"“{true.reads[parts].text}”"
    return (
        f"{score} The first difference is **step {parts + 1}**, after {after}: the reference has "
        f"**“{true.said[parts].text}”**, the model alone writes **“{own.said[parts].text}”**. With "
        "the reference, the next step reads the right word; alone, the model reads its own."
    )


def _movement(true: Forced, other: PutIn) -> str:
    bits = divergence(true.logits, other.logits)
    most = bits.argmax().item()
    before, after = (
        probability(x.logits[most].softmax(dim=-1)[true.ids[most]].item()) for x in (true, other)
    )
    best = [x.logits.argmax(dim=-1) for x in (true, other)]
    flips = (best[0] != best[1]).sum().item()
    still = "No step comes before it."
    if other.place:
        change = (other.logits - true.logits)[: other.place].abs().max().item()
        still = f"At earlier steps no token's score changes by more than **{_tiny(change)}**."
    changed = (
        "The most likely token changes at one step."
        if flips == 1
        else f"The most likely token changes at {flips} steps."
    )
    return (
        f"Step {other.place + 1} now reads “{other.token.text}” instead of "
        f"“{true.reads[other.place].text}”. **Step {most + 1}** moves most, by "
        f"**{bits[most]:.2f} bits**: “{true.said[most].text}” goes from {before} to {after}. "
        f"{changed} {still}"
    )


def feedback(rows: dict[str, Float[Tensor, " _"]], parts: int | None) -> str:
    """Compare how probable the reference's words are after its beginning and after others.

    Args:
        rows: probabilities, by what the decoder has read; see ``forcing.after``.
        parts: the first step, from 0, at which the two say something else.
    """
    if OWN not in rows:
        return (
            "There is nothing to compare here: on its own words, the model reads no wrong word, or "
            "nothing follows it. Type a reference above that the model would not write by itself."
        )
    count = len(rows[OWN][: len(rows[TRUE])]) - parts - 1
    means = [rows[name][parts + 1 :][:count].log().mean().exp().item() for name in (TRUE, ONE, OWN)]
    true, one, own = map(probability, means)
    steps = "the one step" if count == 1 else f"the {count} steps"
    return (
        f"Up to step {parts + 1} all three read the same. In {steps} after it, the reference's "
        f"next word gets **{true}** on (geometric) average if the model reads the reference. It "
        f"gets **{one}** if one of the words is wrong, the model's own of step {parts + 1}. It "
        f"gets **{own}** if the model reads all its own words. One wrong word is the fairest "
        "measure. On its own words, the model may also have chosen another good "
        "wording, whose words stand at other positions."
    )


def loss(nats: Float[Tensor, " target"], changed: Float[Tensor, " target"] | None) -> str:
    """Sum the loss up in words."""
    total, mean = nats.sum().item(), nats.mean().item()
    text = (
        f"On (geometric) average the right token gets probability **{math.exp(-mean):.3f}**. The "
        f"mean loss is **{mean:.3f}** nats, the sum {total:.3f}."
    )
    if changed is None:
        return text
    return f"{text} With the token you put in (dark bars), the sum is **{changed.sum():.3f}**."


def numbers(nats: Float[Tensor, " target"]) -> str:
    """Write the mean of the loss in LaTeX."""
    terms, count = [f"{value:.3f}" for value in nats.tolist()], len(nats)
    if count > SHOWN + 2:
        terms[SHOWN:-1] = [r"\cdots"]
    sums = (" + ".join(terms), f"{nats.sum():.3f}")
    whole = " = ".join(rf"\frac{{{one}}}{{{count}}}" for one in sums)
    return rf"\mathrm{{loss}} = {whole} = {nats.mean():.3f}"


def influence(tried: WrongWords, length: int) -> str:
    """Say which change moved most, and that none moved what came before it.

    Args:
        tried: the changes.
        length: of the whole reference.
    """
    bits = tried.bits
    earlier = bits.tril().abs().max().item()
    place = bits.sum(dim=1).argmax().item()
    start = f"The map has the first {len(bits) + 1} steps. " if len(bits) + 1 < length else ""
    return (
        f"{start}The change at step {place + 2} moves most, **{bits[place].sum():.2f} bits** in "
        f"all: “{plain(tried.instead[place])}” in place of “{plain(tried.reads[place])}”. The "
        "empty half holds the predictions before each change. The largest number measured there "
        f"is **{_tiny(earlier, ' bits')}**."
    )


def _tiny(value: float, unit: str = "") -> str:
    """Return what should be zero, and why it is not if it is small enough for that."""
    rounding = ", the rounding of sums" if value < ROUNDING else ""
    return f"{size(value)}{unit}{rounding}" if value else "exactly 0"
