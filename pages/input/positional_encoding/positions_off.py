"""Section "Positions off in one stack, or both": ln p without them, and which stack can count."""

from collections.abc import Sequence

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from model.changes.kinds import Change, MissingEverywhere
from model.tokenizer import EOS
from pages.input.positional_encoding import figures, remarks_without
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import passes, session, without_changes
from ui.readings.reading import Reading
from ui.views.plot import show_figure

TIMES = 8  # repetitions of one token
ENCODER, DECODER = MissingEverywhere("encoder-positions"), MissingEverywhere("decoder-positions")
VARIANTS = {
    N_("on in both"): (),
    N_("off in the decoder"): (DECODER,),
    N_("off in the encoder"): (ENCODER,),
    N_("off in both"): (DECODER, ENCODER),
}


def show_positions_off(reading: Reading, position: int) -> None:
    """Show ln p of the translation without positional encodings, and how far the outputs for one
    repeated token differ without them.

    Args:
        reading: the sentence and its translation.
        position: position of the token that is repeated, from 0.
    """
    reading = without_changes.undo_changes(
        reading, without_changes.affects_positions, place_name="in this part"
    )
    log_p = compute_log_probabilities(reading)
    explain.show_callout(remarks_without.describe_lost_probability(log_p, reading.translation))
    bars = figures.plot_log_p_bars([_(name) for name in VARIANTS], log_p)
    label = _("How likely the translation is with and without positions")
    show_figure(bars, key="taken_away", label=label)
    row = reading.source_ids[position]
    if row != EOS:
        name = reading.source[position].text
        st.markdown(
            remarks_without.describe_repeated_token(
                name, TIMES, *map(largest_difference, encode_repeated_token(reading, row))
            )
        )
    explain.show_page_link("break_it", _("Break it: translate again without them"))


def compute_log_probabilities(reading: Reading) -> list[float]:
    """Return ln p of the translation with positional encodings switched on or off in each stack.

    Returns:
        Four values, in the order of ``VARIANTS``: on in both stacks, off in the decoder, off in the
        encoder, off in both.
    """
    changes = tuple((*reading.changes, *taken) for taken in VARIANTS.values())
    return session.log_probabilities(reading.text, reading.language, reading.output_ids, changes)


def encode_repeated_token(
    reading: Reading, token_id: int, added_changes: Sequence[Change] = (DECODER, ENCODER)
) -> list[Tensor]:
    """Return the outputs of encoder and decoder for one token repeated ``TIMES`` (8) times.

    Args:
        reading: the sentence to whose encoder output the decoder attends; its changes of the model
            apply, too.
        token_id: id of the token.
        added_changes: further changes of the model; by default, both stacks lack positional
            encodings.

    Returns:
        The outputs of the encoder, and those of the decoder without the start token's; each of
        shape (position, d_model).
    """
    ids, changes = (token_id,) * TIMES, (*reading.changes, *added_changes)
    decoder = session.read_with_translation(reading.text, reading.language, ids, changes)
    return [passes.encoder_memory(ids, changes), decoder.trace.residual_stream("decoder")[-1, 1:]]


def largest_difference(rows: Float[Tensor, "row d_model"]) -> float:
    """Return the largest absolute difference between two rows in any component."""
    return (rows.amax(dim=0) - rows.amin(dim=0)).max().item()
