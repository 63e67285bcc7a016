import random
import unicodedata
from itertools import pairwise

import pytest

from model.storage import MODEL, load
from model.tokenizer import (
    EOS,
    PAD,
    SPACE,
    UNK,
    Tokenizer,
    decode_byte_pieces,
    normalize,
)
from model.training.vocabulary import train_tokenizer


def joined(tokenizer, ids):
    return "".join(tokenizer.pieces(ids)).replace(SPACE, " ").strip()


def test_decoding_gives_the_text_back(tokenizer, lines):
    for text in [*lines["en"], *lines["fr"], "a", "the the", "bridge bridge."]:
        assert tokenizer.decode(tokenizer.encode(text)) == text
        assert joined(tokenizer, tokenizer.encode(text)) == text


def test_many_texts_are_encoded_as_each_alone(tokenizer, lines):
    texts = [normalize(text) for text in lines["fr"]]
    assert tokenizer.encode_all(texts) == [tokenizer.encode(text) for text in texts]


def test_a_tokenizer_is_rebuilt_from_its_bytes(tokenizer, lines):
    again = Tokenizer(tokenizer.model, ["en", "fr"])
    assert len(again) == len(tokenizer) == 120
    assert all(again.encode(text) == tokenizer.encode(text) for text in lines["en"])


def test_learning_again_gives_the_same_vocabulary(tokenizer, lines):
    again = train_tokenizer([*lines["en"], *lines["fr"]], ("en", "fr"), 120)
    assert again.pieces(range(120)) == tokenizer.pieces(range(120))


def test_special_tokens_come_first(tokenizer):
    assert tokenizer.pieces(range(5)) == ["<pad>", "<unk>", "</s>", "<2en>", "<2fr>"]
    assert (tokenizer.start("en"), tokenizer.start("fr")) == (3, 4)


def test_an_unknown_language_is_refused(tokenizer):
    with pytest.raises(ValueError, match="no language 'it', only en, fr"):
        tokenizer.start("it")


def test_a_vocabulary_of_other_languages_is_refused(tokenizer):
    with pytest.raises(ValueError, match="no start token for 'de'"):
        Tokenizer(tokenizer.model, ["en", "de"])


@pytest.mark.parametrize("special", ["<2fr>", "<pad>", "<unk>", "</s>", "<s>"])
def test_special_tokens_cannot_be_typed(tokenizer, special):
    ids = tokenizer.encode(f"the {special} boat")
    assert not {PAD, EOS, tokenizer.start("en"), tokenizer.start("fr")} & set(ids)
    assert "".join(tokenizer.surfaces(f"the {special} boat")) == f"the {special} boat"
    assert all(merge.rank < len(tokenizer) for merge in tokenizer.merges(special))


def test_special_tokens_vanish_from_the_text(tokenizer):
    ids = tokenizer.encode("the boat")
    assert tokenizer.decode([tokenizer.start("fr"), *ids, EOS, PAD]) == "the boat"


def test_replaying_the_merges_ends_at_the_pieces_of_the_word(tokenizer, words):
    for word in words:
        ids = tokenizer.encode(word)
        steps = tokenizer.merges(word)
        assert [tokenizer.id_of(piece) for piece in steps[-1].pieces] == ids, word
        known = [i for i in ids if i != UNK]
        assert [p for p in steps[-1].pieces if tokenizer.id_of(p) != UNK] == (
            tokenizer.pieces(known)
        )


def test_each_merge_joins_two_neighbours(tokenizer, words):
    for word in words:
        first, *others = tokenizer.merges(word)
        assert (first.joined, first.rank) == (-1, -1)
        assert all(len(piece) == 1 for piece in first.pieces if tokenizer.id_of(piece) != UNK)
        before = first.pieces
        for step in others:
            left, right = before[step.joined], before[step.joined + 1]
            expected = (*before[: step.joined], left + right, *before[step.joined + 2 :])
            assert step.pieces == expected
            assert tokenizer.id_of(left + right) == EOS + 3 + step.rank
            before = step.pieces


def test_merging_joins_the_pair_that_was_learned_first(tokenizer, words):
    for word in words:
        steps = tokenizer.merges(word)
        for before, after in pairwise(steps):
            ids = [tokenizer.id_of(left + right) for left, right in pairwise(before.pieces)]
            ranks = [i - EOS - 3 for i in ids]
            assert after.rank == min(rank for rank in ranks if rank >= 0)
            assert after.joined == ranks.index(after.rank)


