"""The tokenization page shows what the tokenizer did, whatever is typed."""

from itertools import pairwise

import pytest
from streamlit.testing.v1 import AppTest

from model.config import MAX_PIECES
from model.tokenizer import EOS
from pages.input.tokenization import remarks
from ui.readings import session

BAD = {
    "emoji": "I 😀 you 👨‍👩‍👧",
    "arabic": "مرحبا بالعالم",
    "chinese": "你好，世界。",
    "markup": "<b>bold</b> **bold** $x$ [a](b) <script>alert(1)</script>",
    "control": "a\x00b\x07 c\x1b[0m",
    "one word of 10,000 characters": "ab" * 5000,
    "many words": "word " * 2000,
    "accents": "e\u0301a\u0301\u0302\u0303 n\u0303",
    "one letter": "a",
    "punctuation": "...!?",
    "zero width": "a\u200bb \u200b \ufeffc",
    "forms": "½ ﬁ Ａ … ﷺ ¨",
}


@pytest.fixture
def open_tokenization(open_page):
    return lambda **parameters: open_page("tokenization", **parameters)


def look(app: AppTest) -> str:
    return next(h.proto.body for h in app.get("html") if 'class="look"' in h.proto.body)


def test_the_chips_are_what_the_encoder_gets(open_tokenization, data_of):
    app = open_tokenization(source="The cat sleeps.")
    path, reading = data_of(app, "token_path"), app.session_state["read"].read()
    shown = [*(piece["id"] for piece in path["pieces"]), path["end"]["id"]]
    assert shown == list(reading.source_ids)
    assert path["end"]["id"] == EOS


def test_a_word_that_was_chosen_stays_in_the_link_where_it_is_the_default(
    open_tokenization, data_of
):
    app = open_tokenization(source="Unbelievable!", sections="none")
    first = data_of(app, "token_path")["chosen"] + 1
    for chosen in (first + 1, first):
        app.session_state["word"] = chosen
        assert f"word={chosen}" in data_of(app.run(), "address")["query"]


def test_what_is_left_out_of_a_long_text_is_no_space_at_its_end(open_tokenization, data_of):
    long = "word " * 60 + "and more."
    assert long[299] == " "  # the last character that is shown
    changes = data_of(open_tokenization(source=long), "token_path")["changes"]
    assert [why for *_, why in changes] == [[]]


def test_characters_that_are_spelled_as_bytes_are_not_in_the_row_of_characters(
    open_tokenization, data_of
):
    data = data_of(open_tokenization(source="a 你"), "units")
    known = {char: ok for char, __, ok in data["rows"][0]["units"]}
    assert known["a"]
    assert not known["你"]


def test_another_target_changes_nothing_of_what_the_encoder_reads(open_tokenization, data_of):
    link = {"source": "The cat sleeps."}
    french = data_of(open_tokenization(to="fr", **link), "token_path")
    english = data_of(open_tokenization(to="en", **link), "token_path")
    assert french["pieces"] == english["pieces"]


def test_the_staircase_ends_in_the_pieces_of_the_chosen_word(open_tokenization, data_of):
    app = open_tokenization(source="The cat sleeps.", word="3")
    path, replay = data_of(app, "token_path"), data_of(app, "merges")
    assert path["chosen"] == 2
    assert path["pieces"][2]["word"] == replay["word"] == "sleeps."
    assert replay["steps"][0]["pieces"] == list("▁sleeps.")
    assert replay["ids"] == [piece["id"] for piece in path["pieces"][2:]]
    assert replay["shown"] == len(replay["steps"]) - 1
    for before, after in pairwise(replay["steps"]):
        assert after["rank"] == min(rank for rank in before["pairs"] if rank)


def test_the_word_with_most_pieces_is_replayed_at_first(open_tokenization, data_of):
    app = open_tokenization(source="The cat sleeps because it is tired.")
    words = [piece["word"] for piece in data_of(app, "token_path")["pieces"]]
    lettered = [word for word in words if word.isalpha()]
    most = max(lettered, key=lambda word: (lettered.count(word), len(word)))
    assert lettered.count(data_of(app, "merges")["word"].rstrip(".")) == lettered.count(most)


