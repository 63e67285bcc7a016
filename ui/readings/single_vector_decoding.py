"""Decoding from one encoder vector alone, and from each encoder layer as the memory; cached."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from model.changes.kinds import Change
from model.measures.one_vector import cut_repetition, decode_single_vectors
from model.passes import Search, search_with_edits
from model.tokenizer import Tokenizer
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading, Token


@dataclass(frozen=True)
class SingleVectorOutput:
    """What the decoder writes when one encoder vector is its whole memory.

    Args:
        words: the words written; of words written again and again, only the first copy.
        repeats: whether such repetitions were left out.
    """

    words: tuple[str, ...]
    repeats: bool

    @property
    def html(self) -> str:
        """The words as HTML for a table cell: "…" for repetitions, "(nothing)" for no words."""
        if not self.words:
            return f'<span class="nothing">{html.escape(_("(nothing)"))}</span>'
        return html.escape(" ".join(self.words)) + (" …" if self.repeats else "")


def decode_each_vector(reading: Reading, language: str) -> list[list[SingleVectorOutput]]:
    """Return what the decoder writes from each vector of the encoder's residual stream alone.

    The vector is the whole memory: cross-attention has no other key.

    Args:
        reading: the reading that has the vectors.
        language: code of the target language of the decoder's start token.

    Returns:
        ``outputs[depth][position]``: depth 0 has the vectors before the first layer, depth i those
        after layer i, counted from 1.
    """
    depths = range(len(reading.trace.residual_stream("encoder")))
    asked = reading.text, reading.language, reading.changes, language
    return [_decode_each_vector(*asked, depth) for depth in depths]


def decode_each_memory_vector(reading: Reading, language: str) -> list[SingleVectorOutput]:
    """Return what the decoder writes from each vector of the encoder's output alone.

    Args:
        reading: the reading that has the vectors.
        language: code of the target language of the decoder's start token.

    Returns:
        An output for each source token.
    """
    last = len(reading.trace.residual_stream("encoder")) - 1
    return _decode_each_vector(reading.text, reading.language, reading.changes, language, last)


@st.cache_data(max_entries=320, show_spinner=False)
def _decode_each_vector(
    text: str, target_language: str, changes: tuple[Change, ...], language: str, depth: int
) -> list[SingleVectorOutput]:
    """Decode with each encoder vector of one depth as the whole memory; return the outputs."""
    rows = session.read(text, target_language, changes).trace.residual_stream("encoder")[depth]
    network, glass = session.glass().network_with(changes), session.glass()
    edits = {
        tap: edit
        for tap, edit in session.glass().edits(changes).items()
        if tap.startswith("decoder.") or tap == "logits"
    }
    start = glass.tokenizer.start(language)
    written = decode_single_vectors(network, rows, start, edits)
    return [_drop_repetition(ids, glass.tokenizer) for ids in written]


def _drop_repetition(ids: Sequence[int], tokenizer: Tokenizer) -> SingleVectorOutput:
    """Return the words of some ids, up to where these start to repeat."""
    kept, repeats = cut_repetition(ids)
    return SingleVectorOutput(tuple(tokenizer.decode(kept).split()), repeats)


@st.cache_data(max_entries=64, show_spinner=False)
def translate_from_each_layer(
    text: str, target_language: str, changes: tuple[Change, ...]
) -> list[str]:
    """Return a sentence's translations with the output of each encoder layer as the memory.

    The first translation has the vectors before the first layer as the memory.

    Args:
        text: the sentence.
        target_language: code of the target language.
        changes: changes of the model.
    """
    reading = session.read(text, target_language, changes)
    stream, glass = reading.trace.residual_stream("encoder"), session.glass()
    network, edits = session.glass().network_with(changes), dict(session.glass().edits(changes))
    found = []
    for rows in stream:
        edits["memory"] = lambda memory, rows=rows: rows.unsqueeze(0).expand_as(memory)
        best = search_with_edits(
            network, reading.source_ids, reading.target_ids[0], edits, Search(cached=False)
        )
        found.append(glass.tokenizer.decode(best[0].tokens))
    return found


def count_self_sufficient_vectors(
    tokens: Sequence[Token], outputs: Sequence[SingleVectorOutput], translation: str
) -> int:
    """Count the source words whose vector alone is enough to write a word of the translation.

    Args:
        tokens: the source tokens; those without letters do not count.
        outputs: what the decoder writes from each token's vector alone.
        translation: the translation of the whole sentence.
    """
    words = {normalize_word(word) for word in translation.split()} - {""}
    return sum(
        bool(words & {normalize_word(word) for word in one.words})
        for token, one in zip(tokens, outputs, strict=True)
        if is_word(token)
    )


def is_word(token: Token) -> bool:
    """Whether a token belongs to a word: it has a letter and is not a special token."""
    return not token.special and any(sign.isalpha() for sign in token.text)


def normalize_word(word: str) -> str:
    """Return a word in lower case, without punctuation at its ends."""
    return word.casefold().strip(".,;:!?¡¿…«»“”\"'()-")
