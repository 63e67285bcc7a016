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
    """Add & Norm around one of the five kinds of sub-layer.

    Args:
        key: of the sub-layer, among those of the model.
        name: of the sub-layer, short.
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
        """Return where the model and its trace have this Add & Norm."""
        return SUBLAYERS[self.key].format(layer)

    def tokens(self, reading: Reading) -> tuple[Token, ...]:
        """Return the tokens whose vectors pass here."""
        return reading.source if self.stack == "encoder" else reading.target


AROUND = {key: AroundSublayer(key, SUBLAYER_SHORT[key]) for key in SUBLAYERS}


def buttons() -> dict[str, str]:
    """Return how the buttons call each sub-layer: short, so that they stand in one row."""
    names = (
        pgettext("button", "Encoder self-attention"),
        pgettext("button", "Encoder feed-forward"),
        pgettext("button", "Decoder self-attention"),
        pgettext("button", "Cross-attention"),
        pgettext("button", "Decoder feed-forward"),
    )
    return dict(zip(AROUND, names, strict=True))


def in_order(stack: str, layers: int) -> list[tuple[AroundSublayer, int]]:
    """Return every Add & Norm of a stack, from the lowest up, each with its layer."""
    own = [AROUND[key] for key in sublayers(stack)]
    return [(around, layer) for layer in range(layers) for around in own]


def depth(around: AroundSublayer, layer: int, layers: int) -> Depth:
    """Return the sub-layers of a stack for a figure, with one of them as the chosen one."""
    order = in_order(around.stack, layers)
    return Depth(
        tuple(_(one.name) for one, __ in order),
        tuple(at for __, at in order),
        order.index((around, layer)),
    )


def stages(reading: Reading, stack: str, layers: int) -> dict[str, Tensor]:
    """Return what every Add & Norm of a stack saw: depth x position x d_model for each of its taps.

    LayerNorm's "output" begins with the embedding, so it has a row more than the others.
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
    """All tokens of a sentence on their way through one Add & Norm.

    Args:
        x: what the sub-layer was given, position x d_model.
        sublayer: what it found.
        summed: both, added.
        normalized: minus the mean, divided by the standard deviation.
        output: times gamma, plus beta.
        gamma: learned, one number for each component.
        beta: learned, too.
        eps: keeps the standard deviation above zero.
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
    """Return what passed through an Add & Norm, and what its LayerNorm learned."""
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
    """Return one token's way through an Add & Norm as an equation of strips."""
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
    """Return the component to which the sub-layer adds most."""
    return int(through.sublayer[word].abs().argmax())


def moments(through: Passage, word: int) -> tuple[float, float]:
    """Return mean and biased variance of a token's sum."""
    summed = through.summed[word]
    return summed.mean().item(), summed.var(correction=0).item()
