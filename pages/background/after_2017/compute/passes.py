"""Active units and massive activations of a pass; sampling without the encoder; dropout edits.

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


def find_active_units(
    trace: Trace, stack: str, layer_count: int
) -> Bool[Tensor, "layer position d_ff"]:
    """Return which hidden units of a stack's feed-forward networks are active (not zero).

    Args:
        trace: trace of one pass.
        stack: "encoder" or "decoder".
        layer_count: number of layers to include, from layer 1 on.
    """
    hidden = [trace[f"{stack}.layers.{n}.feed_forward.hidden"][0] for n in range(layer_count)]
    return torch.stack(hidden) != 0


def compute_silent_shares(active: Bool[Tensor, "layer position d_ff"]) -> Float[Tensor, " layer"]:
    """Return, for each layer, the share (0 to 1) of hidden activations that are exactly zero."""
    return 1 - active.double().mean(dim=(1, 2))


def compute_unit_overlap(
    active: Bool[Tensor, "position d_ff"],
) -> Float[Tensor, "position position"]:
    """Return the Jaccard overlap of the active hidden units, for every pair of positions.
    It is the number of units active at both positions, divided by the number active at either:
    from 0 to 1, and NaN if no unit is active at either.
    """
    units = active.double()
    both = units @ units.T
    each = units.sum(dim=-1)
    return both / (each.unsqueeze(0) + each.unsqueeze(1) - both)


def count_active_units(active: Bool[Tensor, "position d_ff"]) -> dict[str, int]:
    """Return how many hidden units are active at no position, at exactly one, and at all.
    The keys are "none", "one" and "all". If there is only one position, "all" is 0: the units
    active there count as "one".
    """
    words, count = active.sum(dim=0), len(active)
    every = (words == count) & (words > 1)
    found = {"none": words == 0, "one": words == 1, "all": every}
    return {name: int(units.sum()) for name, units in found.items()}


def compute_mean_key_weights(
    weights: Float[Tensor, "head query key"], query_counts: Int[Tensor, " key"]
) -> Float[Tensor, "head key"]:
    """Return the mean weight that each key gets from the queries that may attend to it, by head.

    Args:
        weights: attention weights of one layer; 0 where a query may not attend to a key.
        query_counts: for each key, the number of queries that may attend to it.
    """
    return weights.sum(dim=1) / query_counts


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
    """Return the component of largest magnitude among all vectors, a "massive activation".
    The result also has its position, its index, and its ratio to the median magnitude (Sun et al.
    2024).
    """
    sizes = vectors.abs()
    place = int(sizes.argmax())
    position, component = divmod(place, vectors.shape[1])
    ratio = (sizes.max() / sizes.median()).item()
    return MassiveActivation(ratio, position, component, vectors[position, component].item())


def compute_mean_share(trace: Trace) -> float:
    """Return the share of the squares entering LayerNorm that is due to the vectors' means.

    LayerNorm subtracts each vector's mean; RMSNorm does not. The share is the squared mean of a
    vector divided by the mean of its squares, both summed over all vectors that enter a LayerNorm.

    Args:
        trace: trace of one pass.

    Returns:
        A share from 0 to 1; if it is near 0, not subtracting the mean changes little.
    """
    sums = [value[0] for name, value in trace.items() if name.endswith(".sum")]
    means = sum(each.mean(dim=-1).square().sum().item() for each in sums)
    return means / sum(each.square().mean(dim=-1).sum().item() for each in sums)


def list_cross_attention_removals(config: ModelConfig) -> tuple[RemovedPart, ...]:
    """Return the changes that remove the cross-attention of each decoder layer, one per layer."""
    part = "cross-attention"
    return tuple(RemovedPart("sublayer", part, layer) for layer in config.layers(part))


def sample_without_encoder(
    model: Transformer,
    changes: Sequence[Change],
    start_ids: Sequence[int],
    prefix: Sequence[int],
    sampling_and_generator: tuple[Sampling, torch.Generator],
    wrap_steps: Callable[[Iterable[Step]], Iterable[Step]] = iter,
) -> list[list[int]]:
    """Sample texts from the decoder alone, with all its cross-attention removed.

    Args:
        model: the trained network.
        changes: further changes to the model.
        start_ids: id of each text's start token, which sets its language.
        prefix: ids of the prompt with which every text begins.
        sampling_and_generator: (how tokens are sampled, such as the temperature; the random
            generator).
        wrap_steps: takes the iterator of decoding steps and returns the iterator to run, which may
            observe the steps or end them early.

    Returns:
        Token ids of each text, including the prompt but no end token; at most
        ``MAX_SAMPLED_TOKENS`` ids follow the prompt.
    """
    said: list[list[int]] = [[] for _ in start_ids]
    sampling, chance = sampling_and_generator
    # The source is never read; an end token keeps the shapes valid.
    removals = list_cross_attention_removals(model.config)
    silence, silent = [[EOS]] * len(start_ids), (*changes, *removals)
    with editing(model, collect_edits(model, silent)):
        steps = sample(model, silence, start_ids, chance, sampling, prefix, can_cache(silent))
        for length, step in enumerate(wrap_steps(steps), 1):
            for text, [drawn, *_] in step.items():
                said[text].append(drawn.token)
            if length == MAX_SAMPLED_TOKENS + len(prefix):
                break
    return [[token for token in text if token != EOS] for text in said]


def make_dropout_edits(model: Transformer, P_drop: float, seed: int) -> Mapping[str, Edit]:
    """Return edits that apply dropout in every pass of a model, as in training.
    Dropout acts on embedding + position, and on the output of each sub-layer.

    Args:
        model: the model to be edited.
        P_drop: probability that a number is dropped, below 1.
        seed: seed of the random generator that chooses the dropped numbers.

    Returns:
        Name of the tap (a recorded tensor of the model) -> the edit of its tensor.
    """
    chance = torch.Generator().manual_seed(seed)

    def _drop(values: Tensor) -> Tensor:
        """Return the values after dropout: some zeroed, the rest scaled by 1 / (1 - P_drop)."""
        return values * (torch.rand(values.shape, generator=chance) >= P_drop) / (1 - P_drop)

    return {name: _drop for name in taps_by_name(model) if name.endswith(DROPOUT_TAPS)}
