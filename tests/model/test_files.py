import argparse
import importlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch

from model.files import read_bytes, write_bytes, write_tensors, write_text
from model.programs import exit_with_message

WAYS = {
    "text": lambda path: write_text(path, "a" * 4_000),
    "bytes": lambda path: write_bytes(path, b"a" * 4_000),
    "tensors": lambda path: write_tensors(path, {"x": torch.zeros(4_000)}),
}


@pytest.mark.parametrize("way", WAYS)
def test_on_a_full_disk_the_old_file_stays_and_the_sentence_names_it(way, tmp_path, room_for):
    path = tmp_path / "a file"
    path.write_text("old")
    parser = argparse.ArgumentParser("measure")
    sentence = f"measure: {path} cannot be written: .*"
    with room_for(1_000), pytest.raises(SystemExit, match=sentence), exit_with_message(parser):
        WAYS[way](path)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("a file", "old")]


def test_two_who_write_one_file_at_once_never_let_a_part_of_it_be_read(tmp_path):
    path, texts = tmp_path / "a file", ["a" * 400_000, "b" * 400_000]
    write_text(path, texts[0])
    with ThreadPoolExecutor(2) as pool:
        writers = [pool.submit(lambda t=t: [write_text(path, t) for _ in range(25)]) for t in texts]
        while not all(writer.done() for writer in writers):
            assert path.read_text() in texts
    assert [writer.exception() for writer in writers] == [None, None]
    assert [file.name for file in tmp_path.iterdir()] == ["a file"]


def test_what_is_written_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    done = []
    monkeypatch.setattr(os, "fsync", lambda handle: done.append("synced"))
    monkeypatch.setattr(Path, "replace", lambda *_: done.append("named"))
    write_text(tmp_path / "a file", "text")
    assert done == ["synced", "named"]


PROGRAMS = {
    "model.data.own": ("write_own_pairs", ["--data", "x"]),
    "model.data.pivot": ("write_pivot_pairs", ["--data", "x"]),
    "model.data.detection": ("sample_sentences", ["--data", "x"]),
    "model.data.elisions": ("write_elision_pairs", ["--data", "x"]),
    "model.marian.__main__": ("convert", ["x", "y"]),
    "model.data.__main__": ("fetch_pairs", ["--folder", "x"]),
    "model.training.__main__": ("train", ["--data", "x"]),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_ends_quietly_on_control_c(name, monkeypatch, capsys):
    program = importlib.import_module(name)
    work, given = PROGRAMS[name]

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(program, work, interrupted)
    with pytest.raises(SystemExit) as ended:
        program.main(given)
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")


def test_weights_can_be_read_by_a_server_of_another_user(tmp_path):
    WAYS["tensors"](tmp_path / "a file")
    assert (tmp_path / "a file").stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="there is no /proc")
def test_of_a_file_without_a_size_nothing_is_read_for_it_may_never_end():
    assert read_bytes(Path("/proc/version"), 1_000) == b""
