"""The sentence bar above every page: sentence, source and target language, translation."""

import html
from collections.abc import Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from model.tokenizer import normalize
from ui import messages
from ui.choices import active_changes, controls, link
from ui.frame import doubts, lesson_link, modes, own_example
from ui.frame.bar_remarks import DETECT, show_remarks
from ui.messages import N_, _
from ui.readings import language, opening_sentences, session
from ui.readings.changes import label_change
from ui.readings.reading import Change, Reading
from ui.session_keys import READ, TYPED_LANGUAGE
from ui.words import format_percent, language_name

# Characters that fit on a line of the bar beside the menu; a longer translation gets its own lines.
# FIELD and MANY_LINES: likewise for the sentence's field on a projector, where nothing may be cut.
LINE, TWO_LINES, FIELD, MANY_LINES = 30, 48, 44, 200
NAMED = 6  # changes that the bar names; it counts the others
DEFAULT, HINT = language.EXAMPLES[0][1], N_("Type a sentence and press Enter")
SIDES = {"from": N_("from"), "to": N_("to")}  # labels of the menus, for screen readers


def show_sentence_bar(page: str) -> DeltaGenerator:
    """Draw the bar and translate its sentence; store sentence, target language and changes of the
    model in the session.

    Args:
        page: name of the page below it.

    Returns:
        Placeholder for the button that copies the link. It is filled after the page is drawn,
        because only then is the link complete.
    """
    config = session.glass().config
    languages, read = config.languages, config.read_languages
    into = opening_sentences.opening_target_language(messages.language())
    asked_for = link.peek_choice("to")
    first = own_example.find_initial_sentence(page, asked_for if asked_for in languages else into)
    with st.container(key="bar", horizontal=True, vertical_alignment="center", gap="small"):
        text = _choose_sentence(first)
        wanted = normalize(text) or st.session_state.get("last_text", first)
        source, sure, foreign = _choose_source_language(wanted, read)
        wanted = language.restore_noun_capitals(wanted, source)
        st.html('<span class="arrow">→</span>')
        target = _choose_language("to", dict.fromkeys(languages), into)
        # Not st.empty(): it removes the last translation before the next one is there.
        answer = st.container(key="said")
        address = st.container(key="address", width="content")
        with st.popover(_("Examples")):
            _show_example_buttons(read)
    with answer:
        with st.spinner(_("Translating ...")):  # seen after half a second
            asked = session.Request(
                wanted, target, active_changes.read_active_changes(wanted, target)
            )
            reading = asked.read()
        said = (
            doubts.words_with_underlines_html(doubts.list_output_words(reading))
            or _no_translation_html()
        )
        whole = _full_sentence_html(wanted) if modes.current_mode().presented else ""
        st.html(
            f'{whole}<div class="answer{_length_classes(reading.translation)}" '
            f'lang="{html.escape(target)}" translate="no" tabindex="0" role="note" '
            f'aria-description="{html.escape(_describe_word_probabilities(reading))}">{said}</div>'
        )
    st.session_state[READ], st.session_state["last_text"] = asked, wanted
    with st.container(key="notes"):  # always there, or the page below would be built anew
        show_remarks(reading, source, typed_text=text, is_certain=sure, is_foreign=foreign)
        own_example.show_example_offer(page, wanted, target)
        if asked.changes:
            _show_changes_with_undo(asked.changes)
        lesson_link.teach_lesson_of_link()
    return address


def _no_translation_html() -> str:
    """Return the HTML shown in place of an empty translation."""
    silence = html.escape(_("(the model says nothing)"))
    return f'<span class="muted" lang="{messages.language()}">{silence}</span>'


def _length_classes(translation: str) -> str:
    """Return the CSS classes for a translation's length: "long", "own-lines"."""
    return " long" * (len(translation) > LINE) + " own-lines" * (len(translation) > TWO_LINES)


def _full_sentence_html(text: str) -> str:
    """Return the whole sentence as HTML if a presented page's text field would cut it; else ""."""
    if len(text) <= FIELD:
        return ""
    long = " long" * (len(text) > MANY_LINES)
    return f'<div class="whole{long}" aria-hidden="true" translate="no">{html.escape(text)}</div>'


def _choose_sentence(first: str) -> str:
    """Draw the sentence's text field; return the text that was typed."""
    # That it is too long is said below, with the other remarks.
    return controls.text_field(
        "source",
        _("Sentence"),
        first,
        warned=False,
        label_visibility="collapsed",
        placeholder=_(HINT),
    )


