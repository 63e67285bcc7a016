"""What the decoder's masked self-attention attends to at one step: the words so far."""

from functools import partial

from jaxtyping import Float
from torch import Tensor

from ui.choices.controls import set_choice
from ui.messages import _
from ui.readings.reading import Reading
from ui.schemas import INDEX
from ui.views import register_view, token_labels_data
from ui.views.export_tables import tensor_table

_view = register_view(__file__, schemas={"step": INDEX})


def show_look_back(reading: Reading, layer: int, head: int, step: int, tensor_version: str) -> None:
    """Show which earlier tokens the decoder's self-attention reads; a click sets "step".

    Args:
        reading: the sentence, translated.
        layer: index of the layer, from 0; the number of layers stands for their mean.
        head: index of the head, from 0; the number of heads stands for their mean.
        step: index of the step, from 0.
        tensor_version: identifies the tensors that were sent; the view draws the one named "back".
    """

    data = {
        "version": tensor_version,
        "tokens": token_labels_data(decoder_inputs(reading)),
        "layer": layer,
        "head": head,
        "step": step,
        **label_layers_and_heads(reading),
        "takes": [
            tensor_table(
                "attention", "layer:layers head:heads query:tokens key:tokens", weight="back"
            )
        ],
    }
    _view(key="look_back", data=data, on_step_change=partial(set_choice, "step"))


def decoder_inputs(reading: Reading) -> tuple:
    """Return the decoder's input tokens, one for each step of the translation."""
    return reading.target[: len(reading.output)]


def crop_weights(weights: Float[Tensor, "layer head query key"], reading: Reading) -> Tensor:
    """Return the weights cropped to the decoder's input tokens: layer, head, query, key."""
    count = len(decoder_inputs(reading))
    return weights[..., :count, :count]


def label_layers_and_heads(reading: Reading) -> dict[str, list[str]]:
    """Return labels of layers and heads for tensors with means appended, by axis."""
    layers, heads = reading.layers("cross", "weights").shape[:2]
    return {
        "layers": [*map(str, range(1, layers + 1)), _("mean")],
        "heads": [*map(str, range(1, heads + 1)), _("all")],
    }
