"""A pass with the dropout of the training left on: edits, so that nobody else's model changes.

Dropout sits on the sum of embedding and position and on the output of every sub-layer (section
5.4). Its numbers come from a generator of its own: the same seed drops the same.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor

from model.measures.surprisal import surprisal
from model.passes import forced_logits
from model.trace import Edit, named_taps
from model.transformer import Transformer

DROPPED = (".embedding.output", ".sublayer")  # taps with a dropout beside them


def dropout(model: Transformer, P_drop: float, seed: int) -> Mapping[str, Edit]:
    """Return edits that drop a share of the numbers and scale the rest, as in training.

    Args:
        model: to be edited.
        P_drop: the share, below 1.
        seed: decides which.
    """
    chance = torch.Generator().manual_seed(seed)
    drop = partial(_drop, P_drop=P_drop, chance=chance)
    return {name: drop for name in named_taps(model) if name.endswith(DROPPED)}


def _drop(values: Tensor, P_drop: float, chance: torch.Generator) -> Tensor:
    kept = torch.rand(values.shape, generator=chance) >= P_drop
    return values * kept / (1 - P_drop)


@torch.inference_mode()
def passes(
    model: Transformer,
    source: Sequence[int],
    target: Sequence[int],
    P_drop: float,
    seeds: Sequence[int],
) -> Float[Tensor, "pass target"]:
    r"""Return $-\ln p$ of each token of a translation, in one pass for each seed.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        target: ids from the start token to the last one that counts.
        P_drop: share that is dropped.
        seeds: of the passes.
    """
    rows = []
    for seed in seeds:
        logits = forced_logits(model, source, target[:-1], dropout(model, P_drop, seed))
        rows.append(surprisal(logits, target[1:]))
    return torch.stack(rows)
