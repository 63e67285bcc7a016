"""The cross-attention page, opened: what its view is given."""

import json

import pytest

from tests.unpacked import unpacked
from ui.frame.bar import DEFAULT

ASKED = {"source": DEFAULT, "from": "en", "to": "fr"}


@pytest.fixture
def cross(open_page, data_of):
    """Return a function that opens the page and returns its view's data and its tensors."""

    def cross(**parameters):
        app = open_page("cross_attention", **(ASKED | parameters))
        assert not app.exception
        data = data_of(app, "memory_view")
        views = [view.proto for view in app.get("bidi_component")]
        sent = [json.loads(view.json) for view in views if view.component_name == "tensors"]
        assert {(one["version"], one["count"]) for one in sent} == {(data["version"], len(sent))}
        return data, {one["name"]: unpacked(one["tensor"]) for one in sent}, app

    return cross
