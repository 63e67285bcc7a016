"""Section on the attention to the end token: in this sentence, and as measured over many."""

import html
import operator
from collections.abc import Callable, Iterator, Mapping

import streamlit as st

from model.storage import END_TOKEN
from pages.decoder.cross_attention import remarks
from pages.decoder.cross_attention.measures import compute_end_token_shares
from pages.decoder.cross_attention.rows import RowOptions
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import missing_measurements, session
from ui.readings.reading import Reading
from ui.words import escape_markdown, format_decimal, format_percent, html_table, language_name

SHOWN = 5  # heads whose alignment error is listed


def show_end_token_share(
    reading: Reading, row_place: tuple[int, int, int], options: RowOptions
) -> None:
    """Show the end token's share of cross-attention, and a button that hides or shows this token.

    The shares are those of this sentence and, if they were measured, the means over many sentences.

    Args:
        reading: the sentence.
        row_place: indices of the selected layer, head and step, from 0.
        options: options of the attention map, which tell whether it hides the token now.
    """
    shares = compute_end_token_shares(reading, *row_place)
    explain.show_callout(remarks.describe_end_token_share(*shares, *row_place[:2]))
    label = (
        _("Show </s> in the picture at the top")
        if options.hide_end_token
        else _("Hide </s> in the picture at the top")
    )
    st.button(
        escape_markdown(label),
        key="flip_end_token",
        on_click=controls.set_choice,
        args=["hide_end", not options.hide_end_token],
    )
    table = session.load_measurements(END_TOKEN)
    if not table:
        explain.show_missing_measurement(
            missing_measurements.describe_missing_file(END_TOKEN, remarks.END_UNMEASURED)
        )
        return
    layers = len(next(iter(table["shares"].values()))["end"])
    heads = [_("from, to"), *(_("layer {layer}").format(layer=n + 1) for n in range(layers))]
    st.html(html_table("alone-table", heads, _share_rows_html(table["shares"]), scope="col"))
    if table["errors"]:
        _show_alignment_errors(table["errors"])


def _share_rows_html(shares: Mapping[str, Mapping[str, list[float]]]) -> Iterator[str]:
    """Return HTML rows, one per direction: shares of the end token and punctuation by layer."""
    for direction, one in shares.items():
        names = " → ".join(map(language_name, direction.split("-")))
        cells = "".join(
            f"<td><b>{format_percent(end)}</b> + {format_percent(marks)}</td>"
            for end, marks in zip(one["end"], one["marks"], strict=True)
        )
        yield f'<tr><th scope="row">{html.escape(names)}</th>{cells}</tr>'


def _show_alignment_errors(rows: list[Mapping]) -> None:
    """Show the alignment error rates of the best heads, without and with the end token."""
    shown = rows[:SHOWN]

    def count(compare: Callable[[float, float], bool]) -> int:
        """Count the heads whose rates compare so as they are displayed."""
        return sum(compare(round(row["with"], 2), round(row["without"], 2)) for row in shown)

    st.markdown(
        _(
            "**Alignment error rate** (the next section explains it) of the {count} heads with the "
            "lowest error, without the end token and with it. When the end token counts, a word "
            "whose largest weight goes to `</s>` is linked to nothing. With it, the error falls "
            "for {lower} of these heads and rises for {higher}."
        ).format(count=len(shown), lower=count(operator.lt), higher=count(operator.gt))
    )
    heads = [_("layer, head"), _("without </s>"), _("with </s>")]
    body = (
        f'<tr><th scope="row">{row["layer"] + 1}, {row["head"] + 1}</th>'
        f"<td>{format_decimal(row['without'], 2)}</td>"
        f"<td>{format_decimal(row['with'], 2)}</td></tr>"
        for row in shown
    )
    st.html(html_table("alone-table", heads, body, scope="col"))
