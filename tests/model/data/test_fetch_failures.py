"""What goes wrong while sentence pairs are fetched ends in one sentence and leaves no trace."""

import gzip
import resource
import socket
import subprocess
import sys
from pathlib import Path
from zipfile import ZIP_BZIP2

import pytest

from model.data import fetch
from model.data.__main__ import main
from tests.model.data.site import archive, numbered, running

ROOT = Path(__file__).parents[3]


@pytest.fixture
def site(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with running() as site:
        yield site


def failure(folder: Path, source: str, languages: str = "fr") -> str:
    """Run the command, see that it fails and leaves nothing behind, and return its sentence."""
    folder.mkdir()
    (folder / "train.en-fr.tsv.gz").write_bytes(old := gzip.compress(b"a\tb\n"))
    with pytest.raises(SystemExit) as stop:
        main(["--folder", str(folder), "--languages", languages, "--source", source])
    assert [path.name for path in folder.iterdir()] == ["train.en-fr.tsv.gz"]
    assert (folder / "train.en-fr.tsv.gz").read_bytes() == old
    assert isinstance(stop.value.code, str)  # goes to standard error; the exit code is 1
    assert "\n" not in stop.value.code
    return stop.value.code


def damaged(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0xFF]) + content[middle + 1 :]


LARGE = "\n".join("\t".join(pair) for pair in numbered("Bateau")).encode()
LIE = {"Content-Length": "100000"}


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ((404, b"", {}), "404 Not Found"),
        ((406, b"", {}), "406 Not Acceptable"),
        ((500, b"", {}), "500 Internal Server Error"),
        ((302, b"", {"Location": "/anki/nowhere.zip"}), "404 Not Found"),
        (b"", "damaged or no zip"),
        (b"<html>Come back later.</html>", "damaged or no zip"),
        (archive({"fra.txt": LARGE})[:-30], "damaged or no zip"),
        (damaged(archive({"fra.txt": LARGE})), "damaged or no zip"),
        ((200, archive({"fra.txt": LARGE}), LIE), "broke off after"),
        (archive({"deu.txt": LARGE, "dir/fra.txt": LARGE}), "has no file fra.txt"),
        (archive({"fra.txt": "Yes.\tÇa va.\n".encode("latin-1")}), "not UTF-8"),
        (archive({"fra.txt": b"One column.\n\n"}), "no pair of sentences"),
        (archive({"fra.txt": b""}), "no pair of sentences"),
        (archive({"fra.txt": LARGE}, ZIP_BZIP2), "unusual way"),
    ],
)
def test_what_is_wrong_with_the_archive_is_said_in_one_sentence(site, tmp_path, answer, sentence):
    site.answers["/anki/fra-eng.zip"] = answer
    assert sentence in failure(tmp_path / "data", site.url)


def test_without_a_network_the_address_is_named(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: nobody answers
        source = f"http://127.0.0.1:{taken.getsockname()[1]}"
        said = failure(tmp_path / "data", source)
    assert f"{source}/fra-eng.zip cannot be reached: Connection refused" in said


def test_an_address_that_is_none_is_named(tmp_path):
    assert "unknown url type: 'nowhere/fra-eng.zip'" in failure(tmp_path / "data", "nowhere")


def test_a_site_that_falls_silent_is_given_up(site, tmp_path, monkeypatch):
    monkeypatch.setattr(fetch, "TIMEOUT", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        source = f"http://127.0.0.1:{silent.getsockname()[1]}"
        assert "broke off: timed out" in failure(tmp_path / "data", source)


@pytest.mark.parametrize("limit", ["LARGEST_ARCHIVE", "LARGEST_TEXT"])
def test_too_much_is_not_read(site, tmp_path, monkeypatch, limit):
    monkeypatch.setattr(fetch, limit, 1_000)
    site.offer("fr", numbered("Bateau"))
    assert "is larger than" in failure(tmp_path / "data", site.url)


def test_nothing_but_the_one_file_is_taken_from_the_archive(site, tmp_path):
    members = {"../above.txt": b"no", "_about.txt": b"\xff", "fra.txt": LARGE}
    site.answers["/anki/fra-eng.zip"] = archive(members)
    fetch.fetch_pairs(tmp_path / "data", ["fr"], site.url)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
    assert len(list((tmp_path / "data").iterdir())) == 3


@pytest.mark.parametrize(
    ("languages", "sentence"), [("fr,xx", "no pairs for xx"), ("en", "fr, de")]
)
def test_languages_without_pairs_are_named(site, tmp_path, languages, sentence):
    assert sentence in failure(tmp_path / "data", site.url, languages)
    assert site.agents == []  # said before anything was fetched


def test_one_missing_language_leaves_the_folder_as_it_was(site, tmp_path):
    site.offer("fr", numbered("Bateau"))
    assert "deu-eng.zip" in failure(tmp_path / "data", site.url, "fr,de")


def test_a_foreign_file_in_the_folder_is_named(site, tmp_path):
    (tmp_path / "valid.en-it.tsv.gz").write_bytes(b"not compressed")
    site.offer("fr", numbered("Bateau"))
    with pytest.raises(ValueError, match=r"valid\.en-it.*no file of sentence pairs"):
        fetch.fetch_pairs(tmp_path, ["fr"], site.url)


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SystemExit, match=r"cannot write to .*file: File exists"):
        main(["--folder", str(tmp_path / "file")])


def test_a_full_disk_is_named_and_old_files_survive(site, tmp_path):
    site.offer("fr", numbered("Bateau"))
    (tmp_path / "train.en-fr.tsv.gz").write_bytes(b"old")
    done = subprocess.run(
        [
            # Compiled modules would be cut, too, and stay so.
            *(sys.executable, "-B", "-m", "model.data"),
            *("--folder", tmp_path, "--languages", "fr", "--source", site.url),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        # No file may grow beyond this; for the program it is what a full disk is.
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000)),
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert f"cannot write to {tmp_path}: File too large" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["train.en-fr.tsv.gz"]
    assert (tmp_path / "train.en-fr.tsv.gz").read_bytes() == b"old"
