"""Few bits: the weights rounded, what the model says then, and how large its file is."""

from functools import partial
from statistics import fmean

import streamlit as st

from model.changes.kinds import RoundedWeights
from pages.background.after_2017 import cached, everywhere
from pages.background.after_2017.figures.bars import losses as bars
from pages.background.after_2017.progress import one_by_one
from pages.background.after_2017.remarks import whole as remarks
from ui.messages import _, ngettext
from ui.readings.changes import combine
from ui.readings.reading import Reading
from ui.views.plot import plot
from ui.words import decimal

BITS = (8, 4, 3, 2)


def draw(reading: Reading) -> str:
    """Draw the loss of the sentence with weights of 16, 8, 4, 3 and 2 bits."""
    others = tuple(one for one in reading.changes if not isinstance(one, RoundedWeights))
    names = {n: ngettext("{count} bit", "{count} bits", n).format(count=n) for n in BITS}
    variants = {_("16, as shipped"): others}
    variants |= {names[n]: combine(others, [RoundedWeights(n)]) for n in BITS}
    said = one_by_one(
        "bits",
        {
            name: partial(cached.translation, reading.source_ids, reading.target_ids[0], changes)
            for name, changes in variants.items()
        },
    )
    losses = {name: fmean(cached.costs_of(reading, changes)) for name, changes in variants.items()}
    sizes = {name: cached.file_bytes(n) for name, n in zip(variants, (None, *BITS), strict=True)}
    plot(bars(losses), key="rounded_losses", label=_("Loss of the sentence by bits of a parameter"))
    shown = {
        name: _("{size} MB").format(size=decimal(size / 1e6, 1)) for name, size in sizes.items()
    }
    st.html(everywhere.table(losses, said, shown))
    everywhere.switch(reading, "bits", {names[n]: (RoundedWeights(n),) for n in BITS})
    return remarks.bits(losses, said, list(sizes.values()))
