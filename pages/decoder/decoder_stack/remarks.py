"""What the page about the decoder's layers says of this very translation."""

from collections import Counter
from collections.abc import Sequence

from jaxtyping import Float, Int
from torch import Tensor

from ui.readings.reading import Token

SEARCHED = "The most probable sentence does not always take the most probable token."


def look_for(places: Int[Tensor, " layer"], decided: int, word: str) -> str:
    """Say how the word of one step rises through the layers.

    Args:
        places: of the word after the embedding and after each layer.
        decided: the first layer from which on it stays first; one more than the last if never.
        word: that is said.
    """
    last = len(places) - 1
    steps = " → ".join(f"{place:,}" for place in places.tolist())
    path = f"Its ranks among all tokens, from the embedding to layer {last}: {steps}."
    if decided > last:
        return f"“{word}” is **not the most likely** even at the end. {SEARCHED} {path}"
    if decided == 0:
        return f"“{word}” is the most likely token **before any layer**, and remains so. {path}"
    return f"“{word}” is the most likely token **from layer {decided} on**. {path}"


def decisions(decided: Sequence[int], last: int) -> str:
    """Say at which depth the words of the translation are decided.

    Args:
        decided: for each step, as above.
        last: number of the last layer.
    """
    counts = Counter(decided)
    parts = [
        f"**{counts[depth]}** {'before any layer' if depth == 0 else f'from layer {depth} on'}"
        for depth in range(last + 1)
        if counts[depth]
    ]
    total = f"Of the {len(decided)} tokens of this translation"
    if len(decided) == 1:
        total = "Of the one token of this translation"
    sentences = []
    if parts:
        sentences.append(f"{total}, so many stay the most likely one: {', '.join(parts)}.")
    if never := counts[last + 1]:
        sentences.append(f"So many are less likely even at the end: **{never}**. {SEARCHED}")
    return " ".join(sentences)


def echo(first: Sequence[int], read: Sequence[int]) -> str:
    """Say how often the embedding, read through the lens, names the token that it embeds.

    Args:
        first: likeliest token at each step before any layer.
        read: token that the decoder was given there.
    """
    same = sum(a == b for a, b in zip(first, read, strict=True))
    return (
        f"Before the first layer, a vector is the embedding of the token just read plus its "
        f"position. Through the lens it names that same token at **{same} of {len(first)}** "
        "steps, as no layer has looked at anything else yet."
    )


def largest_part(sublayers: Sequence[str], relative: Sequence[float], token: Token) -> str:
    """Say which sub-layer of the chosen layer changes this position most."""
    most = max(range(len(relative)), key=relative.__getitem__)
    return (
        f"At “{token.text}”, this layer's **{sublayers[most]}** adds most: a vector "
        f"{relative[most]:.2f} times as long as the one it is added to."
    )


def lengths(vectors: Sequence[Float[Tensor, " d_model"]]) -> str:
    """Write the lengths of the vectors that one position has on its way, in LaTeX."""
    x, *others = (vector.norm().item() for vector in vectors)
    names = ["SelfAttn", "x_1", "CrossAttn", "x_2", "FFN", "x_3"]
    shown = [rf"\lVert x \rVert = {x:.2f}"]
    for name, length in zip(names, others, strict=True):
        symbol = name if name.startswith("x") else rf"\mathrm{{{name}}}"
        shown.append(rf"\lVert {symbol} \rVert = {length:.2f}")
    return r", \;".join(shown)
