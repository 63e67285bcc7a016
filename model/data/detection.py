"""Learn which language a text is written in: ``python -m model.data.detection --data DIR``.

Sentences of all files ``train``, ``more``, ``words`` and ``own`` of the folder, and short pieces of
them, are told apart by ``model.detection``'s weights. The table is written beside the model.

Texts of other languages are bags of words, drawn by how frequent they are in the package wordfreq
(Speer 2022): ``model.detection`` knows no order of words either. The sentences by which both errors
are measured, ``assets/own/foreign.tsv``, nothing has learned from.
"""

import argparse
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn
from wordfreq import available_languages, get_frequency_dict

from model import languages
from model.data.corpora import read_corpora
from model.data.own import ASSETS, COLUMNS, read_parallel_rows
from model.detection import ROWS, TABLE, Detector, detect_language, feature_rows, load_detector
from model.files import write_tensors
from model.programs import exit_with_message

LANGUAGES = tuple(languages.LANGUAGES)
PARTS = ("train", "more", "words", "own")
MOST = 5_000  # sentences of one language from one file
EPOCHS, BATCH, RATE, DECAY = 2, 256, 0.02, 1e-6
SEED = 1

# Columns of what is none of the model's languages: codes of wordfreq, and random keys.
FAMILIES = ("it pt ro ca", "nl sv da nb is", "pl cs sk sh sl", "hu fi tr id vi lt lv fil")
KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiopü", "asdfghjklöä", "yxcvbnm", "azertyuiop")
BAGS = 6_000  # texts of each other language in an epoch, and of keys
BAGS_OF_OWN = 1 / 5  # bags of words of a language of our own, for each of its sentences
LENGTHS = (1, 2, 3, 4, 5, 6, 8, 10)  # words of a bag
FLATTER = 0.9  # exponent of frequencies: rare words come up, too
BORROWED = 20  # times as frequent in one of our languages: a quotation, such as "the" in Dutch

Example = tuple[tuple[int, ...], int]  # feature rows of W, and the index of the language


def sample_sentences(folder: Path, generator: random.Random) -> dict[str, list[str]]:
    """Return random training sentences by language code.
    At most 5,000 (``MOST``) of each language are taken from each file.

    Args:
        folder: folder with the files of sentence pairs.
        generator: random generator.

    Raises:
        ValueError: if the folder has no sentences of some language of the model.
    """
    texts: dict[str, list[str]] = {code: [] for code in LANGUAGES}
    for part in PARTS:
        if any(folder.glob(f"{part}.*-*.tsv.gz")):
            for corpus in read_corpora(folder, part, LANGUAGES):
                for code, sentences in zip(corpus.languages, corpus.sentences, strict=True):
                    texts[code] += generator.sample(sentences, min(MOST, len(sentences)))
    if empty := [code for code, found in texts.items() if not found]:
        raise ValueError(f"{folder} has no sentences in {', '.join(empty)}")
    return texts


def draw_examples(
    texts_by_language: Mapping[str, Sequence[str]],
    words: Mapping[str, "WordFrequencies"],
    generator: random.Random,
) -> list[Example]:
    """Return random training examples for one epoch of the language detector, shuffled.

    They are excerpts of sentences, equally many in each of the model's languages; random words of
    these and of other languages; and random keyboard mashing.

    Args:
        texts_by_language: sentences by code, of the model's languages.
        words: word frequencies by code, of the model's languages and of others.
        generator: random generator.

    Returns:
        (feature rows, label) of each example. The rows, see ``feature_rows``, are those of the
        detector's weight matrix. The label is an index in ``LANGUAGES``; then come those of
        ``FAMILIES``, for other languages; and the last stands for keyboard mashing.
    """
    count = max(map(len, texts_by_language.values()))
    drawn: list[tuple[str, int]] = []
    for place, code in enumerate(LANGUAGES):
        drawn += [
            (random_excerpt(text, generator), place)
            for text in generator.choices(texts_by_language[code], k=count)
        ]
        if code in words:
            drawn += [
                (bag, place) for bag in words[code].draw_bags(int(BAGS_OF_OWN * count), generator)
            ]
    for place, family in enumerate(FAMILIES, len(LANGUAGES)):
        for code in set(family.split()) & words.keys():
            drawn += [(bag, place) for bag in words[code].draw_bags(BAGS, generator)]
    drawn += [(mash_keys(generator), len(LANGUAGES) + len(FAMILIES)) for _ in range(BAGS)]
    found = [(rows, place) for text, place in drawn if (rows := feature_rows(text))]
    generator.shuffle(found)
    return found


