"""The pairs of the page, all of them measured on request by a worker."""

import html
from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from pages.lab.patch_it import choices
from pages.lab.patch_it.compute.pairs import Found, survey
from pages.lab.patch_it.presets import PAIRS
from pages.lab.patch_it.remarks import notes
from pages.lab.patch_it.remarks.streams import DARK, effect
from ui.frame.background import Seen, Task, follow
from ui.messages import _
from ui.readings import session
from ui.readings.typed import name
from ui.words import with_sign


def show() -> None:
    """Offer to measure all pairs; list them as they come."""
    glass, pairs = session.glass(), choices.known_pairs(PAIRS)
    if not pairs:  # in languages that the model does not write
        return
    follow(
        Task(
            "pairs",
            tuple(pairs),
            partial(survey, glass.network, glass.tokenizer, pairs),
            _(notes.MEASURE_PAIRS).format(count=len(pairs)),
            lambda found: (
                len(found) / len(pairs),
                _(notes.PAIRS_MEASURED).format(done=len(found), count=len(pairs)),
            ),
        ),
        _list,
    )


def _list(seen: Seen[Found]) -> None:
    if seen.results:
        tokenizer = session.glass().tokenizer
        st.html(table(seen.results, lambda token: name(tokenizer, token)))


def table(found: Sequence[Found], name: Callable[[int], str]) -> str:
    """Return a table of pairs and of where each of them turns, as HTML."""
    head = (
        _("pair"),
        _("compete"),
        "d",
        _("in the encoder"),
        _("in the decoder"),
        _("cross-attention"),
    )
    cells = "".join(f"<th>{html.escape(one)}</th>" for one in head)
    rows = "".join(_pair(one, name) for one in found)
    return f'<table class="pairs"><thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table>'


def _pair(found: Found, name: Callable[[int], str]) -> str:
    pair = found.pair
    texts = f"{pair.clean} / {pair.changed}" if pair.clean != pair.changed else pair.clean
    clean, changed = (with_sign(one, 1, plus=True) for one in found.differences)
    layer = max(range(len(found.cross)), key=lambda i: abs(found.cross[i]), default=0)
    cells = [
        f"<b>{html.escape(_(pair.name))}</b><br>{html.escape(texts)}",
        html.escape(" / ".join(name(token) for token in found.tokens)),
        f"{clean} → {changed}",
        *(_path(found.paths.get(stack, []), name) for stack in ("encoder", "decoder")),
        _in_layer(layer, found.cross[layer]) if found.cross else "–",
    ]
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _in_layer(layer: int, value: float) -> str:
    """Return an effect and its layer, as HTML."""
    return _("layer {layer} {effect}").format(layer=layer + 1, effect=f"<b>{effect(value)}</b>")


def _path(path: Sequence[tuple[float, int]], name: Callable[[int], str]) -> str:
    """Name the strongest position in the embedding and, where it is another one, further up."""
    strong = [(depth, *one) for depth, one in enumerate(path) if abs(one[0]) >= DARK]
    if not strong:
        return _("nowhere")
    told = [strong[0], strong[-1]] if strong[0] != strong[-1] else strong[:1]
    return " → ".join(
        (
            _("“{token}” {effect} (layer {layer})")
            if depth
            else _("“{token}” {effect} (embedding)")
        ).format(token=html.escape(name(token)), effect=f"<b>{effect(value)}</b>", layer=depth)
        for depth, value, token in told
    )
