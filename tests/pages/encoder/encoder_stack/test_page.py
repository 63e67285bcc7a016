"""The encoder stack's page: paths and cosines of the pass, one word in two sentences."""

import pytest
import torch

from model.changes.kinds import MissingEverywhere
from pages.encoder.encoder_stack.remarks import (
    describe_drift,
    describe_nearest_tokens,
    describe_starting_vectors,
)
from pages.encoder.encoder_stack.two_sentences import (
    PAIRS,
    SharedWords,
    compare_sentences,
    compute_word_vectors,
    find_shared_words,
    find_target_language,
    group_words,
)
from tests.close import assert_near, near
from ui.readings import session
from ui.readings.reading import Token

PAGE = "encoder_stack"
SENTENCE = "The cat is sleeping."


def figure(data):
    return data["figure"]


def test_the_page_shows_the_cosines_of_the_pass(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, word="2")
    stream = session.read(SENTENCE, "fr").trace.residual_stream("encoder")
    own = stream[:, 1]
    expected = torch.cosine_similarity(own.unsqueeze(0), own.unsqueeze(1), dim=-1)
    [heat] = figure(data_of(app, "between"))["data"]
    assert torch.tensor(heat["z"]).allclose(expected, atol=1e-5)
    maps = figure(data_of(app, "similarities"))["data"]
    for depth, heat in enumerate(maps):
        a = stream[depth]
        expected = torch.cosine_similarity(a.unsqueeze(0), a.unsqueeze(1), dim=-1)
        assert torch.tensor(heat["z"]).allclose(expected, atol=1e-5)


@pytest.mark.parametrize("name", PAIRS)
def test_the_word_of_each_pair_drifts_further_than_the_others_that_both_have(name):
    pair = PAIRS[name]
    first, second = (session.read(text, "en" if pair.language == "fr" else "fr")
                     for text in (pair.first, pair.second))  # fmt: skip
    shared = compare_sentences(first, second)
    assert len(shared.cosines) > 1
    assert min(shared.cosines, key=lambda word: shared.cosines[word][-1]) == name.lower()
    one, two = compute_word_vectors(first)[name.lower()], compute_word_vectors(second)[name.lower()]
    assert_near(shared.cosines[name.lower()], torch.cosine_similarity(one, two, dim=-1))


@pytest.mark.parametrize(
    ("first", "second"),
    [("", ""), ("🙂", "<b>x</b>"), ("Hi", "Hi"), ("cat cat", "cat"), ("word " * 150, "a word")],
)
def test_any_two_sentences_are_borne(open_page, first, second):
    app = open_page(PAGE, source=SENTENCE, sentences="own", first=first, second=second)
    assert not app.exception
    assert any("field empty" in text.value for text in app.text) == (not first)


@pytest.mark.parametrize("source", ["Hi", "?!... --"])
def test_any_sentence_is_shown(open_page, source):
    assert not open_page(PAGE, source=source, word="99", sentences="nothing").exception


@pytest.mark.parametrize(
    ("own", "wanted", "languages", "into"),
    [
        ("en", "es", ("en", "fr", "es"), "es"),
        ("en", "en", ("en", "fr", "es"), "fr"),
        ("de", "de", ("en", "fr", "de"), "en"),
        ("en", "en", ("en", "de"), "de"),  # a model without French
        ("en", "en", ("en",), "en"),
    ],
)
def test_a_pair_is_translated_into_another_language_that_the_model_has(
    own, wanted, languages, into
):
    assert find_target_language(own, wanted, languages) == into


def test_pieces_are_put_together_and_signs_left_out():
    tokens = [Token("The"), Token("sl"), Token("eeps", joined=True), Token(".", joined=True)]
    tokens.append(Token("</s>", special=True))
    assert group_words(tokens) == [("The", [0]), ("sleeps", [1, 2])]


def test_a_word_is_in_common_if_each_sentence_has_it_once():
    first, second = (session.read(t, "fr") for t in ("The dog saw the cat.", "A dog saw it."))
    assert find_shared_words(first, second) == ["dog", "saw"]


def test_the_words_name_the_neighbour_and_the_drift():
    matrices = torch.eye(3).repeat(2, 1, 1)
    matrices[0, 0, 1] = matrices[1, 0, 2] = 0.5
    text = describe_nearest_tokens(matrices, [Token(t) for t in "abc"], 0)
    assert "most like “b” (0.50), and ends up most like “c” (0.50)" in text
    lines = {"a": torch.tensor([0.9, 0.2]), "b": torch.tensor([1.0, 0.7])}
    shared = SharedWords(lines, torch.tensor([0.1, 0.1]), ("a", "b", "a", "b"), torch.rand(2, 4, 3))
    assert "the one whose vectors end up furthest apart" in describe_drift(shared, "a", "")
    said = describe_drift(shared, "b", "")
    assert "“a” is the one whose vectors end up furthest apart (0.20)" in said


@pytest.mark.parametrize(
    ("first", "second", "word", "changes", "said"),
    [
        ("He saw a bat.", "He hit a red bat.", "bat", (), "the same embedding in two positions"),
        ("He saw a bat.", "He has a bat.", "bat", (), "the very same vector"),
        (
            "He saw a bat.",
            "A bat.",
            "bat",
            (MissingEverywhere("encoder-positions"),),
            "the very same vector",
        ),
        (
            "The cat sleeps.",
            "He saw the cat.",
            "the",
            (),
            "different tokens, so different embeddings",
        ),
        ("Qzxv sleeps.", "He saw Qzxv.", "qzxv", (), "the same embeddings in different positions"),
    ],
)
def test_where_a_word_begins_is_said_of_its_own_rows_and_positions(
    first, second, word, changes, said
):
    pair = [session.read(text, "fr", changes) for text in (first, second)]
    assert describe_starting_vectors(*pair, word).startswith(said)
    cosine = compare_sentences(*pair).cosines[word][0].item()
    assert (cosine == near(1)) == ("very same" in said)


def test_a_capital_is_not_called_the_same_row(open_page):
    texts = {"first": "The cat sleeps.", "second": "He saw the cat."}
    app = open_page(PAGE, source=SENTENCE, sentences="own", common="the", **texts)
    [said] = [e.proto.body for e in app.get("html") if "start out with a cosine" in e.proto.body]
    assert "vectors of “the” start" in said
    assert "different embeddings" in said
