"""Add & Norm around each of the model's sub-layers: the residual, then the norm."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.parts import SUBLAYERS, part, sublayers
from pages.encoder.residual_and_norm.figures.depth import Depth
from ui.messages import _, pgettext
from ui.readings import session
from ui.readings.changes import SUBLAYER_NAMES, SUBLAYER_SHORT
from ui.readings.reading import Reading, Token
from ui.views.strips import Strip
from ui.words import decimal, with_sign


@dataclass(frozen=True)
class AroundSublayer:
    """Add & Norm around one of the five kinds of sub-layer, in any layer.

    Args:
        key: key of the sub-layer in ``model.parts.SUBLAYERS``.
        name: short name of the sub-layer.
    """

    key: str
    name: str

    @property
    def stack(self) -> str:
        """Return "encoder" or "decoder"."""
        return SUBLAYERS[self.key].partition(".")[0]

    @property
    def title(self) -> str:
        """Return the name of the sub-layer, with its stack."""
        return _(SUBLAYER_NAMES[self.key])

    def path(self, layer: int) -> str:
        """Return the module path of this Add & Norm in a layer, as in the model and its trace."""
        return SUBLAYERS[self.key].format(layer)

    def tokens(self, reading: Reading) -> tuple[Token, ...]:
        """Return the tokens of its stack: the source of the encoder, the target of the decoder."""
        return reading.source if self.stack == "encoder" else reading.target


AROUND = {key: AroundSublayer(key, SUBLAYER_SHORT[key]) for key in SUBLAYERS}


def buttons() -> dict[str, str]:
    """Return the button label of each sub-layer, short enough for all to fit in one row."""
    names = (
        pgettext("button", "Encoder self-attention"),
        pgettext("button", "Encoder feed-forward"),
        pgettext("button", "Decoder self-attention"),
        pgettext("button", "Cross-attention"),
        pgettext("button", "Decoder feed-forward"),
    )
    return dict(zip(AROUND, names, strict=True))


def in_order(stack: str, layers: int) -> list[tuple[AroundSublayer, int]]:
    """Return every Add & Norm of a stack with its layer, from the bottom up."""
    own = [AROUND[key] for key in sublayers(stack)]
    return [(around, layer) for layer in range(layers) for around in own]


def depth(around: AroundSublayer, layer: int, layers: int) -> Depth:
    """Return the sub-layers of a stack as the axis of a figure, one of them chosen."""
    order = in_order(around.stack, layers)
    return Depth(
        tuple(_(one.name) for one, __ in order),
        tuple(at for __, at in order),
        order.index((around, layer)),
    )


def stages(reading: Reading, stack: str, layers: int) -> dict[str, Tensor]:
    """Return the taps of every Add & Norm of a stack, each depth x position x d_model.

    "output" (LayerNorm's) starts with the embedding, so it has one more row than the others.
    """
    paths = [around.path(layer) for around, layer in in_order(stack, layers)]
    parts = {
        name: torch.stack([reading.trace[f"{path}.{name}"][0] for path in paths])
        for name in ("sublayer", "sum", "output")
    }
    embedding = reading.trace[f"{stack}.embedding.output"]
    return parts | {"output": torch.cat([embedding, parts["output"]])}


@dataclass(frozen=True)
class Passage:
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


def passage(reading: Reading, around: AroundSublayer, layer: int) -> Passage:
    """Return the activations in one Add & Norm, and gamma, beta and epsilon of its LayerNorm."""
    model = session.glass().network_with(reading.changes)
    norm = part(model, f"{around.path(layer)}.norm", nn.LayerNorm)
    x, sublayer, summed, output = (
        reading.trace[f"{around.path(layer)}.{tap}"][0]
        for tap in ("residual", "sublayer", "sum", "output")
    )
    return Passage(
        x, sublayer, summed, standardize(summed, norm.eps), output,
        norm.weight.detach(), norm.bias.detach(), norm.eps,
    )  # fmt: skip


def standardize(
    summed: Float[Tensor, "*some d_model"], eps: float
) -> Float[Tensor, "*some d_model"]:
    r"""Return $(v - \mu) / \sqrt{\sigma^2 + \epsilon}$: LayerNorm before gamma and beta.

    $\mu$ is the mean, $\sigma^2$ the biased variance of the components of a position's vector $v$.
    """
    variance, mean = torch.var_mean(summed, dim=-1, keepdim=True, correction=0)
    return (summed - mean) / (variance + eps).sqrt()


def rows(through: Passage, word: int) -> list[Strip]:
    """Return one token's Add & Norm as an equation of vector strips: x + Sublayer(x) = sum ..."""
    return [
        Strip("x", through.x[word], "X"),
        Strip("Sublayer(x)", through.sublayer[word], "Z", "+"),
        Strip(_("sum"), through.summed[word], None, "="),
        Strip(_("normalized"), through.normalized[word], None, _normalizes(through, word)),
        Strip("γ", through.gamma, None, "×"),
        Strip("β", through.beta, None, "+"),
        Strip(_("output"), through.output[word], "X", "="),
    ]


def _normalizes(through: Passage, word: int) -> str:
    """Return the sentence about mean and standard deviation in LayerNorm, with numbers."""
    mean, variance = moments(through, word)
    root = (variance + through.eps) ** 0.5
    return _(
        "LayerNorm: subtract the mean {mean}, divide by the standard deviation √({variance} + "
        "{epsilon}) = {deviation}"
    ).format(
        mean=with_sign(mean, 3),
        variance=decimal(variance, 3),
        epsilon=decimal(through.eps, 5),
        deviation=decimal(root, 3),
    )


def largest_change(through: Passage, word: int) -> int:
    """Return the index of the component that the sub-layer changes most."""
    return int(through.sublayer[word].abs().argmax())


def moments(through: Passage, word: int) -> tuple[float, float]:
    """Return the mean and the biased variance of a token's sum."""
    summed = through.summed[word]
    return summed.mean().item(), summed.var(correction=0).item()
