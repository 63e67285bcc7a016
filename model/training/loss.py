"""Label-smoothed cross-entropy of the shared projection (sections 3.4 and 5.4)."""

from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.autograd.function import FunctionCtx, once_differentiable

CHUNK = 1024  # rows whose logits exist at the same time
SMALLEST = torch.finfo(torch.float32).tiny  # of a probability, so that its logarithm is a number


def smoothed_cross_entropy(
    x: Float[Tensor, "row d_model"],
    E: Float[Tensor, "vocab d_model"],
    target: Int[Tensor, " row"],
    smoothing: float,
) -> tuple[Float[Tensor, ""], Float[Tensor, ""]]:
    r"""Return summed smoothed and plain cross-entropy of $\mathrm{softmax}(x E^\top)$, in nats.

    A smoothed target gives the right piece $1 - \epsilon + \epsilon/V$ and every other piece
    $\epsilon/V$, as in PyTorch. The logits would be the largest tensor of training by far, so they
    are computed for some rows at a time, and only the gradients at x and E are kept.

    Args:
        x: the decoder's output vectors, without padding.
        E: the embedding matrix, used as the projection.
        target: the right next piece of each row.
        smoothing: share of the target that is spread evenly; 0 for plain cross-entropy.

    Returns:
        The summed loss, in nats, to be minimized; and the summed plain $-\log p$ (no gradient).
    """
    return _SmoothedCrossEntropy.apply(x, E, target, smoothing)


class _SmoothedCrossEntropy(torch.autograd.Function):
    """The loss of a whole batch; its forward pass computes the gradients, too."""

    @staticmethod
    def forward(
        ctx: FunctionCtx, x: Tensor, E: Tensor, target: Tensor, smoothing: float
    ) -> tuple[Tensor, Tensor]:
        """Return the summed smoothed and plain cross-entropy; save the gradients at x and E."""
        kind = x.device.type
        dtype = torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else x.dtype
        with torch.autocast(kind, enabled=False):
            low_x, low_E = x.to(dtype), E.to(dtype)
            # The even part of the target needs no tensor of logits: their mean is x times this.
            mean_E = E.float().mean(dim=0)
            grad_x = torch.empty_like(low_x)
            grad_E = (-smoothing / len(E) * x.float().sum(dim=0)).repeat(len(E), 1)
            loss = plain = torch.zeros((), device=x.device)
            for start in range(0, len(x), CHUNK):
                rows = slice(start, start + CHUNK)
                right = target[rows].unsqueeze(1)
                logits = low_x[rows] @ low_E.T
                p = logits.softmax(dim=-1)
                minus_log_p = -p.gather(1, right).float().clamp_min(SMALLEST).log().sum()
                above = logits.gather(1, right).float().sum() - (x[rows].float() @ mean_E).sum()
                plain = plain + minus_log_p
                loss = loss + minus_log_p + smoothing * above
                p.scatter_add_(1, right, p.new_full(right.shape, smoothing - 1))
                grad_x[rows] = p @ low_E - (smoothing * mean_E).to(dtype)
                grad_E += p.T @ low_x[rows]
        ctx.save_for_backward(grad_x.to(x.dtype), grad_E.to(E.dtype))
        ctx.mark_non_differentiable(plain)
        return loss, plain

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad_loss: Tensor, _: Tensor) -> tuple[Tensor, Tensor, None, None]:
        """Return the saved gradients at x and E, times the gradient of the loss."""
        grad_x, grad_E = ctx.saved_tensors
        return grad_loss * grad_x, grad_loss * grad_E, None, None


def target_distribution(vocab: int, smoothing: float) -> Float[Tensor, " vocab"]:
    r"""Return the label-smoothed target distribution, the right token first (section 5.4).

    The right token gets $1 - \epsilon + \epsilon/V$ and every other one $\epsilon/V$.
    """
    target = torch.full((vocab,), smoothing / vocab)
    target[0] += 1 - smoothing
    return target
