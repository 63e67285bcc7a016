"""Was a sentence trained on? ``python -m model.data.training_sentences --data DIR`` prepares it.

The texts themselves are not shipped. A Bloom filter (Bloom 1970) beside the weights holds some bits
of each: a sentence that was trained on is always found, and of a hundred others about one is found
by chance. Letter case and punctuation do not count.
"""

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from model import storage
from model.data.corpora import read_corpora
from model.data.near_duplicates import comparable_words
from model.files import write_bytes
from model.programs import exit_with_message
from model.tokenizer import normalize

BITS_PER_SENTENCE = 10
HASHES = 7  # ln 2 times the bits per sentence: fewest sentences are then found by chance


@dataclass(frozen=True)
class TrainingSentences:
    """The distinct sentences that a model was trained on, as a Bloom filter.

    Args:
        bits: the filter's bits, eight to a byte, the lowest first; shape (byte,), uint8.
        sentence_count: number of distinct sentences, of all languages.
        pair_count: number of sentence pairs.
    """

    bits: np.ndarray
    sentence_count: int
    pair_count: int

    def __contains__(self, sentence: object) -> bool:
        """Whether a sentence was trained on: False is certain, True is not; see ``error_rate``."""
        numbers = _bit_numbers(_comparable(str(sentence)), 8 * len(self.bits))
        return bool((self.bits[numbers // 8] >> (numbers % 8) & 1).all())

    @property
    def error_rate(self) -> float:
        """The share of other sentences that are found all the same, by chance."""
        return float(np.unpackbits(self.bits).mean() ** HASHES)


def build_training_sentences(pairs: Iterable[tuple[str, str]]) -> TrainingSentences:
    """Return the filter of the sentences of these pairs.

    Raises:
        ValueError: if there is no pair.
    """
    distinct: set[str] = set()
    pair_count = 0
    for pair in pairs:
        distinct.update(map(_comparable, pair))
        pair_count += 1
    if not distinct:
        raise ValueError("there is no sentence pair")
    byte_count = -(-BITS_PER_SENTENCE * len(distinct) // 8)
    bits = np.zeros(byte_count, np.uint8)
    for sentence in distinct:
        numbers = _bit_numbers(sentence, 8 * byte_count)
        np.bitwise_or.at(bits, numbers // 8, (1 << numbers % 8).astype(np.uint8))
    return TrainingSentences(bits, len(distinct), pair_count)


def _comparable(sentence: str) -> str:
    """Return a sentence's words in lower case, without punctuation, one blank between two."""
    return " ".join(comparable_words(normalize(sentence)))


def _bit_numbers(sentence: str, bit_count: int) -> np.ndarray:
    """Return which bits a sentence sets, of this many: shape (hash,)."""
    digest = blake2b(sentence.encode(), digest_size=4 * HASHES).digest()
    return np.frombuffer(digest, "<u4").astype(np.int64) % bit_count


def write_training_sentences(path: Path, sentences: TrainingSentences) -> None:
    """Write a filter into a safetensors file, with its counts as the file's metadata."""
    counts = {"sentences": str(sentences.sentence_count), "pairs": str(sentences.pair_count)}
    write_bytes(path, save({"bits": sentences.bits}, counts))


def read_training_sentences(path: Path) -> TrainingSentences:
    """Read a filter from a file that ``write_training_sentences`` wrote.

    Raises:
        ValueError: if the file is damaged or is another one.
        OSError: if it cannot be read.
    """
    try:
        with safe_open(path, framework="numpy") as file:
            counts = file.metadata() or {}
            bits = file.get_tensor("bits")
    except SafetensorError as error:
        raise ValueError(f"{path.name} holds no filter of sentences: {error}") from error
    numbers = [counts.get(name, "") for name in ("sentences", "pairs")]
    if bits.dtype != np.uint8 or bits.ndim != 1 or not all(map(str.isdecimal, numbers)):
        raise ValueError(f"{path.name} holds no filter of sentences")
    return TrainingSentences(bits, *map(int, numbers))


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the filter of all sentences that the shipped model was trained on, beside its weights.
    This is the command line program.
    """
    parser = argparse.ArgumentParser(
        prog="python -m model.data.training_sentences", description=__doc__
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    data = parser.parse_args(arguments).data
    with exit_with_message(parser):
        record = json.loads((storage.MODEL / storage.RECORD).read_text(encoding="utf-8"))
        settings = [each["settings"] for each in record["settings"]]
        parts = {part.partition(":")[0] for each in settings for part in each["parts"]}
        languages = {code for each in settings for code in each["languages"]}
        corpora = [c for part in sorted(parts) for c in read_corpora(data, part, sorted(languages))]
        sentences = build_training_sentences(
            pair for corpus in corpora for pair in zip(*corpus.sentences, strict=True)
        )
        write_training_sentences(storage.MODEL / storage.TRAINING_SENTENCES, sentences)
    print(f"{sentences.pair_count:,} pairs, {sentences.sentence_count:,} distinct sentences")


if __name__ == "__main__":
    main()
