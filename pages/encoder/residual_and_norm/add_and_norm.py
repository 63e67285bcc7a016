"""Add & Norm around each of the model's sub-layers: the residual, then the norm."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import cosine_similarity

from model.parts import SUBLAYERS, sublayer_paths, typed_submodule
from pages.encoder.residual_and_norm.figures.depth import SublayerAxis
from ui.messages import _, pgettext
from ui.readings import session
from ui.readings.changes import SUBLAYER_NAMES, SUBLAYER_SHORT
from ui.readings.reading import Reading, Token
from ui.views.strips import Strip


@dataclass(frozen=True)
class AddNormKind:
    """Add & Norm around one of the five kinds of sub-layer, in any layer.

    Args:
        key: key of the sub-layer in ``model.parts.SUBLAYERS``.
        name: short name of the sub-layer.
    """

    key: str
    name: str

    @property
    def stack(self) -> str:
        """Return the stack in which this kind of sub-layer is: "encoder" or "decoder"."""
        return SUBLAYERS[self.key].partition(".")[0]

    @property
    def title(self) -> str:
        """Return the full name of the sub-layer, with its stack, in the interface's language."""
        return _(SUBLAYER_NAMES[self.key])

    def path(self, layer: int) -> str:
        """Return the module path of this Add & Norm in a layer (from 0), which begins tap names."""
        return SUBLAYERS[self.key].format(layer)

    def tokens(self, reading: Reading) -> tuple[Token, ...]:
        """Return the tokens that the stack reads: source (encoder) or decoder input (decoder)."""
        return reading.source if self.stack == "encoder" else reading.target


ADD_NORM_KINDS = {key: AddNormKind(key, SUBLAYER_SHORT[key]) for key in SUBLAYERS}


def list_button_labels() -> dict[str, str]:
    """Return the short labels of the sub-layers' buttons, by ``AddNormKind.key``."""
    names = (
        pgettext("button", "Encoder self-attention"),
        pgettext("button", "Encoder feed-forward"),
        pgettext("button", "Decoder self-attention"),
        pgettext("button", "Cross-attention"),
        pgettext("button", "Decoder feed-forward"),
    )
    return dict(zip(ADD_NORM_KINDS, names, strict=True))


def list_add_norms(stack: str, layer_count: int) -> list[tuple[AddNormKind, int]]:
    """Return (kind, layer from 0) of every Add & Norm of a stack, from the bottom up."""
    own = [ADD_NORM_KINDS[key] for key in sublayer_paths(stack)]
    return [(around, layer) for layer in range(layer_count) for around in own]


def build_sublayer_axis(add_norm: AddNormKind, layer: int, layer_count: int) -> SublayerAxis:
    """Return a figure's x axis: the sub-layers of a stack from the bottom up, one highlighted.

    Args:
        add_norm: the sub-layer to highlight; the axis shows its stack.
        layer: layer of this sub-layer, from 0.
        layer_count: number of layers of the stack.
    """
    order = list_add_norms(add_norm.stack, layer_count)
    return SublayerAxis(
        tuple(_(one.name) for one, __ in order),
        tuple(at for __, at in order),
        order.index((add_norm, layer)),
    )


def collect_add_norm_vectors(reading: Reading, stack: str, layer_count: int) -> dict[str, Tensor]:
    """Return the vectors in all Add & Norms of a stack, from the bottom up.

    Args:
        reading: the sentence.
        stack: "encoder" or "decoder".
        layer_count: number of layers of the stack.

    Returns:
        "sublayer", the outputs of the sub-layers, and "sum", x + Sublayer(x): (Add & Norm,
        position, d_model). "output", the embedding (with positions), then the outputs of LayerNorm:
        (1 + Add & Norm, position, d_model).
    """
    paths = [around.path(layer) for around, layer in list_add_norms(stack, layer_count)]
    parts = {
        name: torch.stack([reading.trace[f"{path}.{name}"][0] for path in paths])
        for name in ("sublayer", "sum", "output")
    }
    embedding = reading.trace[f"{stack}.embedding.output"]
    return parts | {"output": torch.cat([embedding, parts["output"]])}


@dataclass(frozen=True)
class AddNormActivations:
    """Activations of all tokens in one Add & Norm, with the parameters of its LayerNorm.

    Args:
        x: input of the sub-layer, position x d_model.
        sublayer: output of the sub-layer.
        summed: x + Sublayer(x).
        normalized: the sum minus its mean, divided by its standard deviation.
        output: normalized times gamma, plus beta.
        gamma: learned scale, one number for each component.
        beta: learned shift, one number for each component.
        eps: epsilon under the square root of the variance.
    """

    x: Tensor
    sublayer: Tensor
    summed: Tensor
    normalized: Tensor
    output: Tensor
    gamma: Tensor
    beta: Tensor
    eps: float


