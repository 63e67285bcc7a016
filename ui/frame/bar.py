"""The sentence bar above every page: what is translated, from what, into what, and the result."""

import html
import unicodedata
from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from model.config import MAX_PIECES
from model.languages import language_name
from model.measures.certainty import MARKED
from model.tokenizer import all_capitals, normalize
from ui.choices import changed, controls, link
from ui.frame import doubts, modes, taught
from ui.frame.doubts import GAP
from ui.readings import examples, language, request, session
from ui.readings.changes import words
from ui.readings.reading import Change, Reading
from ui.words import percent, short

NOTHING_SAID = '<span class="muted" lang="en">(the model says nothing)</span>'
FOREIGN = "This looks like none of the languages that the model reads ({}), so expect little."
# Letters that a line of the bar has room for beside the menu; beyond, a translation has lines of
# its own. The same of the sentence's field on a projector, where none of it may be cut.
LINE, TWO_LINES, FIELD, MANY_LINES = 30, 48, 44, 200
NAMED = 6  # changes that the bar names; of more it says how many
DEFAULT, HINT = examples.EXAMPLES[0][1], "Type a sentence and press Enter"
DETECT = "detect"  # instead of a language: whichever it is


def sentence_bar() -> DeltaGenerator:
    """Draw the bar and put the reading of its sentence where the pages find it.

    Returns:
        The place of the button that copies the link, which the page has yet to complete.
    """
    config = session.glass().config
    languages, read = config.languages, config.read_languages
    with st.container(key="bar", horizontal=True, vertical_alignment="center", gap="small"):
        text = _typed_sentence()
        wanted = normalize(text) or st.session_state.get("last_text", DEFAULT)
        source, sure, foreign = _source(wanted, read)
        wanted = language.restore_nouns(wanted, source)
        st.html('<span class="arrow">→</span>')
        others = [code for code in languages if code != read[0]] or languages
        target = _language("to", dict.fromkeys(languages), others[0])
        # Not st.empty(): it takes the last answer away before the next one is there.
        answer = st.container(key="said")
        address = st.container(key="address", width="content")
        with st.popover("Examples"):
            _examples(read)
    with answer:
        with st.spinner("Translating ..."):  # seen after half a second
            asked = request.Request(wanted, target, changed.changes(wanted, target))
            reading = asked.read()
        said = doubts.underline_doubts(doubts.words(reading)) or NOTHING_SAID
        whole = _whole_sentence(wanted) if modes.now().presented else ""
        st.html(
            f'{whole}<div class="answer{_length(reading.translation)}" lang="{_safe(target)}" '
            'tabindex="0" role="note" '
            f'aria-description="{_safe(_certainties(reading))}">{said}</div>'
        )
    st.session_state["read"], st.session_state["last_text"] = asked, wanted
    with st.container(key="notes"):  # always there, or the page below would be built anew
        _remarks(reading, source, asked=text, sure=sure, foreign=foreign)
        if asked.changes:
            _offer_undo(asked.changes)
        taught.teach_again()
    return address


def _length(said: str) -> str:
    """Return the classes of a translation by the room that it needs."""
    return " long" * (len(said) > LINE) + " own-lines" * (len(said) > TWO_LINES)


def _whole_sentence(text: str) -> str:
    """Return as HTML what the field of a projector would cut; "" where it has room for all."""
    if len(text) <= FIELD:
        return ""
    long = " long" * (len(text) > MANY_LINES)
    return f'<div class="whole{long}" aria-hidden="true">{_safe(text)}</div>'


def _typed_sentence() -> str:
    # What is too long is said below, with the other remarks.
    return controls.text(
        "source", "Sentence", DEFAULT, warned=False, label_visibility="collapsed", placeholder=HINT
    )


def _source(text: str, languages: tuple[str, ...]) -> tuple[str, bool, bool]:
    """Let the person say in which language a sentence is, or say what was detected.

    Returns:
        The language, whether it is sure, and whether what was detected is none of the languages.
    """
    found, sure = language.likeliest_language(text, languages)
    foreign = language.is_foreign(text, languages)
    sure = sure and not foreign
    names = {DETECT: f"{'Detected' if sure else 'Perhaps'}: {language_name(found)}"}
    chosen = _language("from", names | dict.fromkeys(languages), DETECT)
    spoken, certain = (found, sure) if chosen == DETECT else (chosen, True)
    controls.choose("typed language", spoken)
    return spoken, certain, foreign and chosen == DETECT


def _language(key: str, names: Mapping[str, str | None], default: str) -> str:
    """Let the person choose a language; those without a name of their own have the usual one."""
    link.restore(key, {code: code for code in names}.get, default, names.__contains__)
    chosen = st.selectbox(
        key,
        list(names),
        format_func=lambda code: names.get(code) or language_name(code),
        key=key,
        label_visibility="collapsed",
        width=128,
    )
    link.show(key, chosen, default)
    return chosen


