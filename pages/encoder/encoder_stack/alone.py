"""One vector alone: what the decoder writes when it may attend to only one, at each depth."""

import html
from collections.abc import Sequence

import streamlit as st

from pages.encoder.encoder_stack import figures, remarks
from ui.frame import explain
from ui.messages import _
from ui.readings import single_vector_decoding
from ui.readings.reading import Reading, Token
from ui.readings.single_vector_decoding import SingleVectorOutput
from ui.words import html_table


def show_vectors_alone(reading: Reading, chosen_token: int) -> None:
    """Show a table of what the decoder writes if it may read only one of the encoder's vectors.

    The table has a row for each token and a column for each depth (embedding, layer 1, ...).

    Args:
        reading: the sentence.
        chosen_token: index of the token whose row is highlighted.
    """
    with st.spinner(_("Reading one vector at a time ...")):
        said = single_vector_decoding.decode_each_vector(reading, reading.language)
        asked = reading.text, reading.language, reading.changes
        whole = single_vector_decoding.translate_from_each_layer(*asked)
    counts = [
        single_vector_decoding.count_self_sufficient_vectors(
            reading.source, row, reading.translation
        )
        for row in said
    ]
    count = sum(map(single_vector_decoding.is_word, reading.source))
    explain.show_callout(
        remarks.describe_vectors_alone(counts, count, said[-1], reading.source, reading.translation)
    )
    heads = [_("vector of"), *figures.depth_names(len(said))]
    rows = _table_rows_html(reading.source, said, chosen_token, reading.language)
    whole_row = "".join(
        f'<td lang="{html.escape(reading.language)}">{html.escape(one or _("(nothing)"))}</td>'
        for one in whole
    )
    rows.append(f'<tr><th scope="row">{html.escape(_("all of them"))}</th>{whole_row}</tr>')
    st.html(html_table("alone-table", heads, rows, scope="col"))


def _table_rows_html(
    tokens: Sequence[Token],
    outputs: Sequence[Sequence[SingleVectorOutput]],
    word: int,
    language: str,
) -> list[str]:
    """Return HTML rows: a token, and what its vector alone yields at each depth."""
    rows = []
    for place, token in enumerate(tokens):
        cells = "".join(
            f'<td lang="{html.escape(language)}">{row[place].html}</td>' for row in outputs
        )
        kind = ' class="chosen"' if place == word else ""
        rows.append(f'<tr{kind}><th scope="row">{html.escape(token.text)}</th>{cells}</tr>')
    return rows
