"""Files of sentence pairs, and what people leave out when they type.

No pair that is trained on holds a sentence that is held out.
"""

import gzip
import re
import tempfile
import unicodedata
import zlib
from collections.abc import Collection, Container
from pathlib import Path

from model.files import write_bytes

SentencePair = tuple[str, str]


def write_disjoint_pairs(
    folder: Path,
    train: dict[str, list[SentencePair]],
    valid: dict[str, list[SentencePair]],
    excluded: Container[str] = (),
) -> dict[str, int]:
    """Write training and held-out files that share no sentence; return pair counts by file name.

    A training pair is dropped if one of its sentences is held out or ``excluded``. Held out are the
    sentences in ``valid`` and in files already in the folder whose names begin with "valid". All
    other files already in the folder are training files; they, too, lose such pairs.

    Args:
        folder: where the files go.
        train: training pairs, by the file's name.
        valid: held-out pairs, by the file's name, which begins with "valid".
        excluded: further sentences that no training pair may hold, such as those of a test.

    Returns:
        Number of pairs in each file that was written, by the file's name.

    Raises:
        ValueError: if a file in the folder does not hold sentence pairs.
        OSError: if the folder cannot be written to.
    """
    others = _read_remaining_files(folder, {*train, *valid})
    validation = [pairs for name, pairs in (valid | others).items() if name.startswith("valid")]
    held = {sentence for pairs in validation for pair in pairs for sentence in pair}
    training = {n: p for n, p in (train | others).items() if not n.startswith("valid")}
    # Each distinct sentence is compared once, in however many pairs it stands.
    distinct = {sentence for pairs in training.values() for pair in pairs for sentence in pair}
    held.update(sentence for sentence in distinct if sentence in excluded)
    files = dict(valid)
    for name, pairs in training.items():
        kept = [pair for pair in pairs if held.isdisjoint(pair)]
        if name in train or len(kept) < len(pairs):
            files[name] = kept
    write_pairs_atomically(folder, files)
    return {name: len(files[name]) for name in sorted(files)}


def _read_remaining_files(folder: Path, names: Collection[str]) -> dict[str, list[SentencePair]]:
    """Read a folder's pair files, except those of the given names."""
    pairs = {}
    for path in sorted(folder.glob("*.*-*.tsv.gz")):
        if path.name not in names:
            try:
                lines = gzip.decompress(path.read_bytes()).decode("utf-8").split("\n")[:-1]
                pairs[path.name] = [(a, b) for a, b in (line.split("\t") for line in lines)]
            except (ValueError, EOFError, gzip.BadGzipFile, zlib.error) as error:
                raise ValueError(f"{path}, already there, is no file of sentence pairs") from error
    return pairs


def write_pairs_atomically(folder: Path, files: dict[str, list[SentencePair]]) -> None:
    """Write files of sentence pairs to a temporary folder, then move them to ``folder``.

    Args:
        folder: where the files go.
        files: pairs by file name.
    """
    with tempfile.TemporaryDirectory(prefix=".unfinished-", dir=folder) as beside:
        for name, pairs in files.items():
            text = "".join(f"{a}\t{b}\n" for a, b in pairs)
            # Without name and time: the same pairs make the same bytes.
            write_bytes(Path(beside) / name, gzip.compress(text.encode("utf-8"), mtime=0))
        for name in files:
            (Path(beside) / name).replace(folder / name)


def strip_accents(text: str) -> str:
    """Return the text without accents and other combining marks."""
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def strip_final_punctuation(text: str) -> str:
    """Return the text without its final punctuation."""
    return re.sub(r"[\s.!?…]+$", "", text)