@dataclass(frozen=True)
class WordFrequencies:
    """Words of a language with their frequencies."""

    words: list[str]
    frequencies: list[float]

    def draw_bags(self, text_count: int, generator: random.Random) -> Iterator[str]:
        """Yield random texts (bags of 1 to 10 words); frequent words are drawn more often.

        Args:
            text_count: number of texts.
            generator: random generator.
        """
        for _ in range(text_count):
            yield " ".join(
                generator.choices(self.words, cum_weights=self._sums, k=generator.choice(LENGTHS))
            )

    @cached_property
    def _sums(self) -> list[float]:
        """Return the cumulative sums of the flattened word frequencies, for sampling."""
        return [*accumulate(frequency**FLATTER for frequency in self.frequencies)]


def read_word_frequencies() -> dict[str, WordFrequencies]:
    """Return the words of each language with their frequencies, from the package wordfreq.
    The languages are the model's and those of ``FAMILIES``. Words that are much more frequent in
    one of the model's languages are left out of the others, such as the English "the" of Dutch.
    """
    known = available_languages()
    own = {code: get_frequency_dict(code, "large") for code in LANGUAGES if code in known}
    found = {}
    for code in [*own, *" ".join(FAMILIES).split()]:
        kept = {
            word: frequency
            for word, frequency in (own.get(code) or get_frequency_dict(code, "small")).items()
            if word.isalpha()
            and BORROWED * frequency >= max(one.get(word, 0) for one in own.values())
        }
        found[code] = WordFrequencies([*kept], [*kept.values()])
    return found


