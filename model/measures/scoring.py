"""Log-probability of a given translation, also with edits at taps."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import torch
from jaxtyping import Float
from torch import Tensor

from model.measures.surprisal import log_p
from model.tokenizer import PAD
from model.trace import Edit, editing
from model.transformer import Transformer


def log_probability(
    model: Transformer,
    source: Sequence[int],
    translation: Sequence[int],
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> float:
    """Return ln p of a translation (ids, start token first), in nats, in one teacher-forced pass.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        translation: ids from the start token to the last token to score, usually the end token.
        edits: tap name -> function of the tensor that passes there.

    Raises:
        ValueError: if an edit names no tap.
    """
    return _score_copies(model, source, translation, edits, 1).item()


def log_probability_without_each_head(
    model: Transformer, source: Sequence[int], translation: Sequence[int], attention: str
) -> list[float]:
    """Return ln p of a translation, in nats, with each head of one attention silenced in turn.

    All are computed in one batch of h copies of the sentence: in copy i, the output of head i is
    zero.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        translation: ids from the start token to the last token to score, usually the end token.
        attention: module path of the attention, such as ``encoder.layers.0.self_attention``.
    """
    h = model.config.h

    def silence(heads: Tensor) -> Tensor:
        """Zero head i in batch row i: an edit of the head outputs."""
        heads = heads.clone()
        heads[range(h), range(h)] = 0
        return heads

    return _score_copies(model, source, translation, {f"{attention}.heads": silence}, h).tolist()


@torch.inference_mode()
def _score_copies(
    model: Transformer,
    source: Sequence[int],
    translation: Sequence[int],
    edits: Mapping[str, Edit],
    copy_count: int,
) -> Float[Tensor, " batch"]:
    """Return ln p of each copy of a translation in a batch; the edits may differ by copy."""
    device = model.E.weight.device
    target = torch.tensor([translation], device=device).expand(copy_count, -1)
    # Copies that differ in the decoder only share one memory.
    encoders = copy_count if any(name.startswith("encoder.") for name in edits) else 1
    sources = torch.tensor([source], device=device).expand(encoders, -1)
    visible = (sources != PAD).expand(copy_count, -1)
    with editing(model, edits):
        memory = model.encode(sources).expand(copy_count, -1, -1)
        logits = model.project(model.decode(target[:, :-1], memory, visible))
    return log_p(logits.float(), target[:, 1:]).sum(dim=-1)
