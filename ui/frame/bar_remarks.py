"""Remarks on the sentence in the bar: truncation, unknown characters, numbers, doubts."""

import html
import unicodedata

import streamlit as st

from model.config import MAX_PIECES
from model.tokenizer import normalize
from ui.choices import controls
from ui.frame import doubts
from ui.frame.doubts import GAP
from ui.frame.missing_numbers import find_missing_numbers
from ui.messages import N_, _, remove_word_joiners
from ui.readings import language, session
from ui.readings.reading import Reading
from ui.words import format_integer, in_quotes, join_names, language_name, truncate

DETECT = "detect"  # in place of a language code: detect it
FOREIGN = N_(
    "This doesn't look like any of the languages the model reads ({languages}), so "
    "don't expect much."
)


def show_remarks(
    reading: Reading, source_language: str, typed_text: str, is_certain: bool, is_foreign: bool
) -> None:
    """Draw remarks, if any, on the sentence, its translation, and how sure its language is.

    Args:
        reading: the reading of the sentence.
        source_language: code of its language.
        typed_text: the text as typed.
        is_certain: whether its language is certain.
        is_foreign: whether it looks like none of the model's languages.
    """
    remarks = []
    if not normalize(typed_text):
        until = _("Type a sentence above and press Enter. Until you do, you'll see “{sentence}”.")
        remarks.append(until.format(sentence=html.escape(truncate(reading.text))))
    if reading.truncated:
        truncated = _(
            "This text is longer than the model can read, so it reads only the first {count} "
            "tokens."
        )
        remarks.append(truncated.format(count=MAX_PIECES))
    elif len(typed_text) == controls.LONGEST:
        remarks.append(_(controls.FULL).format(count=format_integer(controls.LONGEST)))
    shouted = session.glass().tokenizer.is_shouted
    if shouted(typed_text) and not shouted(reading.text):
        capitals = _(
            "You typed in capitals. The model reads “{sentence}” instead, because it "
            "learned from ordinary sentences."
        )
        remarks.append(capitals.format(sentence=html.escape(truncate(reading.text))))
    if st.session_state["from"] == DETECT and language.load_detector() is None:
        remarks.append(_(language.UNDETECTED))
    remarks += describe_unknown_characters(reading)
    remarks += _describe_missing_numbers(reading, source_language if is_certain else "")
    remarks += _describe_limits(reading, source_language, is_certain, is_foreign)
    if remarks:
        said = "".join(f'<div class="remark">{remark}</div>' for remark in remarks)
        st.html(remove_word_joiners(said))


def describe_unknown_characters(reading: Reading) -> list[str]:
    """Return remarks, as HTML, on characters that the vocabulary lacks; empty if none."""
    remarks = []
    if unknown := dict.fromkeys(t.text for t in reading.source if not t.known):
        shown = " ".join(
            f"<b>{html.escape(recover_spelling(u, reading.text))}</b>" for u in list(unknown)[:12]
        )
        lacks = _(
            "The vocabulary lacks {characters}. To the model, all such characters look the "
            "same, like one unknown token, so it has to guess."
        )
        remarks.append(lacks.format(characters=shown))
    if any(not token.known for token in reading.output):
        again = _(
            "The {gap} in the translation is the unknown token again. It means that something "
            "belongs there, but the model has no letters for it. Other pages leave the token "
            "out."
        )
        remarks.append(again.format(gap=f"<b>{GAP}</b>"))
    return remarks


def _describe_missing_numbers(reading: Reading, source_language: str) -> list[str]:
    """Return a remark, as HTML, on numbers that the translation lost or changed; empty if none."""
    lost = find_missing_numbers(
        reading.text, source_language, reading.translation, reading.language
    )
    if not lost:
        return []
    lacks = _("Check the numbers: {numbers} didn't make it into the translation.")
    names = [in_quotes(number) for number in lost[: doubts.NAMED]]
    if (more := len(lost) - doubts.NAMED) > 0:
        names.append(_("{count} more").format(count=more))
    return [html.escape(lacks.format(numbers=join_names(names)))]


def _describe_limits(
    reading: Reading, source_language: str, is_certain: bool, is_foreign: bool
) -> list[str]:
    """Return remarks on an unknown language, an untrained direction and doubtful words."""
    legend = doubts.describe_underlines(doubts.list_output_words(reading))
    found = []
    if is_foreign:
        known = map(language_name, session.glass().config.read_languages)
        found.append(_(FOREIGN).format(languages=", ".join(known)))
    elif is_certain and (
        directions := _describe_language_direction(source_language, reading.language)
    ):
        return [*directions, *legend]
    counts = None if reading.changes else session.doubt_counts(reading, source_language)
    return [*found, *doubts.describe_doubts(reading, counts), *legend]


def _describe_language_direction(source_language: str, target_language: str) -> list[str]:
    """Return a remark if the model was not trained on this translation direction; else empty."""
    name = language_name(source_language)
    if source_language == target_language:
        seems = _(
            "This sentence already looks like {language}, and the model was never trained to "
            "turn {language} into {language}. Choose another language to translate into."
        )
        told = _(
            "You chose {language} on both sides, and the model was never trained to turn "
            "{language} into {language}. Choose another language to translate into."
        )
        detected = st.session_state["from"] == DETECT
        return [(seems if detected else told).format(language=name)]
    if not session.was_trained_on(source_language, target_language):
        never = _(
            "The model never saw an example from {source} into {target}, so don't expect much."
        )
        return [never.format(source=name, target=language_name(target_language))]
    return []


def recover_spelling(piece: str, text: str) -> str:
    """Return the character of ``text`` from which the tokenizer made ``piece``.

    The tokenizer normalises a text first (NFKC). It reads ½ as 1⁄2: for the piece "⁄", "½" is
    returned. A piece that stands in the text as it is, or comes from no character of it, is
    returned unchanged.

    Args:
        piece: text of a token that the vocabulary lacks.
        text: the sentence as it was typed.
    """
    typed = (char for char in text if char not in piece)
    whole = (char for char in typed if piece in unicodedata.normalize("NFKC", char))
    return piece if piece in text else next(whole, piece)