def collect_add_norm_activations(
    reading: Reading, add_norm: AddNormKind, layer: int
) -> AddNormActivations:
    """Return the activations in one Add & Norm, and gamma, beta and epsilon of its LayerNorm.

    Args:
        reading: the reading of the sentence.
        add_norm: which Add & Norm of the layer.
        layer: index of the layer, from 0.
    """
    model = session.glass().network_with(reading.changes)
    norm = typed_submodule(model, f"{add_norm.path(layer)}.norm", nn.LayerNorm)
    x, sublayer, summed, output = (
        reading.trace[f"{add_norm.path(layer)}.{tap}"][0]
        for tap in ("residual", "sublayer", "sum", "output")
    )
    return AddNormActivations(
        x, sublayer, summed, standardize(summed, norm.eps), output,
        norm.weight.detach(), norm.bias.detach(), norm.eps,
    )  # fmt: skip


def standardize(
    summed: Float[Tensor, "*some d_model"], eps: float
) -> Float[Tensor, "*some d_model"]:
    r"""Return $(v - \mu) / \sqrt{\sigma^2 + \epsilon}$: LayerNorm before gamma and beta.

    $\mu$ is the mean, $\sigma^2$ the biased variance of the components of a position's vector $v$.

    Args:
        summed: x + Sublayer(x) of some positions.
        eps: epsilon of the LayerNorm.
    """
    variance, mean = torch.var_mean(summed, dim=-1, keepdim=True, correction=0)
    return (summed - mean) / (variance + eps).sqrt()


def build_equation_strips(activations: AddNormActivations, position: int) -> list[Strip]:
    """Return one position's Add & Norm as strips, drawn one below the other like an equation.

    A strip shows the components of a vector and the sign before it. The vectors are x, Sublayer(x),
    their sum, the normalized sum, gamma, beta and the output.

    Args:
        activations: the activations in the Add & Norm.
        position: index of the position.
    """
    return [
        Strip("x", activations.x[position], "X"),
        Strip("Sublayer(x)", activations.sublayer[position], "Z", "+"),
        Strip(_("sum"), activations.summed[position], None, "="),
        Strip(
            _("normalized"),
            activations.normalized[position],
            None,
            _describe_normalization(activations, position),
        ),
        Strip("γ", activations.gamma, None, "×"),
        Strip("β", activations.beta, None, "+"),
        Strip(_("output"), activations.output[position], "X", "="),
    ]


def _describe_normalization(activations: AddNormActivations, position: int) -> str:
    """Return the sentence about mean and standard deviation in LayerNorm, with numbers."""
    mean, variance = compute_moments(activations, position)
    root = (variance + activations.eps) ** 0.5
    return _(
        "LayerNorm: subtract the mean {mean:.3}, divide by the standard deviation √({variance:.3} "
        "+ {epsilon:.5}) = {deviation:.3}"
    ).format(mean=mean, variance=variance, epsilon=activations.eps, deviation=root)


def find_largest_component(activations: AddNormActivations, position: int) -> int:
    """Return the index of the component to which the sub-layer adds most, in absolute value.

    Args:
        activations: the activations in the Add & Norm.
        position: index of the position.
    """
    return int(activations.sublayer[position].abs().argmax())


def compute_start_angles(
    stream: Float[Tensor, "depth position d_model"], position: int
) -> tuple[float, float | None]:
    """Return the angle between a token's last vector and its first one, in degrees.

    Args:
        stream: the vectors before the first layer and after each.
        position: index of the token.

    Returns:
        This angle; and the mean angle between its last vector and the other tokens' first ones,
        None if there is no other token.
    """
    cosines = cosine_similarity(stream[-1, position].unsqueeze(0), stream[0], dim=-1)
    angles = cosines.clamp(-1, 1).arccos().rad2deg()
    others = torch.cat([angles[:position], angles[position + 1 :]])
    return angles[position].item(), others.mean().item() if len(others) else None


def compute_moments(activations: AddNormActivations, position: int) -> tuple[float, float]:
    """Return the mean and the biased variance of x + Sublayer(x) at one position.

    Args:
        activations: the activations in the Add & Norm.
        position: index of the position.
    """
    summed = activations.summed[position]
    return summed.mean().item(), summed.var(correction=0).item()
