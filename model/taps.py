"""What each tap holds, in a sentence: ``docs/api.md`` lists them with names and axes."""

import re

# Keys are the last part of a tap's name, after its module's name where that is needed.
MEANINGS = {
    "embedding.rows": "The row of E of each token.",
    "embedding.embedding": "That row times the square root of d_model.",
    "embedding.positions": "The positional encoding: sines and cosines of each position.",
    "embedding.output": "Their sum, which enters the first layer: the residual stream at depth 0.",
    "attention.q": "Queries of each head, x W_Q.",
    "attention.k": "Keys of each head: x W_K, in cross-attention memory W_K.",
    "attention.v": "Values of each head: x W_V, in cross-attention memory W_V.",
    "attention.scores": "Query times key, divided by the square root of d_k.",
    "attention.visible": "True where a query may look at a key; one mask for all heads.",
    "attention.masked": "The scores, minus infinity where a key is masked.",
    "attention.weights": "Their softmax over the keys: each row sums to 1.",
    "attention.heads": "What each head reads, weights times values, before W_O mixes the heads.",
    "residual": "What goes past a sub-layer: the stream that it was given.",
    "sublayer": "What the sub-layer adds to it.",
    "sum": "Both together, before the norm.",
    "output": "The sum after LayerNorm, which the next sub-layer reads: the residual stream.",
    "hidden": "The hidden layer of a feed-forward network, after its activation.",
    "memory": "The encoder's output, which every cross-attention reads.",
    "logits": "The score of each piece of the vocabulary, before the softmax.",
}


def describe_tap(tap: str) -> str:
    """Return one sentence on what the tensor at a tap is."""
    *_, before, last = ("", *tap.split("."))
    kind = "attention" if before.endswith("attention") else before
    return MEANINGS.get(f"{kind}.{last}") or MEANINGS[last]


def tap_pattern(tap: str) -> str:
    """Return a tap's name with ``{}`` in place of the layer number."""
    return re.sub(r"\b\d+\b", "{}", tap)
