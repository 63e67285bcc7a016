"""A release of weights: what is measured, in which order, and which sentences are stale then."""

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from model import release, storage

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A run whose weights are there; programs and rounding only say that they were asked for."""
    trained, shipped = tmp_path / "run" / "model", tmp_path / "shipped"
    for folder in (trained, shipped):
        folder.mkdir(parents=True)
    (trained / storage.WEIGHTS).write_bytes(b"weights")
    (shipped / "census.json").write_text(json.dumps({"share": 0.4567}))
    asked, failing = [], set()

    def program(command, cwd):
        asked.append(command[2])
        return SimpleNamespace(returncode=command[2] in failing)

    def measured(trained, folder, data, earlier_share):
        asked.append("rounded")
        (folder / "census.json").write_text(json.dumps({"share": 0.5}))

    monkeypatch.setattr(release.storage, "MODEL", shipped)
    monkeypatch.setattr(release, "ship", measured)
    monkeypatch.setattr(release.subprocess, "run", program)
    monkeypatch.setattr(
        release, "published_texts", lambda: [("card", "Its share is 45.7%. Another: 12.")]
    )
    return SimpleNamespace(folder=tmp_path / "run", asked=asked, failing=failing)


def arguments(run):
    return [str(run.folder), "aligned", "--data", "data"]


def test_it_measures_all_once_and_lists_what_is_stale(run, monkeypatch, capsys):
    monkeypatch.setattr(release, "count_unjudged_translations", lambda: 0)
    release.main(arguments(run))
    programs = [command[0] for command in release.measurement_commands(Path("data"), ["aligned"])]
    assert run.asked == ["rounded", *programs]
    assert "card: Its share is 45.7%." in capsys.readouterr().out
    release.main(arguments(run))  # nothing is measured twice
    assert len(run.asked) == 1 + len(programs)
    assert "card: Its share is 45.7%." in capsys.readouterr().out


def test_it_goes_on_where_a_program_failed(run, monkeypatch):
    monkeypatch.setattr(release, "count_unjudged_translations", lambda: 0)
    run.failing.add("model.flow")
    with pytest.raises(SystemExit, match=r"python -m model\.flow --lines 200 failed"):
        release.main(arguments(run))
    first = list(run.asked)
    run.failing.clear()
    release.main(arguments(run))
    assert run.asked[len(first)] == "model.flow"
    assert run.asked.count("rounded") == 1


def test_it_waits_for_who_reads_translations(run, monkeypatch):
    monkeypatch.setattr(release, "count_unjudged_translations", lambda: 3)
    with pytest.raises(SystemExit, match="3 translations"):
        release.main(arguments(run))
    assert run.asked[-1] == "model.robustness.typed"
    monkeypatch.setattr(release, "count_unjudged_translations", lambda: 0)
    release.main(arguments(run))
    assert run.asked[-1] == "examples.clip"


def test_other_weights_begin_anew(run, monkeypatch):
    monkeypatch.setattr(release, "count_unjudged_translations", lambda: 0)
    release.main(arguments(run))
    (run.folder / "model" / storage.WEIGHTS).write_bytes(b"others")
    release.main(arguments(run))
    assert run.asked.count("rounded") == 2


@pytest.mark.parametrize(
    ("sentence", "stale"),
    [
        ("It has 41.7 BLEU.", True),
        ("It has 8,317 pieces.", False),
        ("In 2017 they wrote 12 pages.", False),
        ("A share of 0.457 is lost.", True),
        ("Of 45.7% nothing is known.", True),
    ],
)
def test_a_sentence_is_stale_if_it_names_a_number_that_is_gone(sentence, stale):
    found = list(release.find_stale_sentences({41.68, 0.4567, 12.0}, [("text", sentence)]))
    assert found == ([("text", sentence)] if stale else [])


def test_every_program_that_it_names_exists():
    for name, *_ in release.measurement_commands(Path("data"), []):
        path = ROOT / name.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), name


def test_contributors_are_told_of_it():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert re.search(r"python -m model\.release runs/NAME", text)
