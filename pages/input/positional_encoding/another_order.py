"""Section "Shuffle this sentence": encoder outputs before and after, with positions or without."""

from collections.abc import Sequence

import streamlit as st
import torch
from torch import Tensor

from pages.input.positional_encoding import compute, remarks, remarks_without
from pages.input.positional_encoding.views.shuffled import shuffled
from ui.choices import controls, page_facts
from ui.messages import _
from ui.readings import passes, without_changes
from ui.readings.reading import FilledTap, Reading


def another_order(reading: Reading) -> None:
    """Show how shuffling the sentence changes the encoder's outputs, with positions and without."""
    seed = controls.number("shuffle", 999)
    order = compute.shuffle(reading.source_ids, seed)
    if order is None:
        st.info(remarks_without.no_other_order(reading))
        return
    ordinary = without_changes.without(reading, without_changes.of_the_order, where="in this part")
    rows = both_orders(ordinary, order)
    differences = (rows[:, 0] - rows[:, 1]).abs().amax(dim=-1)
    page_facts.tell(order=seed, difference=differences[0].max().item())
    st.markdown(remarks_without.shuffle_effect(differences))
    texts = [[remarks.tiny(value) for value in each] for each in differences.tolist()]
    st.button(
        _("Shuffle again"),
        key="shuffle_again",
        on_click=controls.choose,
        args=("shuffle", seed % 999 + 1),
    )
    shuffled(ordinary.source, order, rows, texts, key="shuffled")


def both_orders(reading: Reading, order: Sequence[int]) -> Tensor:
    """Return the encoder's outputs for both orders, the shuffled one put back in order.

    Args:
        reading: the reading of the sentence.
        order: for each position of the shuffled sentence, the token's original position.

    Returns:
        Shape (without positions / with, before / after, position, d_model).
    """
    moved = tuple(reading.source_ids[place] for place in order)
    without = (*reading.changes, FilledTap(compute.TAP))
    rows = [
        (passes.memory(reading.source_ids, changes), passes.memory(moved, changes))
        for changes in (without, reading.changes)
    ]
    return torch.stack([torch.stack([old, compute.put_back(new, order)]) for old, new in rows])
