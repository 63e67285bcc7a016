"""From page to page in one session, as visitors go."""

import pytest

from ui.contents import PAGES
from ui.readings import defaults, session

NAMES = [page.name for page in PAGES]


@pytest.mark.parametrize("names", [NAMES, NAMES[::-1]], ids=["forwards", "backwards"])
def test_who_chooses_nothing_finds_every_page_as_it_begins(open_page, go, data_of, names):
    app = open_page(names[0], sections="")
    for name in names[1:]:
        go(app, name)
        assert not app.exception, name
        assert not app.error, name
        assert data_of(app, "address")["query"] == "", name


def test_a_visit_to_break_it_leaves_the_feed_forward_page_as_it_was(open_page, go, data_of):
    app = go(open_page("break_it"), "feed_forward")
    assert app.text_input(key="instead").value == "dog"
    assert data_of(app, "feed_forward")["unit"] == -1  # the strongest


def test_a_page_shows_its_own_word_until_somebody_chooses_one(open_page, go, data_of):
    app = go(open_page("multi_head", source="The unbelievable cat."), "tokenization")
    assert data_of(app, "token_path")["chosen"] == 1


def test_what_was_chosen_goes_along(open_page, go, data_of):
    app = open_page("multi_head", source="The unbelievable cat.")
    app.button_group(key="layer").set_value(3).run()
    app.session_state["word"] = 1  # as a click on the word does
    app.session_state["head"] = 2
    app.run()
    assert data_of(go(app, "cross_attention"), "memory_view")["layer"] == 2
    assert data_of(app, "memory_view")["head"] == 1
    app.session_state["word"] = 3
    data = data_of(go(app, "tokenization"), "token_path")
    assert data["chosen"] == 2
    assert go(app, "residual_and_norm").button_group(key="layer").value == 3


def test_a_choice_of_what_another_page_begins_with_is_a_choice_too(open_page, go, data_of):
    app = open_page("tokenization", source="The unbelievable cat.")
    app.session_state["word"] = 1
    go(app.run(), "multi_head")
    assert data_of(go(app, "tokenization"), "token_path")["chosen"] == 0
    go(app, "multi_head").button_group(key="layer").set_value(3).run()
    app.button_group(key="layer").set_value(1).run()
    assert data_of(go(app, "cross_attention"), "memory_view")["layer"] == 0


def test_a_new_sentence_is_shown_whole_and_no_step_of_it_is_chosen(open_page, go, data_of):
    app = open_page("overview")
    app.session_state["step"] = 2
    app.run()
    app.text_input(key="source").set_value("Where is it?").run()
    assert "step" not in data_of(app, "address")["query"]
    begins = defaults.find_default_step(session.read("Where is it?", "fr"))
    assert data_of(go(app, "next_token"), "tokens")["chosen"] == begins
