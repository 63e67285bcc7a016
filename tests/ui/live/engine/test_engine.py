"""The engine in JavaScript computes what ``model`` computes: tokens, tensors, searches."""

import shutil
import subprocess
from dataclasses import replace
from random import Random

import pytest
import torch

from model import storage
from model.decoding import sampling_probabilities
from model.eight_bits import quantize_int8
from model.glass import Glass, load
from model.tokens import clip_source
from model.transformer import Transformer
from tests.ui.live.engine.engine import (
    ENGINE,
    ROOT,
    Engine,
    largest_difference,
    same_tree,
    texts,
    tree,
)

SENTENCES = (
    ("The old house near the river is empty.", "de"),
    ("ICH WEISS NICHT, WAS SOLL ES BEDEUTEN!", "fr"),
    ("¿Dónde está ½ l 😀?", "en"),
)


@pytest.fixture(scope="module")
def shipped():
    return load()


@pytest.fixture(scope="module")
def engine():
    engine = Engine()
    yield engine
    engine.close()


@pytest.mark.parametrize(("text", "to"), SENTENCES)
def test_every_tensor_of_a_pass_is_that_of_the_model(shipped, engine, text, to):
    reading, found = shipped.read(text, to), engine.ask("read", [text, to, {}])
    assert largest_difference(reading.trace, found["trace"]) < 2e-4
    assert found["translation"] == reading.translation
    assert tuple(found["source_ids"]) == reading.source_ids
    assert tuple(found["target_ids"]) == reading.target_ids
    for side in ("source", "target", "output"):
        named = [(t["text"], t["joined"], t["special"], t["known"]) for t in found[side]]
        assert named == [(t.text, t.joined, t.special, t.known) for t in getattr(reading, side)]


@pytest.mark.parametrize(
    ("width", "alpha", "prefix"), [(1, 0.6, ""), (2, 0.0, "Das"), (4, 2.0, ""), (8, 1.0, "Ich bin")]
)
def test_a_search_considers_and_decides_the_same(shipped, engine, width, alpha, prefix):
    text = "I wish you had told me the truth earlier."
    found = shipped.search(text, "de", width=width, alpha=alpha, prefix=prefix)
    begin = shipped.tokenizer.encode(prefix)
    told = engine.ask("tree", [text, "de", {"width": width, "alpha": alpha, "prefix": begin}])
    assert same_tree(tree(found.steps), told["tree"])
    assert told["ranked"] == [one.tokens for one in found.hypotheses]


def test_texts_are_cut_into_the_same_tokens(shipped, engine):
    lines = (ROOT / "benchmarks/sentences.txt").read_text(encoding="utf-8").splitlines()
    chance = Random(1)
    for text in (texts(lines, chance) for _ in range(200)):
        source, found = clip_source(shipped.tokenizer, text), engine.ask("tokens", text)
        assert found["text"] == source.text, ascii(text)
        assert tuple(found["ids"]) == source.ids, ascii(text)
        assert [(t["text"], t["joined"], t["known"]) for t in found["tokens"]] == [
            (t.text, t.joined, t.known) for t in source.tokens
        ], ascii(text)
        assert engine.ask("decode", found["ids"]) == shipped.tokenizer.decode(found["ids"])


@pytest.mark.parametrize(
    "pieces",
    [
        ["▁", "▁the"],
        ["<0x20>", "▁the"],
        ["<0xE2>", "<0x80>", "a"],
        ["<0xF0>", "<0x9F>", "<0x98>", "▁the"],
        ["▁the", "<0xC3>", "<0xA9>"],
    ],
)
def test_any_pieces_read_as_the_same_text(shipped, engine, pieces):
    ids = [shipped.tokenizer.pieces([*range(len(shipped.tokenizer))]).index(one) for one in pieces]
    assert engine.ask("decode", ids) == shipped.tokenizer.decode(ids)


@pytest.mark.parametrize("space", ["\x1c", "\x85", "\ufeff"])
def test_a_sentence_in_capitals_begins_after_the_same_spaces(shipped, engine, space):
    text = f"HELLO THERE.{space}WORLD AGAIN"
    assert tuple(engine.ask("tokens", text)["ids"]) == clip_source(shipped.tokenizer, text).ids


def test_a_long_text_is_cut_where_the_model_cuts_it(shipped, engine):
    found = engine.ask("tokens", "word " * 200)
    assert found["truncated"]
    assert len(found["ids"]) == 129
    assert not engine.ask("tokens", "word")["truncated"]


def saved(glass: Glass, folder, weights=None):
    storage.save(glass.network, glass.tokenizer, folder)
    if weights:
        storage.write_weights(folder, weights)
    return folder


def test_weights_of_eight_bits_are_read_as_the_model_reads_them(glass, tmp_path):
    saved(glass, tmp_path, quantize_int8(glass.network.state_dict()))
    engine, rounded = Engine(tmp_path), load(tmp_path)
    reading = rounded.read("The goat eats bread.", "fr")
    found = engine.ask("read", ["The goat eats bread.", "fr", {}])
    engine.close()
    assert largest_difference(reading.trace, found["trace"]) < 2e-4


def test_without_the_kernel_plain_loops_compute_the_same(glass, tmp_path):
    broken = tmp_path / "no.wasm"  # as a browser takes what it does not know
    broken.write_bytes(b"\0asm")
    weights = {name: tensor.clone() for name, tensor in glass.network.state_dict().items()}
    folder = saved(glass, tmp_path, weights)  # float32
    engine, whole = Engine(folder, broken), load(folder)
    reading = whole.read("The goat eats bread.", "fr")
    found = engine.ask("read", ["The goat eats bread.", "fr", {}])
    engine.close()
    assert largest_difference(reading.trace, found["trace"]) < 2e-4


def test_sizes_that_the_kernel_cannot_read_are_left_to_plain_loops(glass, tmp_path):
    torch.manual_seed(1)
    network = Transformer(replace(glass.network.config, d_model=10, h=2, d_ff=6)).eval()
    storage.save(network, glass.tokenizer, tmp_path)
    engine, odd = Engine(tmp_path), load(tmp_path)
    reading = odd.read("The goat eats bread.", "fr")
    found = engine.ask("read", ["The goat eats bread.", "fr", {}])
    engine.close()
    assert largest_difference(reading.trace, found["trace"]) < 2e-4


def test_sampling_follows_the_probabilities_that_the_model_samples_from(glass, tmp_path):
    engine = Engine(saved(glass, tmp_path))
    for settings in ({"temperature": 0.5, "top_k": 5, "top_p": 0.8}, {"top_p": 0.9}):
        sampling = {"temperature": 1.0, "top_k": 0, "top_p": 1.0, **settings}
        mine, theirs = engine.ask("allowed", sampling)
        expected = sampling_probabilities(
            torch.tensor(theirs),
            sampling["temperature"],
            sampling["top_k"] or None,
            sampling["top_p"],
        )
        assert torch.allclose(torch.tensor(mine), expected, atol=1e-6)
    engine.close()


def test_the_kernel_is_what_its_text_says(tmp_path):
    assembler = ROOT / "node_modules/.bin/wat2wasm"
    if not assembler.exists():
        pytest.skip("wat2wasm comes with npm install")
    node = shutil.which("node")
    made = tmp_path / "linear.wasm"
    subprocess.run([node, assembler, ENGINE / "linear.wat", "-o", made], check=True)
    assert made.read_bytes() == (ENGINE / "linear.wasm").read_bytes()
