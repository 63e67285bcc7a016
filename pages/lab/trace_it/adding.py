"""Waterfall of the margin m: contributions of tokens, positions and biases."""

from model.flow.graph import sums
from pages.lab.trace_it import cached, remarks
from pages.lab.trace_it.choices import Look
from pages.lab.trace_it.figures import waterfall
from pages.lab.trace_it.names import SUMS
from pages.lab.trace_it.picture import sides
from ui.frame import explain
from ui.messages import _
from ui.views.plot import plot


def show(look: Look) -> None:
    """Show the waterfall and say what its terms add up to."""
    held = cached.hold_pass(look)
    tokens = dict(zip(("source", "prefix"), sides(look), strict=True))
    bars = [
        (tokens[kind][place].text if kind in tokens else _(SUMS[kind]), part)
        for kind, place, part in sums(held)
    ]
    explain.finding(remarks.adds_up(bars, held.m))
    plot(waterfall(bars, len(tokens["source"])), key="trace-sums", label=_("What adds up to m"))
    explain.formula(remarks.FORMULA)