def test_the_link_keeps_word_merge_typed_word_and_search(open_tokenization, data_of):
    app = open_tokenization(source="The cat sleeps.", word="2", merge="1", spell="chat", find=" th")
    replay = data_of(app, "merges")
    assert (replay["word"], replay["shown"]) == ("chat", 1)
    assert data_of(app, "token_path")["chosen"] == 1
    found = [entry["text"] for entry in data_of(app, "found")["entries"]]
    assert found[0] == "▁th"
    assert len(found) == remarks.FOUND


def test_links_out_of_range_are_dropped(open_tokenization, data_of):
    app = open_tokenization(source="Hi", word="77", merge="-3")
    assert not app.exception
    assert data_of(app, "token_path")["chosen"] == 0
    replay = data_of(app, "merges")
    assert replay["shown"] == len(replay["steps"]) - 1


def test_the_end_token_has_no_merges_and_says_so(open_tokenization, data_of):
    end = 1 + len(session.load_model()[1].encode("The cat sleeps"))
    app = open_tokenization(source="The cat sleeps", word=str(end))
    assert data_of(app, "token_path")["chosen"] == end - 1
    assert "no merges" in app.caption[0].value
    assert data_of(app, "merges")["word"] == "sleeps"


def test_three_ways_of_cutting_cover_the_same_text(open_tokenization, data_of):
    app = open_tokenization(source="The cat doesn't sleep at all.")
    rows = data_of(app, "units")["rows"]
    texts = {"".join(unit[0] for unit in row["units"]) for row in rows}
    assert texts == {"▁The▁cat▁doesn't▁sleep▁at▁all."}
    assert [len(row["units"]) for row in rows][1:] == [7, len(data_of(app, "token_path")["pieces"])]


def test_characters_without_a_piece_are_listed_as_they_are_cut(open_tokenization, data_of):
    app = open_tokenization(source="A cat 😀 there")
    path = {piece["text"] for piece in data_of(app, "token_path")["pieces"]}
    listed = [entry["text"] for entry in data_of(app, "lacking_0")["entries"]]
    assert set(listed) <= path
    assert not {"▁cat", "▁there"} & {*listed}
    assert not app.exception


def test_normalization_is_shown_as_typed_and_as_read(open_tokenization, data_of):
    changes = data_of(open_tokenization(source="it’s  ﬁne"), "token_path")["changes"]
    assert "".join(before for before, _, _ in changes) == "it’s  ﬁne"
    assert "".join(after for _, after, _ in changes) == "it's fine"


def test_capitals_are_shown_as_typed_and_as_read(open_tokenization, data_of):
    path = data_of(open_tokenization(source="THE CAT  SLEEPS."), "token_path")
    assert [change[:2] for change in path["changes"]] == [["THE CAT  SLEEPS.", "The cat sleeps."]]
    ids = [piece["id"] for piece in path["pieces"]]
    assert ids == session.load_model()[1].encode("The cat sleeps.")


def test_special_tokens_are_listed_in_order(open_tokenization, data_of):
    entries = data_of(open_tokenization(), "special")["entries"]
    codes = session.load_model()[1].languages
    assert [e["text"] for e in entries] == ["<pad>", "<unk>", "</s>", *(f"<2{c}>" for c in codes)]
    assert [e["id"] for e in entries] == list(range(3 + len(codes)))


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_anything_may_be_typed_anywhere(open_tokenization, data_of, text):
    app = open_tokenization(source=text)
    assert not app.exception
    pieces = data_of(app, "token_path")["pieces"]
    tokenizer = session.load_model()[1]
    assert [piece["id"] for piece in pieces] == tokenizer.encode(text)[:MAX_PIECES]
    assert "In your sentence" in look(app)
    app.text_input(key="spell").set_value(text[:40]).run()
    app.text_input(key="find").set_value(text[:20]).run()
    assert not app.exception


def test_two_typed_stars_are_no_markup(open_tokenization):
    assert "<b>bold" not in look(open_tokenization(source="**bold**"))
