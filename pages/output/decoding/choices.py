"""Controls of the decoding page: method, beam width, sampling and a forced prefix."""

from collections.abc import Mapping, Sequence
from typing import Literal

import streamlit as st

from model.decoding import Sampling
from model.glass import WIDTH
from model.tokenizer import Tokenizer
from ui.choices import controls
from ui.messages import N_, _, ngettext
from ui.readings.prefix import format_prefix, parse_prefix

Method = Literal["greedy", "beam", "sampling"]
METHODS: Mapping[Method, str] = {
    "greedy": N_("Greedy"),
    "beam": N_("Beam search"),
    "sampling": N_("Sampling"),
}
WIDEST = 8


def choose_search() -> tuple[Method, int]:
    """Show controls for the search method and the beam width; return the method's key and the
    width.
    """
    methods = {method: _(name) for method, name in METHODS.items()}
    usual: Method = "beam"
    method = controls.choose_option("method", _("Method"), methods, usual, label_shown=False)
    if method != "beam":
        return method, controls.integer_choice("beams", WIDEST, default=WIDTH)
    widths = {width: str(width) for width in range(1, WIDEST + 1)}
    return method, controls.choose_option("beams", _("Beams"), widths, WIDTH)


def sampling_settings() -> tuple[Sampling, int]:
    """Return the sampling settings, shared by all pages, and the seed."""
    return controls.sampling_choice(), controls.integer_choice("seed", 9999)


def tree_state(steps: int, alpha: float, settings: Mapping[str, float]) -> dict[str, float]:
    """Return the initial state of the search tree's view, by name: step (0 for all ``steps``),
    alpha, pruned, and the sampling ``settings``.
    """
    return {
        "step": controls.integer_choice("search", steps, default=0, minimum=0),
        "alpha": alpha,
        "pruned": controls.integer_choice("pruned", 1, minimum=0),
        **settings,
    }


def choose_prefix(tokenizer: Tokenizer, limit: int) -> tuple[int, ...]:
    """Show a field for a prefix that every translation is forced to begin with; return its ids.

    Args:
        tokenizer: splits it into pieces.
        limit: the largest number of tokens of a translation.
    """
    typed = controls.text_field(
        "begin",
        _("Beginning"),
        placeholder=_("begin with …"),
        label_visibility="collapsed",
        width=230,
    )
    if typed.strip():
        st.button(_("Clear"), key="release", on_click=force_prefix, args=(tokenizer, ()))
    try:
        ids = parse_prefix(tokenizer, typed)
    except ValueError as error:
        lacking = _("The model can't write “{part}”: it isn't in the vocabulary.")
        st.text(lacking.format(part=error))
        return ()
    if len(ids) > limit:
        beyond = ngettext(
            "This beginning has {count} token, but a translation can have only {limit}.",
            "This beginning has {count} tokens, but a translation can have only {limit}.",
            len(ids),
        )
        st.text(beyond.format(count=len(ids), limit=limit))
    return ids[:limit]


def force_prefix(tokenizer: Tokenizer, ids: Sequence[int]) -> None:
    """Force all translations to begin with some ids (() for none) from the next rerun on; show the
    whole search again.
    """
    st.session_state["begin"] = format_prefix(tokenizer, ids)
    st.session_state["search"] = 0
