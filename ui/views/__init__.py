"""Views that run in the browser: small components of plain SVG, canvas and script."""

import base64
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from torch import Tensor

from ui.views.scripts import ROOT, loader, modules

FOCUS = Path(__file__).parent / "library" / "focus.css"


def view(file: str | Path) -> Callable:
    """Register the component of a file: beside ``x.py`` stand ``x.js`` and, perhaps, ``x.css``.

    Its styles are its own and, before them, those that stand beside the scripts it imports and the
    ring of the keyboard's focus.
    """
    script = Path(file).with_suffix(".js").relative_to(ROOT)
    styles = [FOCUS, *((ROOT / path).with_suffix(".css") for path in modules(script.as_posix()))]
    return st.components.v2.component(
        script.stem,
        html=f'<div class="{script.stem}"></div>',
        css="".join(style.read_text() for style in styles if style.exists()),
        js=loader(script.as_posix()),
        isolate_styles=False,
    )


def packed(tensor: Tensor) -> dict[str, object]:
    """Return a tensor as data for a view: its shape, and its float32 numbers in base64."""
    numbers = tensor.detach().float().contiguous().cpu().numpy()
    return {"shape": list(numbers.shape), "data": base64.b64encode(numbers.tobytes()).decode()}


def labels(tokens: tuple) -> list[dict[str, object]]:
    """Return tokens as data for a view."""
    return [
        {"text": t.text, "joined": t.joined, "special": t.special, "known": t.known} for t in tokens
    ]