def test_nothing_has_no_pieces(tokenizer):
    assert tokenizer.encode("") == tokenizer.surfaces(" \n ") == []
    assert tokenizer.merges("")[-1].pieces == ()
    assert tokenizer.decode([]) == ""


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("a\0b", "ab"),
        ("a\x07b\x7f", "ab"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("soft\u00adhyphen", "softhyphen"),
        ("one\r\ntwo\n\nthree\tfour", "one two three four"),
        ("line\u2028paragraph\u2029end\x85", "line paragraph end"),
        ("\u201cquoted\u201d \u201elow\u201c", '"quoted" "low"'),
        ("it\u2019s \u2018so\u2019", "it's 'so'"),
        ("non\u00a0breaking\u202f!", "non breaking !"),
        ("  many   spaces  ", "many spaces"),
        ("lone \ud800 surrogate", "lone surrogate"),
        ("e\u0301te\u0301", "été"),
        ("e\u200d\u0301", "é"),
        ("low\u2581line", "low line"),
        ("replaced\ufffd", "replaced"),
        ("«guillemets» – dashes…", "«guillemets» – dashes…"),
        ("", ""),
    ],
)
def test_typing_is_read_as_the_model_knows_it(typed, known):
    assert normalize(typed) == known


def test_a_normalized_text_is_normal():
    chance = random.Random(3)
    for _ in range(2_000):
        text = "".join(chr(chance.randrange(0x11000)) for _ in range(8))
        once = normalize(text)
        assert normalize(once) == once, ascii(text)
        assert unicodedata.is_normalized("NFC", once)
        assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs"} for char in once)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("HELP", "Help"),
        ("NEIN!", "Nein!"),
        ("I AM SO COLD", "I am so cold"),
        ("ICH BIN DA", "Ich bin da"),
        ("FASCINATING", "Fascinating"),
        ("IT COSTS 100 USD.", "It costs 100 USD."),
        ("ÇA VA ?", "Ça va ?"),
        ("4 CATS, 猫", "4 cats, 猫"),
        ("OH NO! WHERE? I SEE.", "Oh no! Where? I see."),
        ("¿QUÉ HORA ES?", "¿Qué hora es?"),
        ("3.5 OF 4 (ALL)", "3.5 of 4 (all)"),
        ("  TWO\nLINES", "  Two\nlines"),
    ],
)
def test_the_encoder_reads_capitals_as_sentences(typed, read):
    tokenizer = load(MODEL)[1]
    assert tokenizer.source_text(typed, "fr") == read
    assert tokenizer.source_text(read, "fr") == read


CODES = (
    "NASA", "NATO", "SNCF", "HTML & CSS", "100 EUR = 110 USD", "12 USD, 5 CHF", "UNESCO", "HTTPS",
    "204.72 $204.72 USD €204.72 EUR", "BMW 320D", "SQL, PHP, XML", "WLAN", "FIFA/UEFA", "JSON",
)  # fmt: skip


@pytest.mark.parametrize("typed", CODES)
def test_codes_are_no_sentence_in_capitals(typed):
    assert load(MODEL)[1].source_text(typed, "fr") == typed


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("10⁵", "10^5"),
        ("3×10⁸ m/s", "3×10^8 m/s"),
        ("10⁻³", "10^\N{MINUS SIGN}3"),
        ("s⁻¹", "s^\N{MINUS SIGN}1"),
        ("2³ is (a+b)²", "2^3 is (a+b)^2"),
        ("10²³", "10^23"),
        ("2ⁿ", "2^n"),
        ("１０⁵", "10^5"),
        ("5½ hours", "5 1⁄2 hours"),
        ("½5", "1⁄2 5"),
        ("5¹⁄₂", "5 1⁄2"),
        ("10₂", "10_2"),
        ("log₂8", "log2 8"),
        ("①②⑩", "1 2 10"),
        ("⒈2", "1. 2"),
        ("H₂O, CO₂, m², ²³⁵U, Fe³⁺", "H2O, CO2, m2, 235U, Fe3+"),
        ("１２３ 𝟏𝟎 1.5 Ⅳ", "123 10 1.5 IV"),
    ],
)
def test_no_number_changes_its_value(tokenizer, typed, read):
    assert unicodedata.normalize("NFKC", normalize(typed)) == read
    typed_again = "".join(tokenizer.surfaces(typed))
    assert unicodedata.normalize("NFKC", typed_again) == read


def test_what_is_not_all_in_capitals_is_read_as_it_is(tokenizer):
    for text in ("NASA sends a rover.", "The CAT", "USA", "12 ???", "猫在睡觉", "hello", ""):
        assert tokenizer.source_text(text, "fr") == text


def test_any_text_can_be_encoded(tokenizer):
    chance = random.Random(4)
    for _ in range(500):
        text = "".join(chr(chance.randrange(0x110000)) for _ in range(8))
        assert all(0 < i < 120 for i in tokenizer.encode(text))


@pytest.mark.parametrize(
    ("joined", "text"),
    [
        ("<0xE7><0x8C><0xAB>s", "猫s"),
        ("a<0xC4>", "a\ufffd"),
        ("no bytes <0x> here", "no bytes <0x> here"),
    ],
)
def test_joined_bytes_are_the_characters_that_they_write(joined, text):
    assert decode_byte_pieces(joined) == text
