"""Number of parameters in each part of the network."""

from collections import Counter

from model.transformer import Transformer

# What a parameter's name contains -> the part that it belongs to.
PARTS = {
    "E.": "embedding matrix E",
    "encoder.self_attention": "encoder self-attention",
    "encoder.feed_forward": "encoder feed-forward",
    "decoder.self_attention": "decoder self-attention",
    "decoder.cross_attention": "cross-attention",
    "decoder.feed_forward": "decoder feed-forward",
    "norm": "layer normalization",
    "b": "bias of the logits",  # of a converted model
}


def count_parameters(model: Transformer) -> dict[str, int]:
    """Return the number of parameters in each part of the network, added up over all layers.

    The parts are the values of ``PARTS``, such as "cross-attention"; those without parameters are
    left out. The embedding matrix E, which encoder, decoder and output share, counts once.
    """
    counts: Counter[str] = Counter(dict.fromkeys(PARTS.values(), 0))
    for name, parameter in model.named_parameters():
        place = ".".join(
            part for part in name.split(".") if part != "layers" and not part.isdigit()
        )
        counts[next(part for key, part in PARTS.items() if key in place)] += parameter.numel()
    return {part: count for part, count in counts.items() if count}
