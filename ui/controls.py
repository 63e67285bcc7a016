"""The choices that all pages share. Each lives in the link and in the session."""

from collections.abc import Sequence
from typing import TypeVar

import streamlit as st

from ui import session
from ui.components.tokens import token_picker
from ui.reading import ATTENTIONS, Reading, Silenced, Token

T = TypeVar("T")
LANGUAGES = {"en": "English", "fr": "French", "de": "German", "es": "Spanish"}
ATTENTION_NAMES = {
    "encoder": "Encoder self-attention",
    "decoder": "Decoder self-attention",
    "cross": "Cross-attention",
}
EXAMPLES = (
    ("en", "The cat sleeps because it is tired."),
    ("en", "The animal didn't cross the street because it was too tired."),
    ("en", "Where is the station?"),
    ("fr", "Je suis étudiant."),
    ("fr", "Le vieux chien noir court après la balle."),
    ("de", "Der Hund schläft, weil er müde ist."),
    ("es", "El gato negro duerme en la casa."),
)


def number(key: str, count: int, default: int = 1, least: int = 1) -> int:
    """Return a number from 1 to ``count`` that a view of the page chooses; ``choose`` sets it.

    The widget is never seen. It is what puts the number into the link, takes it from there and
    drops what is out of range. ``least=0`` allows "none chosen".
    """
    default = min(default, count)
    _recall(key, default)
    if not least <= st.session_state.get(key, default) <= count:  # the sentence became shorter
        st.session_state[key] = default
    with st.container(key=f"hidden-{key}"):
        value = st.number_input(
            key, least, count, default, key=key, bind="query-params", label_visibility="collapsed"
        )
    return _remember(key, value)


def choose(key: str, value: int) -> None:
    """Set what ``number`` returns in the next run; for callbacks of views."""
    st.session_state[key] = value


def attention() -> str:
    """Let the person choose among the three attentions; return a key of ``ATTENTIONS``."""
    _recall("attention", "encoder")
    chosen = st.segmented_control(
        "Attention",
        list(ATTENTION_NAMES),
        default="encoder",
        required=True,
        format_func=ATTENTION_NAMES.get,
        key="attention",
        bind="query-params",
        label_visibility="collapsed",
    )
    return _remember("attention", chosen or "encoder")


def layer() -> int:
    """Let the person choose a layer; return its number, from 0."""
    return _one_of("layer", "Layer", session.load_model()[0].config.N)


def head() -> int:
    """Let the person choose a head; return its number, from 0."""
    return _one_of("head", "Head", session.load_model()[0].config.h)


def _one_of(key: str, label: str, count: int) -> int:
    options = range(1, count + 1)
    _recall(key, 1)
    with st.container(key=f"inline-{key}", width="content"):
        chosen = st.segmented_control(
            label, options, default=1, required=True, key=key, bind="query-params"
        )
    return _remember(key, chosen or 1) - 1  # none: the link says what there is not


def _recall(key: str, default: object) -> None:
    """Give a control the value that it had on another page, unless the link has one.

    Streamlit starts every control of a page anew. A value that was chosen on this page stands in
    the link, unless it is the default.
    """
    kept = st.session_state.get(f"kept_{key}", default)
    if kept != default and key not in st.query_params and st.session_state.get(key, kept) == kept:
        st.session_state[key] = kept


def _remember(key: str, value: T) -> T:
    """Keep the value of a control for the pages that follow; return it."""
    st.session_state[f"kept_{key}"] = value
    return value


def word(tokens: Sequence[Token], key: str = "word", label: str = "Word") -> int:
    """Let the person choose one of the tokens; return its place, from 0."""
    place = number(key, len(tokens)) - 1
    token_picker(tokens, place, key=key, label=label)
    return place


def silenced() -> tuple[Silenced, ...]:
    """Return the heads that are silenced now, in every page, as the link says."""
    with st.container(key="hidden-silenced"):
        text = st.text_input(
            "silenced", key="silenced", bind="query-params", label_visibility="collapsed"
        )
    return silenced_heads(text)


def silenced_heads(text: str) -> tuple[Silenced, ...]:
    """Read heads from a link, "encoder-1-3 cross-4-8"; what names no head is left out."""
    config = session.load_model()[0].config
    heads = {
        f"{attention}-{layer + 1}-{head + 1}": Silenced(attention, layer, head)
        for attention in ATTENTIONS
        for layer in range(config.N)
        for head in range(config.h)
    }
    return tuple(sorted({heads[name] for name in text.split() if name in heads}))


def silence(heads: Sequence[Silenced]) -> None:
    """Set which heads are silenced from the next run on; none of them is back to normal."""
    st.session_state["silenced"] = " ".join(
        f"{one.attention}-{one.layer + 1}-{one.head + 1}" for one in sorted(heads)
    )


def reading() -> Reading:
    """Return what the sentence bar's sentence became; every page begins with this."""
    return st.session_state["reading"]
