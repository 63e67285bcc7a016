"""A model of OPUS-MT's full size: ``python -m benchmarks.own_model``.

Hugging Face's library makes one with random weights (6 + 6 layers, d_model 512, d_ff 2,048, 58,101
pieces: 75 million numbers), ``model.marian`` converts it, and the app opens it. Printed are: how
near the logits are to the library's and whether the searches find the same; seconds and memory of
the conversion; how long the server takes to be there; seconds, memory and bytes of every page in a
browser, the first one with the model's loading, and whether it ended in an error; a click in the
grid of heads. Nothing is kept.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import sentencepiece
import torch
from playwright.sync_api import Page, sync_playwright
from transformers import GenerationConfig, MarianConfig, MarianMTModel

from benchmarks.page import CLOCK
from benchmarks.visitors import total_memory
from model import storage
from model.decoding import beam_search, rank_hypotheses
from model.hypotheses import EXTRA_LENGTH
from model.tokenizer import EOS
from tests.chromium import FLAGS, executable
from tests.server import READY, serve
from ui.contents import FRONT, PAGES

VOCABULARY = 58_101
SENTENCES = (Path(__file__).parent / "sentences.txt").read_text().splitlines()
TEXT = "The old house near the river is empty."
FAILED = ".stException, [data-testid=stAlertContentError]"
WIDTH = 4
TIMEOUT = 120_000  # milliseconds: random weights write up to fifty pieces more than the source has
EMBEDDING_SCALE = (
    4  # factor of E's usual size: else random weights give all pieces about the same logit
)


def write_random_model(folder: Path) -> MarianMTModel:
    """Write a full-size Marian model with random weights in Hugging Face's format; return it."""
    words = []
    for side in ("source", "target"):
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(SENTENCES),
            model_prefix=str(folder / side),
            vocab_size=400,
            hard_vocab_limit=False,
            minloglevel=2,
        )
        (folder / f"{side}.model").rename(folder / f"{side}.spm")
        pieces = sentencepiece.SentencePieceProcessor(str(folder / f"{side}.spm"))
        words += [pieces.id_to_piece(i) for i in range(3, pieces.vocab_size())]
    known = ["</s>", "<unk>", *dict.fromkeys(words)]
    others = [f"▁piece{number}" for number in range(VOCABULARY - 1 - len(known))]
    ids = {piece: number for number, piece in enumerate([*known, *others, "<pad>"])}
    (folder / "vocab.json").write_text(json.dumps(ids), encoding="utf-8")
    pad = VOCABULARY - 1
    torch.manual_seed(1)
    config = MarianConfig(  # all else is as in OPUS-MT's
        vocab_size=VOCABULARY,
        d_model=512,
        **{f"{stack}_layers": 6 for stack in ("encoder", "decoder")},
        **{f"{stack}_attention_heads": 8 for stack in ("encoder", "decoder")},
        **{f"{stack}_ffn_dim": 2_048 for stack in ("encoder", "decoder")},
        max_position_embeddings=512,
        scale_embedding=True,
        activation_function="swish",
        pad_token_id=pad,
        decoder_start_token_id=pad,
        eos_token_id=0,
        forced_eos_token_id=None,
    )
    reference = MarianMTModel(config).eval().requires_grad_(False)
    reference.model.shared.weight *= EMBEDDING_SCALE
    reference.save_pretrained(folder)
    return reference


