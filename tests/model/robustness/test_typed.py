"""Translations for reading, what was judged of them, and sentences that nothing was trained on."""

from collections import Counter
from dataclasses import replace

import pytest

from model.data.own import (
    ASSETS,
    TEST,
    TYPED,
    read_first_texts,
    read_parallel_rows,
    read_typed_sentences,
)
from model.languages import LANGUAGES
from model.robustness import typed
from model.robustness.typed import (
    JUDGED,
    JudgedTranslation,
    count_acceptable,
    judgements_file,
    main,
    read_judgements,
    translate_for_judging,
    write_judgements,
)
from model.storage import MODEL

ROW = JudgedTranslation("en", "fr", "The boat.", "La barque.", "no", "a lake boat")


def bare(text):
    return "".join(filter(str.isalnum, text.casefold()))


@pytest.mark.parametrize("path", [TYPED, ASSETS / TEST])
def test_the_sentences_are_of_all_languages_and_none_stands_in_our_own_files(path):
    sentences = read_typed_sentences(path)
    counts = Counter(language for language, _ in sentences)
    assert counts == {"en": 80, "fr": 40, "de": 40, "es": 40}
    assert len(dict(sentences)) == len(LANGUAGES)
    ours = {bare(text) for _, text in sentences}
    assert len(ours) == 200
    files = (ASSETS / "own").glob("*.tsv.gz")
    trained = {bare(text) for path in files for row in read_parallel_rows(path) for text in row}
    trained |= {bare(first.text) for first in read_first_texts()}
    assert not ours & trained


def test_the_committed_judgments_are_of_every_sentence_in_every_direction():
    rows = read_judgements()
    asked = Counter((row.source, row.text) for row in rows)
    assert asked == {sentence: len(LANGUAGES) - 1 for sentence in read_typed_sentences(TYPED)}
    assert all(bool(row.why) == (row.verdict == "no") for row in rows)


def test_what_is_written_is_read_again(tmp_path):
    rows = [ROW, replace(ROW, target="de", verdict="", why="")]
    write_judgements(rows, tmp_path / "judged.tsv")
    assert read_judgements(tmp_path / "judged.tsv") == rows


@pytest.mark.parametrize("line", ["en\tfr\ta\tb\tyes", "en\tfr\ta\tb\tperhaps\t"])
def test_a_row_without_verdict_or_reason_is_refused(tmp_path, line):
    path = tmp_path / "judged.tsv"
    path.write_text(f"names\n{line}\n")
    with pytest.raises(ValueError, match="line 2"):
        read_judgements(path)


def test_a_judgment_stays_where_the_same_is_said_again(network, tokenizer):
    [first] = translate_for_judging(network, tokenizer, [("en", "The boat.")])
    assert (first.source, first.target, first.verdict) == ("en", "fr", "")
    known = replace(first, verdict="no", why="nothing is right")
    other = replace(known, translation="Something else.")
    assert translate_for_judging(network, tokenizer, [("en", "The boat.")], [other]) == [first]
    assert translate_for_judging(network, tokenizer, [("en", "The boat.")], [other, known]) == [
        known
    ]


def test_what_the_model_does_not_read_is_not_translated(network, tokenizer):
    assert network.config.read_languages == ("en", "fr")
    assert not translate_for_judging(network, tokenizer, [("de", "Das Boot.")])


def test_judgments_of_other_weights_do_not_touch_those_of_the_shipped_ones(tmp_path):
    assert judgements_file(MODEL) == judgements_file(MODEL / ".." / MODEL.name) == JUDGED
    assert judgements_file(tmp_path) == tmp_path / "judged.tsv"


def test_only_what_was_read_counts():
    rows = [ROW, replace(ROW, verdict="yes", why=""), replace(ROW, verdict="", why="")]
    assert count_acceptable(rows) == (1, 2)


def test_the_program_writes_the_table_and_counts(tmp_path, monkeypatch, capsys, network, tokenizer):
    monkeypatch.setattr(typed.storage, "load", lambda folder: (network, tokenizer))
    monkeypatch.setattr(
        typed, "read_typed_sentences", lambda _: [("en", "The boat."), ("fr", "La barque.")]
    )
    main(["--model", str(tmp_path)])
    assert len(read_judgements(tmp_path / "judged.tsv")) == 2
    assert "0 of 0 are acceptable, 2 are to be read" in capsys.readouterr().out
