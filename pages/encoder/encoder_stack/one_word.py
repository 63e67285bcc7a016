"""The section about one word in two sentences, with its widgets."""

import streamlit as st

from model.tokenizer import normalize
from pages.encoder.encoder_stack import figures, remarks
from pages.encoder.encoder_stack.compute import flat
from pages.encoder.encoder_stack.two_sentences import (
    PAIRS,
    Shared,
    compare,
    first_pair,
    other_language,
)
from ui.choices import controls
from ui.frame import explain
from ui.messages import _, language
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import plot


def one_word(reading: Reading) -> None:
    """Let people choose two sentences, and show how far the vectors of a shared word drift apart.

    Args:
        reading: the current reading, whose target language and changes apply here too.
    """
    options = {pair: pair for pair in PAIRS} | {"own": _("your own")}
    begun = first_pair(language(), session.glass().config.read_languages)
    chosen = controls.one_of("sentences", _("Word"), options, begun)
    texts = _texts(chosen)
    if not all(map(normalize, texts)):
        st.text(_("If you leave a field empty, the sentence at the top of the page is used."))
    into, config = reading.language, session.glass().config
    if chosen != "own":
        into = other_language(PAIRS[chosen].language, into, config.languages)
    with st.spinner(_("Translating both sentences ...")):
        first, second = (
            session.read(normalize(text) or reading.text, into, reading.changes) for text in texts
        )
    shared = compare(first, second)
    if shared is None:
        st.text(_("These two sentences share no word that occurs exactly once in each."))
        return
    common = list(shared.lines)
    own = next((word for word in common if word == chosen.lower()), common[0])
    if len(common) > 1:
        own = controls.one_of("common", _("Word in both"), {word: word for word in common}, own)
    start = remarks.begins(first, second, own)
    translations = [first.translation, second.translation]
    explain.finding(remarks.describe_drift(shared, own, start, translations))
    _draw(shared, own)


def _texts(chosen: str) -> list[str]:
    """Return two sentences: a built-in pair, which is shown, or those that people type."""
    if chosen == "own":
        return [
            controls.text("first", _("First sentence"), PAIRS["like"].first),
            controls.text("second", _("Second sentence"), PAIRS["like"].second),
        ]
    first, second = PAIRS[chosen].first, PAIRS[chosen].second
    st.text("   ".join(_("“{word}”").format(word=text) for text in (first, second)))
    return [first, second]


def _draw(shared: Shared, word: str) -> None:
    """Plot a shared word's two paths, and the cosine between its vectors by depth."""
    path, cosine = st.columns(2)
    with path:
        plot(
            figures.paths(*flat(shared.vectors), shared.names, shared.places(word)),
            key="both_paths",
            label=_("The word's two paths, in two principal directions"),
            unfolds=True,
        )
    with cosine:
        plot(
            figures.drifting(shared.lines, word, shared.others),
            key="drifting",
            label=_("Cosine between the two vectors of each shared word, by depth"),
        )
