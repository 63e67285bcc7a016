"""Labels, explanations and link codes of the model's changes.

A code is ``what-where`` or, where there is a choice to make, ``what-where=how``. Layers, heads,
rows, keys and units count from 1 in it, as on the screen; tokens stand there by their ids.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from model.changes.direction import Direction
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
    Steering,
    SwappedEmbedding,
    TaughtWeights,
    TemperedAttention,
)
from model.config import ModelConfig
from model.parts import Head
from model.tokenizer import SPACE, Tokenizer
from ui.messages import N_, _, ngettext
from ui.readings.missing import MEANING_OF_MISSING, MISSING
from ui.words import format_shortest

ATTENTION_NAMES = {
    "encoder": N_("Encoder self-attention"),
    "decoder": N_("Decoder self-attention"),
    "cross": N_("Cross-attention"),
}
SUBLAYER_NAMES = {
    "encoder-attention": N_("Encoder self-attention"),
    "encoder-feed-forward": N_("Encoder feed-forward"),
    "decoder-attention": N_("Decoder self-attention"),
    "cross-attention": N_("Cross-attention"),
    "decoder-feed-forward": N_("Decoder feed-forward"),
}
SUBLAYER_SHORT = {  # where the stack is named beside it
    "encoder-attention": N_("attention"),
    "encoder-feed-forward": N_("feed-forward"),
    "decoder-attention": N_("self-attention"),
    "cross-attention": N_("cross-attention"),
    "decoder-feed-forward": N_("feed-forward"),
}


@dataclass(frozen=True)
class ChangeLabel:
    """How a type of change is labelled and explained.

    Args:
        name: returns a change's short label.
        meaning: one line on what the change does to the computation, or a function that returns it.
    """

    name: Callable[[Any, Tokenizer], str]
    meaning: str | Callable[[Any], str]


def label_head(head: Head | SilencedHead) -> str:
    """Return the label of a head, such as "Cross-attention, layer 2, head 3"; both count from 1."""
    return _("{attention}, layer {layer}, head {head}").format(
        attention=_(ATTENTION_NAMES[head.attention]), layer=head.layer + 1, head=head.head + 1
    )


def _label_silenced_head(change: SilencedHead) -> str:
    """Label a silenced head, such as "encoder self-attention, layer 2, head 3 off"."""
    return _("{attention}, layer {layer}, head {head} off").format(
        attention=_(ATTENTION_NAMES[change.attention]),
        layer=change.layer + 1,
        head=change.head + 1,
    )


def _label_weight_pinning(change: PinnedWeights) -> str:
    """Label one query's attention weights that are set by hand."""
    return _("{attention}, layer {layer}, head {head}: row {row} set by hand").format(
        attention=_(ATTENTION_NAMES[change.attention]),
        layer=change.layer + 1,
        head=change.head + 1,
        row=change.row + 1,
    )


def _label_temperature(change: TemperedAttention) -> str:
    """Label a softmax temperature of one attention."""
    return _("{attention} at temperature {temperature:g}").format(
        attention=_(ATTENTION_NAMES[change.attention]), temperature=change.temperature
    )


def _label_removal(change: RemovedPart) -> str:
    """Label a removed sub-layer or residual connection."""
    off = _("{sublayer}, layer {layer} off")
    bare = _("no residual around {sublayer}, layer {layer}")
    return (off if change.part == "sublayer" else bare).format(
        sublayer=_(SUBLAYER_NAMES[change.around]), layer=change.layer + 1
    )


def _label_ablation(change: CutPosition) -> str:
    """Label a head or network that is ablated at one position."""
    layer, position = change.layer + 1, change.position + 1
    if change.head >= 0:
        return _("{attention}, layer {layer}, head {head} cut at position {position}").format(
            attention=_(ATTENTION_NAMES[change.part]),
            layer=layer,
            head=change.head + 1,
            position=position,
        )
    return _("{sublayer}, layer {layer} cut at position {position}").format(
        sublayer=_(SUBLAYER_NAMES[change.part]), layer=layer, position=position
    )


def _label_silenced_unit(change: SilencedUnit) -> str:
    """Label a silenced hidden unit of a feed-forward network."""
    return _("{sublayer}, layer {layer}, unit {unit} off").format(
        sublayer=_(SUBLAYER_NAMES[f"{change.stack}-feed-forward"]),
        layer=change.layer + 1,
        unit=change.unit + 1,
    )


def _label_embedding_swap(change: SwappedEmbedding, tokenizer: Tokenizer) -> str:
    """Label a token that has another token's embedding."""
    token, other = (
        piece.removeprefix(SPACE) or SPACE
        for piece in tokenizer.pieces([change.token, change.other])
    )
    return _("“{token}” has the embedding of “{other}”").format(token=token, other=other)


def _label_head_groups(change: GroupedHeads) -> str:
    """Label heads that share keys and values in groups."""
    return ngettext(
        "{attention}: all heads share one key and value",
        "{attention}: all heads share {count} keys and values",
        change.groups,
    ).format(attention=_(ATTENTION_NAMES[change.attention]), count=change.groups)


def _label_lesson(change: TaughtWeights) -> str:
    """Label the sentence pairs that the model was fine-tuned on."""
    first, *others = change.lesson.pairs
    if not others:
        said = _("taught “{source}” = “{target}”")
    else:
        said = _("taught “{source}” = “{target}” and {count} more")
    return said.format(source=first.source, target=first.target, count=len(others))


DIRECTION_NAMES = {
    "polite": N_("polite"),
    "question": N_("question"),
    "plural": N_("plural"),
    "past": N_("past"),
    "negation": N_("negation"),
    "own": N_("your own direction"),
}


