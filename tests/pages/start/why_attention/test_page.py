"""Why attention: what the page says is what the model says with words hidden."""

import pytest
import torch

from model.decoding import beam_search, rank_hypotheses
from model.glass import ALPHA, WIDTH
from model.tokenizer import PAD
from pages.start.why_attention.cached import (
    MOST,
    TranslatedWords,
    split_translation,
    translate_with_self_only_encoder,
)
from pages.start.why_attention.compute import HighlightedWords, Word, find_word_to_hide
from pages.start.why_attention.remarks import (
    describe_mean_weights,
    describe_most_needed_word,
    describe_needed_words,
    describe_self_only_translation,
    describe_takeaway,
    list_quoted_words,
    weighted_average_latex,
)
from pages.start.why_attention.words import SENTENCES, WordDependences, translate_without_words
from tests.close import assert_near
from ui.readings import session

PAGE = "why_attention"
SENTENCE = "The white car is very old."


def words(text):
    return [Word(word, (place,)) for place, word in enumerate(text.split())]


def translated(source, language):
    """What the model says of ids, in a search of its own."""
    model, tokenizer = session.load_model()
    steps = beam_search(model, [source], [tokenizer.start(language)], WIDTH)
    return tokenizer.decode(rank_hypotheses(steps, ALPHA)[0][0].tokens)


def look(app):
    return next(h.proto.body for h in app.get("html") if 'class="look"' in h.proto.body)


def joined(words):
    return "".join(words).replace(" ", "")


def test_the_page_says_what_the_model_says_without_the_hidden_words(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, hidden="3-5")
    data = data_of(app, "hiding")
    assert [data["source"][place] for place in data["hidden"]] == ["car", "very"]
    ids = session.glass().source_ids(SENTENCE)
    pieces = [token.text for token in session.glass().source_tokens(SENTENCE)]
    for word in ("car", "very"):
        ids[pieces.index(word)] = PAD
    assert joined(data["after"]) == translated(ids, "fr").replace(" ", "")
    assert joined(data["said"]) == session.read(SENTENCE, "fr").translation.replace(" ", "")
    assert {data["said"][place] for place in data["lost"]}.isdisjoint(data["after"])


@pytest.mark.parametrize("name", SENTENCES)
def test_each_sentence_has_a_word_that_needs_another(open_page, data_of, name):
    """The page begins with it, and says so when that other word is hidden."""
    app = open_page(PAGE)
    app.button(key=f"try {name}").click().run()
    assert app.session_state["source"] == SENTENCES[name][1]
    figure = data_of(app, "needs")["figure"]
    lost, watched = figure["data"][0], data_of(app, "hiding")["watched"]
    other = next(x for x, y in zip(lost["x"], lost["y"], strict=True) if y == watched)
    app.session_state["hidden"] = str(other + 1)
    app.run()
    data = data_of(app, "hiding")
    assert data["hidden"] == [other]
    assert watched in data["lost"]
    assert any(said in look(app) for said in ("no longer says", "turns into"))


def test_nobody_is_asked_to_hide_other_words_where_there_are_none():
    for hidden in (set(), {0}):
        said = describe_takeaway(
            words("Hello"), words("Bonjour"), HighlightedWords(hidden, 0, 0, {0}, set())
        )
        assert "only word" in said
        assert "Hide" not in said
    seen = HighlightedWords(set(), 0, 0, {0}, set())
    assert "without the other words" in describe_takeaway(words("a b"), words("c"), seen)


def test_a_name_that_both_sentences_have_is_told_apart():
    said = describe_takeaway(
        words("Anna runs"), words("Anna court"), HighlightedWords(set(), 0, 0, {0}, set())
    )
    assert said.startswith("“Anna” relies most heavily on “Anna” (in the source).")


@pytest.mark.parametrize("hidden", ["", "99", "no", "2-", "1-2-3-4-5-6-7", "1-1"])
def test_any_hiding_of_a_link_is_borne(open_page, hidden):
    assert not open_page(PAGE, source=SENTENCE, hidden=hidden, watched="77").exception


def test_one_hidden_word_is_not_searched_for_again(monkeypatch):
    each = [TranslatedWords("b", tuple(words("b"))), TranslatedWords("a", tuple(words("a")))]
    found = WordDependences(
        words("x y"), TranslatedWords("a b", ()), torch.zeros(2, 2), [set(), set()], each
    )
    monkeypatch.delattr("pages.start.why_attention.cached.translate_with_hidden_words")
    assert [translate_without_words(None, found, {place}) for place in (0, 1)] == each


