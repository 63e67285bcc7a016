"""What the page about the feed-forward network says of this very sentence."""

from collections import Counter
from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import Change, SilencedUnit
from model.layers import FeedForward
from ui.readings.reading import Token
from ui.words import percent


def silenced_units(changes: Sequence[Change], stack: str, layer: int) -> list[int]:
    """Return the hidden units of one layer, from 0, that a change sets to zero."""
    units = [change for change in changes if isinstance(change, SilencedUnit)]
    return [one.unit for one in units if (one.stack, one.layer) == (stack, layer)]


def look_for(
    hidden: Float[Tensor, "position d_ff"],
    word: int,
    unit: int,
    tokens: Sequence[Token],
    excite: Sequence[str],
) -> str:
    """Say how many units are active at a position, and where else its strongest one is.

    Args:
        hidden: after the ReLU.
        word: the chosen position.
        unit: the chosen unit; -1 for the strongest.
        tokens: of the positions.
        excite: the tokens that activate this unit most.
    """
    row = hidden[word]
    active = int((row > 0).sum())
    unit = unit if unit >= 0 else int(row.argmax())
    others = int((hidden[:, unit] > 0).sum()) - int(row[unit] > 0)
    elsewhere = f"It is active at {others} of the {len(tokens) - 1} other tokens"
    if len(tokens) == 2:
        elsewhere = f"It is {'active' if others else 'not active'} at the one other token"
    here = f"**{row[unit]:.3f}**" if row[unit] > 0 else "**not active**"
    return (
        f"At “{tokens[word].text}” **{percent(active / len(row), 1)}** of the {len(row):,} units "
        f"are active. Unit {unit + 1} is {here} here. {elsewhere}."
        f"{common_letters(excite)}"
    )


def common_letters(excite: Sequence[str]) -> str:
    """Say what the tokens share that activate a unit most, as far as their letters tell."""
    if len(excite) < 2:
        return ""
    most, times = Counter(text.lower() for text in excite).most_common(1)[0]
    if times == len(excite):
        return f" All {times} tokens that activate it most are “{most}”."
    if not any(char.isalnum() for text in excite for char in text):
        return f" The {len(excite)} tokens that activate it most are punctuation, all of them."
    if times > len(excite) / 2:
        return f" Of the {len(excite)} tokens that activate it most, {times} are “{most}”."
    return (
        " Different tokens activate it. In the list, look at "
        "what comes before and after them; many units mean nothing that a word could name."
    )


def average_activity(hidden: Float[Tensor, "position d_ff"]) -> str:
    """Say how many units are active on average, and how many at no position at all."""
    active = (hidden > 0).float()
    silent = int((active.sum(dim=0) == 0).sum())
    return (
        f"On average **{percent(active.mean(), 1)}** of this layer's units are active at a token "
        f"of this sentence. **{silent:,}** of {hidden.shape[1]:,} are active at none."
    )


def positions(
    moved: Mapping[str, Float[Tensor, " position"]], tokens: Sequence[Token], place: int, name: str
) -> str:
    """Say which outputs moved when one position was given another word's vector.

    Args:
        moved: from ``compute.reach``.
        tokens: of the positions.
        place: that was changed.
        name: the word that stands there instead.
    """

    def others(sublayer: str) -> tuple[int, float]:
        rest = [d for i, d in enumerate(moved[sublayer].tolist()) if i != place]
        return sum(d > 0 for d in rest), max(rest, default=0.0)

    (here, most), (there, far) = others("feed-forward"), others("self-attention")
    own = moved["feed-forward"][place].item()
    count = len(tokens) - 1
    if not count:
        return "This sentence has only one position, so there is no other that could change."
    if own == far == 0:
        return f"“{name}” stands there already, so nothing changes. Type another word."
    still = f"at **none** of the {count} others"
    if here:
        still = f"at **{here}** of the {count} others, there by up to {most:g}"
    moving = f"moves **{'all' if there == count else there or 'none of the'}** {count} others"
    if 0 < there < count:
        moving = f"moves **{there}** of the {count} others"
    if count == 1:
        still = "at the other one, too" if here else "**not** at the other one (change 0)"
        moving = "moves **the other one**, too" if there else "does **not** move the other one"
    up_to = f", by up to {far:.3f}" if there else ""
    return (
        f"With “{name}” for “{tokens[place].text}”, the feed-forward output moves by **{own:.3f}** "
        f"at that position, and {still}. Self-attention, given the same vectors, {moving}{up_to}."
    )


def parameter_share(counts: Mapping[str, int]) -> str:
    """Say which share of the parameters the feed-forward networks hold."""
    total = sum(counts.values())
    encoder, decoder = counts["encoder feed-forward"], counts["decoder feed-forward"]
    in_encoder = encoder / (encoder + counts["encoder self-attention"])
    attention = counts["decoder self-attention"] + counts["cross-attention"]
    return (
        f"In this model they hold **{percent(in_encoder)}** of an encoder layer's parameters "
        f"and **{percent(decoder / (decoder + attention))}** of a decoder layer's (layer norms "
        f"aside). Together they hold **{percent((encoder + decoder) / total)}** of all "
        f"{total / 1e6:.2f} million parameters."
    )


def numbers(
    module: FeedForward,
    x: Float[Tensor, " d_model"],
    hidden: Float[Tensor, " d_ff"],
    unit: int,
    silenced: Sequence[int],
) -> str:
    """Write one hidden unit's arithmetic in LaTeX.

    Args:
        module: the network.
        x: what it read at a position.
        hidden: what its units became there.
        unit: the chosen one; -1 for the strongest.
        silenced: units that are zero whatever they read.
    """
    unit = unit if unit >= 0 else int(hidden.argmax())
    if unit in silenced:
        return rf"\text{{unit {unit + 1} is switched off: }} 0"
    bias = module.W_1.bias[unit].item()
    product = (module.W_1.weight[unit] @ x).item()
    return rf"\text{{unit {unit + 1}: }} \max(0, {product:.3f} {bias:+.3f}) = {hidden[unit]:.3f}"
