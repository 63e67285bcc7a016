"""What the tokenization page says holds for the pieces it is given."""

import pytest

from model.data.vocabulary import add_missing_characters
from model.tokenizer import SPACE, UNK
from model.training.vocabulary import train_tokenizer
from pages.input.tokenization import compute, remarks
from ui.readings import session


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("no", "one word"),
        ("?", "one punctuation mark"),
        ("!!! ??", "5 punctuation marks"),
        ("Hi!", "one word and one punctuation mark"),
        ("One, two.", "2 words and 2 punctuation marks"),
    ],
)
def test_words_and_signs_are_counted_apart(text, counts):
    tokenizer = session.load_model()[1]
    parts = compute.segment(tokenizer, text)
    word = remarks.find_word_to_replay(tokenizer, text, parts, 0, "")[0]
    said = remarks.describe_takeaway(tokenizer, word, tokenizer.merges(word), parts)
    assert f"The whole sentence, {counts}, is cut into" in said


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("sleeping", "“sleeping” is on the list as a single piece."),
        ("sleeps.", "“sleeps” isn't on the list, so it's put together from 2 pieces: “▁sleep” and"),
        ("?", "“?” is on the list as a single piece."),
        ("a你", "“a你” has a character that isn't on the list."),
    ],
)
def test_a_word_is_on_the_list_or_put_together_from_pieces(word, told):
    tokenizer = session.load_model()[1]
    parts = compute.segment(tokenizer, word)
    said = remarks.describe_takeaway(tokenizer, word, tokenizer.merges(word), parts)
    assert said.startswith(told)


@pytest.mark.parametrize(("text", "said"), [("qqqqq", "No piece"), (" biblioteca", "piece")])
def test_no_piece_is_called_none(text, said):
    label, entries = remarks.find_pieces(session.load_model()[1], text)
    assert label.startswith("No piece contains them.") == (not entries)
    assert said in label


@pytest.fixture(scope="module")
def with_bytes():
    return add_missing_characters(session.load_model()[1])[0]


def test_the_pieces_of_a_character_in_bytes_stand_beside_what_is_lost_without(with_bytes):
    parts = compute.segment(with_bytes, "The cat 猫 sleeps 猫猫.")
    (with_label, kept), (without_label, lost) = remarks.list_unknown_pieces(with_bytes, parts)
    assert with_label.startswith("In your sentence, written in")
    assert "without bytes" in without_label
    assert [entry.text for entry in kept][:4] == [SPACE, "<0xE7>", "<0x8C>", "<0xAB>"]
    unknown = [entry for entry in lost if entry.kind == "unknown"]
    assert [(e.text, e.id, e.note) for e in unknown] == [
        ("猫", UNK, "U+732B"),
        ("猫猫", UNK, "U+732B U+732B"),
    ]
    assert not any(entry.kind for entry in kept)


def test_a_sentence_whose_characters_all_have_pieces_gets_an_example(with_bytes):
    parts = compute.segment(with_bytes, "The cat sleeps.")
    for label, entries in remarks.list_unknown_pieces(with_bytes, parts)[:1]:
        assert remarks.EXAMPLE in label
        assert "<0xF0>" in [entry.text for entry in entries]


def test_a_vocabulary_without_bytes_shows_its_unknown_pieces_alone():
    tokenizer = train_tokenizer(["the cat sleeps"] * 9, ["en"], 30)
    [(label, entries)] = remarks.list_unknown_pieces(
        tokenizer, compute.segment(tokenizer, "the 猫")
    )
    assert label.startswith("This vocabulary has no bytes.")
    assert [(e.text, e.id) for e in entries if e.kind] == [("猫", UNK)]


def test_bytes_know_their_character_and_are_no_merges(with_bytes):
    parts = compute.segment(with_bytes, "a 猫b")
    of = [part for part in parts if part.character]
    assert [(part.character, part.text) for part in of] == [("猫", "猫"), ("猫", ""), ("猫", "")]
    assert {compute.find_merge_rank(with_bytes, part.name) for part in of} == {None}
    contents = compute.count_vocabulary(with_bytes)
    assert contents.bytes == 256
    parts = contents.special, contents.merges, contents.characters, contents.bytes
    assert sum(parts) == len(with_bytes)
    assert compute.list_alphabetic_pieces(of) == []
