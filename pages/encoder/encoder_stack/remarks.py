"""What the page about the encoder's layers says of this very sentence."""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from pages.encoder.encoder_stack.two_sentences import Shared, word_inputs
from ui.readings.reading import Reading, Token, told_apart


def look_for(between: Float[Tensor, "depth depth"], token: Token) -> str:
    """Say where on its way through the stack a token's vector turns most.

    Args:
        between: cosine between the token's vectors at each two depths.
        token: the chosen one.
    """
    steps = torch.diagonal(between, 1)
    turn, least = int(steps.argmin()), int(steps.argmax())
    return (
        "Attention and the feed-forward network turn a token's vector. "
        f"“{token.text}” turns most in **layer {turn + 1}** (cosine {steps[turn]:.2f} between "
        f"before and after). It turns least in layer {least + 1} ({steps[least]:.2f}). After all "
        f"layers its cosine with its own embedding is **{between[0, -1]:.2f}**."
    )


def nearest(
    matrices: Float[Tensor, "depth token token"], tokens: Sequence[Token], word: int
) -> str:
    """Say which other token a token is most alike, before the first layer and after the last."""
    if len(tokens) < 2:
        return "One token has no other to be compared with."
    found, names = [], told_apart(tokens)
    for matrix in (matrices[0], matrices[-1]):
        row = matrix[word].clone()
        row[word] = -2  # below any cosine
        found.append((names[int(row.argmax())], row.max().item()))
    (before, low), (after, high) = found
    now = "it still is" if before == after else f"it is most like {after}"
    off = ~torch.eye(len(tokens), dtype=torch.bool)
    means = [matrix[off].mean().item() for matrix in (matrices[0], matrices[-1])]
    return (
        f"Before the first layer {names[word]} is most like {before} ({low:.2f}). After the last "
        f"{now} ({high:.2f}). On average two tokens of this sentence have cosine "
        f"**{means[0]:.2f}** at first and **{means[1]:.2f}** in the end."
    )


def begins(first: Reading, second: Reading, word: str) -> str:
    """Say what two sentences give a word to begin with, which both have."""
    (rows, places), (others, there) = (word_inputs(reading, word) for reading in (first, second))
    if not (rows.shape == others.shape and rows.equal(others)):
        return "other tokens, so other rows of E"
    if places.equal(there):
        return "the very same vector"
    if len(rows) == 1:
        return "the same row of E at its two positions"
    return "the same rows of E at other positions"


def describe_drift(shared: Shared, word: str, start: str, translations: Sequence[str]) -> str:
    """Say how far a word's two vectors end up apart, and what became of both sentences.

    Args:
        shared: from ``two_sentences.compare``.
        word: that both sentences have.
        start: from ``begins``.
        translations: of both.
    """
    line = shared.lines[word]
    parts = [
        f"“{word}” begins with cosine **{line[0]:.2f}** ({start}) and ends with **{line[-1]:.2f}**."
    ]
    if len(shared.lines) > 1:
        ranked = sorted(shared.lines, key=lambda one: shared.lines[one][-1])
        place = ranked.index(word)
        parts.append(
            "Of the words that both sentences have, its vectors end furthest apart."
            if place == 0
            else f"Of the {len(ranked)} words that both have, the vectors of “{ranked[0]}” end "
            f"furthest apart ({shared.lines[ranked[0]][-1]:.2f})."
        )
    if not shared.others.isnan().any():
        parts.append(f"Different words of the two end at {shared.others[-1]:.2f} on average.")
    stop = "" if translations[1][-1:] in (".", "!", "?", "…") else "."
    parts.append(f"The translations are “{translations[0]}” and “{translations[1]}”{stop}")
    return " ".join(parts)


def numbers(before: Float[Tensor, " d_model"], after: Float[Tensor, " d_model"]) -> str:
    """Write the cosine between a token's embedding and its row of the memory in LaTeX."""
    product, a, b = (before @ after).item(), before.norm().item(), after.norm().item()
    return (
        rf"\cos(x^{{(0)}}, x^{{(N)}}) = \frac{{{product:.2f}}}{{{a:.2f} \cdot {b:.2f}}}"
        rf" = {product / (a * b):.3f}"
    )
