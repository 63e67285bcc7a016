"""Benchmark of training: our loop against a plain one around ``torch.nn.Transformer``."""

from collections.abc import Iterator
from functools import partial

import torch
import torch.nn.functional as F
from torch import nn

from benchmarks.measure import Comparison, summarize_pairs, time_alternately
from benchmarks.reference import TorchReference, build_reference
from model.config import ModelConfig
from model.tokenizer import EOS, PAD
from model.training.batches import Batch
from model.training.loop import TrainingRun, choose_precision, learning_rate, train_step
from model.training.recipe import TrainConfig
from model.transformer import Transformer

# Deciles of the training data: number of pieces of a batch's longest target.
LENGTHS = (7, 8, 9, 10, 11, 12, 14, 17, 27)
CONFIG = TrainConfig()


def compare_learning(config: ModelConfig) -> Iterator[Comparison]:
    """Time both training loops on the same batches, step by step in turns."""
    torch.manual_seed(1)
    model = Transformer(config).train()
    reference = build_reference(model)
    run, optimizer = TrainingRun(model, _make_adam(model)), _make_adam(reference)
    batches = [_random_batch(length, config) for length in (LENGTHS[0], *LENGTHS)]
    choose_precision(run, batches[0], CONFIG, world_size=1)
    low = run.precision == "bfloat16"  # both use the faster precision on this machine
    times = time_alternately(
        (
            partial(train_step, run, batch, config, CONFIG, 0),
            partial(_plain_update, reference, optimizer, batch, step, low),
        )
        for step, batch in enumerate(batches, 1)
    )
    tokens = [int((batch.labels != PAD).sum()) for batch in batches[1:]]
    speeds = [(n / ours, n / plain) for n, (ours, plain) in zip(tokens, times, strict=False)]
    name = "training loop / loop around torch.nn.Transformer"
    yield Comparison(name, "tokens/s", **summarize_pairs(speeds), at_least=1.3)


def _plain_update(
    reference: TorchReference,
    optimizer: torch.optim.Adam,
    batch: Batch,
    step: int,
    low_precision: bool,
) -> float:
    """Update the weights once in the straightforward way; return the loss."""
    with torch.autocast("cpu", torch.bfloat16, enabled=low_precision):
        logits = reference(batch.source, batch.target)
        loss = F.cross_entropy(
            logits.flatten(0, 1),
            batch.labels.flatten(),
            ignore_index=PAD,
            label_smoothing=CONFIG.smoothing,
        )
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(reference.parameters(), CONFIG.clip)
    optimizer.param_groups[0]["lr"] = learning_rate(step, reference.d_model, CONFIG.warmup)
    optimizer.step()
    return loss.item()


def _make_adam(network: nn.Module) -> torch.optim.Adam:
    """Return the paper's Adam; its learning rate is set at each step."""
    return torch.optim.Adam(network.parameters(), lr=0, betas=(0.9, 0.98), eps=1e-9)


def _random_batch(length: int, config: ModelConfig) -> Batch:
    """Return a batch of random pieces: targets of nearly equal, sources of varying length."""
    rows = CONFIG.tokens // (length + 2)
    source = _random_ids(rows, length + 2, length - 4, config)
    following = _random_ids(rows, length, length - 1, config)
    start = torch.full((rows, 1), EOS + 1)
    target = torch.cat([start, following[:, :-1].masked_fill(following[:, :-1] == EOS, PAD)], 1)
    return Batch(source, target, following)


def _random_ids(rows: int, longest: int, shortest: int, config: ModelConfig) -> torch.Tensor:
    """Return padded rows of random token ids, each with an end token after its last piece."""
    ids = torch.randint(EOS + 1 + len(config.languages), config.vocab_size, (rows, longest))
    end = torch.randint(shortest, longest, (rows, 1))
    position = torch.arange(longest)
    return ids.masked_fill(position == end, EOS).masked_fill(position > end, PAD)
