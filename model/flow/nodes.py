"""The nodes of a decision: what writes into the residual streams, and its attribution to m.

The margin m is the logit of the output token minus that of its foil.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.config import ModelConfig
from model.flow.linearized import LinearizedPass
from model.layers import FeedForward
from model.measures.heads import head_parts
from model.parts import ATTENTIONS, typed_submodule

STACKS = ("encoder", "decoder")
ATTENTIONS_OF = {"encoder": ("encoder",), "decoder": ("decoder", "cross")}
FEED_FORWARD = "feed-forward"


@dataclass(frozen=True)
class Node:
    """A component that writes into a residual stream, such as an attention head.

    Args:
        stack: "encoder" or "decoder".
        kind: "encoder", "decoder" or "cross" for a head of this attention; "feed-forward" for a
            feed-forward network; "token" for token embeddings; "position" for positional encodings.
        layer: layer, from 0; -1 for embeddings and positional encodings.
        head: head, from 0; -1 for all but heads.
    """

    stack: str
    kind: str
    layer: int = -1
    head: int = -1

    @property
    def tap(self) -> str:
        """Name of the tap at which the node's output is recorded."""
        match self.kind:
            case "token":
                return f"{self.stack}.embedding.embedding"
            case "position":
                return f"{self.stack}.embedding.positions"
            case "feed-forward":
                return f"{Sublayer(self.stack, FEED_FORWARD, self.layer).norm}.sublayer"
        return f"{ATTENTIONS[self.kind].format(self.layer)}.heads"


@dataclass(frozen=True)
class Sublayer:
    """A sub-layer and the Add & Norm after it.

    Args:
        stack: "encoder" or "decoder".
        kind: "feed-forward"; or "encoder", "decoder" or "cross" for an attention.
        layer: layer, from 0.
    """

    stack: str
    kind: str
    layer: int

    @property
    def path(self) -> str:
        """Module path of the sub-layer."""
        if self.kind == FEED_FORWARD:
            return f"{self.stack}.layers.{self.layer}.feed_forward"
        return ATTENTIONS[self.kind].format(self.layer)

    @property
    def norm(self) -> str:
        """Module path of the Add & Norm that follows the sub-layer."""
        order = (*ATTENTIONS_OF[self.stack], FEED_FORWARD)
        return f"{self.stack}.layers.{self.layer}.add_and_norm_{1 + order.index(self.kind)}"


def sublayers(config: ModelConfig, stack: str) -> Iterator[Sublayer]:
    """Yield the sub-layers of a stack, from bottom to top."""
    for layer in config.layers(stack):
        for kind in (*ATTENTIONS_OF[stack], FEED_FORWARD):
            yield Sublayer(stack, kind, layer)


def list_nodes(config: ModelConfig, stack: str) -> list[Node]:
    """Return a stack's nodes: embeddings, positional encodings, then sub-layer by sub-layer."""
    found = [Node(stack, "token"), Node(stack, "position")]
    for one in sublayers(config, stack):
        heads = [-1] if one.kind == FEED_FORWARD else range(config.h)
        found += [Node(stack, one.kind, one.layer, head) for head in heads]
    return found


def node_outputs(
    linearized: LinearizedPass, sublayer: Sublayer
) -> Float[Tensor, "position node d_model"]:
    """Return what each node of a sub-layer writes at each position; 0 where an edit replaced it."""
    kept = linearized.output_with_edits_zeroed(f"{sublayer.norm}.sublayer").unsqueeze(1)
    if sublayer.kind == FEED_FORWARD:
        return kept
    W_O = typed_submodule(linearized.network, sublayer.path, MultiHeadAttention).W_O.weight.detach()
    heads = head_parts(
        linearized.output_with_edits_zeroed(f"{sublayer.path}.heads"), W_O
    ).transpose(0, 1)
    return heads * (kept != 0).any(dim=-1, keepdim=True)


def node_attributions(linearized: LinearizedPass, stack: str) -> Float[Tensor, "node position"]:
    """Return each node's attribution to the logit margin m, by position."""
    parts = [
        linearized.attribution(f"{stack}.embedding.{tap}") for tap in ("embedding", "positions")
    ]
    rows = [torch.stack(parts)]
    for one in sublayers(linearized.network.config, stack):
        feeds = one.kind == FEED_FORWARD
        part = linearized.attribution(f"{one.norm}.sublayer" if feeds else f"{one.path}.heads")
        rows.append(part[None] if feeds else part)
    return torch.cat(rows)


def unit_attributions(
    linearized: LinearizedPass, stack: str, layer: int
) -> Float[Tensor, "position d_ff"]:
    """Return each hidden unit's attribution to the logit margin m, by position."""
    tap = f"{stack}.layers.{layer}.feed_forward.hidden"
    return linearized.gradients[tap] * linearized.before[tap]


def bias_attributions(
    linearized: LinearizedPass, stack: str
) -> dict[str, Float[Tensor, " position"]]:
    """Return the attribution of each sub-layer's biases to the logit margin m, by position.

    The biases of a sub-layer count together: those of its matrices, and beta of the LayerNorm that
    follows. Where a change to the model replaces an output, the replacement counts as a bias.

    Returns:
        Module path of each sub-layer's Add & Norm -> attribution at each position.
    """
    result = {}
    for one in sublayers(linearized.network.config, stack):
        summed = linearized.output_with_edits_zeroed(f"{one.norm}.residual") + node_outputs(
            linearized, one
        ).sum(dim=1)
        added = (
            linearized.after[f"{one.norm}.output"]
            - linearized.apply_norm(one.norm, summed[:, None])[:, 0]
        )
        outside = (linearized.gradients[f"{one.norm}.output"] * added).sum(dim=-1)
        inside = inner_bias_attributions(linearized, one)
        result[one.norm] = outside + (inside if one.kind == FEED_FORWARD else inside.sum(dim=0))
    return result


def inner_bias_attributions(
    linearized: LinearizedPass, sublayer: Sublayer
) -> Float[Tensor, "*some position"]:
    """Return the attribution of a sub-layer's inner biases to the logit margin m.

    Inner biases are, in an attention, the bias of W_V, which only converted models have; in a
    feed-forward network, b_1 and b_2. The margin is the output's logit minus its foil's.

    Returns:
        Attribution by head and position; for a feed-forward network, by position only.
    """
    path = sublayer.path
    if sublayer.kind == FEED_FORWARD:
        two = typed_submodule(linearized.network, path, FeedForward)
        slopes = linearized.gradients[f"{path}.hidden"] * linearized.after[f"{path}.gates"]
        return (
            slopes @ two.W_1.bias + linearized.gradients[f"{sublayer.norm}.sublayer"] @ two.W_2.bias
        )
    module = typed_submodule(linearized.network, path, MultiHeadAttention)
    slopes = linearized.gradients[f"{path}.heads"]
    if module.W_V.bias is None:
        return torch.zeros_like(slopes[..., 0])
    v = linearized.apply_edit(
        f"{path}.v", module.split_heads(module.W_V.bias.detach()[None, None])
    )[0]
    return (slopes @ v.transpose(-2, -1))[..., 0] * linearized.after[f"{path}.weights"].sum(dim=-1)
