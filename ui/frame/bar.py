"""The sentence bar above every page: what is translated, from what, into what, and the result."""

import html
import math
import unicodedata

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from model.config import MAX_PIECES
from model.languages import language_name
from model.tokenizer import SPACE, normalize
from ui.choices import changed, controls, link
from ui.readings import examples, session
from ui.readings.changes import words
from ui.readings.reading import Change, Reading
from ui.words import percent, short

NOTHING_SAID = '<span class="muted">(the model says nothing)</span>'
GAP = "□"  # where a translation says the unknown piece
NAMED = 6  # changes that the bar names; of more it says how many
DEFAULT = examples.EXAMPLES[0][1]


def sentence_bar() -> DeltaGenerator:
    """Draw the bar and put the reading of its sentence where the pages find it.

    Returns:
        The place of the button that copies the link, which the page has yet to complete.
    """
    languages = session.load_model()[0].config.languages
    read = session.load_model()[0].config.read_languages
    with st.container(key="bar", horizontal=True, vertical_alignment="center", gap="small"):
        text = controls.text(
            "source",
            "Sentence",
            DEFAULT,
            warned=False,  # below, with the other remarks
            label_visibility="collapsed",
            placeholder="Type a sentence and press Enter",
        )
        source = _language("from", read, read[0])
        st.html('<span class="arrow">→</span>')
        others = [code for code in languages if code != read[0]] or languages
        target = _language("to", languages, others[0])
        # Not st.empty(): it takes the last answer away before the next one is there.
        answer = st.container(key="said")
        address = st.container(key="address", width="content")
        with st.popover("Examples"):
            _examples(read)
    wanted = normalize(text) or st.session_state.get("last_text", DEFAULT)
    with answer:
        with st.spinner("Translating ..."):  # seen after half a second
            changes = changed.changes(wanted, target)
            reading = session.read(wanted, target, changes)
        said = _safe(_spoken(reading))
        language = html.escape(target)
        st.html(
            f'<div class="answer" lang="{language}" title="{said}">{said or NOTHING_SAID}</div>'
        )
    st.session_state["read"], st.session_state["last_text"] = (wanted, target, changes), wanted
    with st.container(key="notes"):  # always there, or the page below would be built anew
        _remarks(reading, source, target, asked=text)
        if changes:
            _edited(changes)
    return address


def _language(key: str, languages: tuple[str, ...], default: str) -> str:
    link.restore(key, {code: code for code in languages}.get, default, languages.__contains__)
    chosen = st.selectbox(
        key,
        languages,
        format_func=language_name,
        key=key,
        label_visibility="collapsed",
        width=128,
    )
    link.show(key, chosen, default)
    return chosen


def _remarks(reading: Reading, source: str, target: str, asked: str) -> None:
    """Say what a visitor should know about this sentence; nothing when all is ordinary."""
    remarks = []
    if not normalize(asked):
        remarks.append(
            "Type a sentence above and press Enter. Until then you see "
            f"“{_safe(short(reading.text))}”."
        )
    if reading.cut:
        remarks.append(
            f"This text is longer than the model reads: only its first {MAX_PIECES} pieces count."
        )
    elif len(asked) == controls.LONGEST:
        remarks.append(controls.FULL.format(controls.LONGEST))
    if unknown := dict.fromkeys(t.text for t in reading.source if not t.known):
        shown = " ".join(f"<b>{_safe(_origin(u, reading.text))}</b>" for u in list(unknown)[:12])
        remarks.append(
            f"Not in the vocabulary: {shown}. The model sees one and the same unknown piece "
            "instead, and has to guess."
        )
    if any(not token.known for token in reading.output):
        remarks.append(
            f"<b>{GAP}</b> in the translation is that unknown piece again: the model says that "
            "something stands there, but has no letters for it. Other pages leave it out."
        )
    if source == target:
        name = language_name(target)
        remarks.append(f"From {name} into {name}: the model was never trained to do this.")
    elif not session.trained(source, target):
        names = f"{language_name(source)} into {language_name(target)}"
        remarks.append(f"The model never saw an example from {names}: expect little.")
    elif not reading.changes and session.unsure(reading, source):
        mean = math.exp(reading.hypotheses[0].total / len(reading.output))
        remarks.append(
            f"The model is unsure here (its tokens get {percent(mean)} on geometric average): a "
            "small model is no oracle."
        )
    if remarks:
        st.html("".join(f'<div class="remark">{remark}</div>' for remark in remarks))


def _origin(piece: str, text: str) -> str:
    """Name an unknown piece as it was typed: ⁄ is a part of ½, which is read as 1⁄2."""
    typed = (char for char in text if char not in piece)
    whole = (char for char in typed if piece in unicodedata.normalize("NFKC", char))
    return piece if piece in text else next(whole, piece)


def _spoken(reading: Reading) -> str:
    """Return the translation with a mark where it says the unknown piece."""
    if all(token.known for token in reading.output):
        return reading.translation
    said = (token for token in reading.output if not token.special)
    text = "".join(
        ("" if token.joined else " ") + (token.text if token.known else GAP) for token in said
    )
    return " ".join(text.replace(SPACE, " ").split())


def _edited(changes: tuple[Change, ...]) -> None:
    """Say on every page that the model is edited, and offer the way back."""
    tokenizer = session.load_model()[1]
    names = "; ".join(words(change, tokenizer) for change in changes[:NAMED])
    more = f"; and {len(changes) - NAMED} more" if len(changes) > NAMED else ""
    if lost := changed.left_out():
        more += f". At most {changed.MOST} changes are made at once: {lost:,} others are left out."
    with st.container(key="edited", horizontal=True, vertical_alignment="center"):
        st.text(f"Edited: {names}{more}")
        st.button("Back to normal", key="normal", on_click=changed.change, args=([],))


def _examples(languages: tuple[str, ...]) -> None:
    for number, (code, sentence) in enumerate(examples.EXAMPLES):
        if code in languages:
            st.button(sentence, key=f"example_{number}", on_click=show, args=(code, sentence))


def show(language: str, sentence: str) -> None:
    """Put an example into the bar, with languages that suit it."""
    st.session_state["source"], st.session_state["from"] = sentence, language
    if st.session_state["to"] == language or not session.trained(language, st.session_state["to"]):
        languages = session.load_model()[0].config.languages
        others = sorted((code for code in languages if code != language), key=_usual)
        st.session_state["to"] = next(
            (code for code in others if session.trained(language, code)), languages[-1]
        )


def _usual(code: str) -> int:
    """English first, then French; others in the model's own order."""
    return ("en", "fr").index(code) if code in ("en", "fr") else 2


def _safe(text: str) -> str:
    return html.escape(text)