def mash_keys(generator: random.Random) -> str:
    """Return random keyboard mashing: one to four made-up "words"."""

    def mash_word() -> str:
        """Return one made-up word of keys, mostly from one row of the keyboard."""
        row = generator.choice(KEYS)
        begin, length = generator.randrange(len(row) - 2), generator.randint(4, 8)
        return generator.choice((
            row[begin : begin + length][:: generator.choice((1, -1))],
            "".join(generator.choices(row, k=length)),
            "".join(generator.choices("".join(KEYS), k=length)),
            "".join(generator.choices(row, k=2)) * (length // 2),
        ))  # fmt: skip

    return " ".join(mash_word() for _ in range(generator.choice((1, 1, 2, 3, 4))))


def random_excerpt(text: str, generator: random.Random) -> str:
    """Return one to three consecutive words of a text at random, or at times the whole text."""
    words = text.split()
    length = generator.choice([1, 2, 3, len(words)])
    begin = generator.randrange(max(1, len(words) - length + 1))
    return " ".join(words[begin : begin + length])


def train_detector(
    texts_by_language: Mapping[str, Sequence[str]],
    words: Mapping[str, WordFrequencies],
    generator: random.Random,
) -> Float[Tensor, "row language"]:
    """Train the language detector by logistic regression; return its weights.

    Args:
        texts_by_language: sentences in each of the model's languages.
        words: word frequencies by language, of the model's languages and of others.
        generator: random generator.

    Returns:
        One row for each feature, with a column for each label of ``draw_examples``.
    """
    bag = nn.EmbeddingBag(ROWS, len(LANGUAGES) + len(FAMILIES) + 1, mode="sum")
    nn.init.zeros_(bag.weight)
    optimizer = torch.optim.Adam(bag.parameters(), RATE)
    for epoch in range(EPOCHS):
        optimizer.param_groups[0]["lr"] = RATE * (1 - epoch / EPOCHS)
        for rows, begins, right in batch_examples(
            draw_examples(texts_by_language, words, generator)
        ):
            loss = F.cross_entropy(bag(rows, begins), right)
            loss = loss + DECAY * bag.weight.square().sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return bag.weight.detach()


def batch_examples(
    examples: Sequence[Example],
) -> Iterator[tuple[Int[Tensor, " row"], Int[Tensor, " text"], Int[Tensor, " text"]]]:
    """Yield batches of examples in the form that ``torch.nn.EmbeddingBag`` takes, with labels.

    Yields:
        The feature rows of all texts, concatenated; the offset at which each text's rows begin;
        and the label of each text.
    """
    for place in range(0, len(examples), BATCH):
        rows, right = zip(*examples[place : place + BATCH], strict=True)
        lengths = torch.tensor([0, *map(len, rows[:-1])])
        flat = torch.tensor([row for one in rows for row in one])
        yield flat, lengths.cumsum(0), torch.tensor(right)


def write_table(weights: Float[Tensor, "row language"], path: Path) -> None:
    """Write the language detector's weights to a file, as 8-bit integers with one common scale."""
    step = weights.abs().max() / 127
    tensors = {"weights": (weights / step).round().to(torch.int8), "step": step.reshape(1)}
    write_tensors(path, tensors, {"languages": " ".join(LANGUAGES)})


def held_out_texts() -> dict[str, list[tuple[str, str]]]:
    """Return held-out (text, language code) pairs, for measuring the language detector.

    Returns:
        "sentences": whole sentences; "three words": the first three words of each longer sentence;
        "bare words": single words that occur in only one language.
    """
    columns = zip(*read_parallel_rows(ASSETS / "own" / "valid.tsv.gz"), strict=True)
    whole = [(text, code) for code, texts in zip(COLUMNS, columns, strict=True) for text in texts]
    codes: dict[str, set[str]] = {}
    for text, code in whole:
        for word in text.split():
            codes.setdefault(word.strip(" .,;:!?¿¡«»\"'()").lower(), set()).add(code)
    words = [(word, code) for word, [code, *others] in codes.items() if not others and word[1:]]
    three = [(" ".join(text.split()[:3]), code) for text, code in whole if len(text.split()) > 3]
    return {"sentences": whole, "three words": three, "bare words": words}


def accuracy(detector: Detector, labelled_texts: Iterable[tuple[str, str]]) -> float:
    """Return the share of texts whose language is detected correctly."""
    right = [
        detect_language(detector, text, detector.languages)[0] == code
        for text, code in labelled_texts
    ]
    return sum(right) / len(right)


def read_foreign_sentences(path: Path = ASSETS / "own" / "foreign.tsv") -> list[str]:
    """Read the sentences that are in none of the model's languages, for measuring the detector."""
    return [line.split("\t")[1] for line in path.read_text(encoding="utf-8").splitlines()]


def foreign_share(detector: Detector, texts: Sequence[str]) -> float:
    """Return the share of texts that the detector rejects as none of the model's languages."""
    return sum(not detector.can_be_in(text, detector.languages) for text in texts) / len(texts)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train the language detector, print its accuracy and write its weights (command line)."""
    parser = argparse.ArgumentParser(prog="python -m model.data.detection", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    parser.add_argument("--table", type=Path, default=TABLE, help="where to write")
    chosen = parser.parse_args(arguments)
    torch.manual_seed(SEED)
    generator = random.Random(SEED)
    with exit_with_message(parser):
        write_table(
            train_detector(
                sample_sentences(chosen.data, generator), read_word_frequencies(), generator
            ),
            chosen.table,
        )
    detector = load_detector(chosen.table)
    for kind, texts in held_out_texts().items():
        alarms = foreign_share(detector, [text for text, _code in texts])
        print(f"{kind}: {accuracy(detector, texts):.1%} of {len(texts):,}; foreign {alarms:.2%}")
    strangers = read_foreign_sentences()
    print(
        f"other languages: foreign {foreign_share(detector, strangers):.1%} of {len(strangers):,}"
    )


if __name__ == "__main__":
    main()
