"""What the decoder says when its memory holds one vector only."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.tokenizer import EOS
from model.trace import Edit, editing
from model.transformer import Transformer

STEPS = 14  # of each; whoever repeats itself goes on for ever


@torch.inference_mode()
def read_alone(
    model: Transformer,
    vectors: Float[Tensor, "row d_model"],
    start: int,
    edits: Mapping[str, Edit] | None = None,
    steps: int = STEPS,
) -> list[list[int]]:
    """Decode greedily with each vector alone as the encoder memory.

    A memory of many equal vectors would say the same: attention's weights share one value.

    Args:
        model: the trained network.
        vectors: a memory of one position for each.
        start: the start token of the language to write.
        edits: what is changed in the decoder, by the names of taps.
        steps: tokens that are written at most.

    Returns:
        The ids that each vector gives, up to its end token.
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
    return list(ids[: ids.index(EOS)]) if EOS in ids else list(ids)


def cut_repetition(words: Sequence[str]) -> tuple[list[str], bool]:
    """Return the words before they begin to repeat, and whether they do.

    The same again is a word, or up to three in a row, that follow themselves.
    """
    for end in range(1, len(words)):
        for length in range(1, min(4, end + 1)):
            again = words[end : end + length]
            if list(words[end - length : end]) == list(again):
                return list(words[:end]), True
    return list(words), False
