"""Per-head terms of an attention's output, which is their sum."""

import torch
from jaxtyping import Float
from torch import Tensor


def head_parts(
    heads: Float[Tensor, "head query d_k"], W_O: Float[Tensor, "d_model d_model"]
) -> Float[Tensor, "head query d_model"]:
    r"""Return each head's term of an attention's output: its vectors times its block of W_O.

    $$\mathrm{Concat}(\mathrm{head}_1, \ldots, \mathrm{head}_h)\, W_O
      = \sum_i \mathrm{head}_i\, W_O^{(i)}$$

    Head i is multiplied by its own d_k rows of W_O only, which are block i.

    Args:
        heads: output of each head, before concatenation.
        W_O: weight of the output projection as nn.Linear stores it, transposed.
    """
    blocks = W_O.T.unflatten(0, (heads.shape[0], heads.shape[2]))
    return heads @ blocks


def head_shares(parts: Float[Tensor, "head query d_model"]) -> Float[Tensor, " head"]:
    r"""Return each head's share of an attention's output, by projecting its part; they sum to 1.

    $$\mathrm{share}_i = \frac{\sum_q \mathrm{part}_i(q) \cdot \mathrm{output}(q)}
      {\sum_q \lVert \mathrm{output}(q) \rVert^2}$$

    At one position this is the length of a part along the output, divided by the output's norm;
    over several it is their mean, weighted by the squared norm of the output. A part that points
    against the output has a negative share; if the output is zero, every share is zero.
    """
    output = parts.sum(dim=0)
    along = (parts * output).sum(dim=(1, 2))
    total = along.sum()
    return along / total if total > 0 else torch.zeros_like(along)


def key_contribution_norms(
    weights: Float[Tensor, "head query key"],
    v: Float[Tensor, "head key d_k"],
    W_O: Float[Tensor, "d_model d_model"],
) -> tuple[Float[Tensor, "head query key"], Float[Tensor, "query key"]]:
    r"""Return the norm of each key's term in each query's output: by head, and of all together.

    $$c_i(q, k) = \lVert\, p_i(q, k)\; v_i(k)\, W_O^{(i)} \rVert, \qquad
      c(q, k) = \Big\lVert \sum_i p_i(q, k)\; v_i(k)\, W_O^{(i)} \Big\rVert$$

    A weight p tells what share of a value is read; the norm also counts how large the value is
    after W_O (Kobayashi et al., 2020). Heads may cancel each other, so the second is not the sum
    of the first.

    Args:
        weights: attention weights, after the softmax.
        v: values of each head.
        W_O: weight of the output projection as nn.Linear stores it, transposed.

    Returns:
        The norms for each head alone, and those for all heads together.
    """
    values = head_parts(v, W_O)
    alone = weights * values.norm(dim=-1).unsqueeze(1)
    together = torch.einsum("iqk,ikd->qkd", weights, values).norm(dim=-1)
    return alone, together
