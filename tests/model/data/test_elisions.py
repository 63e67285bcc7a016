import gzip

import pytest

from model.data.corpora import read_corpora
from model.data.elisions import FRAMES, fill_frames, main
from model.robustness import elisions as counted


def test_the_command_keeps_what_drops_a_vowel_and_adds_nouns_in_frames(tmp_path, capsys):
    pairs = "The tree fell.\tL'arbre est tombé.\na boat\tun bateau\nHe is nice.\tIl est gentil.\n"
    (tmp_path / "train.en-fr.tsv.gz").write_bytes(gzip.compress(pairs.encode()))
    main(["--data", str(tmp_path)])
    [corpus] = read_corpora(tmp_path, "elide", ("en", "fr"))
    written = list(zip(*corpus.sentences, strict=True))
    assert written == [("The tree fell.", "L'arbre est tombé."), *fill_frames()]
    assert f"{len(written):,} pairs" in capsys.readouterr().out


def test_a_folder_without_french_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(SystemExit, match="has no file train"):
        main(["--data", str(tmp_path)])


def test_every_frame_drops_the_vowel_of_every_noun():
    for english, french in fill_frames():
        assert "l'" in french.lower()
        assert not counted.missing_elisions(french), english


def test_no_sentence_that_is_counted_is_taught():
    assert not {english for english, _ in fill_frames()} & set(counted.fill_frames())
    assert not {english for english, _ in FRAMES} & set(counted.FRAMES)
