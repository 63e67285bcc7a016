"""What was measured of the model as a whole: bits, the decoder alone, units, sinks."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from jaxtyping import Bool, Float, Int
from torch import Tensor

from pages.background.after_2017.compute.sinks import Massive
from ui.words import percent, times, with_sign

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
        f"Down to **{names[same]}** this sentence is translated in the same words."
        if same
        else f"Already with {names[1]} this sentence is translated in other words."
    )
    return (
        f"{kept} As shipped, the loss is {values[0]:.3f}; with four bits it is "
        f"**{values[2]:.3f}**. Numbers of two bits make it {values[-1]:.3f}. With four bits the "
        f"file is **{sizes[0] / sizes[2]:.1f} times** smaller, {sizes[2] / MEGABYTE:.1f} MB."
    )


def alone(reading: Sequence[float], silent: Sequence[float], tokens: Sequence[str]) -> str:
    """Say how much less likely the translation is without the source.

    Args:
        reading: nats of each token, as it is.
        silent: with cross-attention silenced.
        tokens: of the translation.
    """
    gains = [after - before for before, after in zip(reading, silent, strict=True)]
    most, least = gains.index(max(gains)), gains.index(min(gains))
    spared = f"“{tokens[least]}” least"
    if gains[least] < 0:
        spared = f"“{tokens[least]}” becomes more likely"
    return (
        "Without cross-attention the decoder is a small language model, so these sentences have "
        "nothing to do with yours. A beginning that you type is a prompt. A token of your "
        f"translation is then {times(fmean(reading) - fmean(silent))} on average. Its loss is "
        f"**{fmean(silent):.2f}** nats instead of **{fmean(reading):.2f}**. “{tokens[most]}” "
        f"loses most by that, {spared}."
    )


def experts(
    counts: Mapping[str, int],
    active: Bool[Tensor, "position d_ff"],
    shares: Float[Tensor, "position position"],
    tokens: Sequence[str],
) -> str:
    """Say how many units each word uses, and which two words share most.

    Args:
        counts: units by the number of words that activate them.
        active: which are active where.
        shares: of units that two words share.
        tokens: how a sentence calls those that the stack reads.
    """
    units = active.shape[1]
    each = active.sum(dim=1).double().mean().item()
    text = (
        f"A token here activates **{each:.0f}** of {units:,} hidden units on average. No token "
        f"activates {counts['no word']:,} of them. One token alone activates "
        f"{counts['one word']:,}, and all tokens activate {counts['all words']:,}."
    )
    pairs = shares.nan_to_num().triu(1)
    if len(tokens) > 1 and pairs.max() > 0:
        a, b = divmod(int(pairs.argmax()), len(tokens))
        text += f" {tokens[a]} and {tokens[b]} share most, {percent(pairs.max())} of theirs."
    return (
        f"{text} That is only a count: there is no trained router here, and the zeros save no "
        "work in this program."
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
        return f"{text} That is a sink: it gets much weight, but gives little."
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
            f"In the {stack} the number that stands out most before a norm is {value}, "
            f"{one.ratio:.0f} times the median, in component {one.component + 1} of "
            f"“{names[stack][one.position]}”, layer {layer}."
        )
    return " ".join(said)
