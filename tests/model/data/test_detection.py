import random
from itertools import pairwise

import pytest
import torch

from model.data import detection as program
from model.data.detection import accuracy, held_out_texts, learn, shorten, write
from model.data.pairs import write_pairs
from model.detection import ROWS, Detector, detect_language, features, load

TEXTS = {
    "en": ["the old house is there", "what is your name", "the dog and the cat"],
    "fr": ["la vieille maison est là", "quel est ton nom", "le chien et le chat"],
    "de": ["das alte Haus ist dort", "wie ist dein Name", "der Hund und die Katze"],
    "es": ["la casa vieja está allí", "cuál es tu nombre", "el perro y el gato"],
}
LANGUAGES = tuple(TEXTS)


@pytest.fixture(autouse=True)
def languages(monkeypatch):
    """However many there are, these are told apart here."""
    monkeypatch.setattr(program, "LANGUAGES", LANGUAGES)


def test_what_was_learned_is_told_apart_and_survives_eight_bits(tmp_path):
    torch.manual_seed(1)
    weights = learn({code: texts * 60 for code, texts in TEXTS.items()}, random.Random(1))
    write(weights, tmp_path / "table")
    for detector in (Detector(LANGUAGES, weights), load(tmp_path / "table")):
        pairs = [(text, code) for code, texts in TEXTS.items() for text in texts]
        assert accuracy(detector, pairs) == 1
        assert detect_language(detector, "Der HUND!", LANGUAGES)[0] == "de"
    error = (load(tmp_path / "table").weights - weights).abs().max()
    assert error <= weights.abs().max() / 127 / 2 + 1e-6


def test_capitals_marks_and_digits_say_nothing_of_the_language():
    assert features("Le chat ?") == features("LE CHAT 12!") != features("les chats")
    assert features("12 … 🙂") == ()
    assert all(0 <= row < ROWS for row in features("déjà l'été straße"))


def test_of_few_languages_the_likeliest_is_found_and_of_nothing_the_first():
    weights = torch.zeros(ROWS, 3)
    weights[list(features("oui")), 1] = 1.0
    detector = Detector(("en", "fr", "de"), weights)
    shares = detector.probabilities("oui", ("de", "fr", "xx"))
    assert list(shares) == ["de", "fr"]
    assert sum(shares.values()) == pytest.approx(1)
    assert detect_language(detector, "oui", ("de", "fr"))[0] == "fr"
    assert detect_language(detector, "?", ("de", "fr")) == ("de", 0.0)
    assert detect_language(detector, "oui", ("xx",)) == ("xx", 0.0)


def test_a_short_text_stands_in_the_long_one():
    chance, text = random.Random(1), "one two three four five"
    found = {shorten(text, chance) for _ in range(100)}
    assert all(short in text for short in found)
    assert {len(short.split()) for short in found} == {1, 2, 3, 5}


def test_the_program_writes_a_table_and_says_how_good_it_is(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(program, "EPOCHS", 1)
    codes = list(TEXTS)
    pairs = {
        f"own.{a}-{b}.tsv.gz": list(zip(TEXTS[a], TEXTS[b], strict=True))
        for a, b in pairwise(codes)
    }
    write_pairs(tmp_path, pairs)
    program.main(["--data", str(tmp_path), "--table", str(tmp_path / "table")])
    assert load(tmp_path / "table").languages == LANGUAGES
    assert "bare words: " in capsys.readouterr().out
    with pytest.raises(SystemExit, match="no sentences in en"):
        program.main(["--data", str(tmp_path / "nowhere")])


def test_a_damaged_table_is_told_of(tmp_path):
    (tmp_path / "table").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="damaged"):
        load(tmp_path / "table")


@pytest.mark.parametrize(
    ("kind", "least"), [("sentences", 0.99), ("three words", 0.98), ("bare words", 0.9)]
)
def test_the_shipped_table_finds_the_language_of_what_it_never_saw(kind, least):
    assert accuracy(load(), held_out_texts()[kind]) >= least
