"""Views that run in the browser: small components of plain SVG, canvas and script."""

import base64
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from torch import Tensor

_LIBRARY = Path(__file__).parent / "library"


def view(file: str | Path, *parts: str) -> Callable:
    """Register the component of a file: ``x.py`` has ``x.js``, and perhaps ``x.css``, beside it.

    Args:
        file: of the view; its name is that of the component.
        parts: further scripts (and styles) that it sees, beside it or in ``library``.
    """
    name, folders = Path(file).stem, (Path(file).parent, _LIBRARY)

    def text(part: str, ending: str) -> str:
        paths = (folder / f"{part}{ending}" for folder in folders)
        return next((path.read_text() for path in paths if path.exists()), "")

    scripts = "".join(text(part, ".js") for part in ("glass", *parts, name))
    styles = "".join(text(part, ".css") for part in (*parts, name))
    return st.components.v2.component(
        name,
        html=f'<div class="{name}"></div>',
        css=styles or None,
        js=scripts,
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
