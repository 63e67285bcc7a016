"""What the decoding page lets people choose: the method, the beam's width, a fixed beginning.

And what the tree shows of all that at first.
"""

from collections.abc import Mapping, Sequence

import streamlit as st

from model.decoding import Sampling
from model.glass import WIDTH
from model.tokenizer import Tokenizer
from ui.choices import controls
from ui.messages import N_, _, ngettext
from ui.readings.prefix import read_prefix, write_prefix

METHODS = {"greedy": N_("Greedy"), "beam": N_("Beam search"), "sampling": N_("Sampling")}
WIDEST = 8


def search_controls() -> tuple[str, int]:
    """Let the person choose a method and, for a beam, its width."""
    methods = {method: _(name) for method, name in METHODS.items()}
    method = controls.one_of("method", _("Method"), methods, "beam", label_shown=False)
    if method != "beam":
        return method, controls.number("beams", WIDEST, default=WIDTH)
    widths = {width: str(width) for width in range(1, WIDEST + 1)}
    return method, controls.one_of("beams", _("Beams"), widths, WIDTH)


def sampling_settings() -> tuple[Sampling, int]:
    """Return what the sliders of sampling are set to, on this page or on another; and the seed."""
    return controls.sampling(), controls.number("seed", 9999)


def tree_state(steps: int, alpha: float, settings: Mapping[str, float]) -> dict[str, float]:
    """Return what a tree of so many steps shows at first: its step (0 for all), and its sliders."""
    return {
        "step": controls.number("search", steps, default=0, least=0),
        "alpha": alpha,
        "pruned": controls.number("pruned", 1, least=0),
        **settings,
    }


def beginning(tokenizer: Tokenizer, limit: int) -> tuple[int, ...]:
    """Let the person type a beginning that every translation must have; return its ids.

    Args:
        tokenizer: cuts it into pieces.
        limit: tokens that a translation may have.
    """
    typed = controls.text(
        "begin",
        _("Beginning"),
        placeholder=_("begin with …"),
        label_visibility="collapsed",
        width=230,
    )
    if typed.strip():
        st.button(_("Release"), key="release", on_click=begin_with, args=(tokenizer, ()))
    try:
        ids = read_prefix(tokenizer, typed)
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


def begin_with(tokenizer: Tokenizer, ids: Sequence[int]) -> None:
    """Fix a beginning from the next run on, and show the whole search again; () frees it."""
    st.session_state["begin"] = write_prefix(tokenizer, ids)
    st.session_state["search"] = 0
