"""All preset pairs, patched on request by a background worker."""

import html
from collections.abc import Sequence
from functools import partial

import streamlit as st

from model.patching.minimal_pairs import PairResult, patch_minimal_pairs
from pages.lab.patch_it import choices
from pages.lab.patch_it.remarks import notes
from pages.lab.patch_it.remarks.maps import STRONG, format_effect
from ui.frame.background import JobStatus, Task, show_job
from ui.messages import _
from ui.readings import session
from ui.readings.token_input import token_label
from ui.words import format_decimal, html_table


def show() -> None:
    """Show a button that patches every preset pair of sentences; list results as they come."""
    glass, pairs = session.glass(), choices.available_pairs()
    count = len(pairs)

    def progress(results: Sequence[PairResult]) -> tuple[float, str]:
        """Return the share of pairs patched, and the text for the progress bar."""
        return len(results) / count, _(notes.PAIRS_MEASURED).format(done=len(results), count=count)

    if pairs:  # none if the model lacks their languages
        label = _(notes.MEASURE_PAIRS).format(count=count)
        task = Task(
            "pairs", tuple(pairs), partial(patch_minimal_pairs, glass, pairs), label, progress
        )
        show_job(task, _show_results)


def _show_results(job_status: JobStatus[PairResult]) -> None:
    """Show the table of the pairs measured so far."""
    if job_status.results:
        st.html(pairs_table_html(job_status.results))


def pairs_table_html(results: Sequence[PairResult]) -> str:
    """Return an HTML table of the results of minimal pairs, a row for each pair.

    The columns are the two sentences, the two competing tokens, the difference of their logits in
    either run, and where in encoder, decoder and cross-attention patching has the largest effects.

    Args:
        results: the result of each pair.
    """
    head = (
        _("pair"),
        _("compete"),
        "d",
        _("in the encoder"),
        _("in the decoder"),
        _("cross-attention"),
    )
    rows = (
        f"<tr>{''.join(f'<td>{cell}</td>' for cell in _row_cells_html(one))}</tr>"
        for one in results
    )
    return html_table("pairs", head, rows)


def _row_cells_html(result: PairResult) -> list[str]:
    """Return the cells of one pair's row, as HTML."""
    texts = " / ".join(dict.fromkeys(result.pair.texts))
    clean, changed = (format_decimal(one, 1, with_plus=True) for one in result.differences)
    layer = max(range(len(result.cross)), key=lambda i: abs(result.cross[i]), default=0)
    crossing = (
        _("layer {layer} {effect}").format(
            layer=layer + 1, effect=_effect_html(result.cross[layer])
        )
        if result.cross
        else "–"
    )
    return [
        f"<b>{html.escape(_(result.pair.name))}</b><br>{html.escape(texts)}",
        html.escape(" / ".join(map(_token_label, result.tokens))),
        f"{clean} → {changed}",
        *(_describe_path(result.paths.get(stack, [])) for stack in ("encoder", "decoder")),
        crossing,
    ]


def _describe_path(path: Sequence[tuple[float, int]]) -> str:
    """Describe where the effect is strongest: at a token's embedding, then in later layers."""
    strong = [(depth, *one) for depth, one in enumerate(path) if abs(one[0]) >= STRONG]
    if not strong:
        return _("nowhere")
    embedding, above = _("“{token}” {effect} (embedding)"), _("“{token}” {effect} (layer {layer})")
    return " → ".join(
        (above if depth else embedding).format(
            token=html.escape(_token_label(token)), effect=_effect_html(value), layer=depth
        )
        for depth, value, token in dict.fromkeys((strong[0], strong[-1]))
    )


def _effect_html(value: float) -> str:
    """Return an effect in bold, as HTML."""
    return f"<b>{format_effect(value)}</b>"


def _token_label(token: int) -> str:
    """Return a token as people read it."""
    return token_label(session.glass().tokenizer, token)
