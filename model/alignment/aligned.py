"""Sentences whose words people aligned by hand, to measure attention with.

Each line of a file is a JSON object with the words of both sides and the links between them,
``[source, target]``, counted from 0 and all sure:

    {"src_words": ["good", "day"], "tgt_words": ["bonjour"], "alignment": [[0, 0], [1, 0]]}

The file's name says the languages, as in ``alignment.en-fr.jsonl.gz`` or ``my.en-fr.jsonl``.
"""

import gzip
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from model.config import ModelConfig

Links = frozenset[tuple[int, int]]  # pairs of a source word's and a target word's index


@dataclass(frozen=True)
class AlignedPair:
    """A sentence pair with gold word alignments."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    links: Links

    @property
    def reverse(self) -> "AlignedPair":
        """The pair with source and target swapped, word links too."""
        return AlignedPair(self.target, self.source, frozenset((t, s) for s, t in self.links))


def read_alignments(path: Path) -> tuple[tuple[str, str], list[AlignedPair]]:
    """Read a file of word-aligned sentence pairs; return its two languages and the pairs.

    Args:
        path: a file of JSON lines with "src_words", "tgt_words" and "alignment", a list of links
            [source, target]; its name contains the language codes, as in "alignment.en-fr.jsonl".

    Returns:
        The codes of the source and the target language, such as ("en", "fr"); and the sentence
        pairs.

    Raises:
        ValueError: if the name holds no two language codes, if the file is damaged or empty, or if
            a line is no aligned sentence.
    """
    named = re.search(r"(?<![a-z])([a-z]{2,3})-([a-z]{2,3})(?![a-z])", path.name)
    if not named:
        raise ValueError(f"{path.name} does not name its languages as in alignment.en-fr.jsonl.gz")
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
        try:
            pairs = list(_parse_aligned_pairs(file, path))
        except (UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise ValueError(f"{path} is not text in UTF-8, or not gzip: {error}") from error
    if not pairs:
        raise ValueError(f"{path} holds no sentences")
    return (named[1], named[2]), pairs


def _parse_aligned_pairs(lines: Iterable[str], path: Path) -> Iterator[AlignedPair]:
    """Parse JSON lines; yield one validated sentence pair per line."""
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            source, target = tuple(entry["src_words"]), tuple(entry["tgt_words"])
            links = frozenset((int(s), int(t)) for s, t in entry["alignment"])
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise ValueError(f"{path}, line {number}: not an aligned sentence ({error})") from error
        inside = all(0 <= s < len(source) and 0 <= t < len(target) for s, t in links)
        if not (source and target and inside):
            raise ValueError(f"{path}, line {number}: a link to a word that is not there")
        yield AlignedPair(source, target, links)


def read_pairs_by_direction(
    files: Sequence[Path], config: ModelConfig
) -> dict[str, list[AlignedPair]]:
    """Return the word-aligned pairs of all files by translation direction, such as "en-fr".
    Each file serves two directions: its pairs as they are, and with source and target swapped. A
    direction that the model does not translate is left out.

    Args:
        files: files that ``read_alignments`` can read.
        config: configuration of the model; it lists the languages.

    Raises:
        ValueError: if a file is invalid, or if the model translates none of the directions.
    """
    found: dict[tuple[str, str], list[AlignedPair]] = {}
    for path in files:
        (a, b), aligned = read_alignments(path)
        found.setdefault((a, b), []).extend(aligned)
        found.setdefault((b, a), []).extend(pair.reverse for pair in aligned)
    read, written = config.read_languages, config.languages
    known = {f"{a}-{b}": found[a, b] for a, b in found if a in read and b in written}
    if not known:
        asked = " nor ".join(f"{a}-{b}" for a, b in found)
        raise ValueError(
            f"the model does not translate {asked}: it reads {', '.join(read)} and writes "
            f"{', '.join(written)}"
        )
    return known
