"""What is read off a backward pass: what arrives at each block, and what each road carries."""

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

LOGITS = 24  # columns of the picture of p - y
# Each Add & Norm, by its block: where it is, its sub-layer's block, and what that sub-layer reads.
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
SKIPPED = ("visible", "masked", "weights", "positions")  # taps that no picture here needs


class WithoutSome:
    """Names of taps, all but some: large ones that nobody looks at."""

    def __contains__(self, name: object) -> bool:
        return not str(name).endswith(SKIPPED)


@dataclass(frozen=True)
class Road:
    """How a gradient divides below one Add & Norm.

    Args:
        output: its length at the output of the norm.
        sum: at the sum, and so at either way into it.
        spread: by which the norm divides, averaged over positions.
        around: what goes round the sub-layer: as much as at the sum, or nothing if it was cut.
        through: what comes out of the sub-layer below.
    """

    output: float
    sum: float
    spread: float
    around: float
    through: float


@dataclass(frozen=True)
class Flow:
    """A backward pass, as far as a page draws it.

    Args:
        losses: of each token of the right answer, in nats.
        probabilities: that each of them had.
        tensors: gradients by block, thinned to what pictures have room for.
        lengths: by block, of the gradient at its output: one for each layer.
        roads: by Add & Norm, one for each layer.
        off: by feed-forward, the share of hidden units that pass nothing back, in each layer.
        crossing: what each layer's cross-attention sends into the memory.
        rows: lengths at the rows of E, as they were read by the encoder and by the decoder.
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
        """Return how long the gradient is at the output of a block."""
        return self.lengths[block][layer]


def length(gradient: Float[Tensor, "*some"]) -> float:
    """Return the length of a gradient, all its numbers together."""
    return torch.linalg.vector_norm(gradient).item()


def stack_of(block: str) -> str:
    """Return in which stack's layers a block stands."""
    return "encoder" if block.startswith("encoder") else "decoder"


def stages(config: ModelConfig) -> list[tuple[str, int]]:
    """Return blocks with their layers, in the order in which the error meets them."""
    found = [("softmax", 0), ("linear", 0)]
    for stack, end in (("decoder", ["target_embedding", "memory"]), ("encoder", [])):
        for layer in reversed(config.layers(stack)):
            for norm, (_, block) in NORMS.items():
                if stack_of(norm) == stack:
                    found += [(norm, layer), (block, layer)]
        found += [(block, 0) for block in end]
    return [*found, ("source_embedding", 0)]


def run(model: Transformer, example: Example, smoothing: float, roads: bool = True) -> Backward:
    """Follow the loss of an example back; what no picture needs is not kept."""
    return backward(model, example, smoothing, roads, names=WithoutSome())


def flow(model: Transformer, example: Example, found: Backward, roads: bool) -> Flow:
    """Return what the diagram shows of a backward pass.

    Args:
        model: the network.
        example: that was read.
        found: what its backward pass left.
        roads: whether the residual additions passed it on.
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
    """Return how the gradient divides below an Add & Norm, layer by layer."""
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
    layers = {norm: f"{path}.output" for norm, (path, _) in NORMS.items()} | HIDDEN
    layers |= {block: f"{ATTENTIONS[kind]}.scores" for block, kind in HEADS.items()}
    pictures = {block: thin_out(found.gradients.layers(name)) for block, name in layers.items()}
    pictures |= {block: thin_out(found.gradients.pick(name)) for block, name in ENDS.items()}
    slopes = found.gradients.pick("logits")
    columns = slopes.abs().amax(dim=0).topk(min(LOGITS, slopes.shape[1])).indices
    return pictures | {"linear": thin_out(slopes[:, columns])}


def _share_off(found: Backward, name: str) -> tuple[float, ...]:
    hidden = found.forward.layers(name)
    return tuple((layer == 0).float().mean().item() for layer in hidden)


def _crossing(model: Transformer, found: Backward) -> list[float]:
    """Return how much each decoder layer sends into the memory, through its keys and values."""
    sent = []
    for layer in range(len(model.decoder.layers)):
        names = [f"{ATTENTIONS['cross'].format(layer)}.{W}.weight" for W in ("W_K", "W_V")]
        parts = [found.outputs[name] @ model.get_parameter(name) for name in names]
        sent.append(length(parts[0] + parts[1]))
    return sent


@dataclass(frozen=True)
class Pull:
    """How the logits of one step are pulled.

    Args:
        ids: of tokens, those with the largest slopes first.
        p: probability of each.
        y: what the target gives it.
        slopes: the gradient at its logit.
    """

    ids: tuple[int, ...]
    p: tuple[float, ...]
    y: tuple[float, ...]
    slopes: tuple[float, ...]


def pull(found: Backward, example: Example, step: int, smoothing: float, count: int) -> Pull:
    """Return the tokens whose logits one step pulls hardest.

    Args:
        found: of a backward pass.
        example: that was read.
        step: from 0.
        smoothing: of the targets.
        count: of tokens.
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
    """How one row of E is pulled, by its three jobs.

    Args:
        token: its id.
        total: length of its gradient.
        source: as a token of the sentence.
        target: as a token that the decoder read.
        scored: as what computes a logit.
    """

    token: int
    total: float
    source: float
    target: float
    scored: float


def strongest_rows(
    jobs: Sequence[Float[Tensor, "vocab d_model"]], count: int
) -> tuple[list[PulledRow], float]:
    """Return the rows of E that are pulled hardest, and the middle one of all rows' lengths.

    Args:
        jobs: the gradient of E as source, as target, and as what scores.
        count: of rows.
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
    """A matrix, opened at one of its weights.

    Args:
        weight: its value.
        sum: what the gradient there is made of.
        rows: with the largest gradients, from the top.
        columns: with the largest gradients, from the left.
        corner: the gradients where these cross.
    """

    weight: float
    sum: Products
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    corner: Float[Tensor, "_ _"]


def steepest(gradient: Float[Tensor, "_ _"]) -> tuple[int, int]:
    """Return the place of the largest gradient in a matrix."""
    row, column = divmod(int(gradient.abs().argmax()), gradient.shape[1])
    return row, column


def open_matrix(
    model: Transformer, found: Backward, name: str, place: tuple[int, int] | None, most: int
) -> tuple[tuple[int, int], Opened]:
    """Return what a matrix gets, at one of its weights and around its largest gradients.

    Args:
        model: the network.
        found: of a backward pass.
        name: of the matrix.
        place: row and column; those of the largest gradient if None.
        most: rows and columns that are shown.
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
    """Return the places of the largest numbers, in their order, and one place besides."""
    found = lengths.topk(min(most, len(lengths))).indices.tolist()
    kept = found if also in found else [*found[:-1], also]
    return tuple(sorted(kept))
