"""What a step of decoding multiplies, by a formula: counts are held against it."""

from model.config import ModelConfig


def count_multiplications(
    config: ModelConfig, rows: int, seen: int, source: int, memory: bool
) -> int:
    r"""Return the multiplications of one step, from the sizes alone.

    $$N \left(r\,(6 d^2 + 2 d\, d_\mathrm{ff}) + 2 m d^2 + 2 r (t + n)\, d\right) + d\,V$$

    Args:
        config: sizes of the model, d is its d_model.
        rows: r, target positions that are computed.
        seen: t, target positions that there are.
        source: n, positions of the memory.
        memory: whether cross-attention computes its n keys and values (m is n, else 0).
    """
    d, m = config.d_model, source if memory else 0
    weights = rows * (6 * d * d + 2 * d * config.d_ff) + 2 * m * d * d
    return (
        len(config.layers("decoder")) * (weights + 2 * rows * (seen + source) * d)
        + d * config.vocab_size
    )
