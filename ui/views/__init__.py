"""Views that run in the browser: small components of plain SVG, canvas and script."""

import base64
import logging
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import streamlit as st
from torch import Tensor

from model.tokens import TYPED
from ui.forms import misfit
from ui.locales.extract import view_title
from ui.messages import _
from ui.session_keys import READ, TYPED_LANGUAGE
from ui.streamlit_internals.plain_data import write_data_once
from ui.views.host import Drawn, host
from ui.views.schema import SCHEMAS, Schema, forms_of, name_axes
from ui.views.scripts import ROOT, loader
from ui.views.tables import Table

STEPS = 65_535  # of a share that is sent in sixteen bits
_DRAWN, _ALONE = "views drawn", "view alone"
_log = logging.getLogger("glass.access")


def view(
    file: str | Path,
    record: type | None = None,
    events: type | None = None,
    *,
    takes: Sequence[Table] = (),
    picture: bool = True,
    says: Mapping[str, object] = MappingProxyType({}),
    asks: Sequence[str] = (),
) -> Callable:
    """Register the component of a file: beside ``x.py`` stand ``x.js`` and, perhaps, ``x.css``.

    Its styles are in the one sheet that a browser loads first (``ui/frame/styles.py``).

    Args:
        file: a module; the first line of its docstring says what the view shows.
        record: of its data, which is given as one; see ``ui.views.schema``.
        events: what a browser can say with it: a record with a field for each event.
        takes: its tables, for those who take its numbers along.
        picture: whether it shows something to be taken along; else it only serves to choose.
        says: where there is no record of its events, forms by their names (see ``ui.forms``).
        asks: what of that only the model can answer, such as "silence", or "choose.begin" for a
            part of what is said as "choose". A file has no model: it leads into the app.
    """
    write_data_once()
    script = Path(file).resolve().with_suffix(".js").relative_to(ROOT)
    component = st.components.v2.component(
        script.stem,
        html=f'<div class="{script.stem}"></div>',
        js=loader(script.as_posix(), picture),
        isolate_styles=False,
    )

    path = script.as_posix()
    if record:
        SCHEMAS[script.stem] = Schema(ROOT / script, record, events)
        takes, says = name_axes(record, takes), forms_of(events)

    def listen(*, key: str, data: Any, **more: Any) -> object:
        if is_dataclass(data):
            data = as_data(data)
        if (taker := host()) is not None:
            taker.drawn.append(Drawn(path, key, data))
            return None
        acts = {name: _hear(key, name, says, act) for name, act in _callbacks(more)}
        return component(key=key, data=data, **(more | acts))

    if not picture:
        return listen
    english = view_title((ROOT / script).with_suffix(".py").read_text(encoding="utf-8"))

    def draw(*, key: str, data: Any, **more: Any) -> object:
        title = _(english)
        if is_dataclass(data):
            data = {**as_data(data), "takes": takes}
        if host() is None:
            st.session_state.setdefault(_DRAWN, {})[key] = data.get("label") or title
            if st.session_state.get(_ALONE) not in (None, key):
                return None
        taken = {"name": key, "title": title, "root": script.stem, "script": path, "asks": asks}
        return listen(key=key, data={**data, "taken": taken, "langs": languages()}, **more)

    return draw


def _callbacks(options: Mapping[str, Any]) -> list[tuple[str, Callable[[Any], None]]]:
    return [(name, act) for name, act in options.items() if re.fullmatch("on_.+_change", name)]


def _hear(
    key: str, name: str, says: Mapping[str, object], act: Callable[[Any], None]
) -> Callable[[], None]:
    """Return a callback that acts only on what a view can say: anybody may send anything.

    Args:
        key: of the view.
        name: of the callback, ``on_..._change``.
        says: see ``view``.
        act: what the page does with what was said.
    """
    event = name.removeprefix("on_").removesuffix("_change")
    form = says[event]

    def check() -> None:
        held = st.session_state.get(key)  # none where the page that drew it has been left since
        said = held and held.get(event)
        if said is None:
            return
        if wrong := misfit(said, form, closed=True):
            _log.info("view %s cannot say “%s”: %s", key, event, wrong)
            return
        try:
            act(said)
        except LookupError as error:  # no such place: the sentence may be another now
            _log.warning("view %s said “%s”, and it could not be done: %r", key, event, error)

    return check


def begin(alone: str | None) -> None:
    """Begin a run: no view is drawn yet.

    Args:
        alone: the key of the one view that is to be drawn; all of them where it is None.
    """
    st.session_state[_DRAWN], st.session_state[_ALONE] = {}, alone


def views_of_run() -> list[tuple[str, str]]:
    """Return key and title of each view that this run asked for and that can be taken along."""
    return list(st.session_state.get(_DRAWN, {}).items())


def pack(tensor: Tensor) -> dict[str, object]:
    """Return a tensor as data for a view: its shape, and its float32 numbers in base64."""
    numbers = tensor.detach().float().contiguous().cpu().numpy()
    return {"shape": list(numbers.shape), "data": base64.b64encode(numbers.tobytes()).decode()}


def as_data(value: Any) -> Any:
    """Return a record, and all that is in it, as a view is given it; anything else as it is."""
    if isinstance(value, Tensor):
        return pack(value)
    if is_dataclass(value):
        return {field.name: as_data(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {name: as_data(one) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [as_data(one) for one in value]
    return value


def json_rows(values: Tensor) -> list[list[float | None]]:
    """Return a matrix as JSON can hold it: what is not a number becomes null."""
    return [[None if math.isnan(one) else one for one in row] for row in values.tolist()]


def languages() -> dict[str, str | None]:
    """Return the languages of the sentence and of its translation, for a screen reader's voice."""
    if (taker := host()) is not None:
        return {"source": taker.source, "target": taker.target}
    typed, asked = st.session_state.get(TYPED_LANGUAGE), st.session_state.get(READ)
    return {"source": typed, "target": asked.language if asked else None}


@dataclass(frozen=True)
class Label:
    """A token as a view writes it; lang is its language, which </s> and the like have not."""

    text: str
    joined: bool
    special: bool
    known: bool
    lang: str | None


def label_tokens(tokens: Sequence) -> list[Label]:
    """Return tokens as a view writes them."""
    typed = languages()["source"]
    return [
        Label(
            t.text,
            t.joined,
            t.special,
            t.known,
            None if t.special else typed if t.language == TYPED else t.language or None,
        )
        for t in tokens
    ]


def labels(tokens: Sequence) -> list[dict[str, object]]:
    """Return tokens as data for a view that has no record of it."""
    return as_data(label_tokens(tokens))


def pack_large(tensor: Tensor, most: int = 250_000) -> dict[str, object]:
    """Return shares, from 0 to 1, as data for a view: of very many, each in steps of 1/65535.

    All heads and steps of the longest sentence would have 30 MB else, and a picture shows no more
    than three digits of any.

    Args:
        tensor: shares.
        most: numbers that are sent as they are.
    """
    if tensor.numel() <= most:
        return pack(tensor)
    steps = (tensor.detach().float().cpu() * STEPS).round().clamp(0, STEPS).numpy().astype("<u2")
    data = base64.b64encode(steps.tobytes()).decode()
    return {"shape": list(steps.shape), "data": data, "steps": STEPS}
