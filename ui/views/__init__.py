"""Views that run in the browser: small components of plain SVG, canvas and script."""

import ast
import base64
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import streamlit as st
from torch import Tensor

from model.reading import TYPED
from ui.views.scripts import ROOT, loader, modules

_DRAWN, _ALONE = "views drawn", "view alone"
FOCUS = Path(__file__).parent / "library" / "focus.css"


def view(file: str | Path, picture: bool = True) -> Callable:
    """Register the component of a file: beside ``x.py`` stand ``x.js`` and, perhaps, ``x.css``.

    Its styles are its own and, before them, those that stand beside the scripts it imports and the
    ring of the keyboard's focus.

    Args:
        file: a module; the first line of its docstring says what the view shows.
        picture: whether it shows something to be taken along; else it only serves to choose.
    """
    script = Path(file).with_suffix(".js").relative_to(ROOT)
    styles = [FOCUS, *((ROOT / path).with_suffix(".css") for path in modules(script.as_posix()))]
    component = st.components.v2.component(
        script.stem,
        html=f'<div class="{script.stem}"></div>',
        css="".join(style.read_text() for style in styles if style.exists()),
        js=loader(script.as_posix(), picture),
        isolate_styles=False,
    )
    if not picture:
        return component
    title = _title((ROOT / script).with_suffix(".py"))

    def draw(*, key: str, data: Mapping[str, object], **more: object) -> object:
        st.session_state.setdefault(_DRAWN, {})[key] = data.get("label") or title
        if st.session_state.get(_ALONE) not in (None, key):
            return None
        taken = {"name": key, "title": title, "root": script.stem}
        own = {"taken": taken, "langs": languages()}
        return component(key=key, data={**data, **own}, **more)

    return draw


def begin(alone: str | None) -> None:
    """Begin a run: no view is drawn yet.

    Args:
        alone: the key of the one view that is to be drawn; all of them where it is None.
    """
    st.session_state[_DRAWN], st.session_state[_ALONE] = {}, alone


def drawn_views() -> list[tuple[str, str]]:
    """Return key and title of each view that this run asked for and that can be taken along."""
    return list(st.session_state.get(_DRAWN, {}).items())


def _title(module: Path) -> str:
    """Return what a module says of itself in its first line."""
    return (ast.get_docstring(ast.parse(module.read_text())) or "").partition("\n")[0].rstrip(".")


def pack(tensor: Tensor) -> dict[str, object]:
    """Return a tensor as data for a view: its shape, and its float32 numbers in base64."""
    numbers = tensor.detach().float().contiguous().cpu().numpy()
    return {"shape": list(numbers.shape), "data": base64.b64encode(numbers.tobytes()).decode()}


def languages() -> dict[str, str | None]:
    """Return the languages of the sentence and of its translation, for a screen reader's voice."""
    typed = st.session_state.get("typed language")  # see ui.choices.controls.typed_language
    return {"source": typed, "target": st.session_state.get("read", (None, None))[1]}


def labels(tokens: Sequence) -> list[dict[str, object]]:
    """Return tokens as data for a view."""
    typed = languages()["source"]
    return [
        {
            "text": t.text,
            "joined": t.joined,
            "special": t.special,
            "known": t.known,
            "lang": None if t.special else typed if t.language == TYPED else t.language or None,
        }
        for t in tokens
    ]
