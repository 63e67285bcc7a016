"""The section about one word in two sentences, with its widgets."""

import streamlit as st

from model.tokenizer import normalize
from pages.encoder.encoder_stack import figures, remarks
from pages.encoder.encoder_stack.compute import project_to_plane
from pages.encoder.encoder_stack.two_sentences import (
    PAIRS,
    SharedWords,
    compare_sentences,
    find_default_pair,
    find_target_language,
)
from ui.choices import controls
from ui.frame import explain
from ui.messages import _, language
from ui.readings import session
from ui.readings.reading import Reading
from ui.views.plot import show_figure


def show_word_in_two_sentences(reading: Reading) -> None:
    """Let people choose two sentences; show how far apart the vectors of a shared word get.

    Args:
        reading: the current reading, whose target language and changes apply here, too.
    """
    options = {pair: pair for pair in PAIRS} | {"own": _("your own")}
    begun = find_default_pair(language(), session.glass().config.read_languages)
    chosen = controls.choose_option("sentences", _("Word"), options, begun)
    texts = _choose_texts(chosen)
    if not all(map(normalize, texts)):
        st.text(_("If you leave a field empty, the sentence at the top of the page is used."))
    into, config = reading.language, session.glass().config
    if chosen != "own":
        into = find_target_language(PAIRS[chosen].language, into, config.languages)
    with st.spinner(_("Translating both sentences ...")):
        first, second = (
            session.read(normalize(text) or reading.text, into, reading.changes) for text in texts
        )
    shared = compare_sentences(first, second)
    if shared is None:
        st.text(_("No word occurs exactly once in each of these two sentences."))
        return
    common = list(shared.cosines)
    own = next((word for word in common if word == chosen.lower()), common[0])
    if len(common) > 1:
        own = controls.choose_option(
            "common", _("Word in both sentences"), {word: word for word in common}, own
        )
    start = remarks.describe_starting_vectors(first, second, own)
    translations = [first.translation, second.translation]
    explain.show_callout(remarks.describe_drift(shared, own, start, translations))
    _show_drift(shared, own)


def _choose_texts(pair_name: str) -> list[str]:
    """Show a built-in pair of sentences, or fields to type two; return both sentences."""
    if pair_name == "own":
        return [
            controls.text_field("first", _("First sentence"), PAIRS["like"].first),
            controls.text_field("second", _("Second sentence"), PAIRS["like"].second),
        ]
    first, second = PAIRS[pair_name].first, PAIRS[pair_name].second
    st.text("   ".join(_("“{word}”").format(word=text) for text in (first, second)))
    return [first, second]


def _show_drift(shared: SharedWords, word: str) -> None:
    """Plot the two paths of a shared word, and the cosine between its two vectors by depth."""
    path, cosine = st.columns(2)
    with path:
        show_figure(
            figures.plot_token_paths(
                *project_to_plane(shared.vectors), shared.names, shared.find_indices(word)
            ),
            key="both_paths",
            label=_("The word's two paths, in two principal directions"),
            animated=True,
        )
    with cosine:
        show_figure(
            figures.plot_drift(shared.cosines, word, shared.mean_cosine_of_others),
            key="drifting",
            label=_("Cosine between the two vectors of each shared word, by depth"),
        )
