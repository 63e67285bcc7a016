"""Pairs of the sentences that were written for this app: ``python -m model.data.own --data DIR``.

The files ``assets/own/<part>.tsv.gz`` have a topic and four languages in each row. From each come
``<part>.<a>-<b>.tsv.gz``, another part to train on; but from ``valid.tsv.gz`` come
``valid-own.<a>-<b>.tsv.gz``, which are held out: no file of pairs in the folder keeps a sentence of
theirs, nor one too like a sentence of ``assets/typed_test.tsv``, by which releases are judged. From
``assets/first_texts.tsv``, what visitors type first and its right translations, comes
``first.<a>-<b>.tsv.gz``.
"""

import argparse
import gzip
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from model.data.near_duplicates import NearDuplicates
from model.data.pairs import SentencePair, write_disjoint_pairs
from model.languages import LANGUAGES
from model.programs import exit_with_message
from model.tokenizer import sentence_case

ASSETS = Path(__file__).parents[2] / "assets"
COLUMNS = ("en", "fr", "de", "es")  # after the topic; a language without one has no pairs here
HELD_OUT = "valid.tsv.gz"
TYPED = ASSETS / "typed.tsv"  # ordinary sentences whose mistakes showed what to write next
TEST = "typed_test.tsv"  # two hundred more, which no round of training is chosen by
FEW = 4  # words of a text that is also typed with another capital letter or full stop

Row = tuple[str, ...]


@dataclass(frozen=True)
class FirstText:
    """A text that visitors often type first, with its accepted translations.

    Args:
        language: code of the text's language.
        text: the text as it is typed.
        answers: the right translations, by language, best first.
    """

    language: str
    text: str
    answers: dict[str, list[str]]

    def is_right(self, translation: str, language: str) -> bool:
        """Whether a translation is among the right answers, ignoring case and end punctuation.

        Args:
            translation: a translation of this text.
            language: code of the language of the translation.
        """
        return any(
            _normalize_answer(translation) == _normalize_answer(answer)
            for answer in self.answers[language]
        )


def _normalize_answer(text: str) -> str:
    """Return a text in lower case and without punctuation at its ends, for comparison."""
    return text.casefold().strip(" .!?…¡¿")


def read_first_texts(path: Path = ASSETS / "first_texts.tsv") -> list[FirstText]:
    """Read texts that visitors are likely to type first, with their right translations."""
    texts = []
    (_, *codes), *rows = (
        line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()
    )
    for language, *columns in rows:
        answers = {code: c.split("; ") for code, c in zip(codes, columns, strict=True)}
        texts.append(FirstText(language, answers.pop(language)[0], answers))
    return texts


def read_typed_sentences(path: Path) -> list[tuple[str, str]]:
    """Read sentences as people type them: (language code, sentence) pairs."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [(language, text) for language, text in (line.split("\t") for line in lines)]


def first_text_pairs(first_texts: Iterable[FirstText]) -> dict[str, list[SentencePair]]:
    """Return each first text with its best translation in every language, as pairs to train on.

    A text typed all in capitals is put into sentence case ("HELLO" -> "Hello"), as the app does
    with it before the model reads it.

    Returns:
        Sentence pairs by language pair, such as "en-fr"; each pair is in the order of that name.
    """
    found: dict[str, list[SentencePair]] = {}
    for first in first_texts:
        text = sentence_case(first.text) if first.text.isupper() else first.text
        for language, answers in first.answers.items():
            said = {first.language: text, language: answers[0]}
            a, b = sorted(said, key=[*LANGUAGES].index)
            found.setdefault(f"{a}-{b}", []).append((said[a], said[b]))
    return found


def read_parallel_rows(path: Path) -> list[Row]:
    """Read rows of parallel sentences: the same sentence in each language of ``COLUMNS``.

    The first column of the file, the topic, is left out.

    Raises:
        ValueError: if the file is damaged, or a line does not have a topic and four sentences.
    """
    try:
        lines = gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()
    except (ValueError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise ValueError(f"{path} is no gzip of UTF-8 text") from error
    rows = [tuple(line.split("\t")[1:]) for line in lines]
    for number, row in enumerate(rows, 1):
        if len(row) != len(COLUMNS) or not all(row):
            raise ValueError(f"{path}, line {number}: not a topic and {len(COLUMNS)} sentences")
    return rows


def typed_variants(row: Row) -> Iterator[Row]:
    """Yield a row of parallel sentences and, if it has few words, variants as people may type it.

    A row of more than four English words has no variants. Otherwise, all its sentences are varied
    alike: a capital first letter; with it a full stop, if none ends in a punctuation mark; no final
    full stop, if each has just this one. A capital is never made small, because the first word may
    be a noun or a name.

    Args:
        row: one sentence in each language of ``COLUMNS``.
    """
    yield row
    if len(row[0].split()) > FEW:
        return
    capital = tuple(text[0].upper() + text[1:] for text in row)
    if capital != row:
        yield capital
    if all(text[-1].isalnum() for text in row):
        yield tuple(f"{text}." for text in capital)
    elif all(text[-1] == "." and text.count(".") == 1 for text in row):
        yield tuple(text[:-1] for text in row)


def pair_languages(rows: Iterable[Row]) -> dict[str, list[SentencePair]]:
    """Return the distinct sentence pairs of every two languages.

    Args:
        rows: parallel sentences, one in each language of ``COLUMNS``.

    Returns:
        Pairs by language pair, such as "en-fr"; each pair is in the order of that name.
    """
    columns = list(zip(*rows, strict=True))
    return {
        f"{COLUMNS[a]}-{COLUMNS[b]}": list(dict.fromkeys(zip(columns[a], columns[b], strict=True)))
        for a, b in combinations(range(len(COLUMNS)), 2)
    }


def write_own_pairs(folder: Path, assets: Path = ASSETS) -> dict[str, int]:
    """Write the app's own pairs as training and held-out files; return pair counts by file name.

    Pairs with a held-out sentence, or one that nearly equals a sentence of the test file ``TEST``,
    are removed from every training file in the folder, those already there included.

    Args:
        folder: where the files go; it is created if it does not exist.
        assets: folder of the app's own sentences.

    Raises:
        ValueError: if the sentences cannot be read, or a file in the folder does not hold pairs.
        OSError: if the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    train: dict[str, list[SentencePair]] = {}
    for path in sorted((assets / "own").glob("*.tsv.gz")):
        if path != assets / "own" / HELD_OUT:
            rows = [variant for row in read_parallel_rows(path) for variant in typed_variants(row)]
            train |= {
                path.name.replace(".", f".{name}.", 1): p
                for name, p in pair_languages(rows).items()
            }
    first = first_text_pairs(read_first_texts(assets / "first_texts.tsv"))
    train |= {f"first.{name}.tsv.gz": found for name, found in first.items()}
    valid = pair_languages(read_parallel_rows(assets / "own" / HELD_OUT))
    return write_disjoint_pairs(
        folder,
        train,
        {f"valid-own.{name}.tsv.gz": found for name, found in valid.items()},
        excluded=NearDuplicates(text for _, text in read_typed_sentences(assets / TEST)),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Write training and held-out files of the app's own sentence pairs (command line)."""
    parser = argparse.ArgumentParser(prog="python -m model.data.own", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    chosen = parser.parse_args(arguments)
    with exit_with_message(parser):
        counts = write_own_pairs(chosen.data)
    for name, count in counts.items():
        print(f"{name}  {count:,} pairs")


if __name__ == "__main__":
    main()
