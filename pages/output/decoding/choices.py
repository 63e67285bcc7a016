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
    """Show the controls for the search method and, for beam search, the beam width.

    Returns:
        The method's key in ``METHODS``, and the beam width, which only beam search uses.
    """
    methods = {method: _(name) for method, name in METHODS.items()}
    usual: Method = "beam"
    method = controls.choose_option("method", _("Method"), methods, usual, label_shown=False)
    if method != "beam":
        return method, controls.integer_choice("beams", WIDEST, default=WIDTH)
    widths = {width: str(width) for width in range(1, WIDEST + 1)}
    return method, controls.choose_option("beams", _("Beams"), widths, WIDTH)


def sampling_settings() -> tuple[Sampling, int]:
    """Return the session's sampling settings, which all pages share, and the random seed."""
    return controls.sampling_choice(), controls.integer_choice("seed", 9999)


def tree_state(steps: int, alpha: float, settings: Mapping[str, float]) -> dict[str, float]:
    """Return the initial state of the view of the search tree.

    Args:
        steps: number of steps of the search.
        alpha: exponent of the length penalty.
        settings: temperature, top_k, top_p and seed of sampling.

    Returns:
        "step", how many steps are shown, from 1 to ``steps``, or 0 for all; "alpha"; "pruned", 1 if
        pruned candidates are shown, else 0; and the entries of ``settings``.
    """
    return {
        "step": controls.integer_choice("search", steps, default=0, minimum=0),
        "alpha": alpha,
        "pruned": controls.integer_choice("pruned", 1, default=0, minimum=0),
        **settings,
    }


def choose_prefix(tokenizer: Tokenizer, limit: int) -> tuple[int, ...]:
    """Let the visitor type a beginning for all translations; return its token ids, () for none.

    Args:
        tokenizer: the tokenizer, which splits the text into tokens.
        limit: the largest number of tokens of a translation; further tokens are dropped.
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
    """Make all translations begin with given tokens from the next rerun on; show all steps then.

    Args:
        tokenizer: the tokenizer, which gives the tokens' texts.
        ids: the tokens' ids; () lets translations begin freely again.
    """
    st.session_state["begin"] = format_prefix(tokenizer, ids)
    st.session_state["search"] = 0