def label_direction(direction: Direction) -> str:
    """Return the name of a steering direction as the pages show it, such as "polite"."""
    named = _(DIRECTION_NAMES[direction.name]) if direction.name in DIRECTION_NAMES else ""
    if direction.seed:
        return _("a random direction")
    return named or direction.name or _("a direction")


def label_tap(tap: str) -> str:
    """Return the label of the place where a steering vector is added, such as "encoder layer 2".

    Args:
        tap: the model's name of that place: "memory" (the encoder's output), or the output of a
            layer, which begins with its stack and index, such as ``encoder.layers.1``.
    """
    stack, *__ = tap.split(".")
    if stack not in STACK_OUTPUTS:
        return _("memory")
    return _(STACK_OUTPUTS[stack]).format(layer=int(tap.split(".")[2]) + 1)


def _label_steering(change: Steering) -> str:
    """Label a steering of the model: alpha, direction, tap and position."""
    how = _("steered: {alpha} × {direction}, {place}")
    one = _("steered: {alpha} × {direction}, {place}, position {position}")
    return (how if change.position is None else one).format(
        alpha=format_shortest(change.alpha),
        direction=label_direction(change.direction),
        place=label_tap(change.direction.at),
        position=(change.position or 0) + 1,
    )


STACK_OUTPUTS = {"encoder": N_("encoder layer {layer}"), "decoder": N_("decoder layer {layer}")}
REMOVED_PART_MEANINGS = {
    "sublayer": N_("The sub-layer adds nothing, so its input goes straight to LayerNorm."),
    "residual": N_("The sub-layer's input is not added back to its output."),
}
CHANGE_LABELS: Mapping[type[Change], ChangeLabel] = {
    SilencedHead: ChangeLabel(
        lambda change, __: _label_silenced_head(change),
        N_("The head's output is zero for every token, while the other heads work as before."),
    ),
    MissingEverywhere: ChangeLabel(
        lambda change, __: _(MISSING[change.missing]),
        lambda change: MEANING_OF_MISSING[change.missing],
    ),
    ShuffledPositions: ChangeLabel(
        lambda *__: _("positions of the source shuffled"),
        N_("The positions are dealt out again at random, so a word may get its old one back."),
    ),
    TemperedAttention: ChangeLabel(
        lambda change, __: _label_temperature(change),
        N_(
            "Scores are divided by this number before the softmax, in all layers of this attention."
        ),
    ),
    RemovedPart: ChangeLabel(
        lambda change, __: _label_removal(change),
        lambda change: REMOVED_PART_MEANINGS[
            "sublayer" if change.part == "sublayer" else "residual"
        ],
    ),
    CutPosition: ChangeLabel(
        lambda change, __: _label_ablation(change),
        N_("This part's output is zero at one position and unchanged everywhere else."),
    ),
    SilencedUnit: ChangeLabel(
        lambda change, __: _label_silenced_unit(change),
        N_("This hidden unit is zero at every position."),
    ),
    PinnedWeights: ChangeLabel(
        lambda change, __: _label_weight_pinning(change),
        N_(
            "Some of the row's weights are set by hand; the other weights share what's left in "
            "proportion."
        ),
    ),
    SwappedEmbedding: ChangeLabel(
        _label_embedding_swap,
        N_(
            "Wherever the model reads this token, it gets the vector of the other one, and the "
            "two tokens get the same logit."
        ),
    ),
    GroupedHeads: ChangeLabel(
        lambda change, __: _label_head_groups(change),
        N_("All heads in a group share the mean of their keys and the mean of their values."),
    ),
    TaughtWeights: ChangeLabel(
        lambda change, __: _label_lesson(change),
        N_("The model has the parameters that it had at the end of the lesson."),
    ),
    Steering: ChangeLabel(
        lambda change, __: _label_steering(change),
        N_("A fixed vector, multiplied by a factor, is added to every vector that passes here."),
    ),
    RoundedWeights: ChangeLabel(
        lambda change, __: _("parameters rounded to {bits} bits").format(bits=change.bits),
        N_("Each row of each matrix is rounded to whole multiples of one step size."),
    ),
}


def label_change(change: Change, tokenizer: Tokenizer) -> str:
    """Return a short label of a change of the model, as in the list of changes.

    Args:
        change: the change.
        tokenizer: the model's tokenizer, for changes that name tokens.
    """
    return CHANGE_LABELS[type(change)].name(change, tokenizer)


def explain_change(change: Change) -> str:
    """Return one line on what a change of the model does to the computation."""
    said = CHANGE_LABELS[type(change)].meaning
    return _(said if isinstance(said, str) else said(change))


def parse_changes(text: str, config: ModelConfig) -> tuple[Change, ...]:
    """Return the changes of the model that a link names.

    Codes that are unknown or that the model cannot apply are left out.

    Args:
        text: the codes, separated by spaces, such as "cross-2-3 temperature-encoder=0.5".
        config: the model's config.
    """
    found = (kind.read(word) for word in text.split() for kind in KINDS)
    return merge_changes((), [change for change in found if change and change.is_valid_for(config)])


def format_changes(changes: Iterable[Change]) -> str:
    """Return the codes of changes for a link, separated by spaces; ``parse_changes`` reads them.

    Changes that have no code are left out.
    """
    return " ".join(change.code for change in changes if change.CODE)


def merge_changes(changes: Iterable[Change], added: Iterable[Change]) -> tuple[Change, ...]:
    """Merge two lists of changes into one, sorted.

    Two changes may concern the same thing, such as two temperatures of cross-attention. Then only
    the one of the second list is kept.

    Args:
        changes: the first list.
        added: the second list, which has priority.
    """
    by_subject = {change.subject: change for change in (*changes, *added)}
    return tuple(by_subject[subject] for subject in sorted(by_subject))
