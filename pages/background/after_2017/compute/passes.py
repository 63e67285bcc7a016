"""What a pass shows; and other passes: the decoder without its encoder, dropout left on.

ReLU makes every negative number zero: at any position many units say nothing at all.

Dropout sits on the sum of embedding and position and on the output of every sub-layer (section
5.4). Here it is an edit, so that nobody else's model changes, and its numbers come from a generator
of its own: the same seed drops the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from model.changes.kinds import Change, RemovedPart, can_cache, edits
from model.config import ModelConfig
from model.decoding import Sampling, Step, sample
from model.tokenizer import EOS
from model.trace import Edit, Trace, editing, taps_by_name
from model.transformer import Transformer

LONGEST = 40  # tokens that the decoder may say of itself
DROPPED = (".embedding.output", ".sublayer")  # taps with a dropout beside them


def firing(trace: Trace, stack: str, layers: int) -> Bool[Tensor, "layer position d_ff"]:
    """Return the mask of hidden units with a nonzero activation.

    Args:
        trace: of one pass.
        stack: "encoder" or "decoder".
        layers: of the stack.
    """
    hidden = [trace[f"{stack}.layers.{n}.feed_forward.hidden"][0] for n in range(layers)]
    return torch.stack(hidden) != 0


def silent_share(active: Bool[Tensor, "layer position d_ff"]) -> Float[Tensor, " layer"]:
    """Return the fraction of zero activations, by layer."""
    return 1 - active.double().mean(dim=(1, 2))


def overlap(active: Bool[Tensor, "position d_ff"]) -> Float[Tensor, "position position"]:
    """Return the Jaccard overlap of active hidden units for every two words.

    It is not a number where neither excites any unit.
    """
    units = active.double()
    both = units @ units.T
    each = units.sum(dim=-1)
    return both / (each.unsqueeze(0) + each.unsqueeze(1) - both)


def count_firing_units(active: Bool[Tensor, "position d_ff"]) -> dict[str, int]:
    """Count the units that fire for no word of the sentence, for one alone, and for all."""
    words, count = active.sum(dim=0), len(active)
    every = (words == count) & (words > 1)
    found = {"none": words == 0, "one": words == 1, "all": every}
    return {name: int(units.sum()) for name, units in found.items()}


def mean_weight_of_keys(
    weights: Float[Tensor, "head query key"], rows: Int[Tensor, " key"]
) -> Float[Tensor, "head key"]:
    """Return the mean weight that each key gets from the queries that may see it.

    Args:
        weights: of one layer.
        rows: how many queries may see each key; the zeros of others do not count.
    """
    return weights.sum(dim=1) / rows


@dataclass(frozen=True)
class Massive:
    """The largest number of a tensor, against what is usual there.

    Args:
        ratio: its size, divided by the median size.
        position: where it is.
        component: which number of the vector.
        value: itself.
    """

    ratio: float
    position: int
    component: int
    value: float


def massive(vectors: Float[Tensor, "position d_model"]) -> Massive:
    """Find the largest number of some vectors (Sun et al. 2024)."""
    sizes = vectors.abs()
    place = int(sizes.argmax())
    position, component = divmod(place, vectors.shape[1])
    ratio = (sizes.max() / sizes.median()).item()
    return Massive(ratio, position, component, vectors[position, component].item())


def share_of_means(trace: Trace) -> float:
    """Return which share of the squared numbers that enter the norms is that of their means."""
    sums = [value[0] for name, value in trace.items() if name.endswith(".sum")]
    means = sum(each.mean(dim=-1).square().sum().item() for each in sums)
    return means / sum(each.square().mean(dim=-1).sum().item() for each in sums)


def deaf(config: ModelConfig) -> tuple[RemovedPart, ...]:
    """Return the changes that remove all cross-attention sub-layers."""
    part = "cross-attention"
    return tuple(RemovedPart("sublayer", part, layer) for layer in config.layers(part))


def speak(
    model: Transformer,
    changes: Sequence[Change],
    starts: Sequence[int],
    prefix: Sequence[int],
    drawing: tuple[Sampling, torch.Generator],
    watched: Callable[[Iterable[Step]], Iterable[Step]] = iter,
) -> list[list[int]]:
    """Sample text from the decoder without its encoder.

    Args:
        model: the trained network.
        changes: what is changed in it besides.
        starts: of each text, the start token of a language.
        prefix: ids that every text begins with: a prompt.
        drawing: how tokens are drawn, and the chance that draws them.
        watched: passes the steps on; it may end them.

    Returns:
        Ids of each text, beginning included; one that found no end is cut.
    """
    said: list[list[int]] = [[] for _ in starts]
    sampling, chance = drawing
    # What stands in the source is never read: an end token keeps the shapes in order.
    silence, silent = [[EOS]] * len(starts), (*changes, *deaf(model.config))
    with editing(model, edits(model, silent)):
        steps = sample(model, silence, starts, chance, sampling, prefix, can_cache(silent))
        for length, step in enumerate(watched(steps), 1):
            for text, [drawn, *_] in step.items():
                said[text].append(drawn.token)
            if length == LONGEST + len(prefix):
                break
    return [[token for token in text if token != EOS] for text in said]


def dropout(model: Transformer, P_drop: float, seed: int) -> Mapping[str, Edit]:
    """Return edits that apply dropout at inference.

    Args:
        model: to be edited.
        P_drop: the share, below 1.
        seed: decides which.
    """
    chance = torch.Generator().manual_seed(seed)

    def _drop(values: Tensor) -> Tensor:
        return values * (torch.rand(values.shape, generator=chance) >= P_drop) / (1 - P_drop)

    return {name: _drop for name in taps_by_name(model) if name.endswith(DROPPED)}
