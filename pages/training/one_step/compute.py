"""The backward pass as the page shows it: gradients by block, and how residuals split them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.backward.gradients import Backward, Example, backward
from model.backward.weights import Products, matrix_gradient, products
from model.config import ModelConfig
from model.measures.samples import thin_out
from model.parts import ATTENTIONS, residual_tap
from model.transformer import Transformer

LOGITS = 24  # columns of the p - y picture
# Each Add & Norm block: path of its module, and the block of its sub-layer.
NORMS = {
    "decoder_norm_3": ("decoder.layers.{}.add_and_norm_3", "decoder_feed_forward"),
    "decoder_norm_2": ("decoder.layers.{}.add_and_norm_2", "cross"),
    "decoder_norm_1": ("decoder.layers.{}.add_and_norm_1", "decoder_self"),
    "encoder_norm_2": ("encoder.layers.{}.add_and_norm_2", "encoder_feed_forward"),
    "encoder_norm_1": ("encoder.layers.{}.add_and_norm_1", "encoder_self"),
}
HEADS = {"decoder_self": "decoder", "cross": "cross", "encoder_self": "encoder"}
HIDDEN = {
    "decoder_feed_forward": "decoder.layers.{}.feed_forward.hidden",
    "encoder_feed_forward": "encoder.layers.{}.feed_forward.hidden",
}
ENDS = {
    "target_embedding": "decoder.embedding.output",
    "source_embedding": "encoder.embedding.output",
    "memory": "memory",
}
SKIPPED = ("visible", "masked", "weights", "positions")  # taps that no picture needs


class WithoutSome:
    """Names of the taps to record: all but large ones that no picture needs."""

    def __contains__(self, name: object) -> bool:
        return not str(name).endswith(SKIPPED)


@dataclass(frozen=True)
class Road:
    """Gradient norms below one Add & Norm, split between residual and sub-layer.

    Args:
        output: norm at the output of LayerNorm.
        sum: norm at its input, the sum of residual and sub-layer.
        spread: standard deviation that LayerNorm divides by, averaged over positions.
        around: norm along the residual connection; 0 if that was cut.
        through: norm through the sub-layer, at its input.
    """

    output: float
    sum: float
    spread: float
    around: float
    through: float


@dataclass(frozen=True)
class Flow:
    """Gradients of one backward pass, as the diagram draws them.

    Args:
        losses: loss of each reference token, in nats.
        probabilities: probability of each reference token.
        tensors: gradients by block, thinned for drawing.
        lengths: norm of the gradient at each block's output, by layer.
        roads: residual splits by Add & Norm, one for each layer.
        off: share of inactive hidden units, by feed-forward network and layer.
        crossing: norm of the gradient that each layer's cross-attention sends to the memory.
        rows: gradient norm at the rows of E read by encoder and decoder.
    """

    losses: tuple[float, ...]
    probabilities: tuple[float, ...]
    tensors: Mapping[str, Tensor]
    lengths: Mapping[str, tuple[float, ...]]
    roads: Mapping[str, tuple[Road, ...]]
    off: Mapping[str, tuple[float, ...]]
    crossing: tuple[float, ...]
    rows: Mapping[str, float]

    def length(self, block: str, layer: int = 0) -> float:
        """Return the norm of the gradient at a block's output."""
        return self.lengths[block][layer]


def length(gradient: Float[Tensor, "*some"]) -> float:
    """Return the Frobenius norm of a gradient."""
    return torch.linalg.vector_norm(gradient).item()


def stack_of(block: str) -> str:
    """Return the stack in whose layers a block stands."""
    return "encoder" if block.startswith("encoder") else "decoder"


def stages(config: ModelConfig) -> list[tuple[str, int]]:
    """Return (block, layer) in the order of the backward pass."""
    found = [("softmax", 0), ("linear", 0)]
    for stack, end in (("decoder", ["target_embedding", "memory"]), ("encoder", [])):
        for layer in reversed(config.layers(stack)):
            for norm, (_, block) in NORMS.items():
                if stack_of(norm) == stack:
                    found += [(norm, layer), (block, layer)]
        found += [(block, 0) for block in end]
    return [*found, ("source_embedding", 0)]


