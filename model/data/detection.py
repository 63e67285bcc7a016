"""Learn which language a text is written in: ``python -m model.data.detection --data DIR``.

Sentences of all files ``train``, ``more``, ``words`` and ``own`` of the folder, and short pieces of
them, are told apart by ``model.detection``'s weights. The table is written beside the model.
"""

import argparse
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from model import languages
from model.data.corpora import read_corpora
from model.data.own import ASSETS, COLUMNS, read_rows
from model.detection import ROWS, TABLE, Detector, detect_language, features, load
from model.files import write_tensors
from model.programs import exit_with_message

LANGUAGES = tuple(languages.LANGUAGES)
PARTS = ("train", "more", "words", "own")
MOST = 5_000  # sentences of one language from one file
EPOCHS, BATCH, RATE, DECAY = 2, 256, 0.02, 1e-6
SEED = 1

Example = tuple[tuple[int, ...], int]  # rows of W, and the place of the language


def read(folder: Path, chance: random.Random) -> dict[str, list[str]]:
    """Return sentences of each language.

    Raises:
        ValueError: if the folder has no sentences of some language.
    """
    texts: dict[str, list[str]] = {code: [] for code in LANGUAGES}
    for part in PARTS:
        if any(folder.glob(f"{part}.*-*.tsv.gz")):
            for corpus in read_corpora(folder, part, LANGUAGES):
                for code, sentences in zip(corpus.languages, corpus.sentences, strict=True):
                    texts[code] += chance.sample(sentences, min(MOST, len(sentences)))
    if empty := [code for code, found in texts.items() if not found]:
        raise ValueError(f"{folder} has no sentences in {', '.join(empty)}")
    return texts


def examples(texts: Mapping[str, Sequence[str]], chance: random.Random) -> list[Example]:
    """Return an epoch: as many texts of each language; many are only a few words long."""
    count = max(map(len, texts.values()))
    found = [
        (rows, place)
        for place, code in enumerate(LANGUAGES)
        for text in chance.choices(texts[code], k=count)
        if (rows := features(shorten(text, chance)))
    ]
    chance.shuffle(found)
    return found


def shorten(text: str, chance: random.Random) -> str:
    """Return one, two or three words of a text, or all of it."""
    words = text.split()
    length = chance.choice([1, 2, 3, len(words)])
    begin = chance.randrange(max(1, len(words) - length + 1))
    return " ".join(words[begin : begin + length])


def learn(
    texts: Mapping[str, Sequence[str]], chance: random.Random
) -> Float[Tensor, "row language"]:
    """Return the weights that tell the languages apart: logistic regression."""
    bag = nn.EmbeddingBag(ROWS, len(LANGUAGES), mode="sum")
    nn.init.zeros_(bag.weight)
    optimizer = torch.optim.Adam(bag.parameters(), RATE)
    for epoch in range(EPOCHS):
        optimizer.param_groups[0]["lr"] = RATE * (1 - epoch / EPOCHS)
        for rows, begins, right in batches(examples(texts, chance)):
            loss = F.cross_entropy(bag(rows, begins), right)
            loss = loss + DECAY * bag.weight.square().sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return bag.weight.detach()


def batches(
    found: Sequence[Example],
) -> Iterator[tuple[Int[Tensor, " row"], Int[Tensor, " text"], Int[Tensor, " text"]]]:
    """Yield rows of some texts one after the other, where each begins, and their languages."""
    for place in range(0, len(found), BATCH):
        rows, right = zip(*found[place : place + BATCH], strict=True)
        lengths = torch.tensor([0, *map(len, rows[:-1])])
        flat = torch.tensor([row for one in rows for row in one])
        yield flat, lengths.cumsum(0), torch.tensor(right)


def write(weights: Float[Tensor, "row language"], path: Path) -> None:
    """Write a table: each weight in eight bits, as a multiple of one step."""
    step = weights.abs().max() / 127
    tensors = {"weights": (weights / step).round().to(torch.int8), "step": step.reshape(1)}
    write_tensors(path, tensors, {"languages": " ".join(LANGUAGES)})


def held_out_texts() -> dict[str, list[tuple[str, str]]]:
    """Return texts that no table has learned from, with their languages, by kind."""
    columns = zip(*read_rows(ASSETS / "own" / "valid.tsv.gz"), strict=True)
    whole = [(text, code) for code, texts in zip(COLUMNS, columns, strict=True) for text in texts]
    codes: dict[str, set[str]] = {}
    for text, code in whole:
        for word in text.split():
            codes.setdefault(word.strip(" .,;:!?¿¡«»\"'()").lower(), set()).add(code)
    words = [(word, code) for word, [code, *others] in codes.items() if not others and word[1:]]
    three = [(" ".join(text.split()[:3]), code) for text, code in whole if len(text.split()) > 3]
    return {"sentences": whole, "three words": three, "bare words": words}


def accuracy(detector: Detector, texts: Iterable[tuple[str, str]]) -> float:
    """Return the share of texts whose language is found."""
    right = [detect_language(detector, text, detector.languages)[0] == code for text, code in texts]
    return sum(right) / len(right)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; anything that goes wrong ends in one sentence."""
    parser = argparse.ArgumentParser(prog="python -m model.data.detection", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    parser.add_argument("--table", type=Path, default=TABLE, help="where to write")
    chosen = parser.parse_args(arguments)
    torch.manual_seed(SEED)
    chance = random.Random(SEED)
    with exit_with_message(parser):
        write(learn(read(chosen.data, chance), chance), chosen.table)
    detector = load(chosen.table)
    for kind, texts in held_out_texts().items():
        print(f"{kind}: {accuracy(detector, texts):.1%} of {len(texts):,}")


if __name__ == "__main__":
    main()
