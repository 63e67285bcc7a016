"""Changes of the whole model: one ingredient removed everywhere, or all weights rounded."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import torch

from model.changes.change import STACKS, Change, integer_codec, name_codec
from model.changes.edits import UncentredNorm
from model.changes.rounding import round_matrices
from model.config import ModelConfig
from model.layers import AddAndNorm
from model.parts import ATTENTIONS, SUBLAYERS
from model.trace import Edit
from model.transformer import Transformer

__all__ = ["MissingEverywhere", "RoundedWeights"]
FEWEST_BITS, MOST_BITS = 2, 8


def _no_positions(stack: str, model: Transformer) -> dict[str, Edit]:
    """Return the edit that zeroes the positional encodings of a stack."""
    return {f"{stack}.embedding.positions": torch.zeros_like}


def _no_mask(model: Transformer) -> dict[str, Edit]:
    """Return the edits that remove the causal mask."""
    tap = f"{ATTENTIONS['decoder']}.visible"
    return {tap.format(layer): torch.ones_like for layer in model.config.layers("decoder")}


def _no_root_d_k(model: Transformer) -> dict[str, Edit]:
    """Return the edits that undo the division of all scores by √d_k."""
    taps = [f"{path}.scores" for path in ATTENTIONS.values()]
    back = partial(torch.mul, other=math.sqrt(model.config.d_k))
    return {tap.format(layer): back for tap in taps for layer in model.config.layers(tap)}


def _no_root_d_model(model: Transformer) -> dict[str, Edit]:
    """Return the edits that undo the multiplication of embeddings by √d_model."""
    back = partial(torch.mul, other=1 / math.sqrt(model.config.d_model))
    return {f"{stack}.embedding.embedding": back for stack in STACKS}


def _no_residuals(model: Transformer) -> dict[str, Edit]:
    """Return the edits that zero all residual connections."""
    taps = [f"{path}.residual" for path in SUBLAYERS.values()]
    return {
        tap.format(layer): torch.zeros_like for tap in taps for layer in model.config.layers(tap)
    }


def _no_norm_mean(model: Transformer) -> dict[str, Edit]:
    """Return the edits that leave out the centring in all LayerNorms."""
    result: dict[str, Edit] = {}
    for path, norm in _layer_norms(model):
        kept = UncentredNorm(norm)
        result |= {f"{path}.sum": kept.store_sum, f"{path}.output": kept.replace_output}
    return result


def _no_norm_shift(model: Transformer) -> dict[str, Edit]:
    """Return the edits that subtract the bias of all LayerNorms again."""
    return {
        f"{path}.output": partial(torch.sub, other=norm.bias.detach())
        for path, norm in _layer_norms(model)
    }


def _layer_norms(model: Transformer) -> list[tuple[str, torch.nn.LayerNorm]]:
    """Return (path, LayerNorm) of every Add & Norm of the model."""
    modules = model.named_modules()
    return [(path, module.norm) for path, module in modules if isinstance(module, AddAndNorm)]


# What can be missing -> the edits that remove it, in the order in which they act: "norm-mean"
# recomputes a norm's output, so "norm-shift", which edits that output, comes later.
WHOLE: dict[str, Callable[[Transformer], dict[str, Edit]]] = {
    "encoder-positions": partial(_no_positions, "encoder"),
    "decoder-positions": partial(_no_positions, "decoder"),
    "mask": _no_mask,
    "root-d-k": _no_root_d_k,
    "root-d-model": _no_root_d_model,
    "residuals": _no_residuals,
    "norm-mean": _no_norm_mean,
    "norm-shift": _no_norm_shift,
}


@dataclass(frozen=True, order=True)
class MissingEverywhere(Change):
    """Remove one ingredient from the whole model, such as the causal mask or all residuals.

    Args:
        missing: the ingredient: a key of ``WHOLE``, such as "mask" or "residuals".
    """

    CODE = "no-{missing}"
    missing: Annotated[str, name_codec(WHOLE)]

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether ``missing`` names an ingredient that can be removed: a key of ``WHOLE``."""
        return self.missing in WHOLE

    @property
    def cacheable(self) -> bool:
        """Whether decoding may cache keys and values: not if positions see later ones (no mask)."""
        return self.missing != "mask"

    def edits(self, model: Transformer) -> dict[str, Edit]:
        """Return the edits that remove the ingredient from the whole model."""
        return WHOLE[self.missing](model)

    @classmethod
    def joint_edits(
        cls, changes: Sequence["MissingEverywhere"], model: Transformer
    ) -> dict[str, Edit]:
        """Return the edits, by tap name, that remove several ingredients at once.
        Edits of the same tap act one after the other, in the order of the keys of ``WHOLE``.
        """
        turns = list(WHOLE)
        return super().joint_edits(sorted(changes, key=lambda one: turns.index(one.missing)), model)


@dataclass(frozen=True, order=True)
class RoundedWeights(Change):
    """Round all matrices to few bits: a copy of the network computes the pass, without edits.

    Args:
        bits: bits of each weight, from 2 to 8.
    """

    CODE = "bits={bits}"
    bits: Annotated[int, integer_codec(2)]

    def is_valid_for(self, config: ModelConfig) -> bool:
        """Whether the number of bits is from 2 to 8."""
        return FEWEST_BITS <= self.bits <= MOST_BITS

    def network(self, model: Transformer) -> Transformer:
        """Return a memoized copy of the network with rounded matrices."""
        return round_matrices(model, self.bits)
