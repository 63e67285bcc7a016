"""Teacher forcing measured: likely wrong tokens, and the effect of each on every prediction."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import torch
from jaxtyping import Float
from torch import Tensor

from model.measures.surprisal import kl_divergence
from model.tokenizer import PAD
from model.trace import Edit, editing
from model.transformer import Transformer

TOGETHER = 8  # changed copies of a translation per batch


def find_likeliest_mistakes(
    logits: Float[Tensor, "target vocab"], next_ids: Sequence[int], special_count: int
) -> list[int]:
    """Return the id of the most probable wrong token at each step, never a special token.

    Args:
        logits: logits of a teacher-forced pass.
        next_ids: id of the right token at each step.
        special_count: number of special tokens; their ids come first.
    """
    allowed = logits.clone()
    allowed[:, :special_count] = -math.inf
    allowed[range(len(next_ids)), list(next_ids)] = -math.inf
    return allowed.argmax(dim=-1).tolist()


@torch.inference_mode()
def compute_replacement_effects(
    model: Transformer,
    source_ids: Sequence[int],
    target_ids: Sequence[int],
    replacement_ids: Sequence[int],
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> Float[Tensor, "position target"]:
    """Return how much each prediction changes if one decoder input token is replaced, in bits.

    Args:
        model: the trained network.
        source_ids: source token ids, the end token included.
        target_ids: decoder input ids, the start token (which is not replaced) first.
        replacement_ids: for each decoder input token after the start token, the id that replaces
            it.
        edits: name of a tap -> function that changes the tensor recorded there.

    Returns:
        In row i, only input token i + 1 is replaced. Column t is the KL divergence between the
        next-token distributions at step t (from 0) without and with the replacement.
    """
    device = model.E.weight.device
    given = torch.tensor([source_ids], device=device)
    others = torch.tensor(replacement_ids, dtype=torch.long, device=device)
    rows = [torch.zeros(0, len(target_ids), dtype=torch.float64)]
    with editing(model, edits):
        memory = model.encode(given)
        for places in torch.arange(1, len(target_ids), device=device).split(TOGETHER):
            copies = torch.tensor([target_ids], device=device).repeat(1 + len(places), 1)
            copies[range(1, len(copies)), places] = others[places - 1]
            size = (len(copies), -1, -1)
            x = model.decode(copies, memory.expand(size), (given != PAD).expand(size[:2]))
            true, *changed = model.project(x).cpu()
            rows += [kl_divergence(true, logits).unsqueeze(0) for logits in changed]
    return torch.cat(rows)
