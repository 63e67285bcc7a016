"""Waterfall of the margin m: contributions of tokens, positions and biases."""

from model.flow.graph import margin_terms
from pages.lab.trace_it import cached, remarks
from pages.lab.trace_it.choices import TracedToken
from pages.lab.trace_it.figures import plot_waterfall
from pages.lab.trace_it.names import SUMS
from pages.lab.trace_it.picture import get_stack_tokens
from ui.frame import explain
from ui.messages import _
from ui.views.plot import show_figure


def show(traced_token: TracedToken) -> None:
    """Show the margin m (logit of the token minus that of its foil) as a waterfall of terms.

    The terms are the contributions of the source tokens, the target tokens, the positional
    encodings and the biases.
    """
    held = cached.get_linearized_pass(traced_token)
    tokens = dict(zip(("source", "prefix"), get_stack_tokens(traced_token), strict=True))
    bars = [
        (tokens[kind][place].text if kind in tokens else _(SUMS[kind]), part)
        for kind, place, part in margin_terms(held)
    ]
    explain.show_callout(remarks.describe_sum(bars, held.m))
    show_figure(
        plot_waterfall(bars, len(tokens["source"])), key="trace-sums", label=_("What adds up to m")
    )
    explain.show_formula(remarks.FORMULA)
