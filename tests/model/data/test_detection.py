import random
from itertools import pairwise

import pytest
import torch

from model.data import detection as program
from model.data.detection import (
    WordFrequencies,
    accuracy,
    foreign_share,
    held_out_texts,
    mash_keys,
    random_excerpt,
    read_foreign_sentences,
    read_word_frequencies,
    train_detector,
    write_table,
)
from model.data.pairs import write_pairs_atomically
from model.detection import ROWS, Detector, detect_language, feature_rows, load_detector

TEXTS = {
    "en": ["the old house is there", "what is your name", "the dog and the cat"],
    "fr": ["la vieille maison est là", "quel est ton nom", "le chien et le chat"],
    "de": ["das alte Haus ist dort", "wie ist dein Name", "der Hund und die Katze"],
    "es": ["la casa vieja está allí", "cuál es tu nombre", "el perro y el gato"],
}
LANGUAGES = tuple(TEXTS)
STRANGERS = {
    "it": WordFrequencies(["gatto", "gli", "della", "non", "perché"], [5.0, 4.0, 3.0, 2.0, 1.0]),
    "pl": WordFrequencies(["jest", "nie", "się", "dworzec"], [4.0, 3.0, 2.0, 1.0]),
}


@pytest.fixture(autouse=True)
def languages(monkeypatch):
    """However many there are, these are told apart here; of others only a few texts are drawn."""
    monkeypatch.setattr(program, "LANGUAGES", LANGUAGES)
    monkeypatch.setattr(program, "BAGS", 100)


def test_what_was_learned_is_told_apart_and_survives_eight_bits(tmp_path):
    torch.manual_seed(1)
    texts = {code: texts * 60 for code, texts in TEXTS.items()}
    weights = train_detector(texts, STRANGERS, random.Random(1))
    write_table(weights, tmp_path / "table")
    for detector in (Detector(LANGUAGES, weights), load_detector(tmp_path / "table")):
        pairs = [(text, code) for code, texts in TEXTS.items() for text in texts]
        assert accuracy(detector, pairs) == 1
        assert detect_language(detector, "Der HUND!", LANGUAGES)[0] == "de"
        assert not detector.can_be_in("nie jest dworzec " * 4, LANGUAGES)
        assert not detector.can_be_in("gatto della non gli " * 4, LANGUAGES)
        assert detector.can_be_in("le chien et le chat", LANGUAGES)
        assert not detector.can_be_in("le chien et le chat " * 4, ("en", "de"))
    error = (load_detector(tmp_path / "table").weights - weights).abs().max()
    assert error <= weights.abs().max() / 127 / 2 + 1e-6


def test_capitals_marks_and_digits_say_nothing_of_the_language():
    assert feature_rows("Le chat ?") == feature_rows("LE CHAT 12!") != feature_rows("les chats")
    assert feature_rows("12 … 🙂") == ()
    assert all(0 <= row < ROWS for row in feature_rows("déjà l'été straße"))


def test_of_few_languages_the_likeliest_is_found_and_of_nothing_the_first():
    weights = torch.zeros(ROWS, 3)
    weights[list(feature_rows("oui")), 1] = 1.0
    detector = Detector(("en", "fr", "de"), weights)
    shares = detector.probabilities("oui", ("de", "fr", "xx"))
    assert list(shares) == ["de", "fr"]
    assert sum(shares.values()) == pytest.approx(1)
    assert detect_language(detector, "oui", ("de", "fr"))[0] == "fr"
    assert detect_language(detector, "?", ("de", "fr")) == ("de", 0.0)
    assert detect_language(detector, "oui", ("xx",)) == ("xx", 0.0)


def test_a_short_text_stands_in_the_long_one():
    chance, text = random.Random(1), "one two three four five"
    found = {random_excerpt(text, chance) for _ in range(100)}
    assert all(short in text for short in found)
    assert {len(short.split()) for short in found} == {1, 2, 3, 5}


