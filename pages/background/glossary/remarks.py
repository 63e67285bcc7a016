"""The terms to begin with, in numbers of the visitor's sentence."""

from ui.sentence import Remark, say


def describe_sizes(n: int, m: int, d_model: int, h: int) -> Remark:
    """Describe a sentence by the terms to begin with: its tokens, their vectors, the heads.

    Args:
        n: number of tokens of the source.
        m: number of tokens that the decoder reads.
        d_model: width of the vectors.
        h: number of heads in each attention.
    """
    return say(
        "Your sentence has **n = {n:,}** tokens, and its translation **m = {m:,}**. Each one "
        "becomes a vector of **d_model = {width:,}** numbers. In every layer, **h = {heads:,}** "
        "heads compare each query with the keys.",
        n=n,
        m=m,
        width=d_model,
        heads=h,
    )
