"""What the decoder's masked self-attention attends to at one step: the words so far."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from jaxtyping import Float
from torch import Tensor

from ui.choices.controls import set_choice
from ui.messages import _
from ui.readings.reading import Reading, Token
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import tensor_table


@dataclass(frozen=True)
class LookBackData:
    """The decoder's tokens, and what is chosen; the tensors of this version come by ``tensors``."""

    version: str
    tokens: Sequence[Label]
    layer: int
    head: int
    step: int
    layers: Sequence[str]
    heads: Sequence[str]


@dataclass(frozen=True)
class LookBackEvents:
    """Event of the view: number of the chosen step, from 1."""

    step: int


_view = register_view(
    __file__,
    LookBackData,
    LookBackEvents,
    tables=[
        tensor_table("attention", "layer:layers head:heads query:tokens key:tokens", weight="back")
    ],
)


def show_look_back(reading: Reading, layer: int, head: int, step: int, tensor_version: str) -> None:
    """Show which tokens the decoder's self-attention attends to at a step; a click sets "step".

    Args:
        reading: the sentence and its translation.
        layer: index of the layer, from 0; the number of layers means the mean of all layers.
        head: index of the head, from 0; the number of heads means the mean of all heads.
        step: index of the step, from 0.
        tensor_version: from ``make_tensor_version``; the view draws the tensor "back" that
            ``send_view_tensors`` sends with the same version.
    """
    tokens = label_tokens(decoder_inputs(reading))
    places = label_layers_and_heads(reading)
    data = LookBackData(tensor_version, tokens, layer, head, step, **places)
    _view(key="look_back", data=data, on_step_change=partial(set_choice, "step"))


def decoder_inputs(reading: Reading) -> tuple[Token, ...]:
    """Return the decoder's input tokens: the start token, then all output tokens but the last."""
    return reading.target[: len(reading.output)]


def crop_weights(weights: Float[Tensor, "layer head query key"], reading: Reading) -> Tensor:
    """Return the weights cropped to the steps with an output token, as queries and as keys."""
    count = len(decoder_inputs(reading))
    return weights[..., :count, :count]


def label_layers_and_heads(reading: Reading) -> dict[str, list[str]]:
    """Return the labels of "layers" and "heads": numbers from 1 on, then the label of the mean."""
    layers, heads = reading.layers("cross", "weights").shape[:2]
    return {
        "layers": [*map(str, range(1, layers + 1)), _("mean")],
        "heads": [*map(str, range(1, heads + 1)), _("all")],
    }
