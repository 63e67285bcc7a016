"""Norms: RMSNorm in this model, and gradients through fresh stacks."""

from functools import partial
from statistics import fmean

import streamlit as st

from model.changes.kinds import MissingEverywhere
from pages.background.after_2017 import cached, everywhere
from pages.background.after_2017.compute import gradients
from pages.background.after_2017.figures import curves, tokens
from pages.background.after_2017.progress import one_by_one
from pages.background.after_2017.remarks import parts as remarks
from ui.choices import controls
from ui.frame import explain
from ui.messages import N_, _, ngettext
from ui.readings.changes import combine
from ui.readings.reading import Reading
from ui.views.plot import plot

MEAN, SHIFT = MissingEverywhere("norm-mean"), MissingEverywhere("norm-shift")
VARIANTS = {
    "LayerNorm": (),
    N_("no mean subtracted"): (MEAN,),
    N_("RMSNorm: no mean, no β"): (MEAN, SHIFT),
}
DEPTHS, STACKS = (6, 12, 24), 3


def draw(reading: Reading) -> str:
    """Draw what each token costs under three norms, and gradients under two orders."""
    others = tuple(one for one in reading.changes if one not in (MEAN, SHIFT))
    variants = {_(name): combine(others, extra) for name, extra in VARIANTS.items()}
    said = one_by_one(
        "norm",
        {
            name: partial(cached.translation, reading.source_ids, reading.target_ids[0], changes)
            for name, changes in variants.items()
        },
    )
    costs = {name: cached.costs_of(reading, changes) for name, changes in variants.items()}
    losses = {name: fmean(values) for name, values in costs.items()}
    plot(
        tokens.costs(costs, [token.text for token in reading.output]),
        key="norm_costs",
        label=_("Loss of each token of the translation under LayerNorm and RMSNorm"),
    )
    st.html(everywhere.table(losses, said))
    everywhere.switch(reading, "norms", {"RMSNorm": (MEAN, SHIFT)})
    _fresh_gradients()
    return remarks.norm(losses, said, cached.share_of_means(reading))


def _fresh_gradients() -> None:
    """Draw what becomes of a gradient in stacks that learned nothing yet."""
    layers = controls.one_of(
        "fresh_layers",
        _("Gradients in untrained stacks of"),
        {n: ngettext("{count} layer", "{count} layers", n).format(count=n) for n in DEPTHS},
        12,
    )
    stacks = {
        _("Untrained stack {number} of {count}").format(number=seed, count=STACKS): partial(
            cached.gradients, layers, seed
        )
        for seed in range(1, STACKS + 1)
    }
    means = gradients.mean(list(one_by_one("norm", stacks).values()))
    lines = {_(name): line for name, line in means.items()}
    plot(
        curves.gradients(lines),
        key="fresh_gradients",
        label=_(
            "Length of a gradient through {count} untrained layers, post-norm and pre-norm"
        ).format(count=layers),
    )
    explain.finding(remarks.gradients(lines))
