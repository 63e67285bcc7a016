"""One word in two sentences: the sentences, how far its vectors part, and their paths."""

import html
import re
from collections.abc import Sequence

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


def show_word_in_two_sentences(reading: Reading) -> tuple[SharedWords, str] | None:
    """Let people choose two sentences; show how far apart the vectors of a shared word get.

    Args:
        reading: the current reading, whose target language and changes apply here, too.

    Returns:
        The words that the sentences share, and the chosen one; None if they share none.
    """
    options = {pair: pair for pair in PAIRS} | {"own": _("your own")}
    begun = find_default_pair(language(), session.glass().config.read_languages)
    chosen = controls.choose_option("sentences", _("Word"), options, begun)
    into, config = reading.language, session.glass().config
    if chosen == "own":
        texts = _type_texts()
    else:
        texts = [PAIRS[chosen].first, PAIRS[chosen].second]
        into = find_target_language(PAIRS[chosen].language, into, config.languages)
    with st.spinner(_("Translating both sentences ...")):
        first, second = (
            session.read(normalize(text) or reading.text, into, reading.changes) for text in texts
        )
    shared = compare_sentences(first, second)
    if shared is None:
        st.text(_("No word occurs exactly once in each of these two sentences."))
        return None
    said, drawn = st.columns([2, 3], vertical_alignment="center")
    with said:
        common = list(shared.cosines)
        own = next((word for word in common if word == chosen.lower()), common[0])
        sentences = st.container()
        if len(common) > 1:
            names = {word: word for word in common}
            own = controls.choose_option("common", _("Word in both sentences"), names, own)
        sentences.html("".join(_translation_html(one, own) for one in (first, second)))
    with drawn:
        show_figure(
            figures.plot_drift(shared.cosines, own, shared.mean_cosine_of_others),
            key="drifting",
            label=_("Cosine between the two vectors of each shared word, by depth"),
        )
    start = remarks.describe_starting_vectors(first, second, own)
    explain.show_callout(remarks.describe_drift(shared, own, start))
    return shared, own


def show_two_paths(shared: SharedWords, word: str) -> None:
    """Plot the paths of all words of both sentences, a shared one's highlighted."""
    show_figure(
        figures.plot_token_paths(
            *project_to_plane(shared.vectors), shared.names, shared.find_indices(word)
        ),
        key="both_paths",
        label=_("The word's two paths, in two principal directions"),
        animated=True,
    )


def _type_texts() -> Sequence[str]:
    """Show fields for two sentences; return what was typed."""
    texts = [
        controls.text_field("first", _("First sentence"), PAIRS["like"].first),
        controls.text_field("second", _("Second sentence"), PAIRS["like"].second),
    ]
    if not all(map(normalize, texts)):
        st.text(_("If you leave a field empty, the sentence at the top of the page is used."))
    return texts


def _translation_html(reading: Reading, word: str) -> str:
    """Return a sentence, with a word of it in bold, and its translation as HTML."""
    parts = re.split(rf"(?<!\w)({re.escape(word)})(?!\w)", reading.text, flags=re.IGNORECASE)
    marked = "".join(
        f"<b>{html.escape(part)}</b>" if n % 2 else html.escape(part)
        for n, part in enumerate(parts)
    )
    translation = html.escape(reading.translation or _("(nothing)"))
    return (
        f'<p class="of-pair">{marked}<br>'
        f'<span lang="{html.escape(reading.language)}">→ {translation}</span></p>'
    )