def convert_model(folder: Path, out: Path) -> str:
    """Convert the model in a process of its own; return a line on seconds and memory."""
    begun = time.perf_counter()
    command = [
        sys.executable,
        "-m",
        "model.marian",
        str(folder),
        str(out),
        "--from",
        "en",
        "--to",
        "fr",
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - begun
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3
    size = sum(path.stat().st_size for path in out.iterdir()) / 1e6
    return f"converted in {seconds:.1f} s with {most:,.0f} MB; the folder has {size:,.0f} MB"


def compare_with_library(reference: MarianMTModel, folder: Path, out: Path) -> str:
    """Compare logits and best translations with the library's; return a line on differences."""
    model, tokenizer = storage.load(out)
    there = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))
    there |= {"<2fr>": reference.config.pad_token_id}
    rows = torch.tensor([there[piece] for piece in tokenizer.pieces(range(len(tokenizer)))])
    apart, same, pieces, found = 0.0, 0, 0, SENTENCES[:3]
    for text in found:
        source = [*tokenizer.encode(text), EOS]
        reference.generation_config = GenerationConfig(
            pad_token_id=reference.config.pad_token_id,
            eos_token_id=0,
            decoder_start_token_id=reference.config.pad_token_id,
            bad_words_ids=[[reference.config.pad_token_id]],
            num_beams=WIDTH,
            early_stopping=True,
            length_penalty=0.0,
            max_new_tokens=len(source) + EXTRA_LENGTH,
        )
        start = tokenizer.start("fr")
        best = rank_hypotheses(beam_search(model, [source], [start], WIDTH), alpha=0.0)[0][0].tokens
        target = torch.tensor([[start, *best[:-1]]])
        own, theirs = model(torch.tensor([source]), target), rows[torch.tensor([source])]
        logits = reference(input_ids=theirs, decoder_input_ids=rows[target]).logits[..., rows]
        shown = [0, 1, 2, *range(4, len(rows))]  # all but the start token, which is never predicted
        apart = max(apart, (own - logits)[..., shown].abs().max().item())
        said = reference.generate(input_ids=theirs)[0, 1:].tolist()
        same += rows[torch.tensor(best)].tolist() == said[: len(best)]
        pieces += len(best)
    return (
        f"logits at most {apart:.1e} apart; {same} of {len(found)} best translations the same, "
        f"of {pieces / len(found):.0f} pieces on average"
    )


@contextmanager
def open_app(out: Path) -> Iterator[tuple[subprocess.Popen, Page, str]]:
    """Start the app with a model folder and open a browser page; end both afterwards."""
    os.environ["GLASS_MODEL"] = str(out)
    process, address = serve()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
            yield process, browser.new_page(), address
            browser.close()
    finally:
        process.terminate()
        process.wait()


def measure_page_loads(out: Path) -> Iterator[str]:
    """Open all pages and click in the grid of heads; yield lines on time, data and memory."""
    begun = time.perf_counter()
    with open_app(out) as (process, page, address):
        yield f"server and browser there after {time.perf_counter() - begun:.1f} s"
        received: list[int] = []
        held = partial(total_memory, process.pid)
        page.set_default_timeout(TIMEOUT)
        page.on(
            "websocket",
            lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))),
        )
        yield f"server before the first visitor: {held():,.0f} MB"
        for name in ("", *(one.name for one in PAGES if one.name != FRONT)):
            received.clear()
            begun = time.perf_counter()
            page.goto(f"{address}/{name}?source={TEXT.replace(' ', '+')}")
            page.locator("[data-testid=stApp] h1").first.wait_for()
            page.wait_for_selector(READY)
            seconds, size = time.perf_counter() - begun, sum(received) / 1e6
            what = "  FAILED" if page.locator(FAILED).count() else ""
            yield f"/{name}: {seconds:.1f} s, {size:.2f} MB of data; server {held():,.0f} MB{what}"
        page.goto(f"{address}/multi_head?source={TEXT.replace(' ', '+')}")
        page.locator(".head_view .right h3").first.wait_for()
        page.wait_for_selector(READY)
        times = []
        for head in (2, 3, 4, 5, 6):
            page.evaluate(CLOCK, {"head": head, "linked": True})
            page.locator(f".menu [aria-label='Layer 1, head {head}']").click()
            times.append(page.evaluate("() => window.clock")["painted"])
            page.wait_for_timeout(300)
            page.wait_for_selector(READY)
        yield f"click in the grid of heads to painted: {sorted(times)[len(times) // 2]:.0f} ms"


def main() -> None:
    """Write, convert, compare and open the model in a temporary folder."""
    argparse.ArgumentParser("python -m benchmarks.own_model", description=__doc__).parse_args()
    torch.set_num_threads(1)
    place = Path(tempfile.mkdtemp())
    try:
        (place / "marian").mkdir()
        reference = write_random_model(place / "marian")
        print(convert_model(place / "marian", place / "own"), flush=True)
        print(compare_with_library(reference, place / "marian", place / "own"), flush=True)
        del reference
        for line in measure_page_loads(place / "own"):
            print(line, flush=True)
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    main()
