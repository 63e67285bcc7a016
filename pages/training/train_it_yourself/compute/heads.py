r"""Two heads that must find two things, with and without a penalty on attending to the same one.

A colour and a kind together name a thing: (red, fruit) is a cherry. The third position asks, and
reads both through two heads. The penalty adds to the loss what the heads have in common:

$$\mathrm{overlap} = \sum_{\mathrm{key}} \min(w_1, w_2)$$
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from model.attention import MultiHeadAttention
from model.config import ModelConfig
from model.embedding import Embedding
from model.fresh_weights import initialize_normal
from model.small.snapshots import Snapshot, steps_with_snapshots
from model.trace import editing

Weights = Float[Tensor, "batch head query key"]
COLOURS = ("red", "yellow", "green", "brown")
THINGS = {
    "fruit": ("cherry", "banana", "lime", "date"),
    "animal": ("ladybird", "canary", "frog", "bear"),
    "food": ("ketchup", "mustard", "pesto", "bread"),
    "tree": ("maple", "birch", "pine", "oak"),
}
KEYS = ("colour", "kind", "?")
WORDS = (*COLOURS, *THINGS, "?")
NAMES = tuple(name for names in THINGS.values() for name in names)
ASKED = torch.tensor(
    [[WORDS.index(word) for word in (c, kind, "?")] for kind, c in product(THINGS, COLOURS)]
)
QUESTIONS = tuple(
    f"{colour} {kind}: {name}"
    for kind, names in THINGS.items()
    for colour, name in zip(COLOURS, names, strict=True)
)
CONFIG = ModelConfig(vocab_size=len(WORDS), N=1, d_model=8, h=2, d_ff=1, P_drop=0.0)


@dataclass(frozen=True)
class Settings:
    """Training settings of the two networks.

    Args:
        penalty: weight of the overlap in the second network's loss; the first has none.
        steps: number of full-batch steps.
        rate: Adam's learning rate.
        seed: seed of the initial weights, which both networks share.
    """

    penalty: float = 0.1
    steps: int = 300
    rate: float = 0.01
    seed: int = 1


class TwoHeads(nn.Module):
    """Multi-head attention with two heads, queried by "?", and a linear classifier."""

    def __init__(self) -> None:
        """Create the embedding matrix E, attention with two heads, and a linear layer with one
        output for each of the 16 things in ``NAMES``, such as "cherry".
        """
        super().__init__()
        self.E = nn.Embedding(CONFIG.vocab_size, CONFIG.d_model)
        self.embedding, self.attention = Embedding(CONFIG), MultiHeadAttention(CONFIG)
        self.W = nn.Linear(CONFIG.d_model, len(NAMES))

    def forward(
        self, words: Int[Tensor, "batch key"]
    ) -> tuple[Float[Tensor, "batch head key"], Float[Tensor, "batch thing"]]:
        """Return the attention weights of the last word, "?", and the logit of each thing.

        Args:
            words: in each row, the ids of a colour, a kind and "?", such as "red", "fruit", "?".

        Returns:
            The attention weights of the query "?" in both heads; and the logits of the things in
            ``NAMES``, one of which has this colour and kind: here "cherry".
        """
        x = self.embedding(self.E(words))
        weights = []

        def keep(value: Weights) -> Weights:  # recorded traces carry no gradient
            """Note the attention weights, with their gradient, and return them unchanged."""
            weights.append(value)
            return value

        with editing(self, {"attention.weights": keep}):
            visible = torch.ones(1, 1, len(KEYS), dtype=torch.bool)
            z = self.attention(x[:, 2:], x, visible)
        return weights[0][:, :, 0], self.W(z[:, 0])


def compute_overlap(weights: Float[Tensor, "batch head key"]) -> Float[Tensor, ""]:
    """Return how much two heads attend to the same keys: 1 if their weights are equal, 0 if
    disjoint.

    It is the sum of the smaller of both weights over the keys, averaged over the batch.

    Args:
        weights: attention weights of both heads.
    """
    return torch.minimum(weights[:, 0], weights[:, 1]).sum(dim=-1).mean()


def train(settings: Settings) -> Iterator[Snapshot]:
    """Train two networks that start from equal weights; yield snapshots of both.

    The second network's loss also has a penalty: the overlap of its heads' attention. A snapshot
    has each network's loss, accuracy, overlap and attention weights.

    Args:
        settings: training settings, with the weight of the penalty.
    """
    networks = nn.ModuleList(initialize_normal(TwoHeads(), settings.seed) for _ in range(2))
    adam = torch.optim.Adam(networks.parameters(), lr=settings.rate)
    things = torch.arange(len(NAMES))
    yield _take_snapshot(networks, 0)
    for step, seen in steps_with_snapshots(settings.steps):
        adam.zero_grad()
        for network, penalty in zip(networks, (0.0, settings.penalty), strict=True):
            weights, scores = network(ASKED)
            loss = nn.functional.cross_entropy(scores, things) + penalty * compute_overlap(weights)
            loss.backward()
        adam.step()
        if seen:
            yield _take_snapshot(networks, step)


@torch.no_grad()
def _take_snapshot(networks: nn.ModuleList, step: int) -> Snapshot:
    """Return a snapshot of both networks: loss, accuracy, head overlap and attention weights."""
    numbers, tensors = {}, {}
    for network, kind in zip(networks, ("without", "with"), strict=True):
        weights, scores = network(ASKED)
        things = torch.arange(len(NAMES))
        numbers[f"loss {kind}"] = nn.functional.cross_entropy(scores, things).item()
        numbers[f"accuracy {kind}"] = (scores.argmax(dim=-1) == things).float().mean().item()
        numbers[f"overlap {kind}"] = compute_overlap(weights).item()
        tensors[kind] = weights.clone()
    return Snapshot(step, numbers, tensors, networks)
