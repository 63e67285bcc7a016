r"""Races: small translators trained side by side on the same examples, differing in one thing.

They are the tiny translators of the page about training one's own: two stacks, $d_{model}$ 32.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.config import ModelConfig
from model.layers import FeedForward
from model.small.snapshots import Snapshot, steps_with_snapshots
from model.small.tasks import Task
from model.small.translator import BATCH, WARMUP, Settings, build_network, make_batch, train_step
from model.tokenizer import PAD
from model.trace import Taps
from model.training.batches import Batch
from model.transformer import Transformer

SGD_RATE = 1.0  # the best of 0.03, 0.1, 0.3, 1 and 3 on this task, after 400 steps


class SwiGLU(nn.Module):
    r"""SwiGLU feed-forward network (Shazeer 2020): $(\mathrm{Swish}(x W_g) \odot x W_1)\, W_2$.

    Three matrices instead of two; two thirds of the width keep the parameter count.
    """

    def __init__(self, config: ModelConfig) -> None:
        """Create W_g, W_1 and W_2, with a hidden width of two thirds of d_ff."""
        super().__init__()
        width = round(config.d_ff * 2 / 3)
        self.W_g = nn.Linear(config.d_model, width, bias=False)
        self.W_1 = nn.Linear(config.d_model, width, bias=False)
        self.W_2 = nn.Linear(width, config.d_model, bias=False)
        self.tap = Taps(hidden="batch position d_ff")

    def forward(
        self, x: Float[Tensor, "batch position d_model"]
    ) -> Float[Tensor, "batch position d_model"]:
        """Return the output at every position; record the gated hidden units as tap "hidden"."""
        return self.W_2(self.tap.hidden(nn.functional.silu(self.W_g(x)) * self.W_1(x)))


def make_gelu_feed_forward(config: ModelConfig) -> FeedForward:
    r"""Return a feed-forward network with GELU (Hendrycks and Gimpel 2016) instead of ReLU."""
    network = FeedForward(config)
    network.activation = nn.functional.gelu
    return network


@dataclass(frozen=True)
class NetworkVariant:
    """How one network of a race differs from the others.

    Args:
        feed_forward: builds its feed-forward networks; None keeps those with ReLU.
        adam: whether it is trained with Adam; otherwise with plain SGD.
        warmup: whether the learning rate warms up.
    """

    feed_forward: Callable[[ModelConfig], nn.Module] | None = None
    adam: bool = True
    warmup: bool = True


RACES = {
    "optimizers": {
        "Adam, warm-up": NetworkVariant(),
        "Adam, none": NetworkVariant(warmup=False),
        "SGD, warm-up": NetworkVariant(adam=False),
        "SGD, none": NetworkVariant(adam=False, warmup=False),
    },
    "gates": {
        "ReLU": NetworkVariant(),
        "GELU": NetworkVariant(feed_forward=make_gelu_feed_forward),
        "SwiGLU": NetworkVariant(feed_forward=SwiGLU),
    },
}


def train_race(race: str, settings: Settings) -> Iterator[Snapshot]:
    """Train the small networks of a race side by side, and yield snapshots of their training.
    The first snapshot is from before step 1; at most 60 more follow, at equal intervals. Each has
    the step, the networks, and each network's loss on held-out examples, in nats per token.

    Args:
        race: what the networks differ in, a key of ``RACES``: "optimizers", or "gates" (activation
            functions of the feed-forward networks).
        settings: settings of all networks; SGD has the learning rate ``SGD_RATE`` instead.
    """
    task, chance = settings.make_task(), random.Random(-settings.seed)
    tested = make_batch(task, task.held_out)
    runners = RACES[race]
    models = {name: _make_network(settings, task, one) for name, one in runners.items()}
    optimizers = {
        name: _make_optimizer(models[name], one, settings.rate) for name, one in runners.items()
    }
    yield Snapshot(0, _compute_losses(models, tested), {}, nn.ModuleDict(models))
    for step, seen in steps_with_snapshots(settings.steps):
        examples = make_batch(task, [task.draw(chance) for _ in range(BATCH)])
        for name, one in runners.items():
            share = 1 - (step - 1) / settings.steps
            share = min(step / WARMUP, share) if one.warmup else share
            optimizers[name].param_groups[0]["lr"] = share * optimizers[name].defaults["lr"]
            train_step(models[name], optimizers[name], examples)
        if seen:
            yield Snapshot(step, _compute_losses(models, tested), {}, nn.ModuleDict(models))


def _make_network(settings: Settings, task: Task, variant: NetworkVariant) -> Transformer:
    """Return an untrained network of a race, initialized from the seed."""
    model = build_network(settings, task)
    if variant.feed_forward is not None:
        for layer in (*model.encoder.layers, *model.decoder.layers):
            layer.feed_forward = variant.feed_forward(model.config)
        model.initialize(torch.Generator().manual_seed(settings.seed))
    return model


def _make_optimizer(
    model: Transformer, variant: NetworkVariant, rate: float
) -> torch.optim.Optimizer:
    """Return Adam or plain SGD for a network of a race."""
    if variant.adam:
        return torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.98), eps=1e-9)
    return torch.optim.SGD(model.parameters(), lr=SGD_RATE)


@torch.no_grad()
def _compute_losses(models: Mapping[str, nn.Module], held_out: Batch) -> dict[str, float]:
    """Return the held-out loss of each network, in nats per token."""
    real = held_out.labels != PAD
    return {
        name: nn.functional.cross_entropy(
            model(held_out.source, held_out.target)[real], held_out.labels[real]
        ).item()
        for name, model in models.items()
    }
