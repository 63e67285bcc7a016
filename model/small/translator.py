"""The large model's own classes at a tiny size: an encoder-decoder that learns a small task."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from model.config import ModelConfig
from model.decoding import Candidate, beam_search
from model.small.snapshots import Snapshot, steps_with_snapshots
from model.small.tasks import (
    LONGEST,
    SPECIAL_TOKENS,
    START,
    Example,
    Symbols,
    Task,
    make_task,
)
from model.tokenizer import EOS, PAD
from model.trace import recording
from model.training.batches import Batch, collate
from model.training.loss import smoothed_cross_entropy
from model.transformer import Transformer

BATCH, TESTS, SHOWN = 32, 64, 4  # examples: in a batch, held out, and drawn in the figure
WARMUP, CLIP = 50, 1.0


@dataclass(frozen=True)
class Settings:
    """Settings of a small training: the task, the network's size and the optimizer's.

    Args:
        task: name of the task: "copy", "reverse", "sort", "dates" or "pairs".
        longest: letters of the longest example.
        pairs: sentence pairs, for the task "pairs".
        N: number of layers of each stack.
        h: number of heads of each attention.
        steps: number of updates, each on a batch of new examples.
        rate: Adam's learning rate after the warm-up.
        seed: seed of the initial weights and of the examples.
    """

    task: str = "reverse"
    longest: int = 6
    pairs: tuple[tuple[Symbols, Symbols], ...] = ()
    N: int = 1
    h: int = 2
    steps: int = 600
    rate: float = 0.003
    seed: int = 1

    def make_task(self) -> Task:
        """Return the task that these settings describe."""
        return make_task(self.task, self.longest, self.seed, TESTS, self.pairs)


def build_network(settings: Settings, task: Task) -> Transformer:
    """Return an untrained small Transformer for the task, with the settings' sizes."""
    lengths = [max(len(e.source), len(e.target)) for e in task.held_out]
    config = ModelConfig(
        vocab_size=len(SPECIAL_TOKENS) + len(task.symbols),
        languages=("target",),
        N=settings.N,
        d_model=32,
        h=settings.h,
        d_ff=64,
        P_drop=0.0,
        max_positions=max(LONGEST, *lengths) + 64,  # an untrained network writes on and on
    )
    model = Transformer(config)
    model.initialize(torch.Generator().manual_seed(settings.seed))
    return model


def train(settings: Settings) -> Iterator[Snapshot]:
    """Train on the toy task; yield snapshots of loss, exact matches and cross-attention."""
    task, generator = settings.make_task(), random.Random(-settings.seed)
    model = build_network(settings, task)
    adam = torch.optim.Adam(model.parameters(), lr=settings.rate, betas=(0.9, 0.98), eps=1e-9)
    held_out = make_batch(task, task.held_out)
    yield _take_snapshot(model, task, held_out, 0)
    for step, seen in steps_with_snapshots(settings.steps):
        left = 1 - (step - 1) / settings.steps
        adam.param_groups[0]["lr"] = settings.rate * min(step / WARMUP, left)
        train_step(model, adam, make_batch(task, [task.draw(generator) for _ in range(BATCH)]))
        if seen:
            yield _take_snapshot(model, task, held_out, step)


def train_step(model: Transformer, optimizer: torch.optim.Optimizer, batch: Batch) -> None:
    """Take one optimizer step on a batch, as the large model's training does."""
    real = batch.labels != PAD
    x = model.decode(batch.target, model.encode(batch.source), batch.source != PAD)
    loss, _ = smoothed_cross_entropy(x[real], model.E.weight, batch.labels[real], 0.0)
    optimizer.zero_grad()
    (loss / real.sum()).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
    optimizer.step()


def make_batch(task: Task, examples: Sequence[Example]) -> Batch:
    """Return examples as a batch of padded ids."""
    pairs = [(task.ids(example.source), task.ids(example.target)) for example in examples]
    return collate([(np.array(source), START, np.array(target)) for source, target in pairs])


@torch.no_grad()
def _take_snapshot(model: Transformer, task: Task, held_out: Batch, step: int) -> Snapshot:
    """Evaluate the network on held-out examples; return the results as a snapshot."""
    with recording(model) as trace:
        logits = model(held_out.source, held_out.target)
    real = held_out.labels != PAD
    loss = nn.functional.cross_entropy(logits[real], held_out.labels[real])
    # Greedy search writes the right target if and only if, given its beginning, every next symbol
    # is right: one pass tells without a search.
    right = ((logits.argmax(dim=-1) == held_out.labels) | ~real).all(dim=1)
    names = [f"decoder.layers.{n}.cross_attention.weights" for n in range(model.config.N)]
    cross = torch.stack([trace[name] for name in names], dim=1)
    numbers = {"loss": loss.item(), "exact": right.float().mean().item()}
    if task.held_out[0].origin:
        numbers["aligned"] = alignment_weight(cross, task.held_out).max().item()
    shown = decode_greedily(model, [task.ids(example.source) for example in task.held_out[:SHOWN]])
    written = pad_sequence([torch.tensor(ids, dtype=torch.long) for ids in shown], True, PAD)
    return Snapshot(step, numbers, {"cross": cross[:SHOWN].clone(), "written": written}, model)


def alignment_weight(
    cross_weights: Float[Tensor, "batch layer head target source"], examples: Sequence[Example]
) -> Float[Tensor, "layer head"]:
    """Return each head's mean cross-attention weight on the right source symbol.

    For each target symbol, the right source symbol is the one that it comes from, as
    ``Example.origin`` says.

    Args:
        cross_weights: cross-attention weights for a batch of examples.
        examples: the examples of the batch, in this order.
    """
    shares = [
        weights[:, :, range(len(example.origin)), list(example.origin)].mean(dim=-1)
        for weights, example in zip(cross_weights, examples, strict=True)
    ]
    return torch.stack(shares).mean(dim=0)


@torch.inference_mode()
def decode_greedily(model: Transformer, sources: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return a network's greedy outputs without end token, truncated if it never writes one.

    Args:
        model: the network; its dropout is zero.
        sources: symbol ids of each source, without the end token.
    """
    most = 2 * max(map(len, sources)) + 10
    written: dict[int, Candidate] = {}
    sentences = [[*ids, EOS] for ids in sources]
    for step in islice(beam_search(model, sentences, [START] * len(sources), width=1), most):
        written.update((sentence, best[0]) for sentence, best in step.items())
    return [[token for token in written[n].tokens if token != EOS] for n in range(len(sources))]
