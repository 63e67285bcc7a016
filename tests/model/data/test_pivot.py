import gzip

import pytest

from model.data.corpora import Corpus, read_corpora
from model.data.pivot import main, pivot_pairs


def corpus(other, *pairs):
    return Corpus(("en", other), tuple(map(list, zip(*pairs, strict=True))))


def test_sentences_meet_where_their_english_is_equal():
    german = corpus("de", ("a boat", "ein Boot"), ("a bridge", "eine Brücke"))
    french = corpus("fr", ("a door", "une porte"), ("a boat", "une barque"))
    assert pivot_pairs(german, french) == Corpus(("de", "fr"), (["ein Boot"], ["une barque"]))


def test_of_several_translations_none_is_used_twice():
    german = corpus("de", ("a boat", "ein Boot"), ("a boat", "ein Kahn"), ("a boat", "ein Schiff"))
    french = corpus("fr", ("a boat", "une barque"), ("a boat", "un bateau"))
    assert pivot_pairs(german, french).sentences == (
        ["ein Boot", "ein Kahn"],
        ["une barque", "un bateau"],
    )


def test_the_command_writes_a_part_that_training_can_read(tmp_path, capsys):
    for language, boat in (("fr", "une barque"), ("de", "ein Boot"), ("es", "un barco")):
        text = f"a boat\t{boat}\nonly {language}\tx\n"
        (tmp_path / f"train.en-{language}.tsv.gz").write_bytes(gzip.compress(text.encode()))
    main(["--data", str(tmp_path), "--languages", "en,fr,de,es"])
    assert capsys.readouterr().out.count("1 pairs") == 3
    corpora = {
        c.languages: c.sentences for c in read_corpora(tmp_path, "pivot", ("fr", "de", "es"))
    }
    assert corpora == {
        ("de", "es"): (["ein Boot"], ["un barco"]),
        ("de", "fr"): (["ein Boot"], ["une barque"]),
        ("es", "fr"): (["un barco"], ["une barque"]),
    }  # fmt: skip


def test_what_is_held_out_stands_in_no_pair(tmp_path):
    for language, boat, door in (("fr", "une barque", "une porte"), ("de", "ein Boot", "eine Tür")):
        text = f"a boat\t{boat}\na door\t{door}\n"
        (tmp_path / f"train.en-{language}.tsv.gz").write_bytes(gzip.compress(text.encode()))
    held_out = gzip.compress(b"the boat\tein Boot\n")
    (tmp_path / "valid.en-de.tsv.gz").write_bytes(held_out)
    main(["--data", str(tmp_path), "--languages", "fr,de"])
    [pairs] = read_corpora(tmp_path, "pivot", ("fr", "de"))
    assert pairs.sentences == (["eine Tür"], ["une porte"])


def test_a_missing_file_ends_in_one_sentence(tmp_path):
    with pytest.raises(SystemExit, match=r"no file train\.\*\.tsv\.gz for en, de"):
        main(["--data", str(tmp_path)])


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("train.de-en", gzip.compress(b"ein Boot\ta boat\n"), r"no file train\.en-de\.tsv\.gz"),
        ("train.en-de", gzip.compress(b"a door\teine T\xc3\xbcr\n"), "pivot.de-fr.tsv.gz would be"),
        ("train.en-de", gzip.compress(b"a boat\n"), "line 1: 1 columns"),
        ("train.en-de", gzip.compress(b"a boat\tein Boot\n")[:-9], "damaged"),
    ],
    ids=["English second", "nothing shared", "no pair", "damaged"],
)
def test_a_file_of_no_use_ends_in_one_sentence_and_nothing_is_written(
    tmp_path, name, content, words
):
    (tmp_path / "train.en-fr.tsv.gz").write_bytes(gzip.compress(b"a boat\tune barque\n"))
    (tmp_path / f"{name}.tsv.gz").write_bytes(content)
    with pytest.raises(SystemExit, match=words) as ended:
        main(["--data", str(tmp_path), "--languages", "en,fr,de"])
    assert "\n" not in str(ended.value)
    assert not list(tmp_path.glob("pivot*"))
