"""How much the page sends at most."""

import torch

from tests.given import read_data
from tests.unpacked import unpacked
from ui.readings import session
from ui.streamlit_internals import LARGEST_ANSWER

NUMBERS = " ".join(map(str, range(500)))  # which a translation repeats, as long as it may


def sizes(app):
    return [view.proto.ByteSize() for view in app.get("bidi_component")]


def test_two_translations_of_the_longest_text_are_sent_in_half_the_bytes(open_page):
    asked = {"source": NUMBERS, "from": "en", "to": "fr"}
    app = open_page("cross_attention", sections="all", **asked)
    assert 10e6 < sum(sizes(app)) < 16e6
    assert max(sizes(app)) < 0.25 * LARGEST_ANSWER
    [sent] = [
        data["tensor"]
        for data in map(read_data, app.get("bidi_component"))
        if data and data.get("name") == "0.weight"
    ]
    weights = session.read(NUMBERS, "fr").attention("cross", 2)["weights"][0]
    steps = sent["shape"][2]
    shown = unpacked(sent)[2, : len(weights), :, : weights.shape[-1]]
    assert torch.allclose(shown, weights[:, :steps, : shown.shape[-1]], atol=1e-5)
