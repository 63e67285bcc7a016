"""Widgets of the page: the step, the token to explain, and its foil."""

from dataclasses import dataclass
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from model.flow.kinds import GENDER, other_article_form
from model.flow.linearized import Decision
from model.languages import LANGUAGES
from model.tokenizer import normalize
from pages.lab.trace_it import remarks
from ui.choices import controls, link
from ui.messages import _
from ui.readings import session
from ui.readings.reading import Reading
from ui.readings.token_input import parse_token, token_label

T = TypeVar("T")
FOILS = 4  # foils offered, from the most likely tokens
LONGEST = 30  # characters of a token
MEAN = "mean"


@dataclass(frozen=True)
class TracedToken:
    """The output token that is explained, and its foil: the token that it is compared with.

    Args:
        reading: sentence and translation, with the active model changes.
        step: index of the output token, from 0.
        decision: ids of token and foil, and the token ids that encoder and decoder read.
    """

    reading: Reading
    step: int
    decision: Decision

    @property
    def token_text(self) -> str:
        """The text of the explained output token."""
        return token_label(session.glass().tokenizer, self.decision.token)

    @property
    def foil_text(self) -> str:
        """The text of the foil; if it is the mean of all tokens, "the mean of all"."""
        if self.decision.foil is None:
            return _(remarks.MEAN)
        return token_label(session.glass().tokenizer, self.decision.foil)


def choose(reading: Reading) -> tuple[TracedToken, DeltaGenerator]:
    """Show the widgets for the step, the token to explain and the foil that it is compared with.

    Args:
        reading: the sentence and its translation, with the active changes of the model.

    Returns:
        The visitor's choices, and an empty container for the flow graph.
    """
    controls.reset_on_new_sentence(reading, "step", "against", "said_token", "rival_token", "node")
    with st.container(key="trace-choices", horizontal=True, vertical_alignment="center"):
        step = controls.choose_token(
            reading.output, key="step", label=_("It writes"), default=find_default_step(reading)
        )
        rival = _choose_foil(reading, step)
    picture = st.container()
    with st.expander(_(remarks.OTHERS)):
        said = _choose_token("said_token", _(remarks.SAID), reading.output_ids[step])
        rival = _choose_token("rival_token", _(remarks.RIVAL), rival)
        if said == rival:
            same = token_label(session.glass().tokenizer, said)
            st.info(_(remarks.SAME).format(token=same))
            rival = None
    prefix = reading.target_ids[: step + 1]
    return TracedToken(reading, step, Decision(reading.source_ids, prefix, said, rival)), picture


def find_default_step(reading: Reading) -> int:
    """Return the default step: that of the first gendered article after step 1; else 1 or 2."""
    language = LANGUAGES.get(reading.language)
    articles = language.articles if language else {}
    words = [token.text.lower() for token in reading.output]
    found = [place for place, word in enumerate(words, 1) if word in articles]
    later = [place for place in found if place > 1]
    return (later or found or [min(2, len(words))])[0]


def list_foils(reading: Reading, step: int) -> list[int]:
    """Return ids of tokens to compare the written one with: an article's other gender first, else
    the likeliest other token.
    """
    tokenizer, written = session.glass().tokenizer, reading.output_ids[step]
    best = reading.trace.pick("logits", target=step).topk(FOILS + 2).indices.tolist()
    likely = [one for one in best if one != written]
    first = other_article_form(GENDER, reading, step, tokenizer) or likely[0]
    return list(dict.fromkeys([first, *likely]))[:FOILS]


def _choose_foil(reading: Reading, step: int) -> int | None:
    """Let the person choose the competing token: an article's other gender, or a likely token.

    Returns:
        Its id; None for the mean of all tokens.
    """
    tokenizer, others = session.glass().tokenizer, list_foils(reading, step)
    options = {str(one): token_label(tokenizer, one) for one in others} | {MEAN: _(remarks.MEAN)}
    key = f"{reading.text} {reading.language} {step}"
    if st.session_state.setdefault("rivals of", key) != key:
        st.session_state["rivals of"] = key
        link.reset_control("against")
    chosen = controls.choose_option(
        "against", _("against"), options, str(others[0]), default_varies=True
    )
    return None if chosen == MEAN else int(chosen)


def _choose_token(key: str, label: str, default: T) -> int | T:
    """Let the person type a token; return its id, or the default while nothing is typed."""
    typed = controls.text_field(key, label, max_chars=LONGEST)
    if not normalize(typed):
        return default
    token, note = parse_token(session.glass().tokenizer, typed)
    if note:
        st.caption(note)
    return token
