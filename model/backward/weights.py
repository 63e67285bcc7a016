r"""What one weight gets of an error: a sum of products, one for each position.

A matrix multiplies every position, $y = W x$. So the loss depends on one of its numbers through
all of them, and the chain rule adds up:

$$\frac{\partial L}{\partial W_{ij}} =
  \sum_{position} \frac{\partial L}{\partial y_i}\, x_j$$
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.backward.gradients import Backward, Example, loss_of, share_weights
from model.faults import Fault
from model.trace import gradients
from model.transformer import Transformer

SMALL = 1e-6  # of a numerical derivative: how far the weight is moved to either side


@dataclass(frozen=True)
class Products:
    """One weight's gradient, taken apart.

    Args:
        errors: the gradient at the number that the weight's row puts out, at each position.
        given: the number that the weight is multiplied with there.
    """

    errors: Float[Tensor, " position"]
    given: Float[Tensor, " position"]

    @property
    def products(self) -> Float[Tensor, " position"]:
        """What each position adds to the gradient."""
        return self.errors * self.given

    @property
    def total(self) -> float:
        """The gradient."""
        return self.products.sum().item()


def matrix_gradient(found: Backward, name: str) -> Float[Tensor, "_ _"]:
    """Return the gradient of a matrix, from what went in and what came back."""
    return found.outputs[name].T @ found.inputs[name]


def products(found: Backward, name: str, row: int, column: int) -> Products:
    """Return the sum that one weight's gradient is.

    Args:
        found: of a backward pass.
        name: of a matrix in the layers, such as ``encoder.layers.0.self_attention.W_Q.weight``.
        row: of the number that it helps to put out.
        column: of the number that it is multiplied with.
    """
    return Products(found.outputs[name][:, row], found.inputs[name][:, column])


@dataclass(frozen=True)
class RowGradients:
    """The gradient at E, by the three jobs that a row has.

    Args:
        source: as the embedding of a token of the sentence.
        target: as the embedding of a token that the decoder read.
        scored: as what computes a logit.
    """

    source: Float[Tensor, "vocab d_model"]
    target: Float[Tensor, "vocab d_model"]
    scored: Float[Tensor, "vocab d_model"]

    @property
    def total(self) -> Float[Tensor, "vocab d_model"]:
        """All three together: E is one matrix."""
        return self.source + self.target + self.scored


def row_gradients(model: Transformer, example: Example, found: Backward) -> RowGradients:
    """Return how the rows of E are pulled, job by job."""

    def read(ids: tuple[int, ...], stack: str) -> Float[Tensor, "vocab d_model"]:
        pulled = found.gradients.pick(f"{stack}.embedding.rows")
        places = torch.tensor(ids, device=pulled.device)
        return torch.zeros_like(model.E.weight).index_add(0, places, pulled)

    last = len(model.decoder.layers) - 1
    x = found.forward.pick(f"decoder.layers.{last}.add_and_norm_3.output")
    scored = found.gradients.pick("logits").T @ x
    return RowGradients(read(example.source, "encoder"), read(example.target, "decoder"), scored)


@gradients(False)
def numerical_derivative(
    model: Transformer,
    example: Example,
    name: str,
    row: int,
    column: int,
    smoothing: float = 0.0,
) -> float:
    r"""Return the slope that two losses show: $(L(w + h) - L(w - h)) / 2h$, in double precision.

    Args:
        model: the network; a copy of it is moved, and forgotten.
        example: whose loss it is.
        name: of a matrix, as ``state_dict`` has it.
        row: of the weight in it.
        column: of the weight in it.
        smoothing: of the targets.

    Raises:
        Fault: if the matrix has no such place.
    """
    own = share_weights(model, trained=False).double()  # which copies every number
    W = own.get_parameter(name)
    rows, columns = W.shape
    if not (0 <= row < rows and 0 <= column < columns):
        raise Fault(
            "this matrix has {rows} rows and {columns} columns: there is no weight at {row}, "
            "{column}",
            rows=rows, columns=columns, row=row, column=column,
        )  # fmt: skip
    w = W[row, column].item()
    losses = []
    for moved in (w + SMALL, w - SMALL):
        W[row, column] = moved
        losses.append(loss_of(own, example, smoothing))
    return (losses[0] - losses[1]) / (2 * SMALL)
