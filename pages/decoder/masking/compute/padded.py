"""One pass over several sentences, the shorter ones padded."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import torch
from torch.nn.utils.rnn import pad_sequence

from model.tokenizer import PAD
from model.trace import Edit, Trace, recording
from model.transformer import Transformer


@torch.inference_mode()
def record_with_padding(
    model: Transformer,
    sources: Sequence[Sequence[int]],
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> Trace:
    """Return the trace of the encoder's pass over a batch of sentences, shorter ones padded.

    Args:
        model: the trained network.
        sources: token ids of each sentence, the end token included.
        edits: name of a tap -> function that changes the tensor recorded there.
    """
    device = model.E.weight.device
    rows = [torch.tensor(source, device=device) for source in sources]
    with recording(model, edits) as trace:
        model.encode(pad_sequence(rows, batch_first=True, padding_value=PAD))
    return trace
