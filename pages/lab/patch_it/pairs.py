"""All preset pairs, patched on request by a background worker."""

import html
from collections.abc import Sequence
from functools import partial

import streamlit as st

from model.patching.survey import Found, survey
from pages.lab.patch_it import choices
from pages.lab.patch_it.remarks import notes
from pages.lab.patch_it.remarks.maps import STRONG, effect
from ui.frame.background import Seen, Task, follow
from ui.messages import _
from ui.readings import session
from ui.readings.typed import name
from ui.words import html_table, with_sign


def show() -> None:
    """Offer to patch all preset pairs; list results as they come."""
    glass, pairs = session.glass(), choices.available_pairs()
    count = len(pairs)

    def progress(found: Sequence[Found]) -> tuple[float, str]:
        """Return the finished share, and its label for the progress bar."""
        return len(found) / count, _(notes.PAIRS_MEASURED).format(done=len(found), count=count)

    if pairs:  # none if the model lacks their languages
        label = _(notes.MEASURE_PAIRS).format(count=count)
        task = Task("pairs", tuple(pairs), partial(survey, glass, pairs), label, progress)
        follow(task, _draw)


def _draw(seen: Seen[Found]) -> None:
    """Show the table of the pairs measured so far."""
    if seen.results:
        st.html(table(seen.results))


def table(found: Sequence[Found]) -> str:
    """Return an HTML table of pairs, with the sites of their largest effects."""
    head = (
        _("pair"),
        _("compete"),
        "d",
        _("in the encoder"),
        _("in the decoder"),
        _("cross-attention"),
    )
    rows = (f"<tr>{''.join(f'<td>{cell}</td>' for cell in _cells(one))}</tr>" for one in found)
    return html_table("pairs", head, rows)


def _cells(found: Found) -> list[str]:
    """Return the cells of one pair's row, as HTML."""
    texts = " / ".join(dict.fromkeys(found.pair.texts))
    clean, changed = (with_sign(one, 1, plus=True) for one in found.differences)
    layer = max(range(len(found.cross)), key=lambda i: abs(found.cross[i]), default=0)
    crossing = (
        _("layer {layer} {effect}").format(layer=layer + 1, effect=_bold(found.cross[layer]))
        if found.cross
        else "–"
    )
    return [
        f"<b>{html.escape(_(found.pair.name))}</b><br>{html.escape(texts)}",
        html.escape(" / ".join(map(_name, found.tokens))),
        f"{clean} → {changed}",
        *(_path(found.paths.get(stack, [])) for stack in ("encoder", "decoder")),
        crossing,
    ]


def _path(path: Sequence[tuple[float, int]]) -> str:
    """Return the strongest position in the embedding and, if another, in higher layers."""
    strong = [(depth, *one) for depth, one in enumerate(path) if abs(one[0]) >= STRONG]
    if not strong:
        return _("nowhere")
    embedding, above = _("“{token}” {effect} (embedding)"), _("“{token}” {effect} (layer {layer})")
    return " → ".join(
        (above if depth else embedding).format(
            token=html.escape(_name(token)), effect=_bold(value), layer=depth
        )
        for depth, value, token in dict.fromkeys((strong[0], strong[-1]))
    )


def _bold(value: float) -> str:
    """Return an effect in bold, as HTML."""
    return f"<b>{effect(value)}</b>"


def _name(token: int) -> str:
    """Return a token as people read it."""
    return name(session.glass().tokenizer, token)
