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
    score = f"Forced, the model's favourite is right at **{hits} of {len(true.ids)}** steps."
    if parts is None:
        if len(own.ids) != len(true.ids):
            return f"{score} The free run was cut at its longest length before it could part."
        return (
            f"{score} Running freely it says the same to the end, so both read the same. Type "
            "another translation above, or click a token that the decoder reads and change it."
        )
    after = f"“{true.reads[parts].text}”"
    return (
        f"{score} At **step {parts + 1}**, after {after}, the reference says "
        f"**“{true.said[parts].text}”** and the free run **“{own.said[parts].text}”**. Forced, the "
        "model reads the reference's word at the next step, whatever it said; free, it must go on "
        "from its own."
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
        still = f"At earlier steps the largest change of any logit is **{_tiny(change)}**."
    return (
        f"Step {other.place + 1} reads “{other.token.text}”, not "
        f"“{true.reads[other.place].text}”. Most moved: **step {most + 1}** by "
        f"**{bits[most]:.2f} bits** (“{true.said[most].text}” from {before} to {after}); "
        f"{flips} {'favourite changes' if flips == 1 else 'favourites change'}. {still}"
    )


def feedback(rows: dict[str, Float[Tensor, " _"]], parts: int | None) -> str:
    """Compare how probable the reference's words are after its beginning and after others.

    Args:
        rows: probabilities, by what the decoder has read; see ``forcing.after``.
        parts: the first step, from 0, at which the two say something else.
    """
    if OWN not in rows:
        return (
            "Here no step of the free run reads a wrong word, or nothing is left to say after it: "
            "there is nothing to compare. Give a reference above that the model would not say by "
            "itself."
        )
    count = len(rows[OWN][: len(rows[TRUE])]) - parts - 1
    means = [rows[name][parts + 1 :][:count].log().mean().exp().item() for name in (TRUE, ONE, OWN)]
    true, one, own = map(probability, means)
    steps = "the one step" if count == 1 else f"the {count} steps"
    return (
        f"Up to step {parts + 1} all read the same. In {steps} after it the reference's next word "
        f"gets, on (geometric) average, **{true}** after the reference's words, **{one}** after "
        f"the same with one wrong word (what the model said at step {parts + 1}), and **{own}** "
        "after the model's own words. One wrong word among right ones is the "
        "fairest measure: a fall after the model's own words may also mean that it chose another "
        "good wording, whose words stand in other places."
    )


def loss(nats: Float[Tensor, " target"], changed: Float[Tensor, " target"] | None) -> str:
    """Sum the loss up in words."""
    total, mean = nats.sum().item(), nats.mean().item()
    text = (
        f"Sum **{total:.3f}** nats, mean **{mean:.3f}**: on (geometric) average the right token "
        f"gets {math.exp(-mean):.3f}."
    )
    if changed is None:
        return text
    return f"{text} With the token you put in: sum **{changed.sum():.3f}**, dark bars."


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
    start = f"The first {len(bits) + 1} steps only. " if len(bits) + 1 < length else ""
    return (
        f"{start}“{plain(tried.instead[place])}” in place of “{plain(tried.reads[place])}”, which "
        f"step {place + 2} reads, moves most: **{bits[place].sum():.2f} bits** in all. In the "
        "empty half, where the predictions stand that come before each change, the largest number "
        f"measured is **{_tiny(earlier, ' bits')}**."
    )


def _tiny(value: float, unit: str = "") -> str:
    """Return what should be zero, and why it is not if it is small enough for that."""
    rounding = ", the rounding of sums" if value < ROUNDING else ""
    return f"{size(value)}{unit}{rounding}" if value else "exactly 0"
