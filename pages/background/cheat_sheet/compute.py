"""The sizes of the paper's Table 3, and the parameter counts of models of these sizes."""

import math
from dataclasses import dataclass

from model.config import ModelConfig


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """The sizes that determine the number of parameters; by default those of the base model.

    Args:
        N: layers of each stack, or of the encoder alone where decoder_N differs.
        d_model: width of the residual stream.
        d_ff: width of the feed-forward network's hidden layer.
        h: number of attention heads.
        d_k: width of a query and of a key.
        d_v: width of a value.
        decoder_N: layers of the decoder; 0 for as many as in the encoder.
    """

    N: int = 6
    d_model: int = 512
    d_ff: int = 2048
    h: int = 8
    d_k: int = 64
    d_v: int = 64
    decoder_N: int = 0

    @property
    def layer_counts(self) -> tuple[int, int]:
        """Return the number of layers of the encoder and of the decoder."""
        return self.N, self.decoder_N or self.N

    @property
    def buildable(self) -> bool:
        """Return whether ``model.transformer`` can have these sizes: h d_k = h d_v = d_model."""
        return self.h * self.d_k == self.h * self.d_v == self.d_model


@dataclass(frozen=True)
class Table3Row:
    """One row of Table 3.

    Args:
        name: name in the paper; rows (A) to (C) change the base model.
        sizes: all sizes of the model.
        printed: millions of parameters as printed; None where the paper prints none.
    """

    name: str
    sizes: Sizes
    printed: int | None = None


PAPER_VOCABULARY = 37_000  # pieces for English and German together (section 5.1)
TABLE_3 = (
    Table3Row("base", Sizes(), 65),
    Table3Row("(A)", Sizes(h=1, d_k=512, d_v=512)),
    Table3Row("(A)", Sizes(h=4, d_k=128, d_v=128)),
    Table3Row("(A)", Sizes(h=16, d_k=32, d_v=32)),
    Table3Row("(A)", Sizes(h=32, d_k=16, d_v=16)),
    Table3Row("(B)", Sizes(d_k=16), 58),
    Table3Row("(B)", Sizes(d_k=32), 60),
    Table3Row("(C)", Sizes(N=2), 36),
    Table3Row("(C)", Sizes(N=4), 50),
    Table3Row("(C)", Sizes(N=8), 80),
    Table3Row("(C)", Sizes(d_model=256, d_k=32, d_v=32), 28),
    Table3Row("(C)", Sizes(d_model=1024, d_k=128, d_v=128), 168),
    Table3Row("(C)", Sizes(d_ff=1024), 53),
    Table3Row("(C)", Sizes(d_ff=4096), 90),
    Table3Row("big", Sizes(d_model=1024, d_ff=4096, h=16), 213),
)


def get_sizes(config: ModelConfig) -> Sizes:
    """Return the sizes in a model's configuration."""
    return Sizes(
        N=config.N,
        d_model=config.d_model,
        d_ff=config.d_ff,
        h=config.h,
        d_k=config.d_k,
        d_v=config.d_k,
        decoder_N=config.decoder_N,
    )


def count_parameters(sizes: Sizes, vocab_size: int) -> dict[str, int]:
    """Return how many parameters a Transformer of these sizes has in each of its parts.
    The embedding matrix E, used in three places, counts once. Biases of the attention and a norm at
    the end of a stack are not counted.

    Args:
        sizes: sizes of the model.
        vocab_size: number of rows of E.

    Returns:
        Counts by part: "embedding", "attention", "feed-forward" and "norms".
    """
    d_model, d_ff = sizes.d_model, sizes.d_ff
    attention = 2 * sizes.h * (sizes.d_k + sizes.d_v) * d_model  # W_Q and W_K, W_V and W_O
    feed_forward = 2 * d_model * d_ff + d_ff + d_model
    norm = 2 * d_model
    encoder, decoder = sizes.layer_counts
    return {
        "embedding": vocab_size * d_model,
        "attention": (encoder + 2 * decoder) * attention,
        "feed-forward": (encoder + decoder) * feed_forward,
        "norms": (2 * encoder + 3 * decoder) * norm,
    }


def find_fitting_vocabularies(row: Table3Row) -> range:
    """Return the range of vocabulary sizes that give the number of parameters printed in Table 3.
    The paper prints whole millions, to which the counts of all these sizes round.

    Args:
        row: a row of Table 3 for which the paper prints the number of parameters.

    Raises:
        ValueError: if the paper prints no number for this row.
    """
    if row.printed is None:
        raise ValueError("the paper prints no number for this row")
    others = sum(count_parameters(row.sizes, 0).values())
    least, most = ((row.printed + half) * 1e6 - others for half in (-0.5, 0.5))
    return range(math.ceil(least / row.sizes.d_model), math.ceil(most / row.sizes.d_model))
