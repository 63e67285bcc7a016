"""Cached translations of a sentence with words hidden or attention switched off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import can_cache
from model.passes import Search, search_batch
from model.tokenizer import EOS
from model.trace import Edit
from pages.start.why_attention import compute
from pages.start.why_attention.compute import Word
from ui.messages import N_
from ui.queues.long_work import SLOTS
from ui.readings.reading import Change, Reading, target_tokens
from ui.readings.session import glass
from ui.readings.spinner import with_spinner

MOST = 24  # in sentences of up to this many words, each is hidden in turn


@dataclass(frozen=True)
class TranslatedWords:
    """A translation as a text and as words."""

    text: str
    words: tuple[Word, ...]


def source_words(reading: Reading) -> list[Word]:
    """Return the words of the source sentence, without the end token."""
    return compute.join_pieces([(t.text, t.joined) for t in reading.source if not t.special])


def split_translation(ids: Sequence[int]) -> TranslatedWords:
    """Return a translation's text and its words.

    Args:
        ids: token ids of the translation, without the start token; the end token is ignored.
    """
    tokenizer = glass().tokenizer
    said = [one for one in ids if one != EOS]
    pieces = [(token.text, token.joined) for token in target_tokens(tokenizer, said)]
    return TranslatedWords(tokenizer.decode(said), tuple(compute.join_pieces(pieces)))


@with_spinner(N_("Hiding words ..."))
@st.cache_data(max_entries=256, show_spinner=False)
def translate_with_hidden_words(
    source: tuple[int, ...],
    start_id: int,
    hidden_positions: tuple[tuple[int, ...], ...],
    changes: tuple[Change, ...] = (),
) -> list[list[int]]:
    """Return the translations that beam search finds while words of the sentence are hidden.

    Args:
        source: ids of the source, the end token included.
        start_id: id of the start token, which names the target language.
        hidden_positions: for each translation, the source positions that are hidden.
        changes: changes of the model for all translations.

    Returns:
        The token ids of each translation, in the order of ``hidden_positions``.
    """
    sources = [compute.hide_positions(source, one) for one in hidden_positions]
    return _search_best_translations(sources, start_id, glass().edits(changes), changes)


@with_spinner(N_("Switching off attention ..."))
@st.cache_data(max_entries=256, show_spinner=False)
def translate_with_self_only_encoder(
    source: tuple[int, ...], start_id: int, changes: tuple[Change, ...] = ()
) -> list[int]:
    """Return the ids of the translation when each encoder position attends only to itself.

    The decoder attends as usual.

    Args:
        source: ids of the source, the end token included.
        start_id: id of the start token, which names the target language.
        changes: other changes of the model.
    """
    own = compute.self_only_edits(glass().network_with(changes))
    return _search_best_translations(
        [list(source)], start_id, {**glass().edits(changes), **own}, changes
    )[0]


def _search_best_translations(
    sources: Sequence[Sequence[int]],
    start_id: int,
    edits: Mapping[str, Edit],
    changes: tuple[Change, ...],
) -> list[list[int]]:
    """Return the ids of the best translation of each source, searched in one batch."""
    model, starts = glass().network_with(changes), [start_id] * len(sources)
    search = Search(cached=can_cache(changes), watch=SLOTS.interruptible)
    found = search_batch(model, sources, starts, edits, search)
    return [best.tokens for best, *__ in found]


@st.cache_data(max_entries=256, show_spinner=False)
def compute_log_p_drops(
    source: tuple[int, ...],
    target: tuple[int, ...],
    source_words: tuple[Word, ...],
    target_words: tuple[Word, ...],
    changes: tuple[Change, ...] = (),
) -> Float[Tensor, "source_word target_word"]:
    """Return how much ln p of each target word drops, in nats, when one source word is hidden.

    A drop is positive where the model needs the source word for the target word.

    Args:
        source: ids of the source, the end token included.
        target: target ids, from the start token to the last scored token.
        source_words: words of the source; each is hidden alone.
        target_words: words of the translation.
        changes: changes of the model in all passes.
    """
    hidings = [(), *(word.positions for word in source_words)]
    passes = compute.compute_masked_log_p(
        glass().network_with(changes), source, target, hidings, glass().edits(changes)
    )
    before, *after = torch.cat(list(SLOTS.interruptible(passes)))
    return compute.sum_log_p_drops(before, torch.stack(after), target_words)
