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

from model.tokens import UNDETERMINED_LANGUAGE
from ui.locales.extract import view_title
from ui.messages import _, remove_word_joiners
from ui.schemas import validation_error
from ui.session_keys import READ, TYPED_LANGUAGE
from ui.streamlit_internals.view_data import serialize_view_data_as_json
from ui.views.collector import DrawnView, current_collector
from ui.views.export_tables import Table
from ui.views.schema import VIEW_SCHEMAS, ViewSchema, event_schemas, fill_table_axes
from ui.views.scripts import ROOT, view_loader

QUANTIZATION_STEPS = 65_535  # of a share that is sent in 16 bits
_DRAWN, _ALONE = "views drawn", "view alone"
_log = logging.getLogger("glass.access")


def register_view(
    file: str | Path,
    record: type | None = None,
    events: type | None = None,
    *,
    tables: Sequence[Table] = (),
    picture: bool = True,
    schemas: Mapping[str, object] = MappingProxyType({}),
    needs_model: Sequence[str] = (),
) -> Callable:
    """Register a view, ``x.js`` with its module ``x.py``; return the function that draws it.

    Its styles, in ``x.css``, are part of the app's stylesheet (``ui/frame/styles.py``).

    Args:
        file: path of the module; the first line of its docstring is the view's title.
        record: dataclass of the view's data; see ``ui.views.schema``. None: data is a dictionary.
        events: dataclass with a field for each event that the browser can send; the field's type
            is that of the event's data.
        tables: tables of its numbers for export; see ``ui.views.export_tables``.
        picture: whether the view can be exported; False for a view that is only a control.
        schemas: schemas of the events by name if ``record`` is None; see ``ui.schemas``.
        needs_model: events that need the model, such as "silence", or "choose.begin" for one field
            of the event "choose". An exported file has no model: there they lead into the app.

    Returns:
        ``draw(key=, data=, on_EVENT_change=)``: ``key`` is unique on the page, ``data`` is what the
        view shows, and the callbacks, one for each event, get the data of the event.
    """
    serialize_view_data_as_json()
    script = Path(file).resolve().with_suffix(".js").relative_to(ROOT)
    path = script.as_posix()
    component = st.components.v2.component(
        script.stem,
        html=f'<div class="{script.stem}"></div>',
        js=view_loader(path, picture),
        isolate_styles=False,
    )
    own_tables = tables
    if record:
        VIEW_SCHEMAS[script.stem] = ViewSchema(ROOT / script, record, events)
        own_tables, schemas = fill_table_axes(record, tables), event_schemas(events)

    def draw_component(*, key: str, data: Any, **options: Any) -> object:
        """Draw the component with this data, or hand both to a collector of views."""
        if is_dataclass(data):
            data = to_view_data(data)
        if (taker := current_collector()) is not None:
            taker.views.append(DrawnView(path, key, data))
            return None
        acts = _validating_callbacks(key, schemas, options)
        return component(key=key, data=data, **(options | acts))

    if not picture:
        return draw_component
    english = view_title((ROOT / script).with_suffix(".py").read_text(encoding="utf-8"))

    def draw_exportable(
        *, key: str, data: Any, tables: Sequence[Table] = (), **options: Any
    ) -> object:
        """Draw the component, with what an export of it needs: title, data, further tables."""
        title = _(english)
        if is_dataclass(data):
            data = {**to_view_data(data), "takes": [*own_tables, *tables]}
        if current_collector() is None:
            st.session_state.setdefault(_DRAWN, {})[key] = data.get("label") or title
            if st.session_state.get(_ALONE) not in (None, key):
                return None
        export = {"name": key, "title": title, "root": script.stem}
        taken = {**export, "script": path, "asks": needs_model}
        data = {**data, "taken": taken, "langs": sentence_languages()}
        return draw_component(key=key, data=data, **options)

    return draw_exportable


def _validating_callbacks(
    key: str, schemas: Mapping[str, object], options: Mapping[str, Any]
) -> dict[str, Callable[[], None]]:
    """Return the event callbacks among keyword arguments, each with its event validated first."""
    return {
        name: _validating_callback(key, name, schemas, act)
        for name, act in options.items()
        if re.fullmatch("on_.+_change", name)
    }


