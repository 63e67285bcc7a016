"""The words of sentence and translation: which are hidden, which is selected, and the effect."""

import re
from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import can_cache
from pages.start.why_attention import cached, compute
from pages.start.why_attention.cached import TranslatedWords
from pages.start.why_attention.compute import Word
from ui.choices import controls, link
from ui.messages import N_
from ui.readings.reading import Reading

# Examples in which a word cannot be translated alone: language and text.
SENTENCES = {
    N_("the old house"): ("en", "The old house near the river is empty."),
    N_("my happy sister"): ("en", "My sister is very happy."),
    N_("the white car"): ("en", "The white car is very old."),
}

NOTHING = "0"  # hidden, in a link
NUMBERS = r"[0-9]{1,3}(-[0-9]{1,3})*"


@dataclass(frozen=True)
class WordDependences:
    """The words of a sentence and of its translation, and how they depend on each other.

    Args:
        source: words of the sentence.
        target: its translation.
        log_p_drops: drop in ln p of each word of the translation, in nats, when a source word is
            hidden.
        needs: for each word of the translation, indices of the source words without which it
            disappears, except its main one; None where hiding every word would take too long.
        translations_without: for each source word, the translation while it is hidden; empty if
            ``needs`` is None.
    """

    source: list[Word]
    target: TranslatedWords
    log_p_drops: Float[Tensor, "source_word target_word"]
    needs: list[set[int]] | None
    translations_without: list[TranslatedWords]

    def find_main_source_word(self, word_index: int) -> int:
        """Return the index of the source word on which a word of the translation depends most.

        Args:
            word_index: index of the word of the translation, from 0.
        """
        return compute.find_main_source_words(self.log_p_drops)[word_index]


def analyse_words(reading: Reading) -> WordDependences | None:
    """Return the words of sentence and translation, and without which source words each word of
    the translation disappears; None if the sentence or the translation has no words.
    """
    source, said = cached.source_words(reading), cached.split_translation(reading.output_ids)
    if not source or not said.words:
        return None
    target = (reading.target_ids[0], *reading.output_ids)
    key = reading.source_ids, target, tuple(source), said.words
    fall = cached.compute_log_p_drops(*key, reading.changes)
    needs, each = None, []
    # Without the key-value cache, searching once for every hidden word takes too long.
    if len(source) <= cached.MOST and can_cache(reading.changes):
        hidings = tuple(word.positions for word in source)
        found = cached.translate_with_hidden_words(
            reading.source_ids, reading.target_ids[0], hidings, reading.changes
        )
        each = [cached.split_translation(ids) for ids in found]
        needs = compute.find_needed_words(fall, said.words, [one.words for one in each])
    return WordDependences(source, said, fall, needs, each)


def read_selected_word(words: WordDependences) -> int:
    """Return the index, from 0, of the selected word of the translation, from the link or the
    session.

    Args:
        words: the words of sentence and translation; they also say which is selected by default.
    """
    nothing: list[set[int]] = [set() for __ in words.target.words]
    place = compute.find_default_word(
        words.log_p_drops, words.source, words.target.words, words.needs or nothing
    )
    return controls.integer_choice("watched", len(words.target.words), place + 1) - 1


def read_hidden_words(words: WordDependences, selected_word: int) -> set[int]:
    """Return the indices, from 0, of the hidden source words, from the link or the session.

    The link counts from 1: "2-5" hides the second and the fifth word (not those between), and "0"
    hides none. Until something is chosen, one word is hidden that the selected word needs.

    Args:
        words: the words of the sentence; numbers beyond them are ignored.
        selected_word: index of the selected word of the translation, from 0.
    """
    default = _default_hidden_word(words, selected_word)
    text = link.restore_control("hidden", str, default, lambda value: isinstance(value, str))
    numbers = map(int, text.split("-")) if re.fullmatch(NUMBERS, text) else ()
    places = {number - 1 for number in numbers if 0 < number <= len(words.source)}
    hidden = "-".join(str(place + 1) for place in sorted(places)) or NOTHING
    link.store_control("hidden", hidden, default, default_varies=True)
    return places


def _default_hidden_word(words: WordDependences, selected_word: int) -> str:
    """Return the number, from 1, of the word that is hidden by default; "0" if none is."""
    if words.needs is None:
        return NOTHING
    place = compute.find_word_to_hide(
        words.source,
        words.target.words,
        selected_word,
        words.needs[selected_word],
        [one.words for one in words.translations_without],
    )
    return NOTHING if place is None else str(place + 1)


def translate_without_words(
    reading: Reading, words: WordDependences, hidden: set[int]
) -> TranslatedWords:
    """Return the translation while some source words are hidden: replaced by masked padding.

    Args:
        reading: the sentence.
        words: the words of sentence and translation, with translations already computed.
        hidden: indices of the source words to hide, from 0; at least one.
    """
    if words.translations_without and len(hidden) == 1:
        return words.translations_without[min(hidden)]
    places = tuple(sorted(place for word in hidden for place in words.source[word].positions))
    [ids] = cached.translate_with_hidden_words(
        reading.source_ids, reading.target_ids[0], (places,), reading.changes
    )
    return cached.split_translation(ids)
