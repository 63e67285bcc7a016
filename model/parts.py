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
    """Return the name of the tap that holds the residual stream after some layers of a stack.

    Example: ``residual_tap("encoder", 2)`` is "encoder.layers.1.add_and_norm_2.output".

    Args:
        stack: "encoder" or "decoder".
        depth: number of layers passed; 0 is the input of the first layer.
    """
    below = f"layers.{depth - 1}.{LAST_SUBLAYERS[stack]}" if depth else "embedding"
    return f"{stack}.{below}.output"


def attention_path(attention: str) -> str:
    """Return the module path of an attention, with ``{}`` in place of the layer number.

    Args:
        attention: a key of ``ATTENTIONS``.

    Raises:
        ValueError: if there is no such attention.
    """
    if attention not in ATTENTIONS:
        raise ValueError(f"there is no attention {attention!r}, only {', '.join(ATTENTIONS)}")
    return ATTENTIONS[attention]


def axis_side(tap: str, axis: str) -> str:
    """Return which tokens an axis of a tap's tensor runs over: "source" or "target".

    Example: the axis "key" of a cross-attention runs over the "source", its axis "query" over the
    "target".

    Args:
        tap: name of the tap.
        axis: name of the axis, such as "query", "key" or "position".

    Returns:
        "source" or "target"; "" if the axis runs over no tokens, as "head" does.
    """
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
    """Return the module paths of a stack's sub-layers, in the order in which they are computed.

    Args:
        stack: "encoder" or "decoder".

    Returns:
        Key of ``SUBLAYERS`` -> path of the sub-layer's Add & Norm, with ``{}`` in place of the
        layer number: "encoder-attention" -> "encoder.layers.{}.add_and_norm_1".
    """
    return {key: path for key, path in SUBLAYERS.items() if path.startswith(stack)}


# Taps with the output of each attention, as the next Add & Norm gets it.
ATTENTION_OUTPUTS = {
    "encoder": "encoder.layers.{}.add_and_norm_1.sublayer",
    "decoder": "decoder.layers.{}.add_and_norm_1.sublayer",
    "cross": "decoder.layers.{}.add_and_norm_2.sublayer",
}
