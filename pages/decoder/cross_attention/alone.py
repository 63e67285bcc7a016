"""Section "One vector alone": what the decoder writes from each single row of the memory."""

import html
from collections.abc import Sequence

import streamlit as st

from pages.decoder.cross_attention import remarks
from ui.frame import explain
from ui.messages import _
from ui.readings import single_vector_decoding
from ui.readings.reading import Reading
from ui.words import html_table, language_name


def show_vectors_alone(readings: Sequence[Reading]) -> None:
    """Show a table of what the decoder writes if it reads only one vector of the encoder's output.
    It has a row for the vector of each source token, and a column for each language.

    Args:
        readings: readings of one sentence, each into another language.
    """
    first = readings[0]
    with st.spinner(_("Reading one vector at a time ...")):
        said = [
            single_vector_decoding.decode_each_memory_vector(first, one.language)
            for one in readings
        ]
    explain.show_callout(remarks.describe_vectors_alone(first, said[0]))
    heads = [_("vector of"), *(language_name(one.language) for one in readings)]
    rows = []
    for place, token in enumerate(first.source):
        cells = "".join(
            f'<td lang="{html.escape(one.language)}">{row[place].html}</td>'
            for one, row in zip(readings, said, strict=True)
        )
        rows.append(f'<tr><th scope="row">{html.escape(token.text)}</th>{cells}</tr>')
    st.html(html_table("alone-table", heads, rows, scope="col"))
