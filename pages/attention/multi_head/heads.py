"""The tensors of all heads and what is measured of them, as the view is given them."""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from model.measures.attention_entropy import keys_read
from model.measures.heads import head_parts, head_shares
from model.parts import OUTPUTS
from pages.attention.multi_head.compute import habits
from pages.attention.multi_head.remarks import HABITS
from ui.messages import _
from ui.readings import session
from ui.readings.passes import stack_layers
from ui.readings.reading import ATTENTIONS, Reading
from ui.views import pack


def head_data(reading: Reading, kind: str) -> dict[str, object]:
    """Return the tensors of all layers, each head's share of the output, and its habits."""
    model = session.glass().network
    weights, heads = (stack_layers(reading, kind, name) for name in ("weights", "heads"))
    modules = [model.get_submodule(ATTENTIONS[kind].format(i)) for i in range(len(heads))]
    outputs = [reading.trace[OUTPUTS[kind].format(i)][0] for i in range(len(heads))]
    before, __, after = _("reads on average {value} keys").partition("{value}")
    read = keys_read(weights, reading.attention(kind, 0)["visible"][0, 0])
    return {
        "weights": pack(weights),
        "heads": pack(heads),
        "outputs": pack(torch.stack(outputs)),
        "shares": [
            head_shares(head_parts(one, module.W_O.weight.detach())).tolist()
            for one, module in zip(heads, modules, strict=True)
        ],
        "habits": [
            {"before": f"{_(HABITS[name])} ", "after": "", "values": _plain(values), "places": 2}
            for name, values in habits(weights, kind).items()
        ]
        + [{"before": before, "after": after, "values": _plain(read), "places": 1}],
    }


def one_number(reading: Reading, kind: str, layer: int, row: int) -> tuple[list[float], float]:
    """Return what each head adds to the first number of a row of the output, and that number."""
    model = session.changed_model(reading.changes)
    module = model.get_submodule(ATTENTIONS[kind].format(layer))
    heads = reading.attention(kind, layer)["heads"][0]
    parts = head_parts(heads, module.W_O.weight.detach())[:, row, 0]
    return parts.tolist(), reading.trace[OUTPUTS[kind].format(layer)][0, row, 0].item()


def _plain(values: Tensor) -> Sequence[Sequence[float | None]]:
    """Return numbers as JSON can hold them: what is not a number becomes null."""
    return [[None if math.isnan(one) else one for one in row] for row in values.tolist()]
