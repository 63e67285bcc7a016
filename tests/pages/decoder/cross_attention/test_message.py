"""How much the page sends at most."""

from ui.streamlit_internals import LARGEST_ANSWER


def test_two_translations_of_the_longest_text_fit_into_messages(open_page):
    numbers = " ".join(map(str, range(500)))  # which a translation repeats, as long as it may
    app = open_page("cross_attention", source=numbers, **{"from": "en", "to": "fr"})
    sizes = [view.proto.ByteSize() for view in app.get("bidi_component")]
    assert sum(sizes) > LARGEST_ANSWER  # all of them in one would not
    assert 5e6 < max(sizes) < 0.5 * LARGEST_ANSWER
