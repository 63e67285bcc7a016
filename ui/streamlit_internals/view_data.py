"""Serialization of view data: compact JSON, written once.

Streamlit searches the data for data frames, which no view has, and writes it a second time with
sorted keys to tell components without a key apart: each of ours has a key.
"""

import json

from streamlit.components.v2.bidi_component import main
from streamlit.proto.BidiComponent_pb2 import BidiComponent


def serialize_view_data_as_json() -> None:
    """Patch Streamlit so that it serializes a component's data as JSON once, instead of twice."""
    main.serialize_mixed_data = _write_json
    mixin = main.BidiComponentMixin
    mixin._build_bidi_identity_kwargs = lambda *_, **__: {}  # type: ignore[method-assign]


def _write_json(data: object, bidi_component_proto: BidiComponent) -> None:
    """Write view data as compact JSON into Streamlit's message."""
    bidi_component_proto.json = json.dumps(data, separators=(",", ":"))