def test_another_sentence_hides_a_word_of_its_own_that_is_needed(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, hidden="0")
    assert data_of(app, "hiding")["hidden"] == []
    app.text_input(key="source").set_value("My sister is very happy.").run()
    data = data_of(app, "hiding")
    assert [data["source"][place] for place in data["hidden"]] == ["sister"]
    assert data["watched"] in data["lost"]
    assert "turns into" in look(app)


def test_one_word_is_hidden_at_first_and_its_replacement_is_named():
    said = [words("a happy b"), words("a b"), words("a sad b")]
    assert find_word_to_hide(words("x y z"), words("a glad b"), 1, {1, 2}, said) == 2
    assert find_word_to_hide(words("x y ."), words("a glad b"), 1, {2}, said) is None
    seen = HighlightedWords({2}, 1, 0, {0, 2}, {1})
    told = describe_takeaway(words("x y z"), words("a glad b"), seen, said[2])
    assert told == "Hide “z”, and **“glad” turns into “sad”**, although “x” is still there."


def test_the_end_names_the_word_without_which_most_is_lost():
    source, said = words("My sister ."), words("Ma soeur est .")
    one = describe_most_needed_word(source, said, [{1}, set(), {1, 2}, {1}])
    assert one.startswith("Hide “sister”, and **“Ma” and “est” disappear**")
    none = describe_most_needed_word(source, said, [set(), set(), {2}, {1}])
    assert none.startswith("Hide “sister”, and") is False
    assert "survives" in none


def test_the_words_name_what_was_measured():
    source, said = words("old house ."), words("vieille maison .")
    assert list_quoted_words(source, {1, 0}, "or") == "“old” or “house”"
    assert list_quoted_words(words("no yes no"), {0, 2}, "and") == "“no” (1st) and “no” (2nd)"
    assert list_quoted_words(words(". a b c d"), range(5), "or") == "“a”, “b”, “c” or 2 more"
    some = describe_needed_words(source, said, [{1}, set(), set()])
    assert "**1 of the 2 translated words** also disappears" in some
    assert "“vieille” disappears without “house”." in some
    assert "no word" in describe_needed_words(source, said, [set()] * 3)
    assert "contains no words" in describe_needed_words(source, words("."), [set()])
    assert "1 of the 2 translated words survives" in describe_self_only_translation(
        said, {1, 2}, "x"
    )
    assert describe_self_only_translation(words("oui"), set(), "x").endswith(
        "the translation's only word is lost."
    )
    assert describe_self_only_translation(words("oui"), {0}, "x").endswith(
        "the translation's only word survives."
    )
    weights = torch.tensor([0.4, 0.5, 0.9])
    assert (
        "“house” (50% of its weight)**. Hide that word, and the circled"
        in describe_mean_weights(source, 0, weights, {1})
    )
    assert "the only word" in describe_mean_weights(words("Hi"), 0, torch.tensor([1.0]), set())
    assert weighted_average_latex("a", torch.tensor([0.1, 0.7]), ["a", r"\b{"]) == (
        r"z_{\text{a}} = 0.70\; v_{\text{b}} + 0.10\; v_{\text{a}}"
    )


@pytest.mark.parametrize("text", ["The dog sleeps.", "I am tired."])
def test_even_a_short_sentence_breaks_when_no_position_sees_another(text):
    reading = session.read(text, "fr")
    said = split_translation(reading.output_ids).words
    blinded = split_translation(
        translate_with_self_only_encoder(reading.source_ids, reading.target_ids[0])
    ).words
    assert [word.text for word in said] != [word.text for word in blinded]


def test_of_a_long_sentence_nothing_is_said_to_be_needed_or_not(open_page, data_of):
    app = open_page(PAGE, source="word " * MOST + "end.")
    data = data_of(app, "looks")
    assert len(data_of(app, "hiding")["source"]) > MOST
    assert len(data["figure"]["data"]) == 1
    assert not any("the circled word" in h.proto.body for h in app.get("html"))


def test_the_bars_are_the_mean_weights_of_the_pass(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, watched="6")
    reading = session.read(SENTENCE, "fr")
    own = data_of(app, "hiding")["own"]
    weights = torch.stack([reading.attention("encoder", layer)["weights"][0] for layer in range(4)])
    expected = weights.mean(dim=(0, 1))[own]
    shown = torch.zeros(len(reading.source) - 1)
    for bars in data_of(app, "looks")["figure"]["data"]:
        shown[bars["x"]] = torch.tensor(bars["y"])
    assert_near(shown, expected[:-1])
