"""A filter that knows every sentence of a training, whatever its capitals, and few others."""

import gzip
import json

import pytest

from model import storage
from model.data import training_sentences
from model.data.training_sentences import (
    build_training_sentences,
    read_training_sentences,
    write_training_sentences,
)

PAIRS = [(f"This is sentence {n}.", f"Das ist Satz {n}.") for n in range(1000)]


def test_every_sentence_is_found_and_of_a_hundred_others_about_one():
    trained = build_training_sentences(PAIRS)
    assert (trained.pair_count, trained.sentence_count) == (1000, 2000)
    assert all(sentence in trained for pair in PAIRS for sentence in pair)
    assert "this is SENTENCE 7!" in trained
    others = [f"Another line, number {n}" for n in range(20_000)]
    found = sum(other in trained for other in others) / len(others)
    assert found == pytest.approx(trained.error_rate, abs=0.004)
    assert trained.error_rate < 0.01


def test_a_filter_is_kept_in_a_file_and_a_damaged_one_is_refused(tmp_path):
    path = tmp_path / "filter.safetensors"
    write_training_sentences(path, build_training_sentences(PAIRS[:3]))
    kept = read_training_sentences(path)
    assert (kept.pair_count, kept.sentence_count) == (3, 6)
    assert "Das ist Satz 2." in kept
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(ValueError, match="holds no filter of sentences"):
        read_training_sentences(path)


def test_no_pairs_make_no_filter():
    with pytest.raises(ValueError, match="no sentence pair"):
        build_training_sentences([])


def test_the_program_reads_the_parts_that_the_record_names(tmp_path, monkeypatch, capsys):
    settings = {"parts": ["train:0.3", "own"], "languages": ["en", "de"]}
    (tmp_path / storage.RECORD).write_text(json.dumps({"settings": [{"settings": settings}]}))
    for part, lines in (("train", PAIRS[:5]), ("own", PAIRS[5:6]), ("valid", PAIRS[9:])):
        with gzip.open(tmp_path / f"{part}.en-de.tsv.gz", "wt", encoding="utf-8") as file:
            file.writelines(f"{first}\t{second}\n" for first, second in lines)
    monkeypatch.setattr(storage, "MODEL", tmp_path)
    training_sentences.main(["--data", str(tmp_path)])
    assert capsys.readouterr().out == "6 pairs, 12 distinct sentences\n"
    trained = read_training_sentences(tmp_path / storage.TRAINING_SENTENCES)
    assert "This is sentence 5." in trained
    assert "This is sentence 9." not in trained


def test_the_shipped_filter_knows_what_the_model_has_read():
    trained = read_training_sentences(storage.MODEL / storage.TRAINING_SENTENCES)
    assert trained.pair_count > 1_000_000
    assert "Hello!" in trained
    assert "The purple submarine forgot its umbrella in the tax office." not in trained
