"""Section "Shuffle this sentence": encoder outputs before and after, with positions or without."""

from collections.abc import Sequence

import streamlit as st
import torch
from torch import Tensor

from pages.input.positional_encoding import compute, remarks, remarks_without
from pages.input.positional_encoding.views.shuffled import show_shuffled
from ui.choices import controls, page_facts
from ui.messages import _
from ui.readings import passes, without_changes
from ui.readings.reading import FilledTap, Reading


def show_another_order(reading: Reading) -> None:
    """Show how shuffling the sentence changes the encoder's outputs, with positions and without."""
    seed = controls.integer_choice("shuffle", 999)
    order = compute.pick_random_order(reading.source_ids, seed)
    if order is None:
        st.info(remarks_without.explain_no_shuffle(reading))
        return
    ordinary = without_changes.undo_changes(
        reading, without_changes.affects_encoder_order, place_name="in this part"
    )
    rows = encode_both_orders(ordinary, order)
    differences = (rows[:, 0] - rows[:, 1]).abs().amax(dim=-1)
    page_facts.publish_facts(order=seed, difference=differences[0].max().item())
    st.markdown(remarks_without.describe_shuffle_effect(differences))
    texts = [[remarks.format_tiny(value) for value in each] for each in differences.tolist()]
    st.button(
        _("Shuffle again"),
        key="shuffle_again",
        on_click=controls.set_choice,
        args=("shuffle", seed % 999 + 1),
    )
    show_shuffled(ordinary.source, order, rows, texts, key="shuffled")


def encode_both_orders(reading: Reading, order: Sequence[int]) -> Tensor:
    """Return the encoder's outputs for the sentence and for the shuffled sentence.

    The rows of the shuffled sentence are put back into the original order, so that row i of both
    belongs to the same token.

    Args:
        reading: the reading of the sentence.
        order: for each position of the shuffled sentence, the token's original position.

    Returns:
        A tensor of shape (2, 2, position, d_model): without and with positional encodings; for the
        original and the shuffled sentence.
    """
    moved = tuple(reading.source_ids[place] for place in order)
    without = (*reading.changes, FilledTap(compute.POSITIONS_TAP))
    rows = [
        (passes.encoder_memory(reading.source_ids, changes), passes.encoder_memory(moved, changes))
        for changes in (without, reading.changes)
    ]
    return torch.stack([torch.stack([old, compute.undo_order(new, order)]) for old, new in rows])
