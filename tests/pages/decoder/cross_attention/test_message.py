"""How much the page sends at most."""

import tomllib

from tests.opened import ROOT


def test_two_translations_of_the_longest_text_fit_into_a_message(open_page):
    app = open_page("cross_attention", source="a" * 300, **{"from": "en", "to": "fr"})
    sizes = [view.proto.ByteSize() for view in app.get("bidi_component")]
    limit = tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["server"]["maxMessageSize"]
    assert 10e6 < max(sizes) < 0.95 * limit * 1e6
