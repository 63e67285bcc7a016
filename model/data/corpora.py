"""Sentence pairs of two languages, as files hold them."""

import gzip
import math
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Corpus:
    """Sentence pairs of two languages, line by line.

    Args:
        languages: codes of the two languages.
        sentences: the sentences of each language, aligned by index.
        share: number of pairs drawn at random in an epoch, as a multiple of the corpus's size: 0.2
            draws a fifth of the pairs, 6 draws every pair six times.
    """

    languages: tuple[str, str]
    sentences: tuple[list[str], list[str]]
    share: float = 1.0

    @property
    def direction(self) -> str:
        """The translation direction, such as "en-fr": from English into French."""
        return "-".join(self.languages)

    @property
    def reverse(self) -> "Corpus":
        """The corpus in the other direction: source and target swapped."""
        return Corpus(self.languages[::-1], self.sentences[::-1], self.share)


def both_directions(corpora: Iterable[Corpus]) -> list[Corpus]:
    """Return every corpus in both directions, each followed by its reverse."""
    return [one for corpus in corpora for one in (corpus, corpus.reverse)]


def read_corpora(folder: Path, prefix: str, languages: Sequence[str]) -> list[Corpus]:
    """Return a corpus from each file ``PREFIX.aa-bb.tsv.gz`` of a folder, for the given languages.

    Args:
        folder: folder with the files.
        prefix: first word of the files' names, such as "train". A number after a colon sets the
            ``share`` of each corpus: "words:0.2", "own:6".
        languages: codes such as "en"; files with another language are left out.

    Raises:
        ValueError: if there is no such file, if one is damaged or has a line without two columns,
            or if the number after the colon is not above 0.
    """
    name, _, number = prefix.partition(":")
    share = float(number or 1)
    if not 0 < share < math.inf:
        raise ValueError(f"{prefix}: a share must be above 0")
    corpora = []
    for path in sorted(folder.glob(f"{name}.*-*.tsv.gz")):
        a, b = path.name.split(".")[1].split("-")
        if a in languages and b in languages:
            first, second = map(list, zip(*_read_pair_lines(path), strict=True))
            corpora.append(Corpus((a, b), (first, second), share))
    if not corpora:
        raise ValueError(f"{folder} has no file {name}.*.tsv.gz for {', '.join(languages)}")
    return corpora


def _read_pair_lines(path: Path) -> list[list[str]]:
    """Read a gzipped file of sentence pairs, one tab-separated pair per line."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            pairs = [line.rstrip("\n").split("\t") for line in file]
    except (UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(f"{path} is damaged, or no gzip of UTF-8 text: {error}") from error
    for number, pair in enumerate(pairs, 1):
        if len(pair) != 2:
            raise ValueError(f"{path}, line {number}: {len(pair)} columns, not two")
    if not pairs:
        raise ValueError(f"{path} holds no line")
    return pairs
