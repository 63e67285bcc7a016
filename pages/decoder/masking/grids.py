"""Tables of the masking page: the effect of padding, and small matrices."""

import html
import math

from jaxtyping import Float
from torch import Tensor

from pages.decoder.masking.passes import PaddedPair
from pages.decoder.masking.remarks import format_exact_zero
from ui.messages import _
from ui.words import format_decimal


def padding_table_markdown(batch: PaddedPair) -> str:
    """Return a Markdown table of the effects of padding, with the padding mask and without it.

    The rows of the table are: the largest share of a query's weight that goes to padding; the mean
    of this share; and, for the padded and for the longer sentence, the largest difference between
    its encoder output in the batch and on its own.

    Args:
        batch: the two sentences, and their passes in a batch and on their own.
    """
    on, off = batch.compute_padding_weights(True), batch.compute_padding_weights(False)
    short, long = (
        [format_exact_zero(batch.compute_memory_change(place, mask)) for mask in (True, False)]
        for place in (batch.batch_index, 1 - batch.batch_index)
    )
    padded = _(
        "padded sentence: largest difference between the encoder's output for it in the batch and "
        "on its own"
    )
    most = _("largest share of any row's weight that goes to padding, over all layers and heads")
    rows = (
        ("", _("with the padding mask"), _("without")),
        ("---", "--:", "--:"),
        (most, format_exact_zero(on.max().item()), format_decimal(off.max().item(), 3)),
        (
            _("the same on average"),
            format_exact_zero(on.mean().item()),
            format_decimal(off.mean().item(), 3),
        ),
        (padded, *short),
        (_("the longer sentence: the same"), *long),
    )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def matrix_html(
    values: Float[Tensor, "row column"], decimals: int, shows_sums: bool = False
) -> str:
    """Return a small matrix as an HTML table that highlights NaN and infinity.

    Args:
        values: the matrix.
        decimals: number of decimals that are shown.
        shows_sums: whether to append a column with the sum of each row.
    """
    rows = [[_cell_html(value, decimals) for value in row] for row in values.tolist()]
    if shows_sums:
        totals = [_cell_html(total, decimals, "sum") for total in values.sum(dim=-1).tolist()]
        rows = [[*row, total] for row, total in zip(rows, totals, strict=True)]
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<table class="grid">{body}</table>'


def _cell_html(value: float, decimals: int, css_class: str = "") -> str:
    """Return a number as an HTML table cell, with a CSS class for NaN and infinity."""
    if math.isnan(value):
        return '<td class="nan">NaN</td>'
    if math.isinf(value):
        return '<td class="inf">−∞</td>'
    text = "0" if value == 0 else format_decimal(value, decimals)
    return f'<td class="{css_class}">{html.escape(text)}</td>'
