"""How changes of the model are written: short codes in the link, words in the bar.

A code is ``what-where`` or, where there is a choice to make, ``what-where=how``. Layers, heads,
rows, keys and units count from 1 there, as on the screen; tokens are written by their ids.
"""

import re
from collections.abc import Callable, Iterable, Mapping

from model.changes.kinds import (
    WHOLE,
    Change,
    FilledTap,
    GroupedHeads,
    MissingEverywhere,
    PinnedWeights,
    RemovedPart,
    RoundedWeights,
    ShuffledPositions,
    SilencedHead,
    SilencedUnit,
    SwappedEmbedding,
    TemperedAttention,
    exists,
)
from model.config import ModelConfig
from model.tokenizer import SPACE, Tokenizer

ATTENTION_NAMES = {
    "encoder": "Encoder self-attention",
    "decoder": "Decoder self-attention",
    "cross": "Cross-attention",
}
SUBLAYER_NAMES = {
    "encoder-attention": "Encoder self-attention",
    "encoder-feed-forward": "Encoder feed-forward",
    "decoder-attention": "Decoder self-attention",
    "cross-attention": "Cross-attention",
    "decoder-feed-forward": "Decoder feed-forward",
}
SUBLAYER_SHORT = {  # where the stack is named beside it
    "encoder-attention": "attention",
    "encoder-feed-forward": "feed-forward",
    "decoder-attention": "self-attention",
    "cross-attention": "cross-attention",
    "decoder-feed-forward": "feed-forward",
}
MISSING = {
    "encoder-positions": "no positions in the encoder",
    "decoder-positions": "no positions in the decoder",
    "mask": "no causal mask",
    "root-d-k": "no division by √d_k",
    "root-d-model": "no multiplication by √d_model",
    "residuals": "no residuals",
    "norm-mean": "RMSNorm: no mean taken away",
    "norm-shift": "no β in any norm",
}
HEAD = "(encoder|decoder|cross)-([0-9]{1,3})-([0-9]{1,3})"
SUBLAYER = "|".join(SUBLAYER_NAMES)
NUMBER = r"[0-9]{1,2}(?:\.[0-9]{1,3})?"
PIN = f"[0-9]{{1,3}}_{NUMBER}"


def _pins(text: str) -> tuple[tuple[int, float], ...]:
    pairs = (pin.split("_") for pin in text.split("-"))
    return tuple(sorted({int(key) - 1: float(weight) for key, weight in pairs}.items()))


# What codes look like, and what their parts mean.
FORMS: Mapping[str, Callable[..., Change]] = {
    HEAD: lambda kind, layer, head: SilencedHead(kind, int(layer) - 1, int(head) - 1),
    f"no-({'|'.join(WHOLE)})": MissingEverywhere,
    "shuffled=([0-9]{1,2})": lambda seed: ShuffledPositions(int(seed)),
    f"temperature-(encoder|decoder|cross)=({NUMBER})": lambda kind, t: TemperedAttention(
        kind, float(t)
    ),
    f"(sublayer|residual)-({SUBLAYER})-([0-9]{{1,3}})": lambda part, around, n: RemovedPart(
        part, around, int(n) - 1
    ),
    "unit-(encoder|decoder)-([0-9]{1,3})-([0-9]{1,5})": lambda stack, layer, unit: SilencedUnit(
        stack, int(layer) - 1, int(unit) - 1
    ),
    f"row-{HEAD}-([0-9]{{1,3}})=({PIN}(?:-{PIN})*)": lambda kind, layer, head, row, pins: (
        PinnedWeights(kind, int(layer) - 1, int(head) - 1, int(row) - 1, _pins(pins))
    ),
    "row-of-([0-9]{1,6})=([0-9]{1,6})": lambda token, other: SwappedEmbedding(
        int(token), int(other)
    ),
    "groups-(encoder|decoder|cross)=([0-9]{1,3})": lambda kind, n: GroupedHeads(kind, int(n)),
    "bits=([0-9]{1,2})": lambda bits: RoundedWeights(int(bits)),
}


