"""Decode from a memory that holds a single vector."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.tokenizer import EOS
from model.trace import Edit, editing
from model.transformer import Transformer

STEPS = 14  # most tokens of each: a repetition would never end


@torch.inference_mode()
def read_alone(
    model: Transformer,
    vectors: Float[Tensor, "row d_model"],
    start: int,
    edits: Mapping[str, Edit] | None = None,
    steps: int = STEPS,
) -> list[list[int]]:
    """Return the ids that the decoder writes greedily with each vector alone as its memory.

    A memory of many equal vectors would give the same: attention averages equal values.

    Args:
        model: the trained network.
        vectors: each a memory of one position.
        start: the start token of the target language.
        edits: edits in the decoder, by tap name.
        steps: most tokens to write.

    Returns:
        The output ids for each vector, without the end token.
    """
    memory = vectors.unsqueeze(1)
    visible = torch.ones(len(vectors), 1, dtype=torch.bool, device=vectors.device)
    target = torch.full((len(vectors), 1), start, device=vectors.device)
    with editing(model, edits or {}):
        for _ in range(steps):
            logits = model.project(model.decode(target, memory, visible)[:, -1:])
            target = torch.cat([target, logits.argmax(dim=-1)], dim=1)
    return [_until_the_end(row) for row in target[:, 1:].tolist()]


def _until_the_end(ids: Sequence[int]) -> list[int]:
    """Return the ids before the first end token."""
    return list(ids[: ids.index(EOS)]) if EOS in ids else list(ids)


def cut_repetition(words: Sequence[str]) -> tuple[list[str], bool]:
    """Return the words before an immediate repetition, and whether there is one.

    A repetition is a run of one to three words that follows itself.
    """
    for end in range(1, len(words)):
        for length in range(1, min(4, end + 1)):
            again = words[end : end + length]
            if list(words[end - length : end]) == list(again):
                return list(words[:end]), True
    return list(words), False
