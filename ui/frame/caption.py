"""The lines below a page, or below a single view, when it is embedded in someone's page."""

from collections.abc import Sequence

import streamlit as st

from ui import contents
from ui.choices import controls, link
from ui.frame import modes
from ui.messages import N_, _
from ui.views import exportable_views, register_view
from ui.words import in_quotes, language_name, truncate

LAYER_HEAD_LABELS = {"layer": N_("layer {number}"), "head": N_("head {number}")}
_caption = register_view(__file__, picture=False)


def show_embed_caption(page: str) -> None:
    """Draw the caption of a page that is embedded in another site; elsewhere draw nothing.

    It names the sentence, links to the page, and says so if the page lacks the view for which the
    link's parameter ``view`` asks.
    """
    mode, reading = modes.current_mode(), controls.current_reading()
    if not mode.embedded:
        return
    names = [name for name, __ in exportable_views()]
    choices = link.current_choices()
    place = [
        _(LAYER_HEAD_LABELS[name]).format(number=choices[name])
        for name in LAYER_HEAD_LABELS
        if name in choices
    ]
    languages = f"{language_name(controls.source_language())} → {language_name(reading.language)}"
    data = {
        "problem": ""
        if mode.view is None or mode.view in names
        else _describe_missing_view(mode.view, names),
        "said": " · ".join([in_quotes(truncate(reading.text)), languages, *place]),
        "title": contents.find_page(page).title,
        "page": page if page != contents.FRONT else "",
        "query": link.shareable_query_string(),
    }
    with st.container(key="embedded"):
        _caption(key="caption", data=data)


def _describe_missing_view(view: str, names: Sequence[str]) -> str:
    """Return the remark that a page lacks the view asked for, with the views it has."""
    if names:
        said = _("This page has no view called “{view}”. Its views are: {views}.")
    else:
        said = _("This page has no view called “{view}”, and none of its views can be shown alone.")
    return said.format(view=truncate(view, 40), views=", ".join(names))
