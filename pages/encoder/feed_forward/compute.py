"""Active hidden units, and which positions a replaced token changes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import torch
from jaxtyping import Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.layers import FeedForward
from model.parts import typed_submodule
from model.passes import record_pass
from model.trace import Edit, Trace, editing
from model.transformer import Transformer


def find_strongest_unit(hidden: Float[Tensor, " d_ff"]) -> int:
    """Return the index of the hidden unit with the largest activation, at one position."""
    return int(hidden.argmax())


@torch.inference_mode()
def compute_output_shifts(
    sublayer: Callable[[Tensor], Tensor],
    x: Float[Tensor, "position d_model"],
    new_vector: Float[Tensor, " d_model"],
    position: int,
) -> Float[Tensor, " position"]:
    """Return by how much each position's output changes if one position's input is replaced.
    The size of a change is its norm.

    Args:
        sublayer: function from inputs to outputs, both (batch, position, d_model).
        x: input of the sub-layer.
        new_vector: the vector that replaces one position's input.
        position: index of this position.
    """
    changed = x.clone()
    changed[position] = new_vector
    return (sublayer(changed.unsqueeze(0)) - sublayer(x.unsqueeze(0)))[0].norm(dim=-1)


@dataclass(frozen=True)
class TokenReplacement:
    """A token to be replaced, and the layer whose feed-forward network is compared.

    Args:
        stack: "encoder" or "decoder".
        layer: index of the layer, from 0.
        position: position of the token that is replaced.
        token: id of the token that replaces it.
    """

    stack: str
    layer: int
    position: int
    token: int


@torch.inference_mode()
def compute_replacement_shifts(
    model: Transformer,
    trace: Trace,
    ids: Mapping[str, Sequence[int]],
    replacement: TokenReplacement,
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> dict[str, Float[Tensor, " position"]]:
    """Return by how much each position's output changes, in two sub-layers, if a token is replaced.

    The inputs are those of the feed-forward network of one layer in the recorded pass; only at the
    replaced token's position, the input is that of a pass with the new token. The same layer's
    self-attention is given exactly the same inputs, for comparison.

    Args:
        model: the trained network.
        trace: trace of the pass with the unchanged tokens.
        ids: "encoder" and "decoder" -> token ids that the stack read in this pass.
        replacement: which token is replaced, by which one, and in which layer to compare.
        edits: edits that were active in this pass; they are applied to all computations here.

    Returns:
        "feed-forward" and "self-attention" -> norm of the change of each position's output.
    """
    stack, place = replacement.stack, replacement.position
    path = f"{stack}.layers.{replacement.layer}"
    enters = f"{path}.add_and_norm_{1 if stack == 'encoder' else 2}.output"
    read = {**ids, stack: [*ids[stack][:place], replacement.token, *ids[stack][place + 1 :]]}
    other = record_pass(model, read["encoder"], read["decoder"], edits)
    x, row = trace[enters][0], other[enters][0, place]
    visible = trace[f"{path}.self_attention.visible"][:, 0]
    attention = typed_submodule(model, f"{path}.self_attention", MultiHeadAttention)
    with editing(model, edits):
        return {
            "feed-forward": compute_output_shifts(
                typed_submodule(model, f"{path}.feed_forward", FeedForward), x, row, place
            ),
            "self-attention": compute_output_shifts(
                lambda x: attention(x, x, visible), x, row, place
            ),
        }


def compute_active_shares(hidden: Float[Tensor, "position d_ff"]) -> Float[Tensor, " position"]:
    """Return the share (0 to 1) of hidden units that are active (above 0) at each position."""
    return (hidden > 0).float().mean(dim=-1)