def run(model: Transformer, example: Example, smoothing: float, roads: bool = True) -> Backward:
    """Run the backward pass of an example, recording only what pictures need."""
    return backward(model, example, smoothing, roads, names=WithoutSome())


def flow(model: Transformer, example: Example, found: Backward, roads: bool) -> Flow:
    """Return the gradients and norms that the diagram shows.

    Args:
        model: the network of the pass.
        example: source and reference.
        found: recorded backward pass.
        roads: whether gradients went through the residual connections.
    """
    p = found.forward.pick("logits").softmax(dim=-1)
    ways = {norm: _roads(found, norm, roads) for norm in NORMS}
    lengths = {norm: tuple(one.output for one in each) for norm, each in ways.items()}
    for norm, (_, block) in NORMS.items():
        lengths[block] = tuple(one.sum for one in ways[norm])
    for block, name in ENDS.items():
        lengths[block] = (length(found.gradients[name]),)
    lengths["linear"] = (length(found.gradients["logits"]),)
    return Flow(
        losses=tuple(found.losses.tolist()),
        probabilities=tuple(p[range(len(example.right)), list(example.right)].tolist()),
        tensors=_pictures(found, example),
        lengths=lengths,
        roads=ways,
        off={block: _share_off(found, name) for block, name in HIDDEN.items()},
        crossing=tuple(_crossing(model, found)),
        rows={
            stack: length(found.gradients[f"{stack}.embedding.rows"])
            for stack in ("encoder", "decoder")
        },
    )


def _roads(found: Backward, norm: str, roads: bool) -> tuple[Road, ...]:
    """Return how an Add & Norm splits the gradient, for each layer."""
    stack, place = stack_of(norm), int(norm[-1])
    result = []
    for layer in range(len(found.forward.layers(NORMS[norm][0] + ".sum"))):
        path = NORMS[norm][0].format(layer)
        at_sum = found.gradients[f"{path}.sum"]
        below = f"{stack}.layers.{layer}.add_and_norm_{place - 1}.output"
        x = found.gradients[residual_tap(stack, layer) if place == 1 else below]
        around = at_sum if roads else torch.zeros_like(at_sum)
        result.append(
            Road(
                output=length(found.gradients[f"{path}.output"]),
                sum=length(at_sum),
                spread=found.forward[f"{path}.sum"].std(dim=-1, correction=0).mean().item(),
                around=length(around),
                through=length(x - around),
            )
        )
    return tuple(result)


def _pictures(found: Backward, example: Example) -> dict[str, Tensor]:
    """Return the gradients by block, thinned for drawing."""
    layers = {norm: f"{path}.output" for norm, (path, _) in NORMS.items()} | HIDDEN
    layers |= {block: f"{ATTENTIONS[kind]}.scores" for block, kind in HEADS.items()}
    pictures = {block: thin_out(found.gradients.layers(name)) for block, name in layers.items()}
    pictures |= {block: thin_out(found.gradients.pick(name)) for block, name in ENDS.items()}
    slopes = found.gradients.pick("logits")
    columns = slopes.abs().amax(dim=0).topk(min(LOGITS, slopes.shape[1])).indices
    return pictures | {"linear": thin_out(slopes[:, columns])}


def _share_off(found: Backward, name: str) -> tuple[float, ...]:
    """Return the share of hidden units that are 0, for each layer."""
    hidden = found.forward.layers(name)
    return tuple((layer == 0).float().mean().item() for layer in hidden)


def _crossing(model: Transformer, found: Backward) -> list[float]:
    """Return the norm of the gradient into the memory from each cross-attention."""
    sent = []
    for layer in range(len(model.decoder.layers)):
        names = [f"{ATTENTIONS['cross'].format(layer)}.{W}.weight" for W in ("W_K", "W_V")]
        parts = [found.outputs[name] @ model.get_parameter(name) for name in names]
        sent.append(length(parts[0] + parts[1]))
    return sent


