"""The backward pass as the page shows it: gradients by block, and how residuals split them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.backward.gradients import Backward, Example, backward_pass
from model.backward.weights import GradientTerms, matrix_gradient, weight_gradient_terms
from model.config import ModelConfig
from model.measures.samples import subsample
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


class TapFilter:
    """Names of the taps to record: all but large ones that no picture needs."""

    def __contains__(self, name: object) -> bool:
        """Return whether a tap is recorded: its name has none of the skipped endings."""
        return not str(name).endswith(SKIPPED)


@dataclass(frozen=True)
class ResidualSplit:
    """Gradient norms below one Add & Norm, split between residual and sub-layer.

    Args:
        output: norm at the output of LayerNorm.
        sum: norm at its input, the sum of residual and sub-layer.
        standard_deviation: standard deviation that LayerNorm divides by, averaged over positions.
        residual: norm along the residual connection; 0 if that was cut.
        sublayer: norm through the sub-layer, at its input.
    """

    output: float
    sum: float
    standard_deviation: float
    residual: float
    sublayer: float


@dataclass(frozen=True)
class GradientFlow:
    """Gradients of one backward pass, as the diagram draws them.

    Args:
        losses: loss of each reference token, in nats.
        probabilities: probability of each reference token.
        tensors: block -> gradients, of all its layers, with rows and columns left out if there are
            too many to draw.
        norms: block -> norm of the gradient at its output in each layer; one norm if the block is
            outside the layers.
        residual_splits: Add & Norm block, such as "decoder_norm_3" -> in each layer, the norms of
            the gradient along the residual connection and through the sub-layer.
        inactive_shares: feed-forward block -> in each layer, the share (0 to 1) of hidden units
            that are 0.
        memory_norms: for each decoder layer, norm of the gradient that its cross-attention sends to
            the memory (the encoder's output).
        row_norms: "encoder" or "decoder" -> gradient norm at the rows of E that this stack reads.
    """

    losses: tuple[float, ...]
    probabilities: tuple[float, ...]
    tensors: Mapping[str, Tensor]
    norms: Mapping[str, tuple[float, ...]]
    residual_splits: Mapping[str, tuple[ResidualSplit, ...]]
    inactive_shares: Mapping[str, tuple[float, ...]]
    memory_norms: tuple[float, ...]
    row_norms: Mapping[str, float]

    def gradient_norm(self, block: str, layer: int = 0) -> float:
        """Return the norm of the gradient at the output of a block.

        Args:
            block: name of the block, such as "decoder_norm_3", "memory" or "linear" (the logits).
            layer: the block's layer, from 0; 0 for a block outside the layers.
        """
        return self.norms[block][layer]


def compute_norm(gradient: Float[Tensor, "*some"]) -> float:
    """Return the Frobenius norm of a gradient."""
    return torch.linalg.vector_norm(gradient).item()


def stack_of(block: str) -> str:
    """Return which stack a block belongs to: "encoder" or "decoder".

    Args:
        block: name of the block, such as "encoder_norm_1" or "cross".
    """
    return "encoder" if block.startswith("encoder") else "decoder"


def list_backward_stages(config: ModelConfig) -> list[tuple[str, int]]:
    """Return the blocks in the order in which the backward pass reaches them.

    Returns:
        Pairs: name of the block, such as "decoder_norm_3", and its layer, from 0 (0 outside the
        layers).
    """
    found = [("softmax", 0), ("linear", 0)]
    for stack, end in (("decoder", ["target_embedding", "memory"]), ("encoder", [])):
        for layer in reversed(config.layers(stack)):
            for norm, (_, block) in NORMS.items():
                if stack_of(norm) == stack:
                    found += [(norm, layer), (block, layer)]
        found += [(block, 0) for block in end]
    return [*found, ("source_embedding", 0)]


def run_backward(
    model: Transformer, example: Example, smoothing: float, residuals: bool = True
) -> Backward:
    """Return the losses, activations and gradients of a training example's forward and backward
    pass.

    Large tensors that no figure of the page needs, such as attention weights, are not recorded.

    Args:
        model: the network.
        example: token ids of source and reference.
        smoothing: label smoothing; 0 for none.
        residuals: whether gradients flow back through the residual connections.
    """
    return backward_pass(model, example, smoothing, residuals, names=TapFilter())


def compute_gradient_flow(
    model: Transformer, example: Example, backward: Backward, residuals: bool
) -> GradientFlow:
    """Return the gradients and norms that the diagram of the backward pass shows.

    Args:
        model: the network of the pass.
        example: token ids of source and reference.
        backward: the recorded backward pass.
        residuals: whether gradients flowed back through the residual connections in that pass.
    """
    p = backward.forward.pick("logits").softmax(dim=-1)
    ways = {norm: _split_residual_gradients(backward, norm, residuals) for norm in NORMS}
    lengths = {norm: tuple(one.output for one in each) for norm, each in ways.items()}
    for norm, (_, block) in NORMS.items():
        lengths[block] = tuple(one.sum for one in ways[norm])
    for block, name in ENDS.items():
        lengths[block] = (compute_norm(backward.gradients[name]),)
    lengths["linear"] = (compute_norm(backward.gradients["logits"]),)
    return GradientFlow(
        losses=tuple(backward.losses.tolist()),
        probabilities=tuple(p[range(len(example.labels)), list(example.labels)].tolist()),
        tensors=_picture_tensors(backward, example),
        norms=lengths,
        residual_splits=ways,
        inactive_shares={block: _inactive_share(backward, name) for block, name in HIDDEN.items()},
        memory_norms=tuple(_cross_attention_norms(model, backward)),
        row_norms={
            stack: compute_norm(backward.gradients[f"{stack}.embedding.rows"])
            for stack in ("encoder", "decoder")
        },
    )


def _split_residual_gradients(
    backward: Backward, norm: str, residuals: bool
) -> tuple[ResidualSplit, ...]:
    """Return, by layer, how an Add & Norm splits the gradient between residual and sub-layer."""
    stack, place = stack_of(norm), int(norm[-1])
    result = []
    for layer in range(len(backward.forward.layers(NORMS[norm][0] + ".sum"))):
        path = NORMS[norm][0].format(layer)
        at_sum = backward.gradients[f"{path}.sum"]
        below = f"{stack}.layers.{layer}.add_and_norm_{place - 1}.output"
        x = backward.gradients[residual_tap(stack, layer) if place == 1 else below]
        around = at_sum if residuals else torch.zeros_like(at_sum)
        result.append(
            ResidualSplit(
                output=compute_norm(backward.gradients[f"{path}.output"]),
                sum=compute_norm(at_sum),
                standard_deviation=backward.forward[f"{path}.sum"]
                .std(dim=-1, correction=0)
                .mean()
                .item(),
                residual=compute_norm(around),
                sublayer=compute_norm(x - around),
            )
        )
    return tuple(result)


def _picture_tensors(backward: Backward, example: Example) -> dict[str, Tensor]:
    """Return the gradients by block, thinned for drawing."""
    layers = {norm: f"{path}.output" for norm, (path, _) in NORMS.items()} | HIDDEN
    layers |= {block: f"{ATTENTIONS[kind]}.scores" for block, kind in HEADS.items()}
    pictures = {block: subsample(backward.gradients.layers(name)) for block, name in layers.items()}
    pictures |= {block: subsample(backward.gradients.pick(name)) for block, name in ENDS.items()}
    slopes = backward.gradients.pick("logits")
    columns = slopes.abs().amax(dim=0).topk(min(LOGITS, slopes.shape[1])).indices
    return pictures | {"linear": subsample(slopes[:, columns])}


def _inactive_share(backward: Backward, name: str) -> tuple[float, ...]:
    """Return the share of hidden units that are 0, for each layer."""
    hidden = backward.forward.layers(name)
    return tuple((layer == 0).float().mean().item() for layer in hidden)


def _cross_attention_norms(model: Transformer, backward: Backward) -> list[float]:
    """Return the norm of the gradient into the memory from each cross-attention."""
    sent = []
    for layer in range(len(model.decoder.layers)):
        names = [f"{ATTENTIONS['cross'].format(layer)}.{W}.weight" for W in ("W_K", "W_V")]
        parts = [backward.outputs[name] @ model.get_parameter(name) for name in names]
        sent.append(compute_norm(parts[0] + parts[1]))
    return sent


@dataclass(frozen=True)
class LogitGradients:
    """Logit gradients p − y of some tokens at one step.

    Args:
        ids: token ids, the largest gradients first.
        p: probability of each.
        y: smoothed target of each.
        gradients: gradient at each logit.
    """

    ids: tuple[int, ...]
    p: tuple[float, ...]
    y: tuple[float, ...]
    gradients: tuple[float, ...]


def compute_logit_gradients(
    backward: Backward, example: Example, target_position: int, smoothing: float, token_count: int
) -> LogitGradients:
    """Return the logit gradients, largest absolute values first, where one reference token is
    predicted.

    The gradient at a token's logit is p − y: its probability minus its smoothed target.

    Args:
        backward: the recorded backward pass.
        example: token ids of source and reference.
        target_position: index of the reference token, from 0.
        smoothing: label smoothing; 0 for none.
        token_count: number of logits (vocabulary tokens) to return, at most.
    """
    slopes = backward.gradients.pick("logits")[target_position]
    p = backward.forward.pick("logits")[target_position].softmax(dim=-1)
    y = torch.full_like(p, smoothing / len(p))
    y[example.labels[target_position]] += 1 - smoothing
    ids = slopes.abs().topk(min(token_count, len(p))).indices
    values = (tuple(each[ids].tolist()) for each in (p, y, slopes))
    return LogitGradients(tuple(ids.tolist()), *values)


@dataclass(frozen=True)
class RowGradient:
    """Gradient norms of one row of E, by its three uses.

    Args:
        token: token id.
        total: norm of the whole gradient.
        source: norm of the encoder input's part.
        target: norm of the decoder input's part.
        output: norm of the output projection's part.
    """

    token: int
    total: float
    source: float
    target: float
    output: float


def find_largest_row_gradients(
    gradients_by_use: Sequence[Float[Tensor, "vocab d_model"]], row_count: int
) -> tuple[list[RowGradient], float]:
    """Return the rows of the embedding matrix E with the largest gradients.

    Args:
        gradients_by_use: gradients of E from its three uses: as encoder input, as decoder input and
            as output projection. They are added.
        row_count: number of rows to return, at most.

    Returns:
        Those rows, the largest first; and the median of the gradient norms of all rows.
    """
    lengths = [job.norm(dim=1) for job in gradients_by_use]
    total = torch.stack(list(gradients_by_use)).sum(dim=0).norm(dim=1)
    rows = total.topk(min(row_count, len(total))).indices.tolist()
    found = [
        RowGradient(row, total[row].item(), *(one[row].item() for one in lengths)) for row in rows
    ]
    return found, total.median().item()


@dataclass(frozen=True)
class InspectedMatrix:
    """One weight of a matrix, and the matrix's largest gradients.

    Args:
        weight: value of the weight.
        sum: terms of its gradient: error × input at each position.
        rows: indices of rows with the largest gradients, ascending.
        columns: indices of columns with the largest gradients, ascending.
        corner: gradients where these rows and columns cross.
    """

    weight: float
    sum: GradientTerms
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    corner: Float[Tensor, "_ _"]


def find_largest_gradient(gradient: Float[Tensor, "_ _"]) -> tuple[int, int]:
    """Return row and column, from 0, of the largest absolute value in a matrix of gradients."""
    row, column = divmod(int(gradient.abs().argmax()), gradient.shape[1])
    return row, column


def inspect_matrix(
    model: Transformer,
    backward: Backward,
    name: str,
    position: tuple[int, int] | None,
    max_count: int,
) -> tuple[tuple[int, int], InspectedMatrix]:
    """Return one weight's gradient as a sum of terms, beside the largest gradients of its matrix.

    Args:
        model: the network.
        backward: the recorded backward pass.
        name: parameter name of the matrix, such as "encoder.layers.0.self_attention.W_Q.weight".
        position: row and column of the weight, from 0; None for the weight with the largest
            gradient.
        max_count: largest number of rows, and of columns, whose gradients are returned.

    Returns:
        Row and column of the weight, from 0; and its value, the terms of its gradient, and the rows
        and columns of the matrix with the largest gradients.
    """
    gradient = matrix_gradient(backward, name)
    row, column = position or find_largest_gradient(gradient)
    rows = _largest_indices(gradient.abs().amax(dim=1), max_count, row)
    columns = _largest_indices(gradient.abs().amax(dim=0), max_count, column)
    opened = InspectedMatrix(
        weight=model.get_parameter(name)[row, column].item(),
        sum=weight_gradient_terms(backward, name, row, column),
        rows=rows,
        columns=columns,
        corner=gradient[list(rows)][:, list(columns)],
    )
    return (row, column), opened


def _largest_indices(norms: Float[Tensor, " _"], max_count: int, included: int) -> tuple[int, ...]:
    """Return the indices of the largest values, ascending, with one index always included."""
    found = norms.topk(min(max_count, len(norms))).indices.tolist()
    kept = found if included in found else [*found[:-1], included]
    return tuple(sorted(kept))