def parse(text: str, config: ModelConfig) -> tuple[Change, ...]:
    """Read the codes of a link; what names nothing that the model has is left out."""
    found = (
        build(*match.groups())
        for word in text.split()
        for form, build in FORMS.items()
        if (match := re.fullmatch(form, word))
    )
    return combine((), [change for change in found if exists(change, config)])


def write_changes(changes: Iterable[Change]) -> str:
    """Return the codes of changes for a link, as ``parse`` reads them."""
    return " ".join(code(change) for change in changes if not isinstance(change, FilledTap))


def combine(changes: Iterable[Change], added: Iterable[Change]) -> tuple[Change, ...]:
    """Add changes to others, in one order; of two that set the same thing the later one counts."""
    by_subject = {subject(change): change for change in (*changes, *added)}
    return tuple(by_subject[key] for key in sorted(by_subject))


def subject(change: Change) -> str:
    """Return what a change is about, without how: at most one change of each subject is on."""
    return code(change).partition("=")[0]


def code(change: Change) -> str:
    """Return the code of one change."""
    match change:
        case SilencedHead(attention, layer, head):
            return f"{attention}-{layer + 1}-{head + 1}"
        case MissingEverywhere(missing):
            return f"no-{missing}"
        case ShuffledPositions(seed):
            return f"shuffled={seed}"
        case TemperedAttention(attention, temperature):
            return f"temperature-{attention}={temperature:g}"
        case RemovedPart(part, around, layer):
            return f"{part}-{around}-{layer + 1}"
        case SilencedUnit(stack, layer, unit):
            return f"unit-{stack}-{layer + 1}-{unit + 1}"
        case PinnedWeights(attention, layer, head, row, pins):
            shown = "-".join(f"{key + 1}_{round(weight, 3):g}" for key, weight in pins)
            return f"row-{attention}-{layer + 1}-{head + 1}-{row + 1}={shown}"
        case SwappedEmbedding(token, other):
            return f"row-of-{token}={other}"
        case GroupedHeads(attention, groups):
            return f"groups-{attention}={groups}"
        case RoundedWeights(bits):
            return f"bits={bits}"
    raise ValueError(f"a link has no word for {change}")


def words(change: Change, tokenizer: Tokenizer) -> str:
    """Say in a few words what is changed."""
    match change:
        case SilencedHead(attention, layer, head):
            return f"{ATTENTION_NAMES[attention]}, layer {layer + 1}, head {head + 1} silenced"
        case MissingEverywhere(missing):
            return MISSING[missing]
        case ShuffledPositions():
            return "positions of the source shuffled"
        case TemperedAttention(attention, temperature):
            return f"{ATTENTION_NAMES[attention]} at temperature {temperature:g}"
        case RemovedPart("sublayer", around, layer):
            return f"{SUBLAYER_NAMES[around]}, layer {layer + 1} off"
        case RemovedPart(_, around, layer):
            return f"no residual around {SUBLAYER_NAMES[around]}, layer {layer + 1}"
        case SilencedUnit(stack, layer, unit):
            name = SUBLAYER_NAMES[f"{stack}-feed-forward"]
            return f"{name}, layer {layer + 1}, unit {unit + 1} off"
        case PinnedWeights(attention, layer, head, row, _):
            name = ATTENTION_NAMES[attention]
            return f"{name}, layer {layer + 1}, head {head + 1}: row {row + 1} edited by hand"
        case SwappedEmbedding(token, other):
            names = [name.removeprefix(SPACE) for name in tokenizer.pieces([token, other])]
            return "“{}” has the embedding of “{}”".format(*names)
        case GroupedHeads(attention, groups):
            shared = "one key and value" if groups == 1 else f"{groups} keys and values"
            return f"{ATTENTION_NAMES[attention]}: all heads share {shared}"
        case RoundedWeights(bits):
            return f"weights rounded to {bits} bits"
    raise ValueError(f"there are no words for {change}")
