"""How many bytes of keys and values decoding keeps for each token that was read or written."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Cached:
    """What one model keeps of a token.

    Args:
        name: of the model.
        layers: that keep something.
        numbers: kept in each layer.
        bytes_each: of one number.
        source: where its sizes are published.
    """

    name: str
    layers: int
    numbers: int
    bytes_each: int
    source: str

    @property
    def bytes(self) -> int:
        """Bytes of one token."""
        return self.layers * self.numbers * self.bytes_each


def shared_bytes(N: int, d_k: int, groups: int) -> int:
    """Return the bytes that a stack's self-attention keeps of a token, in 32-bit numbers.

    Args:
        N: layers.
        d_k: width of a key, and of a value.
        groups: different keys and values; h of them in 2017.
    """
    return N * 2 * groups * d_k * 4


PUBLISHED = (
    Cached("GPT-3 175B: 96 heads, each its own", 96, 2 * 96 * 128, 2, "Brown et al. 2020"),
    Cached("Llama 2 70B: 64 heads, 8 groups", 80, 2 * 8 * 128, 2, "Touvron et al. 2023"),
    Cached("DeepSeek-V2 236B: one latent vector", 60, 512 + 64, 2, "DeepSeek-AI 2024"),
)
