"""Defaults of the controls in this visit, from ``ui.readings.defaults`` and the current sentence.

Numbers count from 1, as in links.

Defaults come from the unedited model, so silencing a head does not move the selection.
"""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from ui.choices import link
from ui.readings import defaults, session
from ui.readings.reading import Token
from ui.session_keys import TYPED_LANGUAGE

_LAST = "heads shown last"


def default_token_number(tokens: Sequence[Token], attention: str = "encoder") -> int:
    """Return the number, from 1, of the token that is selected before the visitor selects one.

    Args:
        tokens: the tokens of the source sentence or of the translation.
        attention: attention in which these tokens are the queries: "encoder" for the source
            sentence, "decoder" or "cross" for the translation.
    """
    source = st.session_state[TYPED_LANGUAGE]
    language = source if attention == "encoder" else session.current_request().language
    return defaults.find_default_token(tokens, language) + 1


def default_head_number(attention: str, layer: int) -> int:
    """Return the number, from 1, of the layer's head that is selected until the visitor chooses.

    Args:
        attention: "encoder", "decoder" or "cross".
        layer: index of the layer, from 0.
    """
    plain = replace(session.current_request(), changes=()).read()
    place = default_token_number(plain.axes(attention)[0], attention) - 1
    return defaults.find_default_head(plain, attention, layer, place) + 1


def keep_head(attention: str, layer: int) -> None:
    """Keep the selected head if the visitor has changed only the layer since the last run.

    Otherwise the default head of the new layer would replace it.

    Args:
        attention: "encoder", "decoder" or "cross".
        layer: index of the layer selected now, from 0.
    """
    here = replace(session.current_request(), changes=()), attention
    before, of = st.session_state.get(_LAST, (here, layer))
    if before == here and of != layer:
        link.mark_as_choice("head")
    st.session_state[_LAST] = here, layer
