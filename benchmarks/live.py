"""The live edition's engine beside PyTorch: does it compute the same, and how long does it take?

``python -m benchmarks.live`` reads the same sentences with both, one after the other in one thread
each, compares every tensor, every translation and every token, and prints a table.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from statistics import median

import torch

from model.glass import Glass, load
from model.tokens import clip_source
from tests.ui.live.engine.engine import Engine, largest_difference, same_tree, texts, tree

ASSETS = Path(__file__).parents[1] / "assets"
TIE = 1e-4  # translations whose totals are closer than this may come in either order
SEARCHES = tuple(product((1, 2, 4, 8), (0.0, 0.6, 2.0)))  # beam widths and length penalties α


def make_sentence_pairs(languages: Sequence[str]) -> list[tuple[str, str]]:
    """Return pairs of sentence and target language: all directions, odd characters, capitals."""
    rows = [
        line.split("\t")
        for line in (ASSETS / "sentences.tsv").read_text(encoding="utf-8").splitlines()[1:]
    ]
    pairs = [
        (row[place], to)
        for row in rows
        for place, source in enumerate(languages)
        for to in languages
        if to != source
    ]
    odd = [(text.upper() + "!", to) for text, to in pairs[::7]]
    odd += [
        (f"{a} 😀 ½ “{b}”", to) for (a, to), (b, _) in zip(pairs[::9], pairs[4::9], strict=False)
    ]
    odd += [(" ".join(row[place] for row in rows[at : at + 7]), to) for at, place, to in
            ((0, 0, "de"), (3, 1, "en"), (8, 2, "fr"), (5, 3, "en"))]  # fmt: skip
    Random(1).shuffle(pairs)
    return odd + pairs


def compare_readings(
    glass: Glass, engine: Engine, pairs: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield rows on equal translations and on the largest difference of recorded tensors."""
    worst, same, ties = 0.0, 0, 0
    for text, to in pairs:
        reading, found = glass.read(text, to), engine.ask("read", [text, to, {}])
        if tuple(found["target_ids"]) == reading.target_ids:
            same += 1
            worst = max(worst, largest_difference(reading.trace, found["trace"]))
        else:
            totals = [one.total for one in reading.hypotheses[:2]]
            ties += abs(totals[0] - totals[1]) < TIE
    yield "translations equal", f"{same} of {len(pairs)}, {ties} ties"
    yield "largest difference of a tensor's number", f"{worst:.1e}"


def compare_trees(
    glass: Glass, engine: Engine, pairs: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield a row on equal search trees, with several widths, length penalties and prefixes."""
    same = 0
    for (text, to), (width, alpha) in zip(pairs, cycle(SEARCHES), strict=False):
        prefix = "La" if len(text) % 3 == 0 else ""
        found = glass.search(text, to, width=width, alpha=alpha, prefix=prefix)
        how = {"width": width, "alpha": alpha, "prefix": glass.tokenizer.encode(prefix)}
        told = engine.ask("tree", [text, to, how])
        ranked = [one.tokens for one in found.hypotheses]
        same += same_tree(tree(found.steps), told["tree"]) and told["ranked"] == ranked
    yield "search trees equal (beam 1 to 8, α 0 to 2, prefixes)", f"{same} of {len(pairs)}"


def compare_tokenization(
    glass: Glass, engine: Engine, count: int, lines: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield a row on equal tokenization of random texts."""
    chance, same = Random(7), 0
    for _ in range(count):
        text = texts(lines, chance)
        source, found = clip_source(glass.tokenizer, text), engine.ask("tokens", text)
        shown = [one.text for one in source.tokens]
        same += tuple(found["ids"]) == source.ids and [t["text"] for t in found["tokens"]] == shown
    yield "texts cut into the same tokens", f"{same} of {count}"


def time_pytorch(glass: Glass, task: str, text: str, to: str, output_ids: Sequence[int]) -> float:
    """Return the seconds that PyTorch takes for a search or a recorded pass."""
    began = time.perf_counter()
    if task == "search":
        glass.search(text, to)
    else:
        glass.read(text, to, translation=output_ids)
    return time.perf_counter() - began


def compare_times(
    glass: Glass, engine: Engine, pairs: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield rows on the times of search and recorded pass in both, and their ratio."""

    for what in ("search", "record"):
        mine, theirs = [], []
        for text, to in pairs:
            reading = glass.read(text, to)
            said = list(reading.output_ids)
            theirs.append(min(time_pytorch(glass, what, text, to, said) for _ in range(3)))
            mine.append(min(engine.ask("time", [what, text, to, said]) for _ in range(3)) / 1000)
        ratio = sum(mine) / sum(theirs)
        row = f"{1000 * median(mine):.0f} ms, PyTorch {1000 * median(theirs):.0f} ms"
        yield f"{what} / PyTorch", f"{ratio:.2f} ({row})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the comparisons and print a row of the table for each result."""
    parser = argparse.ArgumentParser("python -m benchmarks.live", description=__doc__)
    parser.add_argument("--sentences", type=int, default=300)
    parser.add_argument("--texts", type=int, default=5000)
    parser.add_argument("--times", type=int, default=24)
    chosen = parser.parse_args(arguments)
    torch.set_num_threads(1)
    glass, engine = load(), Engine()
    some = list(islice(cycle(make_sentence_pairs(glass.config.languages)), chosen.sentences))
    lines = [text for text, _ in some]
    for rows in (
        compare_times(glass, engine, some[-chosen.times :]),
        compare_readings(glass, engine, some),
        compare_trees(glass, engine, some[: chosen.sentences // 2]),
        compare_tokenization(glass, engine, chosen.texts, lines),
    ):
        for name, value in rows:
            print(f"| {name} | {value} |", flush=True)
    engine.close()


if __name__ == "__main__":
    main()
