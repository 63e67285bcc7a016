"""Scaling laws: this model's own loss against tokens, and others beside the rule."""

import html

import streamlit as st

from pages.background.after_2017 import cached
from pages.background.after_2017.compute import scaling
from pages.background.after_2017.figures.curves import loss_over_tokens
from pages.background.after_2017.remarks import learned as remarks
from ui.frame import explain
from ui.messages import N_, _
from ui.readings import unmeasured
from ui.readings.reading import Reading
from ui.views.plot import plot
from ui.words import decimal, power_of_ten

POINTS, LATE = 30, 10  # of the averaged curve; of its last part, where it is nearly straight


def draw(reading: Reading) -> str:
    """Draw the loss of this model over the tokens it read; the sentence plays no part."""
    if not cached.stages():
        explain.unknown(unmeasured.record())
        st.html(_table(scaling.PUBLISHED))
        return remarks.no_record()
    parameters, tokens, losses = cached.training_curve()
    mean = cached.smooth_training_curve(POINTS)
    plot(
        loss_over_tokens((tokens, losses), mean, float(scaling.CHINCHILLA * parameters)),
        key="loss_over_tokens",
        label=_("Loss of this model's training over the tokens it read, logarithmic axes"),
    )
    own = scaling.Trained(N_("this model"), float(parameters), tokens[-1], N_("its own record"))
    st.html(_table((own, *scaling.PUBLISHED)))
    slope = scaling.slope(mean[0][-LATE:], mean[1][-LATE:])
    return remarks.scaling(own, slope, cached.stages())


def _table(rows: tuple[scaling.Trained, ...]) -> str:
    cells = "".join(
        f"<tr><th>{html.escape(_(one.name))}</th><td>{remarks.short(one.parameters)}</td>"
        f"<td>{remarks.short(one.tokens)}</td><td>{decimal(one.ratio, 1)}</td>"
        f"<td>{power_of_ten(one.operations, 1)}</td>"
        f'<td class="said">{html.escape(_(one.source))}</td></tr>'
        for one in rows
    )
    heads = (_("parameters"), _("tokens"), _("tokens per parameter"), _("operations, 6 N D"))
    head = "".join(f"<th>{html.escape(name)}</th>" for name in ("", *heads, ""))
    return f'<div class="variants"><table><tr>{head}</tr>{cells}</table></div>'
