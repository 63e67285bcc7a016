"""Firing units and massive activations of a pass; sampling without the encoder; dropout edits.

ReLU turns every negative number into zero: at any position many units are silent.

Dropout sits on the sum of embedding and position and on the output of every sub-layer (section
5.4). Here it is an edit, so the shared model stays as it is, with a generator of its own: the same
seed drops the same numbers.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from model.changes.kinds import Change, RemovedPart, can_cache, collect_edits
from model.config import ModelConfig
from model.decoding import Sampling, Step, sample
from model.tokenizer import EOS
from model.trace import Edit, Trace, editing, taps_by_name
from model.transformer import Transformer

MAX_SAMPLED_TOKENS = 40  # most tokens that the decoder samples
DROPOUT_TAPS = (".embedding.output", ".sublayer")  # taps where dropout acts


def find_firing_units(trace: Trace, stack: str, layers: int) -> Bool[Tensor, "layer position d_ff"]:
    """Return a mask of the hidden units with a nonzero activation in a stack's first layers.

    Args:
        trace: trace of one pass.
        stack: "encoder" or "decoder".
        layers: number of layers to include.
    """
    hidden = [trace[f"{stack}.layers.{n}.feed_forward.hidden"][0] for n in range(layers)]
    return torch.stack(hidden) != 0


def compute_silent_shares(active: Bool[Tensor, "layer position d_ff"]) -> Float[Tensor, " layer"]:
    """Return the share of the hidden units' activations that are exactly zero, by layer."""
    return 1 - active.double().mean(dim=(1, 2))


def compute_unit_overlap(
    active: Bool[Tensor, "position d_ff"],
) -> Float[Tensor, "position position"]:
    """Return the Jaccard overlap of active hidden units for every pair of positions.

    NaN where neither activates any unit.
    """
    units = active.double()
    both = units @ units.T
    each = units.sum(dim=-1)
    return both / (each.unsqueeze(0) + each.unsqueeze(1) - both)


def count_firing_units(active: Bool[Tensor, "position d_ff"]) -> dict[str, int]:
    """Return how many units fire at no position ("none"), exactly one ("one") and all ("all")."""
    words, count = active.sum(dim=0), len(active)
    every = (words == count) & (words > 1)
    found = {"none": words == 0, "one": words == 1, "all": every}
    return {name: int(units.sum()) for name, units in found.items()}


def compute_mean_key_weights(
    weights: Float[Tensor, "head query key"], rows: Int[Tensor, " key"]
) -> Float[Tensor, "head key"]:
    """Return the mean weight that each key gets from the queries that may see it.
    ``rows`` holds the number of these queries, for each key.

    Args:
        weights: attention weights of one layer.
        rows: number of queries that may see each key; masked zeros do not count.
    """
    return weights.sum(dim=1) / rows


@dataclass(frozen=True)
class MassiveActivation:
    """A massive activation: the largest number of a tensor, compared with the median.

    Args:
        ratio: its absolute value divided by the median absolute value.
        position: position of its vector.
        component: index within the vector.
        value: the number itself.
    """

    ratio: float
    position: int
    component: int
    value: float


def find_massive_activation(vectors: Float[Tensor, "position d_model"]) -> MassiveActivation:
    """Return the activation of largest magnitude and its ratio to the median (Sun et al. 2024)."""
    sizes = vectors.abs()
    place = int(sizes.argmax())
    position, component = divmod(place, vectors.shape[1])
    ratio = (sizes.max() / sizes.median()).item()
    return MassiveActivation(ratio, position, component, vectors[position, component].item())


def compute_mean_share(trace: Trace) -> float:
    """Return the share of the LayerNorm inputs' mean square that is due to their means, 0 to 1."""
    sums = [value[0] for name, value in trace.items() if name.endswith(".sum")]
    means = sum(each.mean(dim=-1).square().sum().item() for each in sums)
    return means / sum(each.square().mean(dim=-1).sum().item() for each in sums)


def remove_cross_attention(config: ModelConfig) -> tuple[RemovedPart, ...]:
    """Return the changes that remove every cross-attention sub-layer of the decoder."""
    part = "cross-attention"
    return tuple(RemovedPart("sublayer", part, layer) for layer in config.layers(part))


def sample_without_encoder(
    model: Transformer,
    changes: Sequence[Change],
    start_ids: Sequence[int],
    prefix: Sequence[int],
    drawing: tuple[Sampling, torch.Generator],
    wrap_steps: Callable[[Iterable[Step]], Iterable[Step]] = iter,
) -> list[list[int]]:
    """Return the ids of one sampled text per start token, all cross-attention removed.

    Args:
        model: the trained network.
        changes: further changes to the model.
        start_ids: start token of each text, which sets its language.
        prefix: ids that every text begins with: a prompt.
        drawing: how tokens are sampled, and the random generator.
        wrap_steps: wraps the iterator of steps; it may end it.

    Returns:
        Ids of each text, prefix included, cut at the longest length.
    """
    said: list[list[int]] = [[] for _ in start_ids]
    sampling, chance = drawing
    # The source is never read; an end token keeps the shapes valid.
    silence, silent = [[EOS]] * len(start_ids), (*changes, *remove_cross_attention(model.config))
    with editing(model, collect_edits(model, silent)):
        steps = sample(model, silence, start_ids, chance, sampling, prefix, can_cache(silent))
        for length, step in enumerate(wrap_steps(steps), 1):
            for text, [drawn, *_] in step.items():
                said[text].append(drawn.token)
            if length == MAX_SAMPLED_TOKENS + len(prefix):
                break
    return [[token for token in text if token != EOS] for text in said]


def make_dropout_edits(model: Transformer, P_drop: float, seed: int) -> Mapping[str, Edit]:
    """Return the edits, by tap name, that apply dropout at inference.

    Args:
        model: the model to be edited.
        P_drop: probability that a number is dropped, below 1.
        seed: seed of the random generator.
    """
    chance = torch.Generator().manual_seed(seed)

    def _drop(values: Tensor) -> Tensor:
        """Return the values after dropout: some zeroed, the rest scaled by 1 / (1 - P_drop)."""
        return values * (torch.rand(values.shape, generator=chance) >= P_drop) / (1 - P_drop)

    return {name: _drop for name in taps_by_name(model) if name.endswith(DROPOUT_TAPS)}
