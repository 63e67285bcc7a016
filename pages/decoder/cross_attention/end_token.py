"""Section on the attention to the end token: in this sentence, and as measured over many."""

import html
from collections.abc import Iterator, Mapping

import streamlit as st

from model.storage import END_TOKEN
from pages.decoder.cross_attention import remarks
from pages.decoder.cross_attention.measures import end_shares
from pages.decoder.cross_attention.rows import Choices
from ui.choices import controls
from ui.frame import explain
from ui.messages import _
from ui.readings import session, unmeasured
from ui.readings.reading import Reading
from ui.words import decimal, html_table, language_name, percent, plain

SHOWN = 5  # heads whose alignment error is listed


def show(reading: Reading, layer: int, step: int, choices: Choices) -> None:
    """Show the end token's share of weight, a button to hide it, and the measured shares.

    Args:
        reading: the sentence.
        layer: the selected layer, from 0.
        step: the selected step, from 0.
        choices: the options of the rows above.
    """
    row, of_layer, of_all = end_shares(reading, layer, step)
    explain.finding(remarks.end_token(row, of_layer, of_all, layer))
    label = (
        _("Show </s> in the picture above")
        if choices.hide_end
        else _("Hide </s> in the picture above")
    )
    st.button(
        plain(label),
        key="flip_end_token",
        on_click=controls.choose,
        args=["hide_end", not choices.hide_end],
    )
    table = session.measurements(END_TOKEN)
    if not table:
        explain.unknown(unmeasured.reason(END_TOKEN, remarks.END_UNMEASURED))
        return
    layers = len(next(iter(table["shares"].values()))["end"])
    heads = [_("from, into"), *(_("layer {layer}").format(layer=n + 1) for n in range(layers))]
    st.html(html_table("alone-table", heads, _rows(table["shares"]), scope="col"))
    if table["errors"]:
        _errors(table["errors"])


def _rows(shares: Mapping[str, Mapping[str, list[float]]]) -> Iterator[str]:
    """Return HTML rows, one per direction: shares of the end token and punctuation by layer."""
    for direction, one in shares.items():
        names = " → ".join(map(language_name, direction.split("-")))
        cells = "".join(
            f"<td><b>{percent(end)}</b> + {percent(marks)}</td>"
            for end, marks in zip(one["end"], one["marks"], strict=True)
        )
        yield f'<tr><th scope="row">{html.escape(names)}</th>{cells}</tr>'


def _errors(rows: list[Mapping]) -> None:
    """Show the alignment error rates of the best heads, without and with the end token."""
    st.markdown(
        _(
            "**Alignment error rate** of the heads that align best, without the end token and "
            "with it. When it counts, a word whose largest weight goes to `</s>` is linked to "
            "nothing."
        )
    )
    heads = [_("layer, head"), _("without </s>"), _("with </s>")]
    body = (
        f'<tr><th scope="row">{row["layer"] + 1}, {row["head"] + 1}</th>'
        f"<td>{decimal(row['without'], 2)}</td><td>{decimal(row['with'], 2)}</td></tr>"
        for row in rows[:SHOWN]
    )
    st.html(html_table("alone-table", heads, body, scope="col"))
