"""Surfaces: what was typed, piece by piece, whatever the vocabulary made of it."""

import random
import unicodedata

import pytest

from model import storage
from model.data.vocabulary import add_missing_characters
from model.storage import MODEL
from model.tokenizer import BYTES, SPACE, UNK, normalize
from tests.vocabularies import without_bytes


@pytest.fixture(scope="module")
def shipped():
    return storage.load(MODEL)[1]


@pytest.fixture(scope="module")
def with_bytes(shipped):
    return add_missing_characters(shipped)[0]


@pytest.fixture(scope="module")
def bare(with_bytes):
    return without_bytes(with_bytes)


def test_unknown_characters_become_unknown_and_keep_their_surface(tokenizer):
    ids, surfaces = tokenizer.encode("the ☂ boat"), tokenizer.surfaces("the ☂ boat")
    assert UNK in ids
    assert surfaces[ids.index(UNK)] == "☂"
    assert tokenizer.id_of("☂") == UNK


def test_there_is_one_surface_for_each_piece(tokenizer, lines, words):
    for text in [*lines["en"], *lines["fr"], *words, "", " ", "<2en>"]:
        surfaces = tokenizer.surfaces(text)
        assert len(surfaces) == len(tokenizer.encode(text))
        if not set(text) & set("½ﬁ…"):  # characters that become several
            assert "".join(surfaces) == normalize(text)


def test_surfaces_give_any_text_back_where_each_character_becomes_one(tokenizer):
    chance = random.Random(2)
    single = [
        chr(code) for code in range(0x3000) if len(tokenizer.normalized_text(f"a{chr(code)}")) < 4
    ]
    for _ in range(2_000):
        text = "".join(chance.choices(single, k=8))
        assert "".join(tokenizer.surfaces(text)) == normalize(text), ascii(text)


def test_surfaces_of_any_text_are_cut_into_the_same_characters(tokenizer):
    chance = random.Random(2)
    for _ in range(2_000):
        text = "".join(chr(chance.randrange(0x3000)) for _ in range(8))
        surfaces = tokenizer.surfaces(text)
        again, known = (
            unicodedata.normalize("NFKC", tokenizer.normalized_text(one))
            for one in ("".join(surfaces), text)
        )
        assert again == known, ascii(text)
        assert all(surfaces[1:]), ascii(text)  # the first may be a space that nobody typed


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("boat…", ["boat", ".", ".", "."]),
        ("the ½", ["the", " 1", "\u2044", "2"]),
        ("a¨", ["a", " ", "\u0308"]),
    ],
)
def test_of_one_character_that_becomes_several_each_has_what_it_covers(bare, text, surfaces):
    assert bare.surfaces(text) == surfaces


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("the 猫.", ["the", " ", "猫", "."]),
        ("½", ["1", "⁄", "2"]),
        ("a ｦ", ["a", " ", "ｦ"]),
        ("<0xE7>", [*"<0xE7>"]),
    ],
)
def test_the_first_byte_of_a_character_has_all_that_was_typed(with_bytes, text, surfaces):
    assert [*filter(None, with_bytes.surfaces(text))] == surfaces
    assert len(with_bytes.surfaces(text)) == len(with_bytes.encode(text))


def test_with_bytes_any_text_is_known_and_comes_back(with_bytes):
    assert with_bytes.has_byte_fallback
    chance = random.Random(5)
    for _ in range(100):
        text = "".join(chr(chance.randrange(0x3000)) for _ in range(8))
        ids, parts = with_bytes.encode(text), with_bytes.piece_texts(text)
        assert UNK not in ids
        assert len(with_bytes.surfaces(text)) == len(parts) == len(ids)
        assert "".join(parts) == with_bytes.normalized_text(text)
        steps = with_bytes.merges(text.replace(" ", ""))
        assert all(len(piece) == 1 or piece in BYTES for piece in steps[0].pieces)
        words = with_bytes.normalized_text(text).split(SPACE)
        replayed = [piece for word in words[1:] for piece in with_bytes.merges(word)[-1].pieces]
        assert [with_bytes.id_of(piece) for piece in replayed] == ids, ascii(text)


def test_one_piece_of_one_character_keeps_what_was_typed(shipped):
    assert shipped.surfaces("ﬁne ﬁsh") == ["ﬁne", " ﬁsh"]


def test_the_parts_that_pieces_cover_make_up_the_characters(tokenizer, lines, words):
    for text in [*lines["en"], *words, "the ☂☂ boat", "", "<2en>"]:
        ids, parts = tokenizer.encode(text), tokenizer.piece_texts(text)
        assert "".join(parts) == tokenizer.normalized_text(text)
        for identity, part, piece in zip(ids, parts, tokenizer.pieces(ids), strict=True):
            assert part == piece or identity == UNK
