"""Where two runs part: one translation forced through both, and what each would say next."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.trace import Edit, editing
from model.transformer import Transformer


@dataclass(frozen=True)
class Step:
    """What may come next after one beginning.

    Args:
        clean: the token that the clean run finds likeliest.
        changed: the one that the changed run does; if it is the same, the next after it.
        parts: whether the likeliest are two.
        turn: how far d, the logit of the changed token less that of the clean one, differs.
    """

    clean: int
    changed: int
    parts: bool
    turn: float


@torch.inference_mode()
def next_logits(
    model: Transformer, source: Sequence[int], target: Sequence[int], edits: dict[str, Edit]
) -> Float[Tensor, "target vocab"]:
    """Return what may come next after each beginning of a translation."""
    with editing(model, edits):
        return model(torch.tensor([source]), torch.tensor([target]))[0]


def steps(
    clean: Float[Tensor, "target vocab"], changed: Float[Tensor, "target vocab"]
) -> tuple[Step, ...]:
    """Compare two runs step by step; both were given the same translation."""
    likeliest = clean.argmax(dim=-1, keepdim=True)
    parts = changed.argmax(dim=-1, keepdim=True) != likeliest
    other = changed.scatter(-1, likeliest, -torch.inf).argmax(dim=-1, keepdim=True)
    d = [rows.gather(-1, other) - rows.gather(-1, likeliest) for rows in (clean, changed)]
    columns = (likeliest, other, parts, d[1] - d[0])
    return tuple(Step(*row) for row in zip(*(one[:, 0].tolist() for one in columns), strict=True))


def parting(found: Sequence[Step], first: int = 0) -> int:
    """Return the step, from ``first`` on, at which the likeliest tokens are two.

    Where they never are, it is the step at which the two runs differ most.
    """
    later = range(min(first, len(found) - 1), len(found))
    apart = next((step for step in later if found[step].parts), None)
    return max(later, key=lambda step: found[step].turn) if apart is None else apart
