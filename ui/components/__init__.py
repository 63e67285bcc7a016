"""Views that run in the browser: small components of plain SVG, canvas and script."""

import base64
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from torch import Tensor

_HERE = Path(__file__).parent


def view(name: str, *parts: str) -> Callable:
    """Register the component of ``<name>.js`` (and ``<name>.css``); it sees ``glass.js``.

    Args:
        name: of the component and of its files.
        parts: further scripts (and styles) that it sees, which views share among them.
    """
    styles = [path for part in (*parts, name) if (path := _HERE / f"{part}.css").exists()]
    scripts = "".join((_HERE / f"{script}.js").read_text() for script in ("glass", *parts, name))
    return st.components.v2.component(
        name,
        html=f'<div class="{name}"></div>',
        css="".join(path.read_text() for path in styles) or None,
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
