"""The test sentences and the verdicts of two readers on their translations."""

from collections import Counter
from dataclasses import replace

import pytest

from model.data.own import ASSETS, TEST, read_typed_sentences
from model.languages import LANGUAGES
from model.robustness import two_readers
from model.robustness.two_readers import TwiceJudged, count_verdicts, main, read_verdicts

ROW = TwiceJudged("en", "fr", "The boat.", "La barque.", "good", "slip", "a lake boat")


def test_both_readers_judged_every_test_sentence_in_every_direction():
    rows = read_verdicts()
    asked = Counter((row.source, row.text) for row in rows)
    assert asked == {s: len(LANGUAGES) - 1 for s in read_typed_sentences(ASSETS / TEST)}
    for row in rows:
        assert row.first
        assert row.second
        assert bool(row.why) == ({row.first, row.second} != {"good"}), row


def test_each_reader_is_counted_and_what_both_say():
    rows = [ROW, replace(ROW, first="slip"), replace(ROW, second="wrong")]
    assert count_verdicts(rows) == ({"good": 2, "slip": 1}, {"slip": 2, "wrong": 1}, 1)


@pytest.mark.parametrize("line", ["en\tfr\ta\tb\tgood\tslip", "en\tfr\ta\tb\tgood\tyes\t"])
def test_a_row_without_two_verdicts_is_refused(tmp_path, line):
    path = tmp_path / "judged.tsv"
    path.write_text(f"names\n{line}\n")
    with pytest.raises(ValueError, match="line 2"):
        read_verdicts(path)


def test_a_verdict_stays_where_the_same_is_said_again(
    tmp_path, monkeypatch, capsys, network, tokenizer
):
    monkeypatch.setattr(two_readers.storage, "load", lambda folder: (network, tokenizer))
    monkeypatch.setattr(two_readers, "read_typed_sentences", lambda _: [("en", "The boat.")])
    path = tmp_path / "judged.tsv"
    main(["--judged", str(path)])
    assert "1 are to be read" in capsys.readouterr().out
    path.write_text(path.read_text().replace("\t\t\t", "\tgood\twrong\tall of it"))
    main(["--judged", str(path)])
    [row] = read_verdicts(path)
    assert (row.first, row.second, row.why) == ("good", "wrong", "all of it")
    assert "good: 1 and 0 of 1" in capsys.readouterr().out
