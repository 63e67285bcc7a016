"""What prepared sentence pairs look like, and which of them are held out."""

import gzip
import random
import unicodedata
from pathlib import Path

import pytest

from model.data import fetch
from model.data.__main__ import main
from model.data.corpora import read_corpora
from tests.model.data.site import archive, numbered, running

HELD = [text for i in range(2_000) if fetch.is_held_out(text := f"The boat number {i} is green.")]
FREE = [text for i in range(300) if not fetch.is_held_out(text := f"The boat number {i} is green.")]


@pytest.fixture
def site(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with running() as site:
        yield site


def pairs_in(folder: Path, name: str) -> list[tuple[str, ...]]:
    text = gzip.decompress((folder / f"{name}.tsv.gz").read_bytes()).decode()
    return [tuple(line.split("\t")) for line in text.split("\n")[:-1]]


# What the files hold


def test_sentences_are_normalized_and_repeated_pairs_dropped(site, tmp_path):
    one, two, three = FREE[:3]
    site.offer(
        "fr",
        [
            (one, "Il l\u2019a d\u00e9j\u00e0\u00a0vu\u202f!", "CC-BY 2.0 (someone)"),
            (one, "  Il l\u2018a de\u0301ja\u0300  vu\u00a0!\r", "CC-BY 2.0 (someone else)"),
            (one, "Il l'a vu."),
            (two, ""),
            (three,),
            ("",),
        ],
    )
    fetch.fetch_pairs(tmp_path, ["fr"], site.url)
    assert pairs_in(tmp_path, "train.en-fr") == [(one, "Il l'a déjà vu !"), (one, "Il l'a vu.")]


def test_normalizing_again_changes_nothing():
    line = fetch.normalize_line(" L\u2019e\u0301te\u0301\u00a0: \x0b\u201eja\u201c \r\n")
    assert line == "L'été : \u201eja\u201c"
    assert fetch.normalize_line(line) == line
    assert unicodedata.is_normalized("NFC", line)


def test_a_byte_order_mark_is_no_part_of_the_first_sentence(site, tmp_path):
    text = f"\ufeff{FREE[0]}\tUn bateau.\n".encode()
    site.answers["/anki/fra-eng.zip"] = archive({"fra.txt": text})
    fetch.fetch_pairs(tmp_path, ["fr"], site.url)
    assert pairs_in(tmp_path, "train.en-fr") == [(FREE[0], "Un bateau.")]


def test_training_reads_what_was_prepared(site, tmp_path):
    site.offer("fr", numbered("Bateau"))
    site.offer("es", numbered("Barco"))
    counts = fetch.fetch_pairs(tmp_path, ["en", "fr", "es"], site.url)
    for part in ("train", "valid"):
        corpora = read_corpora(tmp_path, part, ["en", "fr", "es"])
        assert [corpus.languages for corpus in corpora] == [("en", "es"), ("en", "fr")]
        for corpus in corpora:
            name = f"{part}.{'-'.join(corpus.languages)}.tsv.gz"
            assert len(corpus.sentences[0]) == len(corpus.sentences[1]) == counts[name]


# What is held out


def test_about_two_percent_of_the_english_sentences_are_held_out():
    assert 0.015 < sum(fetch.is_held_out(f"Sentence {i}.") for i in range(20_000)) / 20_000 < 0.025


def test_no_sentence_of_any_validation_file_stands_in_any_training_file(site, tmp_path):
    held, free = HELD[0], FREE[0]
    site.offer("fr", [*numbered("Bateau"), (held, "Ah !"), (free, "Ah !"), (free, "Oh !")])
    site.offer("de", [*numbered("Boot"), (free, "Ah !"), (held, "Oh !"), (free, held)])
    fetch.fetch_pairs(tmp_path, ["fr", "de"], site.url)
    train, valid = (
        {
            text
            for language in ("fr", "de")
            for pair in pairs_in(tmp_path, f"{part}.en-{language}")
            for text in pair
        }
        for part in ("train", "valid")
    )
    assert train
    assert valid
    assert train.isdisjoint(valid)
    assert {"Ah !", "Oh !"} <= valid


def test_other_parts_in_the_folder_lose_what_is_held_out_too(site, tmp_path):
    pairs = [("Ah !", "Ach!"), ("Un bateau.", "Ein Boot.")]
    text = "".join(f"{a}\t{b}\n" for a, b in pairs)
    for name in ("pivot.fr-de", "words.fr-de", "valid.fr-de"):
        (tmp_path / f"{name}.tsv.gz").write_bytes(gzip.compress(text.encode()))
    site.offer("fr", [*numbered("Bateau"), (HELD[0], "Bien !")])
    fetch.fetch_pairs(tmp_path, ["fr"], site.url)
    assert pairs_in(tmp_path, "valid.fr-de") == pairs  # nothing is held out of what is held out
    assert pairs_in(tmp_path, "pivot.fr-de") == pairs_in(tmp_path, "words.fr-de") == []
    (tmp_path / "valid.fr-de.tsv.gz").unlink()
    (tmp_path / "pivot.fr-de.tsv.gz").write_bytes(gzip.compress(text.encode()))
    site.offer("fr", [*numbered("Bateau"), (HELD[0], "Ah !")])
    counts = fetch.fetch_pairs(tmp_path, ["fr"], site.url)
    assert pairs_in(tmp_path, "pivot.fr-de") == pairs[1:]
    assert counts["pivot.fr-de.tsv.gz"] == 1


def test_every_pair_goes_to_one_of_the_two_parts(site, tmp_path):
    site.offer("fr", numbered("Bateau"))
    fetch.fetch_pairs(tmp_path, ["fr"], site.url)
    train, valid = (pairs_in(tmp_path, f"{part}.en-fr") for part in ("train", "valid"))
    assert sorted(train + valid) == sorted(numbered("Bateau"))
    assert valid == [pair for pair in numbered("Bateau") if pair[0] in HELD]


def test_the_split_does_not_depend_on_the_order(site, tmp_path):
    pairs = numbered("Bateau")
    site.offer("fr", pairs)
    fetch.fetch_pairs(tmp_path / "a", ["fr"], site.url)
    random.Random(1).shuffle(pairs)
    site.offer("fr", pairs)
    fetch.fetch_pairs(tmp_path / "b", ["fr"], site.url)
    for name in ("train.en-fr", "valid.en-fr"):
        a, b = pairs_in(tmp_path / "a", name), pairs_in(tmp_path / "b", name)
        assert a != b
        assert sorted(a) == sorted(b)


def test_languages_fetched_one_by_one_are_split_as_if_fetched_together(site, tmp_path):
    site.offer("fr", [*numbered("Bateau"), (FREE[0], "Ah !")])
    site.offer("de", [*numbered("Boot"), (HELD[0], "Ah !")])
    fetch.fetch_pairs(tmp_path / "together", ["fr", "de"], site.url)
    assert len(fetch.fetch_pairs(tmp_path / "apart", ["fr"], site.url)) == 2
    counts = fetch.fetch_pairs(tmp_path / "apart", ["de"], site.url)
    assert sorted(counts) == ["train.en-de.tsv.gz", "train.en-fr.tsv.gz", "valid.en-de.tsv.gz"]
    for name in ("train.en-fr", "valid.en-fr", "train.en-de", "valid.en-de"):
        file = f"{name}.tsv.gz"
        assert (tmp_path / "apart" / file).read_bytes() == (
            tmp_path / "together" / file
        ).read_bytes()


# The command line


def test_the_command_writes_the_files_and_names_the_origin(site, tmp_path, capsys):
    site.offer("es", numbered("Barco"))
    main(["--folder", str(tmp_path), "--languages", "en, es", "--source", f"{site.url}/"])
    printed = capsys.readouterr()
    assert "train.en-es.tsv.gz  5" in printed.out
    assert printed.err == ""  # the bar is for terminals
    origin = (tmp_path / "ATTRIBUTION.txt").read_text(encoding="utf-8")
    assert origin in printed.out
    for part in ("Tatoeba", "tatoeba.org", "manythings.org/anki", "CC BY 2.0 FR"):
        assert part in origin
    names = ["ATTRIBUTION.txt", "train.en-es.tsv.gz", "valid.en-es.tsv.gz"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names


def test_the_site_is_told_who_asks(site, tmp_path):
    site.offer("es", numbered("Barco"))
    fetch.fetch_pairs(tmp_path, ["es"], site.url)
    assert len(site.agents) == 1
    assert "GlassTransformer" in site.agents[0]
    assert "urllib" not in site.agents[0]


def test_a_folder_of_archives_serves_as_a_site(tmp_path):
    content = archive({"fra.txt": b"Good.\tBien.\n"})
    (tmp_path / "fra-eng.zip").write_bytes(content)
    counts = fetch.fetch_pairs(tmp_path / "data", ["fr"], tmp_path.as_uri())
    assert sum(counts.values()) == 1
