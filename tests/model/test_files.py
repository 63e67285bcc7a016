import argparse

import pytest
import torch

from model.files import write_bytes, write_tensors, write_text
from model.programs import exit_with_message
from model.tokenizer import train_tokenizer

LINES = ["the old boat", "a boat on the river", "le vieux bateau", "un bateau sur la rivière"] * 9
WAYS = {
    "text": lambda path: write_text(path, "a" * 4_000),
    "bytes": lambda path: write_bytes(path, b"a" * 4_000),
    "tensors": lambda path: write_tensors(path, {"x": torch.zeros(4_000)}),
    "vocabulary": lambda path: train_tokenizer(LINES, ["en", "fr"], 60, path),
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


def test_weights_can_be_read_by_a_server_of_another_user(tmp_path):
    WAYS["tensors"](tmp_path / "a file")
    assert (tmp_path / "a file").stat().st_mode & 0o777 == 0o644