def _remarks(reading: Reading, source: str, asked: str, sure: bool, foreign: bool) -> None:
    """Say what a visitor should know about this sentence; nothing when all is ordinary.

    Args:
        reading: of the sentence.
        source: its language.
        asked: what was typed.
        sure: whether its language is.
        foreign: whether it looks like none of the model's languages.
    """
    remarks = []
    if not normalize(asked):
        remarks.append(
            "Type a sentence above and press Enter. Until then you see "
            f"“{_safe(short(reading.text))}”."
        )
    if reading.cut:
        remarks.append(
            f"This text is longer than the model reads. Only its first {MAX_PIECES} tokens count."
        )
    elif len(asked) == controls.LONGEST:
        remarks.append(controls.FULL.format(controls.LONGEST))
    if all_capitals(asked) and not all_capitals(reading.text):
        remarks.append(
            f"You typed in capitals. The model reads “{_safe(short(reading.text))}”, because it "
            "learned from ordinary sentences."
        )
    if st.session_state["from"] == DETECT and language.detector() is None:
        remarks.append(language.UNDETECTED)
    if unknown := dict.fromkeys(t.text for t in reading.source if not t.known):
        shown = " ".join(f"<b>{_safe(_origin(u, reading.text))}</b>" for u in list(unknown)[:12])
        remarks.append(
            f"The vocabulary lacks {shown}. The model sees the same unknown token for all such "
            "characters, and has to guess."
        )
    if any(not token.known for token in reading.output):
        remarks.append(
            f"<b>{GAP}</b> in the translation is the unknown token again. The model writes that "
            "something stands there, but has no letters for it. Other pages leave it out."
        )
    remarks += _limits(reading, source, sure, foreign)
    if remarks:
        st.html("".join(f'<div class="remark">{remark}</div>' for remark in remarks))


def _limits(reading: Reading, source: str, sure: bool, foreign: bool) -> list[str]:
    """Say what the model does not know, was never trained to do, or is unsure of."""
    legend = doubts.legend(doubts.words(reading))
    if foreign:
        known = map(language_name, session.glass().config.read_languages)
        return [FOREIGN.format(", ".join(known)), *legend]
    if sure and (directions := _directions(source, reading.language)):
        return [*directions, *legend]
    chance = session.chance_wrong(reading)
    return [*doubts.describe(reading, chance if (chance or 0) > MARKED else None), *legend]


def _directions(source: str, target: str) -> list[str]:
    """Say what the model was never trained to do."""
    name = language_name(source)
    if source == target:
        where = "looks like" if st.session_state["from"] == DETECT else "is said to be"
        return [
            f"The sentence {where} {name} already, and the model was never trained to write "
            f"{name} for {name}. Choose another language behind the arrow."
        ]
    if not session.saw_direction(source, target):
        names = f"{name} into {language_name(target)}"
        return [f"The model never saw an example from {names}, so expect little."]
    return []


def _certainties(reading: Reading) -> str:
    """Say for a screen reader how sure the model was of each word."""
    said = (f"{word.text} {percent(word.probability)}" for word in doubts.words(reading))
    return f"How sure the model was of each word: {', '.join(said)}"


def _origin(piece: str, text: str) -> str:
    """Name an unknown piece as it was typed: ⁄ is a part of ½, which is read as 1⁄2."""
    typed = (char for char in text if char not in piece)
    whole = (char for char in typed if piece in unicodedata.normalize("NFKC", char))
    return piece if piece in text else next(whole, piece)


def _offer_undo(changes: tuple[Change, ...]) -> None:
    """Say on every page that the model is edited, and offer the way back."""
    tokenizer = session.glass().tokenizer
    names = "; ".join(words(change, tokenizer) for change in changes[:NAMED])
    more = f"; and {len(changes) - NAMED} more" if len(changes) > NAMED else ""
    if lost := changed.left_out():
        more += f". At most {changed.MOST} changes are made at once; {lost:,} others are left out."
    with st.container(key="edited", horizontal=True, vertical_alignment="center"):
        st.text(f"Changed model: {names}{more}")
        st.button("Back to normal", key="normal", on_click=changed.change, args=([],))


def _examples(languages: tuple[str, ...]) -> None:
    for number, (code, sentence) in enumerate(examples.EXAMPLES):
        if code in languages:
            st.button(sentence, key=f"example_{number}", on_click=show, args=(code, sentence))


def show(language: str, sentence: str) -> None:
    """Put an example into the bar, with languages that suit it."""
    st.session_state["source"] = sentence
    if st.session_state["from"] != DETECT:
        st.session_state["from"] = language
    if st.session_state["to"] == language or not session.saw_direction(
        language, st.session_state["to"]
    ):
        languages = session.glass().config.languages
        others = sorted((code for code in languages if code != language), key=_usual)
        st.session_state["to"] = next(
            (code for code in others if session.saw_direction(language, code)), languages[-1]
        )


def _usual(code: str) -> int:
    """English first, then French; others in the model's own order."""
    return ("en", "fr").index(code) if code in ("en", "fr") else 2


def _safe(text: str) -> str:
    return html.escape(text)
