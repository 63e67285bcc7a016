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
    """What the decoder writes from one encoder vector alone.

    Args:
        words: the words, up to where they repeat themselves.
        repeats: whether they repeat themselves.
    """

    words: tuple[str, ...]
    repeats: bool

    @property
    def html(self) -> str:
        """The decoded words as HTML for a table cell."""
        if not self.words:
            return f'<span class="nothing">{html.escape(_("(nothing)"))}</span>'
        return html.escape(" ".join(self.words)) + (" …" if self.repeats else "")


def decode_each_vector(reading: Reading, language: str) -> list[list[SingleVectorOutput]]:
    """Decode into ``language`` from each encoder vector alone; return outputs[depth][position]."""
    depths = range(len(reading.trace.residual_stream("encoder")))
    asked = reading.text, reading.language, reading.changes, language
    return [_decode_each_vector(*asked, depth) for depth in depths]


def decode_each_memory_vector(reading: Reading, language: str) -> list[SingleVectorOutput]:
    """Decode into ``language`` from each encoder output vector alone; return one for each."""
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
    """Return a translation for each depth of the encoder, whose vectors serve as the memory."""
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
    """Count source words whose vector, as the whole memory, yields a word of the translation."""
    words = {normalize_word(word) for word in translation.split()} - {""}
    return sum(
        bool(words & {normalize_word(word) for word in one.words})
        for token, one in zip(tokens, outputs, strict=True)
        if is_word(token)
    )


def is_word(token: Token) -> bool:
    """Whether a token has a letter and is no special token."""
    return not token.special and any(sign.isalpha() for sign in token.text)


def normalize_word(word: str) -> str:
    """Return a word in lower case, without punctuation at its ends."""
    return word.casefold().strip(".,;:!?¡¿…«»“”\"'()-")
