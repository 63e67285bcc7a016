"""Add & Norm around each of the model's sub-layers: the residual, then the norm."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.parts import SUBLAYERS, sublayer_paths, typed_submodule
from pages.encoder.residual_and_norm.figures.depth import SublayerAxis
from ui.messages import _, pgettext
from ui.readings import session
from ui.readings.changes import SUBLAYER_NAMES, SUBLAYER_SHORT
from ui.readings.reading import Reading, Token
from ui.views.strips import Strip
from ui.words import format_decimal, format_with_sign


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
        """Return the stack of this kind: "encoder" or "decoder"."""
        return SUBLAYERS[self.key].partition(".")[0]

    @property
    def title(self) -> str:
        """Return the name of the sub-layer, with its stack."""
        return _(SUBLAYER_NAMES[self.key])

    def path(self, layer: int) -> str:
        """Return the module path of this Add & Norm in a layer (from 0); its taps begin with it."""
        return SUBLAYERS[self.key].format(layer)

    def tokens(self, reading: Reading) -> tuple[Token, ...]:
        """Return the tokens of this kind's stack: the source (encoder) or the target (decoder)."""
        return reading.source if self.stack == "encoder" else reading.target


ADD_NORM_KINDS = {key: AddNormKind(key, SUBLAYER_SHORT[key]) for key in SUBLAYERS}


def list_button_labels() -> dict[str, str]:
    """Return a short label for each sub-layer's button, by ``AddNormKind.key``."""
    names = (
        pgettext("button", "Encoder self-attention"),
        pgettext("button", "Encoder feed-forward"),
        pgettext("button", "Decoder self-attention"),
        pgettext("button", "Cross-attention"),
        pgettext("button", "Decoder feed-forward"),
    )
    return dict(zip(ADD_NORM_KINDS, names, strict=True))


def list_add_norms(stack: str, layers: int) -> list[tuple[AddNormKind, int]]:
    """Return every Add & Norm of a stack with its layer, from the bottom up."""
    own = [ADD_NORM_KINDS[key] for key in sublayer_paths(stack)]
    return [(around, layer) for layer in range(layers) for around in own]


def build_sublayer_axis(add_norm: AddNormKind, layer: int, layers: int) -> SublayerAxis:
    """Return a figure's x axis: the sub-layers of a stack from the bottom up, one highlighted.

    Args:
        add_norm: the sub-layer to highlight; the axis shows its stack.
        layer: layer of this sub-layer, from 0.
        layers: number of layers of the stack.
    """
    order = list_add_norms(add_norm.stack, layers)
    return SublayerAxis(
        tuple(_(one.name) for one, __ in order),
        tuple(at for __, at in order),
        order.index((add_norm, layer)),
    )


def collect_taps(reading: Reading, stack: str, layers: int) -> dict[str, Tensor]:
    """Return the vectors in all Add & Norms of a stack, from the bottom up.

    Args:
        reading: the sentence.
        stack: "encoder" or "decoder".
        layers: number of layers of the stack.

    Returns:
        "sublayer", the outputs of the sub-layers; "sum", x + Sublayer(x); and "output", what
        LayerNorm returns. Each is (Add & Norm, position, d_model), but "output" has one row more:
        its first one is the embedding.
    """
    paths = [around.path(layer) for around, layer in list_add_norms(stack, layers)]
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
        layer: the layer, from 0.
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


def build_equation_strips(activations: AddNormActivations, word: int) -> list[Strip]:
    """Return one token's Add & Norm as vectors to draw one below the other, as an equation.

    The vectors are x, Sublayer(x), their sum, the normalized sum, gamma, beta and the output, each
    with its sign before it.

    Args:
        activations: the activations in the Add & Norm.
        word: index of the token.
    """
    return [
        Strip("x", activations.x[word], "X"),
        Strip("Sublayer(x)", activations.sublayer[word], "Z", "+"),
        Strip(_("sum"), activations.summed[word], None, "="),
        Strip(
            _("normalized"),
            activations.normalized[word],
            None,
            _describe_normalization(activations, word),
        ),
        Strip("γ", activations.gamma, None, "×"),
        Strip("β", activations.beta, None, "+"),
        Strip(_("output"), activations.output[word], "X", "="),
    ]


def _describe_normalization(activations: AddNormActivations, word: int) -> str:
    """Return the sentence about mean and standard deviation in LayerNorm, with numbers."""
    mean, variance = compute_moments(activations, word)
    root = (variance + activations.eps) ** 0.5
    return _(
        "LayerNorm: subtract the mean {mean}, divide by the standard deviation √({variance} + "
        "{epsilon}) = {deviation}"
    ).format(
        mean=format_with_sign(mean, 3),
        variance=format_decimal(variance, 3),
        epsilon=format_decimal(activations.eps, 5),
        deviation=format_decimal(root, 3),
    )


def find_largest_component(activations: AddNormActivations, word: int) -> int:
    """Return the index of the component to which the sub-layer adds most, in absolute value.

    Args:
        activations: the activations in the Add & Norm.
        word: position of the token.
    """
    return int(activations.sublayer[word].abs().argmax())


def compute_moments(activations: AddNormActivations, word: int) -> tuple[float, float]:
    """Return the mean and the biased variance of one token's x + Sublayer(x).

    Args:
        activations: the activations in the Add & Norm.
        word: position of the token.
    """
    summed = activations.summed[word]
    return summed.mean().item(), summed.var(correction=0).item()