@dataclass(frozen=True)
class Pull:
    """Logit gradients p − y of some tokens at one step.

    Args:
        ids: token ids, the largest gradients first.
        p: probability of each.
        y: smoothed target of each.
        slopes: gradient at each logit.
    """

    ids: tuple[int, ...]
    p: tuple[float, ...]
    y: tuple[float, ...]
    slopes: tuple[float, ...]


def pull(found: Backward, example: Example, step: int, smoothing: float, count: int) -> Pull:
    """Return the tokens with the largest logit gradients at one step.

    Args:
        found: recorded backward pass.
        example: source and reference.
        step: index of the reference token, from 0.
        smoothing: label smoothing.
        count: number of tokens.
    """
    slopes = found.gradients.pick("logits")[step]
    p = found.forward.pick("logits")[step].softmax(dim=-1)
    y = torch.full_like(p, smoothing / len(p))
    y[example.right[step]] += 1 - smoothing
    ids = slopes.abs().topk(min(count, len(p))).indices
    values = (tuple(each[ids].tolist()) for each in (p, y, slopes))
    return Pull(tuple(ids.tolist()), *values)


@dataclass(frozen=True)
class PulledRow:
    """Gradient norms of one row of E, by its three uses.

    Args:
        token: token id.
        total: norm of the whole gradient.
        source: norm of the encoder input's part.
        target: norm of the decoder input's part.
        scored: norm of the output projection's part.
    """

    token: int
    total: float
    source: float
    target: float
    scored: float


def strongest_rows(
    jobs: Sequence[Float[Tensor, "vocab d_model"]], count: int
) -> tuple[list[PulledRow], float]:
    """Return the rows of E with the largest gradients, and the median row norm.

    Args:
        jobs: gradients of E as encoder input, decoder input and output projection.
        count: number of rows.
    """
    lengths = [job.norm(dim=1) for job in jobs]
    total = torch.stack(list(jobs)).sum(dim=0).norm(dim=1)
    rows = total.topk(min(count, len(total))).indices.tolist()
    found = [
        PulledRow(row, total[row].item(), *(one[row].item() for one in lengths)) for row in rows
    ]
    return found, total.median().item()


@dataclass(frozen=True)
class Opened:
    """One weight of a matrix, and the matrix's largest gradients.

    Args:
        weight: value of the weight.
        sum: terms of its gradient: error × input at each position.
        rows: indices of rows with the largest gradients, ascending.
        columns: indices of columns with the largest gradients, ascending.
        corner: gradients where these rows and columns cross.
    """

    weight: float
    sum: Products
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    corner: Float[Tensor, "_ _"]


def steepest(gradient: Float[Tensor, "_ _"]) -> tuple[int, int]:
    """Return row and column of the largest absolute gradient."""
    row, column = divmod(int(gradient.abs().argmax()), gradient.shape[1])
    return row, column


def open_matrix(
    model: Transformer, found: Backward, name: str, place: tuple[int, int] | None, most: int
) -> tuple[tuple[int, int], Opened]:
    """Return a weight's position and gradient terms, with the matrix's largest gradients.

    Args:
        model: the network.
        found: recorded backward pass.
        name: parameter name of the matrix.
        place: row and column of the weight; None for the largest gradient.
        most: number of rows and columns to show.
    """
    gradient = matrix_gradient(found, name)
    row, column = place or steepest(gradient)
    rows = _most(gradient.abs().amax(dim=1), most, row)
    columns = _most(gradient.abs().amax(dim=0), most, column)
    opened = Opened(
        weight=model.get_parameter(name)[row, column].item(),
        sum=products(found, name, row, column),
        rows=rows,
        columns=columns,
        corner=gradient[list(rows)][:, list(columns)],
    )
    return (row, column), opened


def _most(lengths: Float[Tensor, " _"], most: int, also: int) -> tuple[int, ...]:
    """Return the indices of the largest values, ascending, with one index always included."""
    found = lengths.topk(min(most, len(lengths))).indices.tolist()
    kept = found if also in found else [*found[:-1], also]
    return tuple(sorted(kept))
