r"""Word vectors from two-word sentences: words with the same neighbours become similar.

Every word is asked which word stands beside it. Its only means of answering is its vector:

$$p(\mathrm{beside} \mid \mathrm{word}) = \mathrm{softmax}(E_{\mathrm{word}} C^\top)$$
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, product

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from model.fresh_weights import initialize_normal
from model.small.snapshots import Snapshot, steps_with_snapshots

ANIMALS = ("cat", "dog", "horse", "mouse", "bird")
FRUIT = ("apple", "banana", "cherry", "pear", "plum")
GROUPS = {
    "animals": ANIMALS,
    "fruit": FRUIT,
    "what animals do": ("runs", "sleeps", "drinks", "hides"),
    "what fruit does": ("ripens", "rots", "hangs", "tastes"),
    "what both do": ("falls", "grows"),
}
WORDS = tuple(chain.from_iterable(GROUPS.values()))
SENTENCES = (
    *product(ANIMALS, GROUPS["what animals do"] + GROUPS["what both do"]),
    *product(FRUIT, GROUPS["what fruit does"] + GROUPS["what both do"]),
)


@dataclass(frozen=True)
class Settings:
    """Training settings of the word vectors.

    Args:
        dimensions: size of each vector.
        steps: number of full-batch steps.
        rate: Adam's learning rate.
        seed: seed of the initial weights.
    """

    dimensions: int = 2
    steps: int = 300
    rate: float = 0.03
    seed: int = 1


class WordVectors(nn.Module):
    """An input vector (E) and an output vector (C) for each word, as in word2vec."""

    def __init__(self, dimensions: int) -> None:
        """Create the matrices E and C: for each word, a vector as the given word and a vector as
        the neighbour to predict.

        Args:
            dimensions: length of each vector.
        """
        super().__init__()
        self.E = nn.Embedding(len(WORDS), dimensions)
        self.C = nn.Embedding(len(WORDS), dimensions)

    def forward(self, words: Int[Tensor, " example"]) -> Float[Tensor, "example vocab"]:
        """Return, for each given word, the logits of all words of the vocabulary as its neighbour.

        Args:
            words: ids of the given words.
        """
        return self.E(words) @ self.C.weight.T


def make_examples() -> tuple[Int[Tensor, " example"], Int[Tensor, " example"]]:
    """Return the training examples as ids of words, and ids of the neighbours to predict.

    Each two-word sentence gives two examples, since each word predicts the other.
    """
    pairs = torch.tensor([[WORDS.index(word) for word in pair] for pair in SENTENCES])
    return torch.cat([pairs[:, 0], pairs[:, 1]]), torch.cat([pairs[:, 1], pairs[:, 0]])


def compute_loss_floor() -> float:
    """Return the lowest possible loss, in nats per example.

    It is above 0, because each word has several neighbours, and none is more frequent than the
    others.
    """
    words, _ = make_examples()
    return words.bincount().double()[words].log().mean().item()


def train(settings: Settings) -> Iterator[Snapshot]:
    """Train word vectors to predict the neighbour of each word; yield snapshots of loss and
    vectors.

    Args:
        settings: size of the vectors, and training settings.
    """
    network = initialize_normal(WordVectors(settings.dimensions), settings.seed)
    adam = torch.optim.Adam(network.parameters(), lr=settings.rate)
    words, beside = make_examples()
    yield _take_snapshot(network, 0)
    for step, seen in steps_with_snapshots(settings.steps):
        loss = nn.functional.cross_entropy(network(words), beside)
        adam.zero_grad()
        loss.backward()
        adam.step()
        if seen:
            yield _take_snapshot(network, step)


@torch.no_grad()
def _take_snapshot(network: WordVectors, step: int) -> Snapshot:
    """Return the loss and the word vectors at a step."""
    words, beside = make_examples()
    loss = nn.functional.cross_entropy(network(words), beside)
    return Snapshot(step, {"loss": loss.item()}, {"E": network.E.weight.clone()}, network)


def compute_cosines(
    E: Float[Tensor, "vocab d_model"],
) -> tuple[Float[Tensor, "vocab vocab"], float, float]:
    """Return the cosines of all word pairs, and two means of them.

    Args:
        E: the word vectors, one row for each word in ``WORDS``.

    Returns:
        The cosines; their mean over pairs of two animals or two fruits; and their mean over pairs
        of an animal and a fruit.
    """
    directions = nn.functional.normalize(E, dim=-1)
    cosines = directions @ directions.T
    count = len(ANIMALS)
    within = [cosines[:count, :count], cosines[count : 2 * count, count : 2 * count]]
    pairs = ~torch.eye(count, dtype=torch.bool)
    inside = torch.stack([block[pairs] for block in within]).mean().item()
    return cosines, inside, cosines[:count, count : 2 * count].mean().item()


def count_nouns_near_own_kind(E: Float[Tensor, "vocab d_model"]) -> int:
    """Return for how many nouns the most similar other noun is of the same kind.

    Args:
        E: the word vectors, one row for each word in ``WORDS``.
    """
    count = len(ANIMALS)
    cosines = compute_cosines(E)[0][: 2 * count, : 2 * count].clone().fill_diagonal_(-2)
    nearest = cosines.argmax(dim=1)
    return int(((nearest < count) == (torch.arange(2 * count) < count)).sum())
