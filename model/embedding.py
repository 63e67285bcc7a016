"""From tokens to vectors: embedding and positional encoding (sections 3.4 and 3.5)."""

import math

import torch
from jaxtyping import Float
from torch import Tensor, nn

from model.config import ModelConfig
from model.dropout import Dropout
from model.trace import Taps


def positional_encoding(length: int, d_model: int) -> Float[Tensor, "position d_model"]:
    r"""Return sinusoidal encodings (section 3.5): d_model/2 sine-cosine pairs for each position.

    $$PE_{(pos, 2i)} = \sin(pos / 10000^{2i/d_{model}}), \quad
      PE_{(pos, 2i+1)} = \cos(pos / 10000^{2i/d_{model}})$$

    Args:
        length: number of positions, counted from 0.
        d_model: width of each row; the pairs are interleaved as in the paper.
    """
    position = torch.arange(length, dtype=torch.float64).unsqueeze(1)
    angle = position / 10_000 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(start_dim=1).float()


class Embedding(nn.Module):
    r"""Scale the rows of E and add the positional encoding: $E_x \sqrt{d_{model}} + PE$.

    The matrix E itself belongs to the Transformer, because both stacks and the final projection
    share it; the input here is the row of each token.
    """

    encoding: Float[Tensor, "position d_model"]

    def __init__(self, config: ModelConfig) -> None:
        """Compute the positional encodings; E itself belongs to the Transformer."""
        super().__init__()
        self.d_model = config.d_model
        self.dropout = Dropout(config.P_drop)
        encoding = positional_encoding(config.max_positions, config.d_model)
        self.register_buffer("encoding", encoding, persistent=False)
        self.tap = Taps(
            rows="batch position d_model",
            embedding="batch position d_model",
            positions="position d_model",
            output="batch position d_model",
        )

    def forward(
        self, rows: Float[Tensor, "batch position d_model"], start: int = 0
    ) -> Float[Tensor, "batch position d_model"]:
        """Return the input of the first layer: scaled rows of E plus positional encodings.

        Args:
            rows: the row of E of each token.
            start: position of the first token; above 0 when a cache holds the earlier ones.

        Raises:
            ValueError: if there are more tokens than prepared positions.
        """
        end = start + rows.shape[1]
        if end > len(self.encoding):
            raise ValueError(f"{end} tokens, but only {len(self.encoding)} positions are prepared")
        embedding = self.tap.embedding(self.tap.rows(rows) * math.sqrt(self.d_model))
        positions = self.tap.positions(self.encoding[start:end])
        return self.dropout(self.tap.output(embedding + positions))
