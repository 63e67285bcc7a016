"""Pairs of two languages over shared English sentences: ``python -m model.data.pivot --data D``.

Whoever translates "How much is it?" into German and someone else into French have, without meaning
to, translated German into French. From the files ``train.en-<a>.tsv.gz`` of a folder come
``pivot.<a>-<b>.tsv.gz``, another part to train on.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

from model.data.corpora import Corpus, read_corpora
from model.data.pairs import write_disjoint_pairs
from model.languages import LANGUAGES
from model.programs import exit_with_message


def pivot_pairs(first: Corpus, second: Corpus) -> Corpus:
    """Pair the non-English sentences of two corpora that translate the same English sentence.

    Each translation is used once: an English sentence with three translations in one corpus and two
    in the other makes two pairs.

    Args:
        first: pairs of English and another language, English first.
        second: pairs of English and a third language, English first.
    """
    sentences: tuple[list[str], list[str]] = ([], [])
    others = _translations_by_english(second)
    for english, translations in _translations_by_english(first).items():
        for pair in zip(translations, others.get(english, ())):  # noqa: B905 (the shorter decides)
            for side, sentence in zip(sentences, pair, strict=True):
                side.append(sentence)
    return Corpus((first.languages[1], second.languages[1]), sentences)


def _translations_by_english(corpus: Corpus) -> dict[str, list[str]]:
    """Return the other language's translations of each English sentence of a corpus."""
    translations = defaultdict(list)
    for english, other in zip(*corpus.sentences, strict=True):
        translations[english].append(other)
    return translations


def write_pivot_pairs(folder: Path, languages: Iterable[str]) -> dict[str, int]:
    """Write pairs of each two non-English languages, matched over English.
    Return the number of pairs by file name.

    Args:
        folder: folder of the training files "train.en-aa.tsv.gz", to which the new files go, too.
        languages: codes of the languages; "en" is left out.

    Raises:
        ValueError: if the folder lacks a file that pairs English with one of the languages, or two
            of them share no English sentence.
    """
    files = {}
    for pair in combinations(sorted(set(languages) - {"en"}), 2):
        first, second = (_read_english_corpus(folder, other) for other in pair)
        name = f"pivot.{'-'.join(pair)}.tsv.gz"
        files[name] = list(zip(*pivot_pairs(first, second).sentences, strict=True))
        if not files[name]:
            raise ValueError(f"{name} would be empty: no English sentence has both languages")
    return write_disjoint_pairs(folder, files, {})


def _read_english_corpus(folder: Path, other_language: str) -> Corpus:
    """Read the training corpus of English and another language, English first."""
    for corpus in read_corpora(folder, "train", ("en", other_language)):
        if corpus.languages == ("en", other_language):
            return corpus
    raise ValueError(f"{folder} has no file train.en-{other_language}.tsv.gz, with English first")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write corpora of non-English language pairs, matched over English (command line)."""
    parser = argparse.ArgumentParser(prog="python -m model.data.pivot", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    parser.add_argument("--languages", default=",".join(LANGUAGES), help="codes between commas")
    chosen = parser.parse_args(arguments)
    with exit_with_message(parser):
        counts = write_pivot_pairs(chosen.data, chosen.languages.split(","))
    for name, count in counts.items():
        print(f"{name}  {count:,} pairs")


if __name__ == "__main__":
    main()