def _validating_callback(
    key: str, name: str, event_schemas: Mapping[str, object], callback: Callable[[Any], None]
) -> Callable[[], None]:
    """Return a callback that validates a view's event, then passes it to the page's callback.

    Args:
        key: key of the view.
        name: name of the callback, ``on_..._change``.
        event_schemas: schemas of the events by name.
        callback: what the page does with a valid event.
    """
    event = name.removeprefix("on_").removesuffix("_change")
    form = event_schemas[event]

    def handle_event() -> None:
        """Act on a view's new event if it is valid; else log it."""
        held = st.session_state.get(key)  # None if the page that drew it was left
        said = held and held.get(event)
        if said is None:
            return
        if wrong := validation_error(said, form, closed=True):
            _log.info("view %s cannot say “%s”: %s", key, event, wrong)
            return
        try:
            callback(said)
        except LookupError as error:  # no such index: the sentence may have changed
            _log.warning("view %s said “%s”, and it could not be done: %r", key, event, error)

    return handle_event


def begin_run(only_view: str | None) -> None:
    """Forget the views that the previous script run has drawn.

    Args:
        only_view: key of the only view that will be drawn; None: all are drawn.
    """
    st.session_state[_DRAWN], st.session_state[_ALONE] = {}, only_view


def exportable_views() -> list[tuple[str, str]]:
    """Return the key and the title of each view of this script run that can be exported."""
    return list(st.session_state.get(_DRAWN, {}).items())


def encode_tensor(tensor: Tensor) -> dict[str, object]:
    """Encode a tensor for a view.

    Returns:
        "shape", and "data": the values as float32 in base64.
    """
    numbers = tensor.detach().float().contiguous().cpu().numpy()
    return {"shape": list(numbers.shape), "data": base64.b64encode(numbers.tobytes()).decode()}


def to_view_data(value: Any) -> Any:
    """Convert a record, and tensors and records inside it, to JSON-ready data for a view."""
    if isinstance(value, Tensor):
        return encode_tensor(value)
    if is_dataclass(value):
        return {field.name: to_view_data(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {name: to_view_data(one) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [to_view_data(one) for one in value]
    return remove_word_joiners(value) if isinstance(value, str) else value


def json_rows(values: Tensor) -> list[list[float | None]]:
    """Return a matrix as nested lists for JSON, with None for NaN."""
    return [[None if math.isnan(one) else one for one in row] for row in values.tolist()]


def sentence_languages() -> dict[str, str | None]:
    """Return the language codes of the "source" and the "target"; None for what is unknown.

    With them, a screen reader pronounces the tokens.
    """
    if (taker := current_collector()) is not None:
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
    """Return tokens as labels for a view: text, kind of token, and language (see ``Label``)."""
    typed = sentence_languages()["source"]
    return [
        Label(
            t.text,
            t.joined,
            t.special,
            t.known,
            None
            if t.special
            else typed
            if t.language == UNDETERMINED_LANGUAGE
            else t.language or None,
        )
        for t in tokens
    ]


def token_labels_data(tokens: Sequence) -> list[dict[str, object]]:
    """Return tokens as JSON-ready dictionaries, for views whose data has no record type.

    The keys are the fields of ``Label``.
    """
    return to_view_data(label_tokens(tokens))


def encode_shares(tensor: Tensor, max_size: int = 250_000) -> dict[str, object]:
    """Encode shares from 0 to 1 for a view: as float32 or, if there are very many, in 16 bits.

    All heads and steps of the longest sentence would take 30 MB as float32.

    Args:
        tensor: the shares.
        max_size: most values that are sent as float32.

    Returns:
        "shape" and "data" as from ``encode_tensor``. In 16 bits, "data" holds unsigned integers,
        and "steps" is the integer that stands for a share of 1.
    """
    if tensor.numel() <= max_size:
        return encode_tensor(tensor)
    steps = (
        (tensor.detach().float().cpu() * QUANTIZATION_STEPS)
        .round()
        .clamp(0, QUANTIZATION_STEPS)
        .numpy()
        .astype("<u2")
    )
    data = base64.b64encode(steps.tobytes()).decode()
    return {"shape": list(steps.shape), "data": data, "steps": QUANTIZATION_STEPS}
