import csv
import gzip

import pytest

from model.data import own
from model.data.corpora import read_corpora
from model.data.own import (
    ASSETS,
    COLUMNS,
    HELD_OUT,
    TEST,
    TYPED,
    FirstText,
    first_text_pairs,
    main,
    read_first_texts,
    read_parallel_rows,
    read_typed_sentences,
    typed_variants,
    write_own_pairs,
)

BOAT = ("a boat", "une barque", "ein Boot", "un barco")
RAIN = ("It rains.", "Il pleut.", "Es regnet.", "Llueve.")


def packed(*rows):
    return gzip.compress("".join("topic\t" + "\t".join(row) + "\n" for row in rows).encode())


@pytest.fixture
def assets(tmp_path):
    """Our own files, small ones."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "own.tsv.gz").write_bytes(packed(BOAT, RAIN))
    (tmp_path / "own" / "valid.tsv.gz").write_bytes(packed(RAIN))
    (tmp_path / "first_texts.tsv").write_text(
        "from\ten\tfr\tde\tes\n"
        "en\tHELLO\tBonjour; Salut\tHallo\tHola\n"
        "fr\tUne porte\tA door\tEine Tür\tUna puerta\n"
    )
    (tmp_path / TEST).write_text("en\tMy tooth has hurt since Sunday.\n")
    return tmp_path


def test_a_short_text_is_also_typed_with_a_capital_and_with_a_full_stop():
    capital = ("A boat", "Une barque", "Ein Boot", "Un barco")
    stop = ("A boat.", "Une barque.", "Ein Boot.", "Un barco.")
    assert list(typed_variants(BOAT)) == [BOAT, capital, stop]
    assert list(typed_variants(RAIN)) == [RAIN, ("It rains", "Il pleut", "Es regnet", "Llueve")]


def test_a_long_text_and_one_that_asks_stay_as_they_are():
    question = ("Why?", "Pourquoi ?", "Warum?", "¿Por qué?")
    long = tuple(f"{text} {text} {text}" for text in BOAT)
    for row in (question, long):
        assert list(typed_variants(row)) == [row]


def test_every_two_languages_have_a_part_and_what_is_held_out_is_in_none(assets):
    counts = write_own_pairs(assets / "data", assets)
    assert len([name for name in counts if name.startswith("own.")]) == 6
    corpora = read_corpora(assets / "data", "own", COLUMNS)
    assert {frozenset(c.languages) for c in corpora} == {
        frozenset((a, b)) for a in COLUMNS for b in COLUMNS if a != b
    }
    lines = {line for c in corpora for side in c.sentences for line in side}
    assert {"a boat", "Ein Boot.", "Un barco"} <= lines
    assert not lines & set(RAIN)
    [french] = read_corpora(assets / "data", "valid-own", ("en", "fr"))
    assert french.sentences == (["It rains."], ["Il pleut."])


def test_other_files_of_the_folder_lose_what_is_held_out(assets):
    data = assets / "data"
    data.mkdir()
    (data / "train.en-fr.tsv.gz").write_bytes(
        gzip.compress(b"a door\tune porte\nIt rains.\tIl tombe de la pluie.\n")
    )
    write_own_pairs(data, assets)
    [kept] = read_corpora(data, "train", ("en", "fr"))
    assert kept.sentences == (["a door"], ["une porte"])


def test_every_training_file_loses_what_is_too_like_a_test_sentence(assets):
    data = assets / "data"
    data.mkdir()
    said = ("my tooth has hurt since sunday!", "My tooth has hurt since yesterday.", "It hurts.")
    rows = "".join(f"{text}\tx\n" for text in said)
    (data / "train.en-fr.tsv.gz").write_bytes(gzip.compress(rows.encode()))
    write_own_pairs(data, assets)
    assert gzip.decompress((data / "train.en-fr.tsv.gz").read_bytes()) == b"It hurts.\tx\n"


def test_first_texts_meet_their_best_answers_and_no_capitals_are_taught():
    hello = FirstText("en", "HELLO", {"fr": ["Bonjour", "Salut"], "de": ["Hallo"]})
    assert first_text_pairs([hello]) == {
        "en-fr": [("Hello", "Bonjour")],
        "en-de": [("Hello", "Hallo")],
    }
    thanks = FirstText("de", "Danke", {"en": ["Thank you"], "fr": ["Merci"]})
    assert first_text_pairs([thanks]) == {
        "en-de": [("Thank you", "Danke")],
        "fr-de": [("Merci", "Danke")],
    }


def test_an_answer_is_right_in_whatever_capitals_and_marks():
    hello = FirstText("en", "Hello", {"es": ["¡Hola!", "Buenos días"]})
    for said in ("hola", "HOLA.", "¡Hola!", "Buenos días."):
        assert hello.is_right(said, "es")
    for said in ("Hola, mundo", "", "Buenos dias"):
        assert not hello.is_right(said, "es")


def test_the_shipped_files_hold_what_they_promise():
    train, valid = (
        read_parallel_rows(ASSETS / "own" / f"{part}.tsv.gz") for part in ("own", "valid")
    )
    assert len(train) > 4_000
    assert len(valid) == 360
    assert not set(train) & set(valid)
    texts = read_first_texts()
    assert len(texts) == 60
    assert len({(first.language, first.text) for first in texts}) == 60
    for first in texts:
        assert {first.language, *first.answers} == set(COLUMNS)
        assert all(answer for answers in first.answers.values() for answer in answers)


def test_nothing_to_train_on_says_what_is_held_out_or_judged():
    def bare(text):
        return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())

    typed = [*read_typed_sentences(TYPED), *read_typed_sentences(ASSETS / TEST)]
    judged = {(language, bare(text)) for language, text in typed}
    held_out = {
        (language, bare(text))
        for row in read_parallel_rows(ASSETS / "own" / HELD_OUT)
        for language, text in zip(COLUMNS, row, strict=True)
        if len(text.split()) > 2  # a word alone may stand anywhere
    }
    parts = [path for path in (ASSETS / "own").glob("*.tsv.gz") if path.name != HELD_OUT]
    assert len(parts) > 4
    for part in parts:
        said = {
            (language, bare(text))
            for row in read_parallel_rows(part)
            for language, text in zip(COLUMNS, row, strict=True)
        }
        assert not said & judged, part
        assert not said & held_out, part


def test_the_table_of_first_texts_can_be_read_as_any_table():
    with (ASSETS / "first_texts.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert all(row[row["from"]] for row in rows)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"topic\ta\tb\tc\td\n", "no gzip"),
        (gzip.compress(b"topic\ta\tb\tc\n"), "line 1: not a topic and 4 sentences"),
        (gzip.compress(b"topic\ta\t\tc\td\n"), "line 1: not a topic and 4 sentences"),
    ],
    ids=["not packed", "a column short", "an empty sentence"],
)
def test_a_damaged_file_is_refused_in_one_sentence(assets, content, words):
    (assets / "own" / "valid.tsv.gz").write_bytes(content)
    with pytest.raises(ValueError, match=words):
        write_own_pairs(assets / "data", assets)


def test_the_command_says_what_it_wrote(assets, monkeypatch, capsys):
    monkeypatch.setattr(own, "write_own_pairs", lambda data: write_own_pairs(data, assets))
    data = assets / "data"
    main(["--data", str(data)])
    assert "valid-own.en-fr.tsv.gz  1 pairs" in capsys.readouterr().out
    (data / "train.en-fr.tsv.gz").write_bytes(b"x")
    with pytest.raises(SystemExit, match="is no file of sentence pairs"):
        main(["--data", str(data)])
