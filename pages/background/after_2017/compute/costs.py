r"""What a translation costs: $-\ln p$ of each of its tokens, in nats."""

from collections.abc import Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.trace import Edit, recording
from model.transformer import Transformer


@torch.inference_mode()
def costs(
    model: Transformer,
    source: Sequence[int],
    target: Sequence[int],
    said: Sequence[int],
    edits: Mapping[str, Edit],
) -> Float[Tensor, " target"]:
    """Return the cost of each token of a translation under edits, in one pass.

    Args:
        model: the trained network.
        source: ids that the encoder reads, the end token included.
        target: ids that the decoder reads, the start token first.
        said: ids that it should say; the last one may be missing.
        edits: tap name -> function of the tensor that passes there.
    """
    with recording(model, edits):
        logits = model(torch.tensor([source]), torch.tensor([target]))[0, : len(said)]
    right = torch.tensor(said).unsqueeze(-1)
    return -logits.double().log_softmax(dim=-1).gather(-1, right)[:, 0]
