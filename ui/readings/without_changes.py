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
    """Return a reading recorded without some changes of the model; draw a note that names them.

    Args:
        reading: the reading with all changes; it is returned if none of them is undone.
        is_undone: returns whether to undo a change.
        retranslate: whether the sentence is translated anew. Otherwise the translation is kept, and
            only the pass over it is recorded anew.
        place_name: words of the note for the place where the changes are undone: "here", "on this
            page" or "in this part".
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
    """Return the reading of the same sentence, translated anew without some changes of the model.

    Args:
        reading: the reading with all changes; it is returned if none of them is undone.
        is_undone: returns whether to undo a change.
    """
    kept = _remaining_changes(reading, is_undone)
    if kept == reading.changes:
        return reading
    return session.read(reading.text, reading.language, kept)


def describe_omissions(
    reading: Reading, is_undone: Callable[[Change], bool], place_name: str = "here"
) -> str:
    """Return a sentence that names the changes undone in a place of the app; "" if there are none.

    Args:
        reading: the reading with its changes.
        is_undone: returns whether the place undoes a change.
        place_name: words for the place: "here", "on this page" or "in this part".
    """
    tokenizer = session.glass().tokenizer
    names = [label_change(change, tokenizer) for change in reading.changes if is_undone(change)]
    return _(LEFT_OUT[place_name]).format(changes="; ".join(names)) if names else ""


def _remaining_changes(reading: Reading, is_undone: Callable[[Change], bool]) -> tuple[Change, ...]:
    """Return the changes of a reading, without those to undo."""
    return tuple(change for change in reading.changes if not is_undone(change))


def affects_attention_weights(
    change: Change, attentions: Collection[str] = tuple(ATTENTIONS)
) -> bool:
    """Whether a change alters how attention weights are computed from queries and keys.

    Args:
        change: the change.
        attentions: the kinds of attention that count: "encoder", "decoder" or "cross".
    """
    inside = (
        isinstance(change, PinnedWeights | TemperedAttention) and change.attention in attentions
    )
    return inside or change == MissingEverywhere("root-d-k")


def removes_causal_mask(change: Change) -> bool:
    """Whether a change removes the causal mask."""
    return change == MissingEverywhere("mask")


def affects_cross_attention(change: Change) -> bool:
    """Whether a change affects cross-attention weights, or removes the causal mask.

    Without the mask, queries of the recorded pass depend on later tokens of the translation, so
    their cross-attention weights differ from those at the time of decoding.
    """
    return removes_causal_mask(change) or affects_attention_weights(change, ("cross",))


def affects_self_attention(change: Change) -> bool:
    """Whether a change affects self-attention weights, or removes the causal mask."""
    return removes_causal_mask(change) or affects_attention_weights(change, ("encoder", "decoder"))


def swaps_embeddings(change: Change) -> bool:
    """Whether a change gives a token the embedding of another token."""
    return isinstance(change, SwappedEmbedding)


def affects_decoding_steps(change: Change) -> bool:
    """Whether a change removes the causal mask or gives a token another one's embedding.

    Without the mask, each position of the recorded pass sees the whole translation, although the
    decoding step that chose the next token saw only the tokens before it.
    """
    return swaps_embeddings(change) or removes_causal_mask(change)


def affects_input_embedding(change: Change) -> bool:
    """Whether a change affects a stack's input: embeddings, their scale or positional encodings."""
    return (
        swaps_embeddings(change)
        or isinstance(change, ShuffledPositions)
        or change == MissingEverywhere("root-d-model")
    )


def affects_positions(change: Change) -> bool:
    """Whether a change alters what the encoder or the decoder can know about positions.

    Removing the causal mask is such a change: with the mask, the number of tokens that a query
    sees depends on its position.
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
    """Whether a change alters what the encoder can know about the order of the source tokens.

    Such a change alters positional encodings, or acts on selected positions of the encoder only.
    """
    row = isinstance(change, PinnedWeights) and change.attention == "encoder"
    cut = isinstance(change, CutPosition) and change.part.startswith("encoder")
    return (
        row
        or cut
        or isinstance(change, ShuffledPositions)
        or change == MissingEverywhere("encoder-positions")
    )
