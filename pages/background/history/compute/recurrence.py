r"""Recurrent networks, and how much of a gradient gets back through them.

A recurrent network reads one position after another and keeps a state of fixed size. These are as
simple as possible, for comparison with ``model.attention``.
"""

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.attention import MultiHeadAttention
from model.config import ModelConfig
from model.fresh_weights import build_uninitialized, initialize_uniform
from model.transformer import CARRYING_GAIN

D_MODEL, HEADS, NETWORKS = 32, 4, 3  # small enough to measure interactively
RNN_KIND, LSTM_KIND, ATTENTION = "RNN", "LSTM", "attention"


class RNN(nn.Module):
    r"""A simple recurrent network (Elman, 1990).

    $$h_t = \tanh(x_t W + h_{t-1} U + b)$$
    """

    def __init__(self, d_model: int) -> None:
        """Create W, U and b for input vectors and states of width d_model."""
        super().__init__()
        self.W = nn.Linear(d_model, d_model)
        self.U = nn.Linear(d_model, d_model, bias=False)

    def forward(
        self, x: Float[Tensor, "batch position d_model"]
    ) -> Float[Tensor, "batch position d_model"]:
        """Return the hidden state at every position, each computed from the one before."""
        inputs = self.W(x)  # of all positions at once; only what follows has to wait
        h, states = torch.zeros_like(inputs[:, 0]), []
        for now in inputs.unbind(dim=1):
            h = (now + self.U(h)).tanh()
            states.append(h)
        return torch.stack(states, dim=1)


class LSTM(nn.Module):
    r"""A long short-term memory with gated cells (Hochreiter and Schmidhuber, 1997).

    $$\begin{gathered} (i, f, g, o) = x_t W + h_{t-1} U + b \\
      c_t = \sigma(f) \odot c_{t-1} + \sigma(i) \odot \tanh(g), \quad
      h_t = \sigma(o) \odot \tanh(c_t) \end{gathered}$$

    The forget gate f came in 2000 (Gers, Schmidhuber and Cummins).
    """

    def __init__(self, d_model: int) -> None:
        """Create W, U and b of the four gates, for input vectors and states of width d_model."""
        super().__init__()
        self.W = nn.Linear(d_model, 4 * d_model)
        self.U = nn.Linear(d_model, 4 * d_model, bias=False)

    def forward(
        self, x: Float[Tensor, "batch position d_model"]
    ) -> Float[Tensor, "batch position d_model"]:
        """Return the hidden state at every position, each computed from the one before."""
        inputs = self.W(x)  # of all positions at once; only what follows has to wait
        h = c = torch.zeros_like(x[:, 0])
        states = []
        for now in inputs.unbind(dim=1):
            i, f, g, o = (now + self.U(h)).chunk(4, dim=-1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
            states.append(h)
        return torch.stack(states, dim=1)


def compute_jacobian(
    last_output: Callable[[Tensor], Tensor], x: Float[Tensor, "position d_model"]
) -> Float[Tensor, "d_model d_model"]:
    """Return the Jacobian of a network's last output vector with respect to its first input vector.

    Args:
        last_output: the network, as a function from a batch of sequences (batch position d_model)
            to their outputs at the last position (batch d_model).
        x: the sequence at which the derivative is taken.

    Returns:
        A row for each component of the output, a column for each component of the input.
    """
    d_model = x.shape[1]
    # Row i of the Jacobian is the gradient of output i: one copy of the sequence for each of them.
    first = x[0].repeat(d_model, 1).requires_grad_()
    copies = torch.cat([first.unsqueeze(1), x[1:].repeat(d_model, 1, 1)], dim=1)
    own_output = last_output(copies).diagonal()
    return torch.autograd.grad(own_output.sum(), first)[0]


def measure_gradient_reach(
    architecture: str, n: int, initialization: int, seed: int
) -> list[float]:
    """Return the largest norm at the first input that a gradient of norm 1 at the output can have.

    It is the largest singular value of the Jacobian of the last output with respect to the first
    input. Above 1, gradients can grow on the way back; near 0, they vanish.

    Args:
        architecture: ``RNN_KIND``, ``LSTM_KIND`` or ``ATTENTION``.
        n: number of input vectors.
        initialization: how the weights start, as in ``make_untrained_network``.
        seed: seed of weights and inputs.

    Returns:
        The largest norm in each of ``NETWORKS`` untrained networks, which differ in their weights
        and inputs.
    """
    found = []
    with torch.enable_grad():
        for number in range(NETWORKS):
            chance = torch.Generator().manual_seed(NETWORKS * seed + number)
            x = torch.randn(n, D_MODEL, dtype=torch.float64, generator=chance)
            network = make_untrained_network(architecture, chance, initialization)
            jacobian = compute_jacobian(network, x)
            found.append(torch.linalg.matrix_norm(jacobian, ord=2).item())
    return found


def make_untrained_network(
    architecture: str, generator: torch.Generator, initialization: int = 0
) -> Callable[[Tensor], Tensor]:
    """Return an untrained network with random weights, as a function.
    It maps a batch of sequences (batch, position, d_model) to their last outputs (batch, d_model).

    Args:
        architecture: ``RNN_KIND``, ``LSTM_KIND`` or ``ATTENTION``.
        generator: random generator of the weights.
        initialization: how the weights start. For an RNN: gain of the orthogonal matrix U, or 0 for
            PyTorch's default. For an LSTM: bias of the forget gates. For attention: 1 for Glorot
            initialization of all matrices, or 0 to scale W_V and W_O down, as in this model.
    """
    if architecture == ATTENTION:
        return _make_attention(generator, 1.0 if initialization else CARRYING_GAIN)
    chain: type[RNN | LSTM] = RNN if architecture == RNN_KIND else LSTM
    network = initialize_uniform(
        build_uninitialized(lambda: chain(D_MODEL)).double(), D_MODEL, generator
    )
    if architecture == LSTM_KIND:
        with torch.no_grad():
            network.W.bias.zero_()[D_MODEL : 2 * D_MODEL] = initialization
    elif initialization:
        nn.init.orthogonal_(network.U.weight, gain=initialization, generator=generator)
    return lambda x: network(x)[:, -1]


def _make_attention(generator: torch.Generator, gain: float) -> Callable[[Tensor], Tensor]:
    """Return an untrained attention layer, as a function from inputs to its last output.

    Args:
        generator: random generator of the weights.
        gain: factor of the initial W_V and W_O.
    """
    config = ModelConfig(vocab_size=1, N=1, d_model=D_MODEL, h=HEADS, d_ff=1, max_positions=1)
    attention = build_uninitialized(lambda: MultiHeadAttention(config)).double()
    for name, matrix in attention.named_parameters():
        writes = name.split(".")[0] in ("W_V", "W_O")
        nn.init.xavier_uniform_(matrix, gain if writes else 1.0, generator)

    def last_output(x: Float[Tensor, "batch position d_model"]) -> Float[Tensor, "batch d_model"]:
        """Return the attention output at the last position, which sees all positions."""
        visible = torch.ones(1, 1, x.shape[1], dtype=torch.bool)
        return attention(x[:, -1:], x, visible)[:, 0]

    return last_output
