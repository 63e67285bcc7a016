"""What single heads add: the output of an attention is a sum with one part for each head."""

import torch
from jaxtyping import Float
from torch import Tensor


def head_parts(
    heads: Float[Tensor, "head query d_k"], W_O: Float[Tensor, "d_model d_model"]
) -> Float[Tensor, "head query d_model"]:
    r"""Split the output of one attention into the parts that its heads add.

    $$\mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)\, W_O
      = \sum_i \mathrm{head}_i\, W_O^{(i)}$$

    Head i meets only its own d_k rows of W_O, so the matrix falls into h blocks.

    Args:
        heads: what each head read, before the heads are set side by side.
        W_O: weight of the linear layer that mixes them; it multiplies from the right, transposed.
    """
    blocks = W_O.T.unflatten(0, (heads.shape[0], heads.shape[2]))
    return heads @ blocks


def head_shares(parts: Float[Tensor, "head query d_model"]) -> Float[Tensor, " head"]:
    r"""Return how much of the output each part makes up; the shares sum to one.

    $$\mathrm{share}_i = \frac{\sum_q \mathrm{part}_i(q) \cdot \mathrm{output}(q)}
      {\sum_q \lVert \mathrm{output}(q) \rVert^2}$$

    This is the length of a part along the output. A part that points against the output has a
    negative share; if there is no output at all, every share is zero.
    """
    output = parts.sum(dim=0)
    along = (parts * output).sum(dim=(1, 2))
    total = along.sum()
    return along / total if total > 0 else torch.zeros_like(along)