def test_bags_hold_words_by_their_frequencies_and_quotations_are_no_words(monkeypatch):
    often = WordFrequencies(["often", "never"], [1.0, 0.0])
    assert {word for bag in often.draw_bags(50, random.Random(1)) for word in bag.split()} == {
        "often"
    }
    frequencies = {"en": {"the": 0.05, "cat": 1e-4}, "pl": {"the": 1e-4, "nie": 0.02, "c4": 0.1}}
    monkeypatch.setattr(program, "FAMILIES", ("pl",))
    monkeypatch.setattr(program, "available_languages", lambda: frequencies)
    monkeypatch.setattr(program, "get_frequency_dict", lambda code, size: frequencies[code])
    assert {code: found.words for code, found in read_word_frequencies().items()} == {
        "en": ["the", "cat"],
        "pl": ["nie"],
    }
    chance = random.Random(1)
    assert all(len(word) > 1 for _ in range(100) for word in mash_keys(chance).split())


def test_the_program_writes_a_table_and_says_how_good_it_is(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(program, "EPOCHS", 1)
    monkeypatch.setattr(program, "read_word_frequencies", lambda: STRANGERS)
    codes = list(TEXTS)
    pairs = {
        f"own.{a}-{b}.tsv.gz": list(zip(TEXTS[a], TEXTS[b], strict=True))
        for a, b in pairwise(codes)
    }
    write_pairs_atomically(tmp_path, pairs)
    program.main(["--data", str(tmp_path), "--table", str(tmp_path / "table")])
    assert load_detector(tmp_path / "table").languages == LANGUAGES
    said = capsys.readouterr().out
    assert "bare words: " in said
    assert "other languages: foreign " in said
    with pytest.raises(SystemExit, match="no sentences in en"):
        program.main(["--data", str(tmp_path / "nowhere")])


def test_a_damaged_table_is_told_of(tmp_path):
    (tmp_path / "table").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="damaged"):
        load_detector(tmp_path / "table")


@pytest.mark.parametrize(
    ("kind", "least"), [("sentences", 0.99), ("three words", 0.98), ("bare words", 0.9)]
)
def test_the_shipped_table_finds_the_language_of_what_it_never_saw(kind, least):
    assert accuracy(load_detector(), held_out_texts()[kind]) >= least


def test_the_shipped_table_calls_plain_texts_foreign_hardly_ever_and_notices_strangers():
    """What it never saw: 1,440 sentences and their beginnings; 420 of ten languages and of keys."""
    shipped = load_detector()
    plain = [text for kind in ("sentences", "three words") for text, _ in held_out_texts()[kind]]
    assert foreign_share(shipped, plain) <= 0.001
    assert foreign_share(shipped, read_foreign_sentences()) >= 0.9


PLAIN = (
    "Photo of the week", "Apples have vitamin C.", "Museum of modern art", "CO₂ is a gas.",
    "Queries, keys and values", "Recette de la tarte", "Paris, London, Berlin, Madrid",
    "Gradient descent finds minima.", "An introduction to Machine Translation", "hello handsome",
    "Write to name@example.org.", "You have %d messages.", "The glorp sleeps.", "π", "α + β = γ",
    "Neural networks are just matrix multiplications.", "I like 漢 and 🦤.", "1º", "5 µm", "12", "",
    "My name is Giovanni and I study computer science.", "Kartoffelsalat mit Würstchen", "NASA",
    "Don Quijote de la Mancha", "E = mc²", "x² + y² = z²", "QKV",
    "Musée du Louvre", "Barcelona beat Milan.", "lol",
)  # fmt: skip
OTHER_SCRIPTS = (
    "如果用于切换输入语言的本地键盘快捷键", "Привет", "Привет, как дела?", "Γειά σου", "こんにちは",
    "مرحبا", "안녕하세요", "สวัสดีครับ", "हिन्दी में बात करो", "猫", "שלום", "გამარჯობა", "Բարեւ",
)  # fmt: skip
STRANGE = ("Jag heter Anna", "Saya suka kamu", "La tua password non è corretta", "asdfgh jklö")


@pytest.mark.parametrize("text", PLAIN)
def test_plain_phrases_titles_and_lists_are_not_foreign(text):
    assert load_detector().can_be_in(text, LANGUAGES)


@pytest.mark.parametrize("text", OTHER_SCRIPTS + STRANGE)
def test_other_scripts_and_languages_are_foreign_at_any_length(text):
    assert not load_detector().can_be_in(text, LANGUAGES)
