"""Does cross-attention align words? The alignment error rate of every layer, head and shift."""

from collections.abc import Callable, Mapping, Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.alignment.aligned import AlignedPair, Links
from model.measures.words import merge_pieces, word_indices
from model.passes import record_pass
from model.tokenizer import EOS, SPACE, Tokenizer
from model.transformer import Transformer

# Row i of cross-attention reads the target's token i and writes the next one. Which of the two is
# aligned with what the row looks at is to be measured.
SHIFTS = {"writes": slice(0, -1), "reads": slice(1, None)}

HeadShift = tuple[int, int | None, str]  # (layer, head or None for the mean of all heads, shift)


def link_to_strongest(weights: Float[Tensor, "target_word source_word"]) -> Links:
    """Link each target word to the source word with the largest attention weight.

    Returns:
        A set of word index pairs, (source word, target word).
    """
    return frozenset((source, target) for target, source in enumerate(weights.argmax(-1).tolist()))


def link_diagonally(source_count: int, target_count: int) -> Links:
    """Link each target word to the source word at the same relative position, as a baseline.

    Args:
        source_count: number of words of the source.
        target_count: number of words of the target.

    Returns:
        A set of word index pairs, (source word, target word).
    """
    return frozenset(
        ((2 * t + 1) * source_count // (2 * target_count), t) for t in range(target_count)
    )


def alignment_error_rate(pairs: Sequence[tuple[Links, Links]]) -> float:
    r"""Return the alignment error rate (Och and Ney, 2003) of predicted word links, from 0 to 1.

    $$\mathrm{AER} = 1 - \frac{2\, |A \cap S|}{|A| + |S|}$$

    A are the predicted links of all sentences, S the gold links that people drew. The original
    measure tells sure from possible gold links; here all of them are sure.

    Args:
        pairs: for each sentence, (predicted links, gold links).
    """
    shared = sum(len(found & right) for found, right in pairs)
    return 1 - 2 * shared / sum(len(found) + len(right) for found, right in pairs)


def predict_links(
    model: Transformer, tokenizer: Tokenizer, pair: AlignedPair, language: str
) -> dict[HeadShift, Links]:
    """Link each target word to the source word with the largest cross-attention, for each head.

    Args:
        model: the trained network.
        tokenizer: the model's tokenizer.
        pair: a sentence and its translation, as words; its gold links are not used.
        language: code of the translation's language.

    Returns:
        (layer, head, shift) -> pairs of word indices (source word, target word). Head None is the
        mean of all heads. Shift "reads" takes the weights at the decoder positions that read the
        target word as input, "writes" those at the positions that predict it.

    Raises:
        ValueError: if the tokenizer does not split the text into the words of the pair.
    """
    source_ids = tokenizer.encode(tokenizer.source_text(" ".join(pair.source), language))
    target = tokenizer.encode_target(" ".join(pair.target))
    own = slice(first_text_position(tokenizer, source_ids), len(source_ids))
    trace = record_pass(model, [*source_ids, EOS], [tokenizer.start(language), *target])
    sources, targets = (
        word_indices_of_tokens(tokenizer, source_ids[own]),
        word_indices_of_tokens(tokenizer, target),
    )
    if (sources[-1] + 1, targets[-1] + 1) != (len(pair.source), len(pair.target)):
        raise ValueError(f"a word of {' '.join(pair.source + pair.target)!r} is none as text")
    links = {}
    for layer in model.config.layers("cross"):
        weights = trace[f"decoder.layers.{layer}.cross_attention.weights"][0, :, :, own]
        weights = torch.cat([weights, weights.mean(dim=0, keepdim=True)])
        for shift, rows in SHIFTS.items():
            for head, by_word in enumerate(merge_pieces(weights[:, rows], targets, sources)):
                links[layer, head if head < model.config.h else None, shift] = link_to_strongest(
                    by_word
                )
    return links


def first_text_position(tokenizer: Tokenizer, source_ids: Sequence[int]) -> int:
    """Return the index of the first text token in the source; a language piece may precede it."""
    return sum(map(tokenizer.is_language_token, tokenizer.pieces(source_ids[:1])))


def word_indices_of_tokens(tokenizer: Tokenizer, ids: Sequence[int]) -> list[int]:
    """Return the index, from 0, of the word to which each token belongs.
    A piece that begins with "▁" begins a new word: "▁un", "friend", "▁is" give [0, 0, 1].
    """
    return word_indices([not piece.startswith(SPACE) for piece in tokenizer.pieces(ids)])


def measure_error_rates(
    model: Transformer,
    tokenizer: Tokenizer,
    pairs: Mapping[str, Sequence[AlignedPair]],
    advance: Callable[[int], object] = lambda count: None,
) -> dict[str, object]:
    """Return the alignment error rate of each cross-attention head and of each layer's mean.

    Args:
        model: the trained network.
        tokenizer: the model's tokenizer.
        pairs: word-aligned sentence pairs by direction, such as "en-fr".
        advance: called with 1 after each sentence, for a progress bar.

    Returns:
        "rows": one dict for each layer, head and shift (see ``predict_links``) with the keys
        "layer", "head", "shift", "aer" (error rate from 0 to 1, by direction) and "mean" (over
        directions). "best": the row with the lowest mean. "diagonal": "aer" and "mean" of linking
        words at the same relative position. "sentences": their number, by direction.
    """
    base: dict[str, float] = {}
    found: dict = {}
    for direction, aligned in pairs.items():
        every = []
        for pair in aligned:
            every.append(predict_links(model, tokenizer, pair, direction.split("-")[1]))
            advance(1)
        right = [pair.links for pair in aligned]
        lines = [link_diagonally(len(pair.source), len(pair.target)) for pair in aligned]
        base[direction] = round(alignment_error_rate(list(zip(lines, right, strict=True))), 4)
        for way in every[0]:
            links = [links[way] for links in every]
            rate = alignment_error_rate(list(zip(links, right, strict=True)))
            found.setdefault(way, {})[direction] = round(rate, 4)
    rows = [
        {
            "layer": layer,
            "head": head,
            "shift": shift,
            "aer": aer,
            "mean": mean_over_directions(aer),
        }
        for (layer, head, shift), aer in found.items()
    ]
    return {
        "sentences": {direction: len(aligned) for direction, aligned in pairs.items()},
        "diagonal": {"aer": base, "mean": mean_over_directions(base)},
        "best": min(rows, key=lambda row: row["mean"]),
        "rows": rows,
    }


def mean_over_directions(rates: dict[str, float]) -> float:
    """Return the mean of alignment error rates, given by direction, rounded to 4 decimals."""
    return round(sum(rates.values()) / len(rates), 4)
