"""Readings with some changes of the model undone, for pages that cannot show those changes."""

import html
from collections.abc import Callable, Collection

import streamlit as st

from model.changes.kinds import (
    Change,
    CutPosition,
    GroupedHeads,
    MissingEverywhere,
    PinnedWeights,
    RemovedPart,
    ShuffledPositions,
    Steering,
    SwappedEmbedding,
    TemperedAttention,
)
from model.parts import ATTENTIONS
from ui.messages import N_, _
from ui.readings import session
from ui.readings.changes import label_change
from ui.readings.reading import Reading
from ui.words import ends_with_punctuation

LEFT_OUT = {
    "here": N_("Not applied here: {changes}."),
    "on this page": N_("Not applied on this page: {changes}."),
    "in this part": N_("Not applied in this part: {changes}."),
}


def undo_changes(
    reading: Reading,
    is_undone: Callable[[Change], bool],
    *,
    retranslate: bool = False,
    place_name: str = "on this page",
) -> Reading:
    """Return a reading without the changes that ``is_undone`` selects; draw a note that names them.

    Args:
        reading: the reading with all changes.
        is_undone: whether a change is undone here.
        retranslate: whether to translate the sentence again, for pages about the translation;
            else the pass is over the same tokens.
        place_name: key of ``LEFT_OUT``: the part of the page that undoes them.
    """
    remark = describe_omissions(reading, is_undone, place_name)
    if not remark:
        return reading
    if retranslate:
        with st.spinner(_("Translating without them ...")):
            result = read_without_changes(reading, is_undone)
        if result.translation != reading.translation:
            then = (
                _("Then the translation is “{translation}”")
                if ends_with_punctuation(result.translation)
                else _("Then the translation is “{translation}”.")
            )
            remark += f" {then.format(translation=result.translation)}"
    else:
        kept = _remaining_changes(reading, is_undone)
        result = session.read_with_translation(
            reading.text, reading.language, reading.output_ids, kept
        )
    st.html(f'<div class="remark">{html.escape(remark)}</div>')
    return result


def read_without_changes(reading: Reading, is_undone: Callable[[Change], bool]) -> Reading:
    """Translate again without the changes that ``is_undone`` selects; return the reading."""
    kept = _remaining_changes(reading, is_undone)
    if kept == reading.changes:
        return reading
    return session.read(reading.text, reading.language, kept)


def describe_omissions(
    reading: Reading, is_undone: Callable[[Change], bool], place_name: str = "here"
) -> str:
    """Return a sentence naming the changes undone in a place (of ``LEFT_OUT``); "" if none."""
    tokenizer = session.glass().tokenizer
    names = [label_change(change, tokenizer) for change in reading.changes if is_undone(change)]
    return _(LEFT_OUT[place_name]).format(changes="; ".join(names)) if names else ""


def _remaining_changes(reading: Reading, is_undone: Callable[[Change], bool]) -> tuple[Change, ...]:
    """Return the changes of a reading, without those to undo."""
    return tuple(change for change in reading.changes if not is_undone(change))


def affects_attention_weights(
    change: Change, attentions: Collection[str] = tuple(ATTENTIONS)
) -> bool:
    """Whether a change alters how scores become weights in one of the given attentions."""
    inside = (
        isinstance(change, PinnedWeights | TemperedAttention) and change.attention in attentions
    )
    return inside or change == MissingEverywhere("root-d-k")


def removes_causal_mask(change: Change) -> bool:
    """Whether a change removes the causal mask."""
    return change == MissingEverywhere("mask")


def affects_cross_attention(change: Change) -> bool:
    """Whether a change affects cross-attention weights, or removes the causal mask.

    Without the mask, the query of a step has read later tokens of the translation, too; so its
    weights are not those with which the step was decoded.
    """
    return removes_causal_mask(change) or affects_attention_weights(change, ("cross",))


def affects_self_attention(change: Change) -> bool:
    """Whether a change affects self-attention weights, or removes the causal mask."""
    return removes_causal_mask(change) or affects_attention_weights(change, ("encoder", "decoder"))


def swaps_embeddings(change: Change) -> bool:
    """Whether a change swaps rows of the embedding matrix."""
    return isinstance(change, SwappedEmbedding)


def affects_decoding_steps(change: Change) -> bool:
    """Whether a change lets decoding steps depend on later tokens, or swaps embeddings.

    Without the mask a row of the recorded pass sees the whole translation, while the step that
    chose its token saw only the tokens before.
    """
    return swaps_embeddings(change) or removes_causal_mask(change)


def affects_input_embedding(change: Change) -> bool:
    """Whether a change acts on the path from E's rows to their sum with the positions."""
    return (
        swaps_embeddings(change)
        or isinstance(change, ShuffledPositions)
        or change == MissingEverywhere("root-d-model")
    )


def affects_positions(change: Change) -> bool:
    """Whether a change alters or removes positional encodings.

    Without the mask the decoder sees as many tokens at each position as the encoder does.
    """
    row = isinstance(change, PinnedWeights) and change.attention != "cross"
    return (
        row
        or isinstance(change, CutPosition)
        or affects_encoder_order(change)
        or change in (MissingEverywhere("decoder-positions"), MissingEverywhere("mask"))
    )


def affects_layer_norm(change: Change) -> bool:
    """Whether a change acts inside the LayerNorms."""
    return change in (MissingEverywhere("norm-mean"), MissingEverywhere("norm-shift"))


def removes_residual(change: Change) -> bool:
    """Whether a change removes one residual connection or all of them."""
    one = isinstance(change, RemovedPart) and change.part == "residual"
    return one or change == MissingEverywhere("residuals")


def adds_steering(change: Change) -> bool:
    """Whether a change adds a steering vector."""
    return isinstance(change, Steering)


def groups_heads(change: Change) -> bool:
    """Whether a change makes heads share keys and values, as in grouped-query attention."""
    return isinstance(change, GroupedHeads)


def affects_encoder_order(change: Change) -> bool:
    """Whether a change alters what the encoder knows about word order."""
    row = isinstance(change, PinnedWeights) and change.attention == "encoder"
    cut = isinstance(change, CutPosition) and change.part.startswith("encoder")
    return (
        row
        or cut
        or isinstance(change, ShuffledPositions)
        or change == MissingEverywhere("encoder-positions")
    )
