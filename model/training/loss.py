"""Label-smoothed cross-entropy of the shared projection (sections 3.4 and 5.4)."""

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.autograd.function import once_differentiable

CHUNK = 1024  # rows whose logits exist at the same time


def smoothed_cross_entropy(
    x: Float[Tensor, "row d_model"],
    E: Float[Tensor, "vocab d_model"],
    target: Int[Tensor, " row"],
    smoothing: float,
) -> tuple[Float[Tensor, ""], Float[Tensor, ""]]:
    r"""Sum the cross-entropy between the smoothed targets and $\mathrm{softmax}(x E^\top)$.

    A smoothed target gives the right piece $1 - \epsilon + \epsilon/V$ and every other piece
    $\epsilon/V$, as in PyTorch. The logits are the largest tensor of training by far; here they
    live a chunk at a time, and their gradient, softmax minus target, is used up at once.

    Args:
        x: the decoder's vectors, without padding.
        E: the embedding matrix, used as the projection.
        target: the right next piece of each row.
        smoothing: share of the target that is spread evenly; 0 for plain cross-entropy.

    Returns:
        The summed loss, in nats, to be minimized; and the summed plain $-\log p$ (no gradient).
    """
    return _SmoothedCrossEntropy.apply(x, E, target, smoothing)


class _SmoothedCrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, E, target, smoothing):
        kind = x.device.type
        dtype = torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else x.dtype
        with torch.autocast(kind, enabled=False):
            low_x, low_E = x.to(dtype), E.to(dtype)
            grad_x = torch.empty_like(low_x)
            grad_E = torch.zeros_like(E, dtype=torch.float32)
            loss = plain = torch.zeros((), device=x.device)
            for start in range(0, len(x), CHUNK):
                rows = slice(start, start + CHUNK)
                right = target[rows].unsqueeze(1)
                log_p = (low_x[rows] @ low_E.T).float().log_softmax(dim=-1)
                minus_log_p = -log_p.gather(1, right).sum()
                plain = plain + minus_log_p
                loss = loss + (1 - smoothing) * minus_log_p - smoothing * log_p.mean(dim=1).sum()
                gradient = log_p.exp_().sub_(smoothing / len(E))
                all_but_smoothing = gradient.new_full(right.shape, smoothing - 1)
                gradient = gradient.scatter_add_(1, right, all_but_smoothing).to(dtype)
                grad_x[rows] = gradient @ low_E
                grad_E += gradient.T @ low_x[rows]
        ctx.save_for_backward(grad_x.to(x.dtype), grad_E.to(E.dtype))
        ctx.mark_non_differentiable(plain)
        return loss, plain

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_loss, _):
        grad_x, grad_E = ctx.saved_tensors
        return grad_loss * grad_x, grad_loss * grad_E, None, None
