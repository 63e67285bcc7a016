r"""Untrained deep stacks: signal and gradient at each depth, for four kinds of residual and norm.

A gradient of random direction and norm 1 enters at the top of a stack of encoder layers. The stacks
differ only in the residual and norm around each sub-layer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from model.config import ModelConfig
from model.fresh_weights import build_uninitialized
from model.layers import EncoderLayer
from model.measures.neighbours import mean_cosine
from model.parts import typed_submodule
from model.trace import editing
from model.transformer import Transformer

D_MODEL, HEADS, POSITIONS, STACKS = 64, 4, 12, 3  # small enough to measure interactively
POST, PRE = "post-norm", "pre-norm"
BARE_POST, BARE = "post-norm, no residual", "no residual, no norm"
KINDS = (POST, PRE, BARE_POST, BARE)


@dataclass(frozen=True)
class DepthStatistics:
    """Signal and gradient statistics at each depth of an untrained stack, from 0, its input.

    Args:
        gradient: norm of the gradient, by geometric mean.
        differing: norm of the gradient minus its mean over positions.
        norm: mean norm of a position's vector.
        similarity: mean cosine between the vectors of different positions.
    """

    gradient: Float[Tensor, " layer"]
    differing: Float[Tensor, " layer"]
    norm: Float[Tensor, " layer"]
    similarity: Float[Tensor, " layer"]


def measure_untrained_stacks(N: int, small_init: bool) -> dict[str, DepthStatistics]:
    """Return ``DepthStatistics`` of random N-layer stacks of four kinds, averaged over three draws.

    Args:
        N: number of layers of a stack.
        small_init: whether W_V, W_O, W_1 and W_2 start smaller, as in ``Transformer.initialize``;
            else all matrices have Glorot (Xavier) initialization.

    Returns:
        Statistics of each kind of stack: "post-norm", "pre-norm", "post-norm, no residual" and "no
        residual, no norm".
    """
    generator = torch.Generator().manual_seed(1)
    found = [measure_stack_variants(N, small_init, generator) for _ in range(STACKS)]
    return {
        variant: DepthStatistics(
            gradient=geometric_mean([one[variant].gradient for one in found]),
            differing=geometric_mean([one[variant].differing for one in found]),
            norm=torch.stack([one[variant].norm for one in found]).mean(dim=0),
            similarity=torch.stack([one[variant].similarity for one in found]).mean(dim=0),
        )
        for variant in found[0]
    }


def geometric_mean(values: Sequence[Float[Tensor, " layer"]]) -> Float[Tensor, " layer"]:
    """Return the geometric mean, depth by depth, of one statistic of several stacks."""
    return torch.stack(list(values)).log().mean(dim=0).exp()


def measure_stack_variants(
    N: int, small_init: bool, generator: torch.Generator, variants: Sequence[str] = KINDS
) -> dict[str, DepthStatistics]:
    """Return ``DepthStatistics`` of each of several variants of one random N-layer stack.

    Args:
        N: number of layers.
        small_init: whether W_V, W_O, W_1 and W_2 start smaller.
        generator: the generator of weights, input vectors and gradient.
        variants: which residuals and norms the stack is run with: some of ``KINDS``, such as
            "pre-norm".

    Returns:
        Variant -> statistics.
    """
    layers = build_random_layers(N, small_init, generator)
    x, gradient = torch.randn(2, 1, POSITIONS, D_MODEL, dtype=torch.float64, generator=generator)
    gradient = gradient / gradient.norm()
    return {variant: measure_depth_statistics(layers, variant, x, gradient) for variant in variants}


def build_random_layers(N: int, small_init: bool, generator: torch.Generator) -> nn.ModuleList:
    """Return N encoder layers with random weights, in float64, without dropout.

    Args:
        N: number of layers.
        small_init: whether W_V, W_O, W_1 and W_2 start smaller.
        generator: the generator of the weights.
    """
    config = ModelConfig(
        vocab_size=1, N=N, d_model=D_MODEL, h=HEADS, d_ff=4 * D_MODEL, max_positions=1
    )
    model: Transformer = build_uninitialized(lambda: Transformer(config))
    model.initialize(generator)
    layers = typed_submodule(model, "encoder.layers", nn.ModuleList).eval().double()
    if not small_init:
        for parameter in layers.parameters():
            if parameter.dim() == 2:
                nn.init.xavier_uniform_(parameter, generator=generator)
    return layers


def measure_depth_statistics(
    layers: nn.ModuleList,
    variant: str,
    x: Float[Tensor, "1 position d_model"],
    gradient: Float[Tensor, "1 position d_model"],
) -> DepthStatistics:
    """Return ``DepthStatistics`` of a stack, run with one kind of residual and norm.

    Args:
        layers: encoder layers.
        variant: the kind of residual and norm, one of ``KINDS``, such as "pre-norm".
        x: the input vectors.
        gradient: the gradient of some loss at the stack's output, to be propagated back.
    """
    visible = torch.ones(1, 1, x.shape[1], dtype=torch.bool)
    no_residual = {
        f"{layer}.add_and_norm_{place}.residual": torch.zeros_like
        for layer in range(len(layers))
        for place in (1, 2)
    }
    states = [x.detach().requires_grad_()]
    with editing(layers, no_residual if variant == BARE_POST else {}):
        for layer in layers:
            states.append(_LAYERS[variant](layer, states[-1], visible))
    gradients = torch.stack(torch.autograd.grad(states[-1], states, gradient))[:, 0]
    vectors = torch.stack(states).detach()[:, 0]
    return DepthStatistics(
        gradient=gradients.norm(dim=(1, 2)),
        differing=(gradients - gradients.mean(dim=1, keepdim=True)).norm(dim=(1, 2)),
        norm=vectors.norm(dim=-1).mean(dim=-1),
        similarity=mean_cosine(vectors),
    )


def run_pre_norm_layer(
    layer: EncoderLayer,
    x: Float[Tensor, "batch position d_model"],
    visible: Bool[Tensor, "batch _ position"],
) -> Float[Tensor, "batch position d_model"]:
    r"""Run a layer in pre-norm form: $x + \mathrm{Sublayer}(\mathrm{LayerNorm}(x))$."""
    y = layer.add_and_norm_1.norm(x)
    x = x + layer.self_attention(y, y, visible)
    return x + layer.feed_forward(layer.add_and_norm_2.norm(x))


def run_bare_layer(
    layer: EncoderLayer,
    x: Float[Tensor, "batch position d_model"],
    visible: Bool[Tensor, "batch _ position"],
) -> Float[Tensor, "batch position d_model"]:
    """Run a layer's two sub-layers without residual connection or norm."""
    return layer.feed_forward(layer.self_attention(x, x, visible))


_LAYERS: Mapping[str, Callable[..., Tensor]] = {
    POST: EncoderLayer.__call__,
    BARE_POST: EncoderLayer.__call__,
    PRE: run_pre_norm_layer,
    BARE: run_bare_layer,
}
