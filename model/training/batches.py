"""Training examples: both directions of each pair, joined, with noise, cut into batches."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np
import torch
from jaxtyping import Int
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from model.config import MAX_PIECES
from model.data.corpora import Corpus, both_directions
from model.data.pairs import strip_accents, strip_final_punctuation
from model.tokenizer import EOS, PAD, Tokenizer, normalize
from model.training.invented_names import augment_pair
from model.training.recipe import TrainConfig


@dataclass(frozen=True)
class Batch:
    """Padded examples of about the same length.

    Args:
        source: token ids of the source, the end token last.
        target: decoder input ids: the start token, then the target's pieces.
        labels: label ids: the target's pieces and the end token, one step ahead.
    """

    source: Int[Tensor, "batch source"]
    target: Int[Tensor, "batch target"]
    labels: Int[Tensor, "batch target"]

    def to(self, device: torch.device) -> "Batch":
        """Return the batch on another device."""
        return Batch(self.source.to(device), self.target.to(device), self.labels.to(device))

    def first(self, example_count: int) -> "Batch":
        """Return the first ``example_count`` examples of the batch."""
        return Batch(
            self.source[:example_count], self.target[:example_count], self.labels[:example_count]
        )


class TrainingSet:
    """All directed examples of some corpora, in a new order and with new noise every epoch.

    Args:
        corpora: sentence pairs; each is used in both directions.
        tokenizer: segments them into pieces.
        recipe: settings, of which ``tokens`` (in a batch), ``join``, ``noise``, ``names`` and
            ``seed`` are used. The seed and the epoch's number decide everything random.
    """

    def __init__(
        self,
        corpora: Sequence[Corpus],
        tokenizer: Tokenizer,
        recipe: TrainConfig,
    ) -> None:
        """Keep tokenizer, settings and corpora, each corpus in both translation directions."""
        self.tokenizer, self.recipe = tokenizer, recipe
        self.corpora = both_directions(corpora)

    def epoch(self, epoch_number: int) -> list[list[tuple[np.ndarray, int, np.ndarray]]]:
        """Return the batches of one epoch: each is a list of (source ids, start token, target ids).

        Args:
            epoch_number: number of the epoch; with the recipe's seed, it decides which sentences
                are drawn, how they are varied, and the order of the batches.
        """
        generator = random.Random(f"{self.recipe.seed} {epoch_number}")
        pairs, starts = [], []  # only what is drawn is encoded
        for corpus in self.corpora:
            sources, targets = corpus.sentences
            order = _sample_share(len(sources), corpus.share, generator)
            pairs += [self._augment(sources[i], targets[i], generator) for i in order]
            starts += [self.tokenizer.start(corpus.languages[1])] * len(order)
        distinct = list(dict.fromkeys(text for pair in pairs for text in pair))
        encoded = self.tokenizer.encode_all(distinct)
        ids = {t: np.array(i, np.int32) for t, i in zip(distinct, encoded, strict=True)}
        examples = []
        for start, run in groupby(zip(starts, pairs, strict=True), key=itemgetter(0)):
            source: list[np.ndarray] = []
            target: list[np.ndarray] = []
            for _, pair in run:
                for side, text in zip((source, target), pair, strict=True):
                    side.append(ids[text])
                if generator.random() >= self.recipe.join:
                    examples.append((np.concatenate(source), start, np.concatenate(target)))
                    source, target = [], []
        fitting = [e for e in examples if all(0 < len(ids) <= MAX_PIECES for ids in (e[0], e[2]))]
        return self._cut_into_batches(fitting, generator)

    def _augment(self, source: str, target: str, generator: random.Random) -> tuple[str, str]:
        """Return a sentence pair, randomly augmented: a name replaced, the source made noisy."""
        source, target = normalize(source), normalize(target)
        if self.recipe.names and generator.random() < self.recipe.names:
            source, target = augment_pair(source, target, generator)
        disturbed = source
        for change in (str.lower, strip_accents, strip_final_punctuation):
            if generator.random() < self.recipe.noise:
                disturbed = change(disturbed)
        return disturbed or source, target

    def _cut_into_batches(self, examples: list, generator: random.Random) -> list:
        """Split examples, sorted by length, into shuffled batches of up to ``recipe.tokens``."""
        generator.shuffle(examples)
        examples.sort(key=lambda example: (len(example[2]), len(example[0])))
        batches: list[list] = []
        batch: list = []
        longest = 0
        for example in examples:
            longest = max(longest, len(example[0]) + 1, len(example[2]) + 1)
            if batch and longest * (len(batch) + 1) > self.recipe.tokens:
                batches.append(batch)
                batch, longest = [], max(len(example[0]), len(example[2])) + 1
            batch.append(example)
        if batch:
            batches.append(batch)
        generator.shuffle(batches)
        return batches


def _sample_share(index_count: int, share: float, generator: random.Random) -> list[int]:
    """Draw random indices: ``share`` times as many as there are; repeat only if it is above 1."""
    times, rest = divmod(round(share * index_count), index_count)
    drawn = [
        number for _ in range(times) for number in generator.sample(range(index_count), index_count)
    ]
    return drawn + generator.sample(range(index_count), rest)


def collate(examples: Sequence[tuple[np.ndarray, int, np.ndarray]]) -> Batch:
    """Pad examples (source ids, start token, target ids) into one batch."""

    def pad_rows(rows: Iterator[list[int]]) -> Tensor:
        """Return rows of token ids as one padded tensor."""
        return pad_sequence([torch.tensor(row) for row in rows], True, PAD)

    return Batch(
        source=pad_rows([*source.tolist(), EOS] for source, _, _ in examples),
        target=pad_rows([start, *target.tolist()] for _, start, target in examples),
        labels=pad_rows([*target.tolist(), EOS] for _, _, target in examples),
    )
