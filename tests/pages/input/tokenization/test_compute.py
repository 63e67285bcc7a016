"""What the vocabulary says of itself agrees with SentencePiece and with the tokenizer."""

from itertools import pairwise

import pytest
import sentencepiece

from model.tokenizer import EOS, SPACE, UNK, Tokenizer
from model.training.vocabulary import train_tokenizer
from pages.input.tokenization import compute

LINES = ["the cat sleeps on the mat", "le chat dort", "the theme of the thesis", "cats and hats"]
TEXTS = [
    "the cat sleeps",
    "  the   cat ",
    "it’s “the” cat",
    "the\x00 c\u200bat",
    "ﬁne Ａ１ … ½",
    "e\u0301 and e\u200d\u0301",
    "😀😀 cat 你好 مرحبا",
    "<b>**the**</b>",
    "¨ a¨b ﷺ",
    "?!",
    "a",
]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return train_tokenizer(LINES * 20, ["en", "fr"], 60)


def test_every_piece_is_special_or_made_by_a_merge_or_a_single_character(tokenizer):
    contents = compute.count_vocabulary(tokenizer)
    assert contents.special == EOS + 1 + 2
    assert contents.special + contents.merges + contents.characters == len(tokenizer)


def test_ranks_are_the_scores_that_sentencepiece_learned(tokenizer):
    learned = sentencepiece.SentencePieceProcessor(model_proto=tokenizer.model)
    ranks = [
        compute.find_merge_rank(tokenizer, piece)
        for piece in tokenizer.pieces(range(len(tokenizer)))
    ]
    for identity, rank in enumerate(ranks):
        if rank is not None:
            assert learned.get_score(identity) == -rank
    known = [rank for rank in ranks if rank is not None]
    assert known == list(range(compute.count_vocabulary(tokenizer).merges))


@pytest.mark.parametrize("text", TEXTS)
def test_pieces_together_are_the_normalized_text(tokenizer, text):
    pieces = compute.segment(tokenizer, text)
    assert [piece.id for piece in pieces] == tokenizer.encode(text)
    assert "".join(piece.text for piece in pieces) == tokenizer.normalized_text(text)
    for piece in pieces:
        assert tokenizer.id_of(piece.text) == piece.id if piece.known else piece.id == UNK


@pytest.mark.parametrize("text", TEXTS)
def test_a_word_replayed_ends_in_the_pieces_that_the_sentence_has_of_it(tokenizer, text):
    pieces = compute.segment(tokenizer, text)
    for number, word in enumerate(tokenizer.normalized_text(text).split(SPACE)[1:]):
        own = tuple(piece.name for piece in pieces if piece.word == number)
        assert tokenizer.merges(word)[-1].pieces == own


@pytest.mark.parametrize("text", TEXTS)
def test_each_merge_is_the_smallest_rank_among_the_neighbours(tokenizer, text):
    steps = tokenizer.merges(text)
    for before, after in pairwise(steps):
        ranks = [r for r in compute.pair_ranks(tokenizer, before.pieces) if r is not None]
        assert after.rank == min(ranks)
    assert not any(r is not None for r in compute.pair_ranks(tokenizer, steps[-1].pieces))


@pytest.mark.parametrize("text", TEXTS)
def test_changes_lead_from_the_typed_to_the_normalized_text(tokenizer, text):
    changes = compute.list_normalizations(tokenizer, text, text)
    assert "".join(change.before for change in changes) == text
    spelled = tokenizer.normalized_text(text).removeprefix(SPACE).replace(SPACE, " ")
    assert "".join(change.after for change in changes) == spelled
    assert all((change.before != change.after) == bool(change.reason) for change in changes)


def test_a_change_says_why(tokenizer):
    def reasons(text: str) -> list[str]:
        return [
            change.reason
            for change in compute.list_normalizations(tokenizer, text, text)
            if change.reason
        ]

    assert reasons("the cat") == []
    assert reasons("the  cat") == [compute.SPACES]
    assert reasons("the’s") == [compute.QUOTES]
    assert reasons("c\u200bat") == [compute.INVISIBLE]
    assert reasons("ﬁne") == [compute.FORMS]


def test_capitals_change_as_one_stretch(tokenizer):
    [change] = compute.list_normalizations(tokenizer, "THE CAT", "The cat")
    assert (change.before, change.after, change.reason) == (
        "THE CAT", "The cat", compute.CAPITALS
    )  # fmt: skip
    [kept] = compute.list_normalizations(
        tokenizer, "THE CAT", "THE CAT"
    )  # by a model that reads them
    assert (kept.after, kept.reason) == ("THE CAT", "")


def test_words_are_runs_of_letters_and_single_signs():
    assert compute.split_words("▁It's▁e\u0301,▁ok...") == [
        "▁It's", "▁e\u0301", ",", "▁ok", ".", ".", "."
    ]  # fmt: skip
    assert compute.split_words("") == []
    assert compute.split_words("▁'didn't'") == ["▁'", "didn't", "'"]


def test_a_search_shows_beginnings_first_and_a_space_asks_for_them(tokenizer):
    found = tokenizer.pieces(compute.find_piece_ids(tokenizer, "th"))
    begins = [piece.removeprefix(SPACE).startswith("th") for piece in found]
    assert begins == sorted(begins, reverse=True)
    assert all("th" in piece for piece in found)
    assert "▁the" in tokenizer.pieces(compute.find_piece_ids(tokenizer, " the"))
    assert compute.find_piece_ids(tokenizer, "<unk>") == []
    assert compute.find_piece_ids(tokenizer, "") == []
