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
        languages: codes of the two.
        sentences: as many of one as of the other.
        share: how much of it an epoch of training draws, anew each time; 6 is everything six times.
    """

    languages: tuple[str, str]
    sentences: tuple[list[str], list[str]]
    share: float = 1.0

    @property
    def direction(self) -> str:
        """Its languages as tables name them: "en-fr" is from English into French."""
        return "-".join(self.languages)

    @property
    def reverse(self) -> "Corpus":
        """The same pairs in the other direction."""
        return Corpus(self.languages[::-1], self.sentences[::-1], self.share)


def directions(corpora: Iterable[Corpus]) -> list[Corpus]:
    """Return each corpus, and after it the same one in the other direction."""
    return [one for corpus in corpora for one in (corpus, corpus.reverse)]


def read_corpora(folder: Path, part: str, languages: Sequence[str]) -> list[Corpus]:
    """Read the files ``<part>.<a>-<b>.tsv.gz`` of all pairs of these languages.

    Args:
        folder: of the files.
        part: first word of their names; ``words:0.2`` is a part of which epochs draw a fifth, and
            ``own:6`` one of which they draw everything six times.
        languages: codes.

    Raises:
        ValueError: if there is none, one holds something else than pairs, or the share is no number
            above 0.
    """
    name, _, number = part.partition(":")
    share = float(number or 1)
    if not 0 < share < math.inf:
        raise ValueError(f"{part}: a share must be above 0")
    corpora = []
    for path in sorted(folder.glob(f"{name}.*-*.tsv.gz")):
        a, b = path.name.split(".")[1].split("-")
        if a in languages and b in languages:
            first, second = map(list, zip(*_pairs(path), strict=True))
            corpora.append(Corpus((a, b), (first, second), share))
    if not corpora:
        raise ValueError(f"{folder} has no file {name}.*.tsv.gz for {', '.join(languages)}")
    return corpora


def _pairs(path: Path) -> list[list[str]]:
    """Read the lines of a file: two sentences with a tab between them."""
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
