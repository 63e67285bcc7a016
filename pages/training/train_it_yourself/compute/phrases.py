"""Two-word phrases with an ambiguous first word, classified from its position alone.

What *iron* means in *iron man* stands in another word. The answer is read from the first position,
so attention has to carry the second word there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from model.config import ModelConfig
from model.embedding import Embedding
from model.fresh_weights import initialize_normal
from model.layers import EncoderLayer
from model.small.snapshots import Snapshot, steps_with_snapshots
from model.trace import recording

Phrase = tuple[str, str, str]  # first word, second word, kind
PHRASES: tuple[Phrase, ...] = (
    ("fruit", "fly", "animal"),
    ("fruit", "bat", "animal"),
    ("fruit", "salad", "food"),
    ("fruit", "cake", "food"),
    ("iron", "man", "person"),
    ("iron", "lady", "person"),
    ("iron", "gate", "thing"),
    ("iron", "bar", "thing"),
    ("sea", "lion", "animal"),
    ("sea", "salt", "food"),
    ("sea", "captain", "person"),
    ("sea", "chest", "thing"),
    ("rock", "crab", "animal"),
    ("rock", "candy", "food"),
    ("rock", "star", "person"),
    ("rock", "wall", "thing"),
)


@dataclass(frozen=True)
class Settings:
    """Training phrases and settings.

    Args:
        phrases: training phrases.
        attention: whether the first position may attend to the second.
        steps: number of full-batch steps.
        rate: Adam's learning rate.
        seed: seed of the initial weights.
    """

    phrases: tuple[Phrase, ...] = PHRASES
    attention: bool = True
    steps: int = 200
    rate: float = 0.01
    seed: int = 1

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Distinct words of the training phrases, in order of appearance; the index is the id."""
        return tuple(
            dict.fromkeys(word for first, second, _ in self.phrases for word in (first, second))
        )

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Distinct kinds of the training phrases, in order of appearance; the index is the id."""
        return tuple(dict.fromkeys(kind for _, _, kind in self.phrases))

    @cached_property
    def unseen(self) -> tuple[Phrase, ...]:
        """Phrases for testing: those pairs of a first and a second word that are not trained.

        Their kind is that of their second word in the training phrases; a second word with several
        kinds is left out.
        """
        known = {(first, second) for first, second, _ in self.phrases}
        kind_of: dict[str, set[str]] = {}
        for _, second, kind in self.phrases:
            kind_of.setdefault(second, set()).add(kind)
        firsts = dict.fromkeys(first for first, _, _ in self.phrases)
        return tuple(
            (first, second, *kinds)
            for first, (second, kinds) in product(firsts, kind_of.items())
            if (first, second) not in known and len(kinds) == 1
        )

    @property
    def first_word_accuracy(self) -> float:
        """Share of training phrases, 0 to 1, whose kind one guesses from the first word alone.

        The guess is the kind that is most frequent among the phrases with that first word.
        """
        firsts: dict[str, list[str]] = {}
        for first, _, kind in self.phrases:
            firsts.setdefault(first, []).append(kind)
        right = sum(max(map(kinds.count, kinds)) for kinds in firsts.values())
        return right / len(self.phrases)


class Classifier(nn.Module):
    """One encoder layer over two words; classifies a phrase from its first position."""

    def __init__(self, vocab_size: int, kind_count: int, use_attention: bool) -> None:
        """Create embeddings, an encoder layer, and one linear output per kind of phrase.

        Args:
            vocab_size: number of different words.
            kind_count: number of kinds to choose from.
            use_attention: whether a position may attend to the other one, not only to itself.
        """
        super().__init__()
        config = ModelConfig(vocab_size=vocab_size, N=1, d_model=8, h=1, d_ff=16, P_drop=0.0)
        self.E = nn.Embedding(vocab_size, config.d_model)
        self.embedding, self.layer = Embedding(config), EncoderLayer(config)
        self.W = nn.Linear(config.d_model, kind_count)
        self.visible = torch.ones(1, 2, 2, dtype=torch.bool)
        if not use_attention:
            self.visible = torch.eye(2, dtype=torch.bool).unsqueeze(0)

    def forward(
        self, phrases: Int[Tensor, "batch position"]
    ) -> tuple[Float[Tensor, "batch d_model"], Float[Tensor, "batch kind"]]:
        """Return each phrase's output vector at the first position, and the logits of all kinds,
        which are computed from that vector.

        Args:
            phrases: ids of both words of each phrase.
        """
        x = self.layer(self.embedding(self.E(phrases)), self.visible.expand(len(phrases), -1, -1))
        return x[:, 0], self.W(x[:, 0])


def encode_phrases(
    settings: Settings, phrases: Sequence[Phrase]
) -> tuple[Int[Tensor, "batch position"], Int[Tensor, " batch"]]:
    """Return phrases as numbers: the ids of both words of each, and the id of its kind.

    Args:
        settings: settings with the words and the kinds, whose indices are the ids.
        phrases: the phrases: first word, second word and kind.
    """
    words = [[settings.words.index(word) for word in phrase[:2]] for phrase in phrases]
    kinds = [settings.kinds.index(kind) for _, _, kind in phrases]
    return torch.tensor(words).view(-1, 2), torch.tensor(kinds, dtype=torch.long)


def train(settings: Settings) -> Iterator[Snapshot]:
    """Train the phrase classifier; yield snapshots.

    A snapshot has loss and accuracy, the vectors at the first position, and its attention weights.

    Args:
        settings: training phrases and settings.
    """
    network = Classifier(len(settings.words), len(settings.kinds), settings.attention)
    initialize_normal(network, settings.seed)
    adam = torch.optim.Adam(network.parameters(), lr=settings.rate)
    phrases, kinds = encode_phrases(settings, settings.phrases)
    yield _take_snapshot(network, settings, 0)
    for step, seen in steps_with_snapshots(settings.steps):
        _, scores = network(phrases)
        loss = nn.functional.cross_entropy(scores, kinds)
        adam.zero_grad()
        loss.backward()
        adam.step()
        if seen:
            yield _take_snapshot(network, settings, step)


@torch.no_grad()
def _take_snapshot(network: Classifier, settings: Settings, step: int) -> Snapshot:
    """Return loss, accuracy, vectors and attention weights, also for unseen phrases."""
    phrases, kinds = encode_phrases(settings, settings.phrases)
    with recording(network) as trace:
        vectors, scores = network(phrases)
    numbers = {
        "loss": nn.functional.cross_entropy(scores, kinds).item(),
        "accuracy": (scores.argmax(dim=-1) == kinds).float().mean().item(),
        "carried": trace["layer.self_attention.weights"][:, 0, 0, 1].mean().item(),
    }
    tensors = {
        "vectors": vectors,
        "weights": trace["layer.self_attention.weights"][:, 0, 0],
        "probabilities": scores.softmax(dim=-1),
    }
    if settings.unseen:
        new, right = encode_phrases(settings, settings.unseen)
        tensors["unseen"] = network(new)[1].softmax(dim=-1)
        numbers["unseen"] = (tensors["unseen"].argmax(dim=-1) == right).float().mean().item()
    return Snapshot(step, numbers, tensors, network)


def compute_distance_ratio(vectors: Float[Tensor, "batch d_model"], labels: Sequence[str]) -> float:
    """Return how clearly vectors cluster by label: above 1 if vectors with the same label are
    nearer.

    It is the mean distance between vectors with different labels, divided by the mean distance
    between vectors with the same label.

    Args:
        vectors: the vectors.
        labels: label of each vector.
    """
    distances = torch.cdist(vectors, vectors)
    same = torch.tensor([[a == b for b in labels] for a in labels])
    pairs = ~torch.eye(len(labels), dtype=torch.bool)
    return (distances[~same].mean() / distances[same & pairs].mean().clamp(min=1e-12)).item()
