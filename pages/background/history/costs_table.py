"""Table 1 with the numbers of one length and one width."""

from collections.abc import Mapping

from pages.background.history.compute.table_1 import (
    CONVOLUTIONAL,
    RECURRENT,
    RESTRICTED,
    SELF_ATTENTION,
    LayerCosts,
)
from pages.background.history.figures import LOOKS
from ui.figures.theme import theme_colour
from ui.messages import N_, _
from ui.words import format_decimal, format_integer

TITLES = (N_("operations per layer"), N_("sequential operations"), N_("longest path"))
NOTED = {  # layers with a size of their own, which their title names
    CONVOLUTIONAL: N_("Convolutional, kernel k = {k}, dilated"),
    RESTRICTED: N_("Self-attention (restricted), r = {r}"),
}
ORDERS = {
    SELF_ATTENTION: ("n² · d", "1", "1"),
    RECURRENT: ("n · d²", "n", "n"),
    CONVOLUTIONAL: ("k · n · d²", "1", "log<sub>k</sub> n"),
    RESTRICTED: ("r · n · d", "1", "n / r"),
}


def costs_table_html(costs: Mapping[str, LayerCosts], r: int, k: int) -> str:
    """Return Table 1 of the paper as HTML, with the lowest number of each column in bold.

    Args:
        costs: the numbers for one length n, by kind of layer, as ``compute_table_1`` returns them.
        r: neighbourhood size of restricted self-attention, at most n.
        k: kernel width of the convolution, at most n.
    """
    head = "".join(f'<th colspan="2">{_(title)}</th>' for title in TITLES)
    columns = [[one.operations, one.sequential, one.path] for one in costs.values()]
    least = [min(column) for column in zip(*columns, strict=True)]
    rows = []
    for name, values in zip(costs, columns, strict=True):
        title = _(NOTED.get(name, name)).format(k=k, r=r)
        cells = "".join(
            f"<td>O({order})</td><td>{_bold_html(_format_number(value), value == best)}</td>"
            for order, value, best in zip(ORDERS[name], values, least, strict=True)
        )
        rows.append(f"<tr><th>{_line_sample_html(name)}{title}</th>{cells}</tr>")
    return f'<table class="costs"><tr><th>{_("one layer")}</th>{head}</tr>{"".join(rows)}</table>'


def _line_sample_html(name: str) -> str:
    """Return a short HTML line in the colour and dash that a layer type has in the figures."""
    colour, width, dash = LOOKS[name]
    kind = {"solid": "solid", "dash": "dashed", "dot": "dotted"}[dash]
    return f'<span class="line" style="border-top:{width}px {kind} {theme_colour(colour)}"></span>'


def _format_number(value: float) -> str:
    """Return a number as text, with one decimal only if it is no integer."""
    return format_integer(round(value)) if value == round(value) else format_decimal(value, 1)


def _bold_html(text: str, strong: bool) -> str:
    """Return the text in bold if ``strong``, else unchanged."""
    return f"<b>{text}</b>" if strong else text
