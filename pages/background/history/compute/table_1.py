"""Costs of a layer: Table 1 of the paper, and an attention layer and an LSTM, timed and counted.

The paper gives orders of growth, such as O(n² · d). The numbers here are the terms inside the O;
the constants that it leaves out can make a layer several times as expensive.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median

import torch
from torch import nn

from model.attention import MultiHeadAttention
from model.config import ModelConfig
from model.fresh_weights import build_uninitialized, initialize_uniform
from pages.background.history.compute.recurrence import LSTM

SELF_ATTENTION, RECURRENT = "Self-attention", "Recurrent"
CONVOLUTIONAL, RESTRICTED = "Convolutional", "Self-attention (restricted)"  # the paper's names
REPEATS, TIMEOUT = 5, 0.5  # runs of each length; fewer after this many seconds
LSTM_LOOP, LSTM_BUILTIN, ATTENTION = "LSTM, cell by cell", "LSTM, PyTorch’s own", "attention layer"


@dataclass(frozen=True)
class LayerCosts:
    """One row of Table 1, evaluated for given sizes.

    Args:
        operations: operations of one layer ("complexity per layer").
        sequential: number of sequential operations.
        path: maximum path length between two positions.
    """

    operations: int
    sequential: int
    path: float


def compute_table_1(n: int, d: int, k: int, r: int) -> dict[str, LayerCosts]:
    """Return the numbers of the paper's Table 1 for given sizes, by kind of layer.
    The keys are "Self-attention", "Recurrent", "Convolutional" and "Self-attention (restricted)".

    Args:
        n: number of positions.
        d: width of a position's vector.
        k: kernel width of the convolution.
        r: neighbourhood size of restricted self-attention.

    Raises:
        ValueError: if k < 2: such a kernel never connects two positions.
    """
    if k < 2:
        raise ValueError(f"a kernel of width k={k} never joins two positions; it must be 2 or more")
    k, r = min(k, n), min(r, n)  # a window cannot exceed the sequence
    return {
        SELF_ATTENTION: LayerCosts(n * n * d, 1, 1.0),
        RECURRENT: LayerCosts(n * d * d, n, float(n)),
        CONVOLUTIONAL: LayerCosts(k * n * d * d, 1, math.log(n, k) if n > 1 else 1.0),
        RESTRICTED: LayerCosts(r * n * d, 1, n / r),
    }


def count_attention_multiplications(n: int, d: int) -> int:
    """Return how many multiplications multi-head attention takes for n vectors of width d."""
    return 4 * n * d * d + 2 * n * n * d


def count_lstm_multiplications(n: int, d: int) -> int:
    """Return how many multiplications an LSTM layer takes for n vectors of width d."""
    return 8 * n * d * d


@torch.inference_mode()
def time_layers(n: int, config: ModelConfig) -> dict[str, float]:
    """Time three untrained layers on a sequence of n positions; return the median seconds of each.

    The layers alternate, so other load on the machine affects them alike.

    Args:
        n: number of positions.
        config: sizes of the attention layer; both LSTMs are as wide, d_model.

    Returns:
        Seconds by layer: ``LSTM_LOOP``, ``LSTM_BUILTIN`` and ``ATTENTION``.
    """
    layers = _make_layers(n, config)
    for layer in layers.values():
        layer()  # warm-up: the first run allocates memory
    runs: dict[str, list[float]] = {name: [] for name in layers}
    end = time.perf_counter() + TIMEOUT
    while len(runs[LSTM_LOOP]) < REPEATS and (not runs[LSTM_LOOP] or time.perf_counter() < end):
        for name, layer in layers.items():
            start = time.perf_counter()
            layer()
            runs[name].append(time.perf_counter() - start)
    return {name: median(times) for name, times in runs.items()}


def _make_layers(n: int, config: ModelConfig) -> dict[str, Callable[[], object]]:
    """Return the untrained layers, each as a call on the same random input."""
    d, chance = config.d_model, torch.Generator().manual_seed(1)
    x, visible = torch.randn(1, n, d, generator=chance), torch.ones(1, 1, n, dtype=torch.bool)
    loop, own_code, attention = (
        initialize_uniform(build_uninitialized(make), d, chance)
        for make in (
            lambda: LSTM(d),
            lambda: nn.LSTM(d, d, batch_first=True),
            lambda: MultiHeadAttention(config),
        )
    )
    return {
        LSTM_LOOP: partial(loop, x),
        LSTM_BUILTIN: partial(own_code, x),
        ATTENTION: partial(attention, x, x, visible),
    }


def find_crossings(
    lengths: list[int], first: list[float], second: list[float]
) -> list[tuple[float, bool]]:
    """Return the lengths at which two measured curves cross, interpolated on log-log axes.

    Args:
        lengths: the measured lengths, rising.
        first: value of the first curve at each length, above 0.
        second: value of the second curve at each length, above 0.

    Returns:
        For each crossing, its length, and True if the first curve is the lower one from there on.
    """
    gaps = [math.log(a / b) for a, b in zip(first, second, strict=True)]
    logs = [math.log(n) for n in lengths]
    found = []
    for place in range(1, len(lengths)):
        before, after = gaps[place - 1], gaps[place]
        if (before < 0) != (after < 0):
            share = before / (before - after)
            log = logs[place - 1] + share * (logs[place] - logs[place - 1])
            found.append((math.exp(log), after < 0))
    return found