def _choose_source_language(text: str, languages: tuple[str, ...]) -> tuple[str, bool, bool]:
    """Draw the source language menu, with the detected language as an option.

    Returns:
        Code of the language, whether it is certain, and whether the detected one is foreign.
    """
    found, sure = language.likeliest_language(text, languages)
    foreign = language.is_foreign(text, languages)
    sure = sure and not foreign
    label = _("Detected: {language}") if sure else _("Perhaps: {language}")
    name = _("Another language") if foreign else label.format(language=language_name(found))
    chosen = _choose_language("from", {DETECT: name} | dict.fromkeys(languages), DETECT)
    spoken, certain = (found, sure) if chosen == DETECT else (chosen, True)
    controls.set_choice(TYPED_LANGUAGE, spoken)
    return spoken, certain, foreign and chosen == DETECT


def _choose_language(key: str, names: Mapping[str, str | None], default: str) -> str:
    """Draw a language menu; return the code of the chosen language."""
    codes = list(names)
    before = link.restore_control(
        key, dict(zip(codes, codes, strict=True)).get, default, codes.__contains__
    )
    shown = names.get(before)
    if st.session_state.get(f"{key} shown") != shown:
        # The browser keeps the words of an option, and would show those of the last sentence.
        st.session_state[f"{key} shown"] = shown
        st.session_state[key] = before
    chosen = st.selectbox(
        _(SIDES[key]),
        codes,
        codes.index(before),
        format_func=lambda code: names.get(code) or language_name(code),
        key=key,
        label_visibility="collapsed",
        filter_mode=None,
        width=128,
    )
    link.store_control(key, chosen, default)
    return chosen


def _describe_word_probabilities(reading: Reading) -> str:
    """Return each output word's probability, as text for screen readers."""
    words = [one for one in doubts.list_output_words(reading) if any(map(str.isalnum, one.text))]
    said = (f"{word.text} {format_percent(word.probability)}" for word in words)
    named = _("How sure the model was of each word: {words}").format(words=", ".join(said))
    return messages.remove_word_joiners(named)


def _show_changes_with_undo(changes: tuple[Change, ...]) -> None:
    """Draw the active changes of the model, and the button that removes them."""
    tokenizer = session.glass().tokenizer
    names = "; ".join(label_change(change, tokenizer) for change in changes[:NAMED])
    said = _("Changed model: {changes}").format(changes=names)
    if len(changes) > NAMED:
        more = _("Changed model: {changes}; and {count} more")
        said = more.format(changes=names, count=len(changes) - NAMED)
    if lost := active_changes.count_excess_changes():
        most = _("Only {most} changes can be on at once, so {count:,} more were left out.")
        said += f". {most.format(most=active_changes.MAX_CHANGES, count=lost)}"
    with st.container(key="edited", horizontal=True, vertical_alignment="center"):
        st.text(said)
        st.button(
            _("Back to normal"), key="normal", on_click=active_changes.set_changes, args=([],)
        )


def _show_example_buttons(languages: tuple[str, ...]) -> None:
    """Draw a button for each example sentence in the given languages."""
    for number, (code, sentence) in enumerate(language.EXAMPLES):
        if code in languages:
            st.button(
                sentence, key=f"example_{number}", on_click=use_example, args=(code, sentence)
            )


def use_example(language: str, sentence: str) -> None:
    """Put an example sentence into the bar, and choose languages that suit it.

    If the visitor chose a source language, it becomes the example's. If the model was not trained
    to translate that language into the target language, another target language is chosen.

    Args:
        language: code of the example's language.
        sentence: the example.
    """
    st.session_state["source"] = sentence
    if st.session_state["from"] != DETECT:
        st.session_state["from"] = language
    if st.session_state["to"] == language or not session.was_trained_on(
        language, st.session_state["to"]
    ):
        languages = session.glass().config.languages
        others = sorted((code for code in languages if code != language), key=_language_rank)
        st.session_state["to"] = next(
            (code for code in others if session.was_trained_on(language, code)), languages[-1]
        )


def _language_rank(code: str) -> int:
    """Return a language's sort key: English first, French second, then the model's order."""
    return ("en", "fr").index(code) if code in ("en", "fr") else 2
