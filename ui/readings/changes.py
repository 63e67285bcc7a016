"""Changes of the model as people meet them: their names, what they mean, their codes in the link.

A code is ``what-where`` or, where there is a choice to make, ``what-where=how``. Layers, heads,
rows, keys and units count from 1 there, as on the screen; tokens are written by their ids.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from model.changes.kinds import (
    KINDS,
    Change,
    CutPosition,
    GroupedHeads,
    MissingEverywhere,
    PinnedWeights,
    RemovedPart,
    RoundedWeights,
    ShuffledPositions,
    SilencedHead,
    SilencedUnit,
    SwappedEmbedding,
    TaughtWeights,
    TemperedAttention,
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
MEANING_OF_MISSING = {
    "encoder-positions": "The vector of every position becomes zero, so the encoder gets the words "
    "without their order.",
    "decoder-positions": "The vector of every position becomes zero where the decoder reads the "
    "translation so far.",
    "mask": "Every row of the decoder may look at later rows, which in training it never could.",
    "root-d-k": "The softmax gets scores that are √d_k times as large, in all attentions.",
    "root-d-model": "Embeddings enter the stacks √d_model times smaller, the positions as before.",
    "residuals": "What entered a sub-layer is not added to what it returns, in all layers.",
    "norm-mean": "Every norm divides by the root of the mean square and takes no mean away; "
    "without β, too, it is RMSNorm.",
    "norm-shift": "After every norm, the learned vector β is not added.",
}


@dataclass(frozen=True)
class Naming:
    """How a kind of change is named to people.

    Args:
        name: says in a few words what is changed.
        meaning: says in a line what that does to the computation.
    """

    name: Callable[[Any, Tokenizer], str]
    meaning: Callable[[Any], str]


def _attention(change: SilencedHead | PinnedWeights | CutPosition) -> str:
    name = ATTENTION_NAMES[change.part if isinstance(change, CutPosition) else change.attention]
    return f"{name}, layer {change.layer + 1}, head {change.head + 1}"


def _name_removed(change: RemovedPart) -> str:
    place = f"{SUBLAYER_NAMES[change.around]}, layer {change.layer + 1}"
    return f"{place} off" if change.part == "sublayer" else f"no residual around {place}"


def _name_cut(change: CutPosition) -> str:
    if change.head >= 0:
        return f"{_attention(change)} cut at position {change.position + 1}"
    place = f"{SUBLAYER_NAMES[change.part]}, layer {change.layer + 1}"
    return f"{place} cut at position {change.position + 1}"


def _unit(change: SilencedUnit) -> str:
    network = SUBLAYER_NAMES[f"{change.stack}-feed-forward"]
    return f"{network}, layer {change.layer + 1}, unit {change.unit + 1} off"


def _name_swapped(change: SwappedEmbedding, tokenizer: Tokenizer) -> str:
    pieces = tokenizer.pieces([change.token, change.other])
    return "“{}” has the embedding of “{}”".format(*(p.removeprefix(SPACE) for p in pieces))


def _name_grouped(change: GroupedHeads) -> str:
    shared = "one key and value" if change.groups == 1 else f"{change.groups} keys and values"
    return f"{ATTENTION_NAMES[change.attention]}: all heads share {shared}"


def _name_lesson(change: TaughtWeights) -> str:
    first, *others = change.lesson.pairs
    more = f" and {len(others)} more" if others else ""
    return f"taught “{first.source}” = “{first.target}”{more}"


NAMINGS: Mapping[type[Change], Naming] = {
    SilencedHead: Naming(
        lambda change, _: f"{_attention(change)} off",
        lambda _: "The head's output is zero for every token; the other heads work as before.",
    ),
    MissingEverywhere: Naming(
        lambda change, _: MISSING[change.missing],
        lambda change: MEANING_OF_MISSING[change.missing],
    ),
    ShuffledPositions: Naming(
        lambda *_: "positions of the source shuffled",
        lambda _: "The positions are dealt out anew at random; some words may keep theirs.",
    ),
    TemperedAttention: Naming(
        lambda change, _: (
            f"{ATTENTION_NAMES[change.attention]} at temperature {change.temperature:g}"
        ),
        lambda _: "Scores are divided by this before the softmax, in all layers of this attention.",
    ),
    RemovedPart: Naming(
        lambda change, _: _name_removed(change),
        lambda change: (
            "The sub-layer adds nothing, so its input goes to the norm as it is."
            if change.part == "sublayer"
            else "What entered the sub-layer is not added to what it returns."
        ),
    ),
    CutPosition: Naming(
        lambda change, _: _name_cut(change),
        lambda _: "The output of this part is zero at one position, and as before elsewhere.",
    ),
    SilencedUnit: Naming(
        lambda change, _: _unit(change),
        lambda _: "This hidden unit is zero at every position.",
    ),
    PinnedWeights: Naming(
        lambda change, _: f"{_attention(change)}: row {change.row + 1} set by hand",
        lambda _: "Some weights of the row are set; the others share the rest in proportion.",
    ),
    SwappedEmbedding: Naming(
        _name_swapped,
        lambda _: (
            "Where the model reads the one token it gets the other's vector, and both get the same "
            "logit."
        ),
    ),
    GroupedHeads: Naming(
        lambda change, _: _name_grouped(change),
        lambda _: "The heads of a group have the mean of their keys, and of their values.",
    ),
    TaughtWeights: Naming(
        lambda change, _: _name_lesson(change),
        lambda _: "All parameters are those that the lesson left.",
    ),
    RoundedWeights: Naming(
        lambda change, _: f"parameters rounded to {change.bits} bits",
        lambda _: "Each row of each matrix is rounded to whole multiples of one step.",
    ),
}


def words(change: Change, tokenizer: Tokenizer) -> str:
    """Say in a few words what is changed."""
    return NAMINGS[type(change)].name(change, tokenizer)


def meaning(change: Change) -> str:
    """Say in a line what a change does to the computation."""
    return NAMINGS[type(change)].meaning(change)


def parse(text: str, config: ModelConfig) -> tuple[Change, ...]:
    """Read the codes of a link; what names nothing that the model has is left out."""
    found = (kind.read(word) for word in text.split() for kind in KINDS)
    return combine((), [change for change in found if change and change.exists(config)])


def write_changes(changes: Iterable[Change]) -> str:
    """Return the codes of changes for a link, as ``parse`` reads them."""
    return " ".join(change.code for change in changes if change.CODE)


def combine(changes: Iterable[Change], added: Iterable[Change]) -> tuple[Change, ...]:
    """Add changes to others, in one order; of two that set the same thing the later one counts."""
    by_subject = {change.subject: change for change in (*changes, *added)}
    return tuple(by_subject[subject] for subject in sorted(by_subject))
