"""Decode from a memory that holds a single vector."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.attention import Cache
from model.tokenizer import EOS
from model.trace import Edit, editing
from model.transformer import Transformer

STEPS = 14  # most tokens of each: a repetition would never end


@torch.inference_mode()
def decode_single_vectors(
    model: Transformer,
    vectors: Float[Tensor, "row d_model"],
    start: int,
    edits: Mapping[str, Edit] | None = None,
    steps: int = STEPS,
) -> list[list[int]]:
    """Return, for each vector, the greedy translation by a decoder with only this vector as memory.

    The vector replaces the encoder's output, as its only position. Many copies of the vector would
    give the same translation, since attention averages equal values.

    Args:
        model: the trained network.
        vectors: vectors such as those of the encoder's output; each is decoded by itself.
        start: the start token of the target language.
        edits: edits in the decoder, by tap name.
        steps: largest number of tokens to write.

    Returns:
        The output ids for each vector, without the end token.
    """
    memory, living = vectors.unsqueeze(1), torch.arange(len(vectors), device=vectors.device)
    visible = torch.ones(len(vectors), 1, dtype=torch.bool, device=vectors.device)
    target = torch.full((len(vectors), 1), start, device=vectors.device)
    written: list[list[int]] = [[] for _ in vectors]
    cache = None if edits else Cache()  # an edit may let a position read later ones
    with editing(model, edits or {}):
        for _ in range(steps):
            new, read = target, memory
            if cache is not None and cache.length:
                new, read = target[:, -1:], memory[:, :0]
            x = model.decode(new, read, visible, cache)
            ids = model.project(x[:, -1:])[:, 0].argmax(dim=-1)
            [on] = (ids != EOS).nonzero(as_tuple=True)
            if not len(on):
                break
            memory, visible, living = memory[on], visible[on], living[on]
            target = torch.cat([target[on], ids[on].unsqueeze(1)], dim=1)
            if cache is not None:
                cache.select(on)
            for row, token in zip(living.tolist(), ids[on].tolist(), strict=True):
                written[row].append(token)
    return written


def cut_repetition(ids: Sequence[int]) -> tuple[list[int], bool]:
    """Return the ids up to the end of the first copy of a repeated run, and if there is one.

    A run of ids is repeated if it occurs three times in a row, or twice at the end, where a part of
    a third copy may follow: ``[5, 1, 2, 1, 2]`` becomes ``[5, 1, 2], True``.
    """
    for end in range(1, len(ids)):
        for length in range(1, end + 1):
            last = end
            while last < len(ids) and ids[last] == ids[last - length]:
                last += 1
            if last - end >= (length if last == len(ids) else 2 * length):
                return list(ids[:end]), True
    return list(ids), False
