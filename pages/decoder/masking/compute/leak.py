r"""Why training needs the mask: a tiny model learns random letters, with the mask or without it.

The next letter of a random sequence cannot be predicted. With V letters the loss cannot fall below
$\ln V$ for long, except by looking at the answer.
"""

import csv
import math
from functools import cache
from pathlib import Path

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from model.config import ModelConfig
from model.embedding import Embedding
from model.layers import EncoderLayer
from model.transformer import causal_visible

LETTERS, LENGTH, SEQUENCES, STEPS = 16, 8, 64, 200
FLOOR = math.log(LETTERS)  # the loss of a model that cannot see the answer
RECORDED = Path(__file__).with_name("leak.tsv")
TINY = ModelConfig(vocab_size=LETTERS, N=1, d_model=32, h=2, d_ff=64, P_drop=0.0)


@cache
def read_recorded_losses() -> dict[bool, list[float]]:
    """Return what ``train_predictor`` returned with the mask (True) and without it (False)."""
    with RECORDED.open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    return {
        True: [float(row["masked"]) for row in rows],
        False: [float(row["unmasked"]) for row in rows],
    }


class Predictor(nn.Module):
    """A tiny language model of letters, with one layer of self-attention and feed-forward.

    Args:
        masked: whether self-attention has a causal mask.
        generator: random generator of the initial weights.
    """

    def __init__(self, masked: bool, generator: torch.Generator) -> None:
        """Create the network with random weights.

        Args:
            masked: whether self-attention has a causal mask.
            generator: random generator of the initial weights.
        """
        super().__init__()
        self.E = nn.Embedding(TINY.vocab_size, TINY.d_model)
        self.embedding, self.layer = Embedding(TINY), EncoderLayer(TINY)
        causal = causal_visible(LENGTH, torch.device("cpu"))
        self.visible = causal if masked else torch.ones_like(causal)
        for name, parameter in self.named_parameters():
            if parameter.dim() == 2:
                nn.init.normal_(parameter, std=TINY.d_model**-0.5, generator=generator)
            elif name.endswith("bias"):
                nn.init.zeros_(parameter)

    def forward(
        self, letters: Int[Tensor, "batch position"]
    ) -> Float[Tensor, "batch position vocab"]:
        """Return the logits of the next letter at each position."""
        visible = self.visible.expand(len(letters), -1, -1)
        return self.layer(self.embedding(self.E(letters)), visible) @ self.E.weight.T


def train_predictor(masked: bool, seed: int = 0) -> list[float]:
    """Train a ``Predictor`` on random letters; return the loss at each step, in nats per letter.

    Args:
        masked: whether self-attention has a causal mask.
        seed: seed of weights and letters.
    """
    chance = torch.Generator().manual_seed(seed)
    model = Predictor(masked, chance)
    adam = torch.optim.Adam(model.parameters(), lr=5e-3, betas=(0.9, 0.98))
    result = []
    for _ in range(STEPS):
        letters = torch.randint(LETTERS, (SEQUENCES, LENGTH), generator=chance)
        rows, answers = model(letters)[:, :-1], letters[:, 1:]
        loss = nn.functional.cross_entropy(rows.flatten(0, 1), answers.flatten())
        adam.zero_grad()
        loss.backward()
        adam.step()
        result.append(loss.item())
    return result


def compute_largest_changes(
    vectors_before: Float[Tensor, "position width"], vectors_after: Float[Tensor, "position width"]
) -> Float[Tensor, " position"]:
    """Return, for each position, the largest absolute change of a component of its vector.

    Args:
        vectors_before: the vectors of one pass.
        vectors_after: the vectors of another pass.
    """
    return (vectors_after - vectors_before).abs().amax(dim=-1)


def compute_relative_changes(
    vectors_before: Float[Tensor, "position width"], vectors_after: Float[Tensor, "position width"]
) -> Float[Tensor, " position"]:
    """Return, for each position, norm of its vector's change / norm of its vector before.

    Args:
        vectors_before: the vectors of one pass.
        vectors_after: the vectors of another pass.
    """
    return (vectors_after - vectors_before).norm(dim=-1) / vectors_before.norm(dim=-1)
