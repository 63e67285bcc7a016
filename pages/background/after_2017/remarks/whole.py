"""What was measured of the model as a whole: bits, the decoder alone, units, sinks."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from jaxtyping import Bool, Float, Int
from torch import Tensor

from pages.background.after_2017.compute.sinks import Massive
from ui.words import percent, with_sign

MEGABYTE = 1e6
STRONG = 0.5  # mean weight from which a token is called a sink
SHORT = 0.6  # of the others' mean length, below which a value is called short
ROWS = 3  # that may look at a token, before a mean of theirs is taken


def bits(losses: Mapping[str, float], said: Mapping[str, str], sizes: Sequence[int]) -> str:
    """Say how few bits the sentence bears.

    Args:
        losses: by the number of bits, as shipped first, then fewer and fewer.
        said: the translations.
        sizes: of the files, in bytes.
    """
    names, texts = list(losses), list(said.values())
    same = 0
    while same + 1 < len(texts) and texts[same + 1] == texts[0]:
        same += 1
    values = list(losses.values())
    kept = (
        f"Down to **{names[same]}** this sentence is translated in the same words"
        if same
        else f"Already with {names[1]} this sentence is translated otherwise"
    )
    return (
        f"{kept}; the loss is {values[0]:.3f} as shipped, **{values[1]:.3f}** with 8 bits, "
        f"**{values[2]:.3f}** with 4 and {values[-1]:.3f} with 2. The file shrinks from "
        f"{sizes[0] / MEGABYTE:.1f} to {sizes[2] / MEGABYTE:.1f} MB with 4 bits."
    )


def alone(reading: Sequence[float], silent: Sequence[float], tokens: Sequence[str]) -> str:
    """Say what reading the source is worth.

    Args:
        reading: nats of each token, as it is.
        silent: with cross-attention silenced.
        tokens: of the translation.
    """
    gains = [after - before for before, after in zip(reading, silent, strict=True)]
    most, least = gains.index(max(gains)), gains.index(min(gains))
    return (
        "These sentences have nothing to do with yours: a small language model speaks, trained on "
        "the other side of sentence pairs. A beginning that you type is a prompt. Without reading, "
        f"a token of your translation costs **{fmean(silent):.2f}** nats instead of "
        f"**{fmean(reading):.2f}**; “{tokens[most]}” loses most by that, “{tokens[least]}” least."
    )


def experts(
    counts: Mapping[str, int],
    active: Bool[Tensor, "position d_ff"],
    shares: Float[Tensor, "position position"],
    tokens: Sequence[str],
) -> str:
    """Say how many units each word uses, and which two words share most.

    Args:
        counts: units by the number of words they fire for.
        active: which fire where.
        shares: of units that two words share.
        tokens: of the sentence.
    """
    units = active.shape[1]
    each = active.sum(dim=1).double().mean().item()
    text = (
        f"Of {units:,} units a word of this sentence excites **{each:.0f}** on average; "
        f"{counts['no word']:,} fire for no word, {counts['one word']:,} for exactly one, "
        f"{counts['all words']:,} for all."
    )
    pairs = shares.nan_to_num().triu(1)
    if len(tokens) > 1 and pairs.max() > 0:
        a, b = divmod(int(pairs.argmax()), len(tokens))
        text += f" “{tokens[a]}” and “{tokens[b]}” share most, {percent(pairs.max())} of theirs."
    return (
        f"{text} Different words use different weights: that is a count, and no more. Nobody "
        "trained a router here, and the zeros save no work in this program."
    )


def sinks(
    received: Float[Tensor, "head key"],
    lengths: Float[Tensor, "head key"],
    tokens: Sequence,
    rows: Int[Tensor, " key"],
) -> str:
    """Say which token collects most weight in a layer, and how much it gives.

    Args:
        received: mean weight of each token, by head.
        lengths: of the values.
        tokens: that answer.
        rows: how many may look at each token; the mean of one or two is none.
    """
    if rows.max() < ROWS:
        return f"No token is seen by {ROWS} rows or more, so no mean can be taken."
    head, place = divmod(int(received.where(rows >= ROWS, -1).argmax()), received.shape[1])
    share, own = received[head, place].item(), lengths[head, place].item()
    others = [lengths[head, other].item() for other in range(len(tokens)) if other != place]
    name = tokens[place].text
    text = (
        f"Head {head + 1} gives “{name}” **{percent(share)}** of its weight on average over "
        f"{rows[place]} rows."
    )
    if not others:
        return f"{text} There is nothing else to look at."
    mean = fmean(others)
    text += f" Its value is **{own:.2f}** long there, against {mean:.2f} for the other tokens."
    if share < STRONG:
        return (
            f"{text} So no token that {ROWS} rows or more see takes half of a head's weight here."
        )
    if own < SHORT * mean:
        return f"{text} That is a sink: much weight, little given."
    return f"{text} Its value is not short, so this is no idle sink."


def massive(largest: Mapping[str, Sequence[Massive]], names: Mapping[str, Sequence[str]]) -> str:
    """Say where the largest numbers are.

    Args:
        largest: by stack, sub-layer by sub-layer.
        names: tokens of each stack.
    """
    said = []
    for stack, found in largest.items():
        one = max(found, key=lambda each: each.ratio)
        layer = found.index(one) // (2 if stack == "encoder" else 3) + 1
        value = with_sign(one.value, 1)
        said.append(
            f"in the {stack} {value} in component {one.component + 1} of "
            f"“{names[stack][one.position]}”, layer {layer}: {one.ratio:.0f} times the median"
        )
    return "The largest numbers before a norm: " + "; ".join(said) + "."
