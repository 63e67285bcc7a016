r"""The gradient of one weight: a sum of products, one for each position.

A matrix multiplies every position, $y = W x$. So the loss depends on one of its weights through all
positions, and the chain rule sums over them:

$$\frac{\partial L}{\partial W_{ij}} =
  \sum_{position} \frac{\partial L}{\partial y_i}\, x_j$$
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.backward.gradients import Backward, Example, share_weights, summed_loss
from model.faults import Fault
from model.trace import grad_mode
from model.transformer import Transformer

SMALL = 1e-6  # h of the central difference


@dataclass(frozen=True)
class GradientTerms:
    """The terms, one for each position, whose sum is the gradient of one weight of a matrix.

    Args:
        errors: gradient of the loss at the output that the weight contributes to.
        inputs: the input that is multiplied by the weight.
    """

    errors: Float[Tensor, " position"]
    inputs: Float[Tensor, " position"]

    @property
    def products(self) -> Float[Tensor, " position"]:
        """The terms: at each position, the gradient at the output times the input."""
        return self.errors * self.inputs

    @property
    def total(self) -> float:
        """The weight's gradient: the sum of its terms at all positions."""
        return self.products.sum().item()


def matrix_gradient(backward: Backward, name: str) -> Float[Tensor, "_ _"]:
    """Return the gradient of the loss at a whole weight matrix, in the matrix's own shape.
    At each position, the gradient at the matrix's output is multiplied by its input; these products
    are summed over the positions.

    Args:
        backward: the results of a backward pass.
        name: name of a matrix, such as ``encoder.layers.0.self_attention.W_Q.weight``.
    """
    return backward.outputs[name].T @ backward.inputs[name]


def weight_gradient_terms(backward: Backward, name: str, row: int, column: int) -> GradientTerms:
    """Return the terms, one per position, of the gradient of a matrix's weight at (row, column).

    Args:
        backward: the results of a backward pass.
        name: name of a matrix, such as ``encoder.layers.0.self_attention.W_Q.weight``.
        row: the weight's row: index of its output.
        column: the weight's column: index of its input.
    """
    return GradientTerms(backward.outputs[name][:, row], backward.inputs[name][:, column])


@dataclass(frozen=True)
class EmbeddingGradients:
    """The gradient of the shared embedding matrix E, split by the three uses of E.

    Args:
        source: gradient as an embedding of source tokens.
        target: gradient as an embedding of target tokens.
        output: gradient as the projection that computes logits.
    """

    source: Float[Tensor, "vocab d_model"]
    target: Float[Tensor, "vocab d_model"]
    output: Float[Tensor, "vocab d_model"]

    @property
    def total(self) -> Float[Tensor, "vocab d_model"]:
        """The whole gradient of E: the sum over its uses as source, target and output embedding."""
        return self.source + self.target + self.output


def embedding_gradients(
    model: Transformer, example: Example, backward: Backward
) -> EmbeddingGradients:
    """Return the gradient of the shared embedding matrix E, split by the three uses of E.

    Args:
        model: the network.
        example: the training example.
        backward: the results of the example's backward pass, with all taps.
    """

    def scatter_to_rows(ids: tuple[int, ...], stack: str) -> Float[Tensor, "vocab d_model"]:
        """Sum the gradients at one stack's embeddings into the rows of their tokens."""
        pulled = backward.gradients.pick(f"{stack}.embedding.rows")
        places = torch.tensor(ids, device=pulled.device)
        return torch.zeros_like(model.E.weight).index_add(0, places, pulled)

    last = len(model.decoder.layers) - 1
    x = backward.forward.pick(f"decoder.layers.{last}.add_and_norm_3.output")
    output = backward.gradients.pick("logits").T @ x
    return EmbeddingGradients(
        scatter_to_rows(example.source, "encoder"),
        scatter_to_rows(example.target, "decoder"),
        output,
    )


@grad_mode(False)
def numerical_derivative(
    model: Transformer,
    example: Example,
    name: str,
    row: int,
    column: int,
    smoothing: float = 0.0,
) -> float:
    """Return the derivative of an example's loss by one weight, measured by two forward passes.
    It is the central difference $(L(w + h) - L(w - h)) / 2h$ with h = 1e-6, in double precision; L
    is the loss summed over the tokens, in nats.

    Args:
        model: the network; only a copy changes.
        example: the training example.
        name: name of a matrix, such as ``encoder.layers.0.self_attention.W_Q.weight``.
        row: row of the weight, from 0.
        column: column of the weight, from 0.
        smoothing: share of each target that is spread evenly over the vocabulary, from 0 to 1.

    Raises:
        Fault: a ValueError, if the matrix has no such row or column.
    """
    own = share_weights(model, requires_grad=False).double()  # which copies every number
    W = own.get_parameter(name)
    rows, columns = W.shape
    if not (0 <= row < rows and 0 <= column < columns):
        raise Fault(
            "this matrix has {rows} rows and {columns} columns, so it has no weight at row "
            "{row}, column {column}",
            rows=rows, columns=columns, row=row, column=column,
        )  # fmt: skip
    w = W[row, column].item()
    losses = []
    for moved in (w + SMALL, w - SMALL):
        W[row, column] = moved
        losses.append(summed_loss(own, example, smoothing))
    return (losses[0] - losses[1]) / (2 * SMALL)
