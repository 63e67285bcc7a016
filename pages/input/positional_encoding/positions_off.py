"""Positions taken away from one stack, the other, both; and which stack can count without them."""

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
from ui.views.plot import plot

TIMES = 8  # that one token is repeated
ENCODER, DECODER = MissingEverywhere("encoder-positions"), MissingEverywhere("decoder-positions")
VARIANTS = {
    N_("on in both"): (),
    N_("off in the decoder"): (DECODER,),
    N_("off in the encoder"): (ENCODER,),
    N_("off in both"): (DECODER, ENCODER),
}


def positions_off(reading: Reading, word: int) -> None:
    """Take the positions away and draw how probable the translation stays.

    Args:
        reading: of the sentence.
        word: place of the token that is repeated, from 0.
    """
    reading = without_changes.without(reading, without_changes.of_positions, where="in this part")
    log_p = probabilities(reading)
    explain.finding(remarks_without.say_what_is_lost(log_p, reading.translation))
    bars = figures.log_p_bars([_(name) for name in VARIANTS], log_p)
    label = _("How likely the translation is with and without positions")
    plot(bars, key="taken_away", label=label)
    row = reading.source_ids[word]
    if row != EOS:
        name = reading.source[word].text
        st.markdown(
            remarks_without.counting(
                name, TIMES, *map(largest_difference, repeat_token(reading, row))
            )
        )
    explain.link_to("break_it", _("Break it: translate again without them"))


def probabilities(reading: Reading) -> list[float]:
    """Return ln p of the translation in each of the variants."""
    changes = tuple((*reading.changes, *taken) for taken in VARIANTS.values())
    return session.log_probabilities(reading.text, reading.language, reading.output_ids, changes)


def repeat_token(
    reading: Reading, row: int, off: Sequence[Change] = (DECODER, ENCODER)
) -> list[Tensor]:
    """Return the last rows of both stacks when they read one token again and again.

    Args:
        reading: whose memory the decoder reads, and whose changes count.
        row: id of the token.
        off: what is taken away besides.

    Returns:
        Position x d_model, of the encoder and of the decoder, whose start token is left out.
    """
    ids, changes = (row,) * TIMES, (*reading.changes, *off)
    decoder = session.read_with_translation(reading.text, reading.language, ids, changes)
    return [passes.memory(ids, changes), decoder.trace.residual_stream("decoder")[-1, 1:]]


def largest_difference(rows: Float[Tensor, "row d_model"]) -> float:
    """Return the largest difference between two rows in one number."""
    return (rows.amax(dim=0) - rows.amin(dim=0)).max().item()
