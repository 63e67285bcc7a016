"""Names of the attentions and sub-layers of a model, and their module paths."""

from dataclasses import dataclass
from typing import TypeVar

from torch import nn

Part = TypeVar("Part", bound=nn.Module)

# Module paths of the three kinds of attention, and of the five sub-layers' Add & Norm.
ATTENTIONS = {
    "encoder": "encoder.layers.{}.self_attention",
    "decoder": "decoder.layers.{}.self_attention",
    "cross": "decoder.layers.{}.cross_attention",
}
SUBLAYERS = {
    "encoder-attention": "encoder.layers.{}.add_and_norm_1",
    "encoder-feed-forward": "encoder.layers.{}.add_and_norm_2",
    "decoder-attention": "decoder.layers.{}.add_and_norm_1",
    "cross-attention": "decoder.layers.{}.add_and_norm_2",
    "decoder-feed-forward": "decoder.layers.{}.add_and_norm_3",
}


@dataclass(frozen=True)
class Head:
    """One head of a model.

    Args:
        attention: a key of ``ATTENTIONS``.
        layer: counted from 0.
        head: counted from 0.
    """

    attention: str
    layer: int
    head: int


LAST_SUBLAYERS = {
    "encoder": "add_and_norm_2",
    "decoder": "add_and_norm_3",
}  # the last part of a layer


def residual_tap(stack: str, depth: int) -> str:
    """Return the tap name of the residual stream after ``depth`` layers of a stack."""
    below = f"layers.{depth - 1}.{LAST_SUBLAYERS[stack]}" if depth else "embedding"
    return f"{stack}.{below}.output"


def axis_side(tap: str, axis: str) -> str:
    """Return whether a tap's axis indexes "source" or "target" tokens; "" if neither."""
    if axis in ("source", "target"):
        return axis
    if axis not in ("position", "query", "key"):
        return ""
    across = axis == "key" and "cross_attention" in tap
    return "source" if across or tap.startswith("encoder") else "target"


def typed_submodule(network: nn.Module, path: str, module_type: type[Part]) -> Part:
    """Return the network's submodule at a path; TypeError unless its class is ``module_type``.

    Raises:
        TypeError: if it is of another class.
    """
    found = network.get_submodule(path)
    if not isinstance(found, module_type):
        raise TypeError(f"{path} is no {module_type.__name__}")
    return found


def sublayer_paths(stack: str) -> dict[str, str]:
    """Return, by key of ``SUBLAYERS``, the path of each sub-layer's Add & Norm in a stack.
    They are in order; ``{}`` in a path stands for the layer.
    """
    return {key: path for key, path in SUBLAYERS.items() if path.startswith(stack)}


# Taps with the output of each attention, as the next Add & Norm gets it.
ATTENTION_OUTPUTS = {
    "encoder": "encoder.layers.{}.add_and_norm_1.sublayer",
    "decoder": "decoder.layers.{}.add_and_norm_1.sublayer",
    "cross": "decoder.layers.{}.add_and_norm_2.sublayer",
}
