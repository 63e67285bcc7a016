"""Translating texts, from Python and from the command line, with a tiny random model."""

import io
import json
import os
import pty
import subprocess
import sys
import termios
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
import torch

from model import passes, storage, translate
from model.config import ModelConfig
from model.tokenizer import EOS
from model.trace import taps_by_name
from model.training.vocabulary import train_tokenizer
from model.transformer import Transformer
from tests.close import near

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "model.translate"]
pytestmark = pytest.mark.usefixtures("soon_cut")
TEXTS = [
    "The grey goose sings.",
    "A kite!",
    "Seven small boats wait near the old harbour wall.",
    "Where does the path through the dunes end?",
    "L'oie grise chante encore.",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    tokenizer = train_tokenizer(TEXTS * 5, ["en", "fr"], 90)
    config = ModelConfig(
        vocab_size=len(tokenizer), languages=("en", "fr"), N=2, d_model=16, h=2, d_ff=32
    )
    torch.manual_seed(3)
    storage.save(Transformer(config), tokenizer, folder)
    return folder


@pytest.fixture(scope="module")
def model(folder):
    return storage.load(folder)[0]


@pytest.fixture(scope="module")
def tokenizer(folder):
    return storage.load(folder)[1]


def best(model, tokenizer, text, width=4):
    [translation] = translate.translate(model, tokenizer, [text], ["fr"], width=width)
    return translation


def winner_of(tokenizer, translation):
    """The decoder's input that gives a translation."""
    ids = [token for token in translation.hypotheses[0].tokens if token != EOS]
    return [tokenizer.start("fr"), *ids]


# From Python


def test_every_text_gets_the_translation_that_it_gets_alone(model, tokenizer):
    counts = []
    together = translate.translate(model, tokenizer, TEXTS, ["fr"] * 5, advance=counts.append)
    assert [t.text for t in together] == [best(model, tokenizer, text).text for text in TEXTS]
    assert sum(counts) == len(TEXTS)


def test_a_source_is_the_text_and_the_end_token_cut_to_128_pieces(model, tokenizer):
    assert best(model, tokenizer, TEXTS[0]).source == [*tokenizer.encode(TEXTS[0]), EOS]
    assert len(best(model, tokenizer, "goose " * 200, width=1).source) == 128 + 1


def test_a_recorded_pass_scores_the_translation_as_the_search_did(model, tokenizer):
    translation = best(model, tokenizer, TEXTS[0])
    winner = translation.hypotheses[0]
    trace = passes.record_pass(model, translation.source, winner_of(tokenizer, translation))
    scored = trace["logits"][0].log_softmax(dim=-1)
    for row, step in enumerate(winner.path):
        assert scored[row, step.token].item() == near(step.log_probability)


def test_a_recorded_pass_holds_every_tap_and_changes_nothing(model):
    source, target = [7, 8, 9, EOS], [4, 10, 11]
    trace = passes.record_pass(model, source, target)
    assert list(trace) == list(taps_by_name(model))
    with torch.inference_mode():
        plain = model(torch.tensor([source]), torch.tensor([target]))
    assert torch.equal(trace["logits"], plain)
    assert not any(tensor.requires_grad for tensor in trace.values())


def test_edits_reach_the_recorded_logits(model):
    name = "decoder.layers.0.cross_attention.heads"
    plain = passes.record_pass(model, [7, EOS], [4, 10])
    edited = passes.record_pass(model, [7, EOS], [4, 10], {name: torch.zeros_like})
    assert not edited[name].any()
    assert not torch.equal(plain["logits"], edited["logits"])
    with pytest.raises(ValueError, match="nowhere"):
        passes.record_pass(model, [7, EOS], [4], {"nowhere": torch.zeros_like})


# From the command line


@pytest.fixture
def run(folder, monkeypatch, capsys):
    """Run the command with texts or standard input: exit code, output, errors."""

    def run(*arguments, given=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        threads = torch.get_num_threads()
        try:
            code = translate.main(["--model", str(folder), *map(str, arguments)])
        except SystemExit as stop:
            code = stop.code
        finally:
            torch.set_num_threads(threads)
        return code, *capsys.readouterr()

    return run


@pytest.fixture(scope="module")
def expected(model, tokenizer):
    return [best(model, tokenizer, text).text for text in TEXTS]


def test_each_text_gives_one_line_in_order(run, expected):
    assert len(set(expected)) == len(expected)
    assert run(TEXTS[0].replace(" ", "\n")) == (0, f"{expected[0]}\n", "")
    assert run(*TEXTS) == (0, "".join(f"{line}\n" for line in expected), "")


@pytest.mark.parametrize("chunk", [1, 2, 1_000])
def test_lines_of_any_chunk_size_come_out_in_order(run, expected, monkeypatch, chunk):
    monkeypatch.setattr(translate, "CHUNK", chunk)
    given = "\r\n".join(TEXTS).encode()  # the last line does not end
    assert run(given=given) == (0, "".join(f"{line}\n" for line in expected), "")


def test_empty_lines_stay_empty(run, expected):
    given = f"\n{TEXTS[0]}\n \t\n\u200b\n{TEXTS[1]}\n\n".encode()
    lines = ["", expected[0], "", "", expected[1], ""]
    assert run(given=given) == (0, "".join(f"{line}\n" for line in lines), "")
    assert run("") == (0, "\n", "")
    assert run(given=b"") == (0, "", "")


def test_width_penalty_and_language_are_obeyed(run, model, tokenizer):
    [translation] = translate.translate(model, tokenizer, TEXTS[:1], ["en"], width=2, alpha=0.0)
    arguments = ("--to", "en", "--beam", 2, "--alpha", 0, TEXTS[0])
    assert run(*arguments) == (0, f"{translation.text}\n", "")


def test_a_long_text_is_cut_with_a_word_about_it(run):
    code, out, err = run("--beam", 1, given=b"A kite!\n" + b"goose " * 200 + b"\n")
    assert (code, out.count("\n")) == (0, 2)
    assert err.startswith("text 2 has ")
    assert err.endswith(" pieces; cut to 128\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--to", "xx", "A"], "no language 'xx', only en, fr"),
        (["--model", "nowhere", "A"], "there is no model in nowhere"),
        (["--beam", "0", "A"], "--beam 0 must lie between 1 and 100"),
        (["--beam", "two", "A"], "argument --beam: invalid int value: 'two'"),
        (["--alpha", "nan", "A"], "--alpha nan must lie between 0 and 10"),
        (["--trace", "t.npz", "A", "B"], "--trace needs exactly one text"),
        (["--trace", "t.npz"], "--trace needs exactly one text that is not empty"),
        (["--trace", "no/where.npz", "A"], "no/where.npz: No such file or directory"),
        (["--trace", ".", "A"], ".: Is a directory"),
    ],
)
def test_mistakes_are_named_in_one_sentence(run, arguments, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
    assert list(tmp_path.iterdir()) == []


def test_input_that_is_not_utf8_is_named_by_its_line(run):
    code, _, err = run(given=b"A kite!\nL'\xe9t\xe9\n")
    assert (code, err.count("\n")) == (2, 1)
    assert "line 2 of the input is not UTF-8" in err


def test_an_interruption_ends_quietly(run, monkeypatch):
    monkeypatch.setattr(translate, "translate", Mock(side_effect=KeyboardInterrupt))
    assert run("A kite!") == (130, "", "")


def test_a_closed_pipe_ends_quietly(folder):
    command = [*COMMAND, "--model", folder, "--beam", "1", TEXTS[0]]
    with subprocess.Popen(command, cwd=ROOT, stdout=-1, stderr=-1) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_only_a_terminal_sees_progress(folder):
    keeper, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    command = [*COMMAND, "--model", folder, "--beam", "1"]
    given = "".join(f"{text}\n" for text in TEXTS).encode()
    done = subprocess.run(command, cwd=ROOT, input=given, stdout=-1, stderr=terminal, check=True)
    shown = os.read(keeper, 10_000)
    os.close(terminal)
    os.close(keeper)
    assert done.stdout.count(b"\n") == len(TEXTS)
    assert b"5 texts" in shown


def test_a_trace_file_holds_the_recorded_pass(run, model, tokenizer, expected, tmp_path):
    path = tmp_path / "trace"  # the name is kept as it is
    assert run("--trace", path, TEXTS[0]) == (0, f"{expected[0]}\n", "")
    assert [file.name for file in tmp_path.iterdir()] == ["trace"]
    translation = best(model, tokenizer, TEXTS[0])
    source, target = translation.source, winner_of(tokenizer, translation)
    trace = passes.record_pass(model, source, target)
    with np.load(path, allow_pickle=False) as file:
        assert file.files == [*trace, "source", "source_ids", "target", "target_ids", "axes"]
        axes = json.loads(file["axes"].item())
        assert list(axes) == list(trace)
        for name, tensor in trace.items():
            np.testing.assert_array_equal(file[name], tensor.numpy())
            assert file[name].dtype == (bool if name.endswith(".visible") else np.float32)
            assert tuple(axes[name]) == trace.axes[name]
        for side, ids in (("source", source), ("target", target)):
            assert file[f"{side}_ids"].tolist() == ids
            assert file[side].tolist() == tokenizer.pieces(ids)


def test_a_trace_of_standard_input_is_that_of_its_one_line(run, expected, tmp_path):
    path, given = tmp_path / "trace.npz", f"{TEXTS[1]}\n".encode()
    assert run("--trace", path, given=given) == (0, f"{expected[1]}\n", "")
    assert np.load(path)["source_ids"][-1] == EOS
