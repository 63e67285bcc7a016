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
    first, end = places[0].item(), places[-1].item()
    path = f"Its rank among all tokens is {first:,} at the embedding and {end:,} after the last."
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
    total = f"{len(decided)} tokens" if len(decided) > 1 else "one token"
    sentences = []
    for depth in filter(counts.__getitem__, range(last + 1)):
        since = f"from layer {depth} on" if depth else "before any layer"
        if sentences:
            does = "does" if counts[depth] == 1 else "do"
            sentences.append(f"**{counts[depth]}** more {does} so {since}.")
        else:
            sentences.append(
                f"Of the {total} of this translation, **{counts[depth]}** "
                f"{'stays' if counts[depth] == 1 else 'stay'} the most likely one {since}."
            )
    if never := counts[last + 1]:
        sentences.append(
            f"**{never}** {'is' if never == 1 else 'are'} less likely even at the end. {SEARCHED}"
        )
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
