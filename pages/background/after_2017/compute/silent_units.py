"""Which hidden units of the feed-forward networks are exactly zero, and which fire for which word.

ReLU makes every negative number zero: at any position many units say nothing at all.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from model.trace import Trace


def firing(trace: Trace, stack: str, layers: int) -> Bool[Tensor, "layer position d_ff"]:
    """Return which units of a stack are not zero at each position.

    Args:
        trace: of one pass.
        stack: "encoder" or "decoder".
        layers: of the stack.
    """
    hidden = [trace[f"{stack}.layers.{n}.feed_forward.hidden"][0] for n in range(layers)]
    return torch.stack(hidden) != 0


def silent_share(active: Bool[Tensor, "layer position d_ff"]) -> Float[Tensor, " layer"]:
    """Return the share of numbers that are exactly zero, by layer."""
    return 1 - active.double().mean(dim=(1, 2))


def overlap(active: Bool[Tensor, "position d_ff"]) -> Float[Tensor, "position position"]:
    """Return, for each two words, the share of the units of either that fire for both.

    It is not a number where neither excites any unit.
    """
    units = active.double()
    both = units @ units.T
    each = units.sum(dim=-1)
    return both / (each.unsqueeze(0) + each.unsqueeze(1) - both)


def fired_for(active: Bool[Tensor, "position d_ff"]) -> dict[str, int]:
    """Count the units that fire for no word of the sentence, one, some and all."""
    words, count = active.sum(dim=0), len(active)
    return {
        "no word": int((words == 0).sum()),
        "one word": int((words == 1).sum()),
        "some": int(((words > 1) & (words < count)).sum()),
        "all words": int(((words == count) & (words > 1)).sum()),
    }
