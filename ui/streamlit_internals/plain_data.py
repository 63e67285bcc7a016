"""The data of views is JSON without spaces, and is written once.

Streamlit looks in all of it for data frames, of which no view has any, and writes it a second time,
in alphabetical order, to tell views without a key from each other: each of ours has one.
"""

import json

from streamlit.components.v2.bidi_component import main
from streamlit.proto.BidiComponent_pb2 import BidiComponent


def write_data_once() -> None:
    """Let Streamlit take the data of views as it is."""
    main.serialize_mixed_data = _write
    mixin = main.BidiComponentMixin
    mixin._build_bidi_identity_kwargs = lambda *_, **__: {}  # type: ignore[method-assign]


def _write(data: object, bidi_component_proto: BidiComponent) -> None:
    bidi_component_proto.json = json.dumps(data, separators=(",", ":"))
