"""What the story picks from a pass: one plain example of attention, and a sample of each vector."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import torch
from jaxtyping import Bool, Float
from torch import Tensor

COLUMNS = 32  # numbers of a vector that the picture has room for
ROWS = 12  # tokens that the picture has room for
FARTHEST = ROWS - 2  # positions between query and key, so that both fit into the picture
LONG = 4  # letters from which on a word mostly has a meaning of its own
MAINLY = 0.4  # weight from which on a word attends "mainly" to another


@dataclass(frozen=True)
class Example:
    """One word that attends to another: positions, layer and head, from 0.

    Args:
        layer: of the encoder.
        head: in that layer.
        query: position of the word that attends.
        key: position of the word that it attends to.
        weight: of that key, after the softmax.
    """

    layer: int
    head: int
    query: int
    key: int
    weight: float

    @property
    def is_clear(self) -> bool:
        """Whether one may say that the word attends mainly to the other."""
        return self.weight >= MAINLY


def plain_example(
    weights: Float[Tensor, "layer head query key"],
    words: Mapping[int, str],
    pronouns: Collection[str],
) -> Example | None:
    """Return the clearest example of a word attending to a word that is not its neighbour.

    A pronoun comes first: what it needs to know stands elsewhere in the sentence. Long words come
    before short ones, which mostly mean little.

    Args:
        weights: of the encoder's self-attention, after the softmax.
        words: tokens that are whole words, by position.
        pronouns: of the sentence's language, in small letters.

    Returns:
        None if there are no two words.
    """
    place = torch.arange(weights.shape[-1])
    distance = (place.unsqueeze(1) - place).abs()
    asking = [place for place, word in words.items() if word.lower() in pronouns]
    long = [place for place, word in words.items() if len(word) >= LONG]
    best = None
    for queries, nearest, keys in product((asking, words), (2, 1), (long, words)):
        fits = (distance >= nearest) & (distance <= FARTHEST)
        fits &= _at(queries, len(place)).unsqueeze(1) & _at(keys, len(place))
        if not fits.any():
            continue
        flat = weights.where(fits, -1.0).flatten()
        layer, head, query, key = map(int, torch.unravel_index(flat.argmax(), weights.shape))
        found = Example(layer, head, query, key, flat.max().item())
        if found.is_clear:
            return found
        if best is None or found.weight > best.weight:
            best = found
    return best


def _at(positions: Iterable[int], length: int) -> Bool[Tensor, " position"]:
    mask = torch.zeros(length, dtype=torch.bool)
    mask[list(positions)] = True
    return mask


def window(length: int, *needed: int) -> range:
    """Return the positions that the picture shows: all, or a stretch that has those needed."""
    start = min(max(0, min(needed, default=0) - 1), max(0, length - ROWS))
    return range(start, min(length, start + ROWS))


def sample(vectors: Float[Tensor, "position d_model"], shown: range) -> Float[Tensor, "row column"]:
    """Return the first components of some vectors."""
    return vectors[shown.start : shown.stop, :COLUMNS]


def table(E: Float[Tensor, "vocab d_model"]) -> Float[Tensor, "sample sample_column"]:
    """Return a sample of E: rows from the first to the last, and the first numbers of each."""
    return E[:: max(1, len(E) // 64)][:64, :8]


def twins(texts: Sequence[str], start: int = 0) -> tuple[int, int] | None:
    """Return the positions of two equal tokens; None if all differ.

    Args:
        texts: of tokens in a row.
        start: position of the first one.
    """
    for late, text in enumerate(texts):
        if (early := list(texts).index(text)) < late:
            return start + early, start + late
    return None


def distance(vectors: Float[Tensor, "position d_model"], pair: tuple[int, int]) -> float:
    """Return the Euclidean distance of two vectors."""
    return (vectors[pair[0]] - vectors[pair[1]]).norm().item()


def angle(a: Float[Tensor, " d_model"], b: Float[Tensor, " d_model"]) -> float:
    """Return the angle between two vectors, in degrees."""
    return torch.cosine_similarity(a, b, dim=0).clamp(-1, 1).arccos().rad2deg().item()


def active(units: Float[Tensor, " d_ff"]) -> int:
    """Return the number of units with a positive activation."""
    return int((units > 0).sum())


def spread(count: int, frames: int) -> list[int]:
    """Return ``count`` evenly spaced indices, first and last included."""
    if count <= frames:
        return list(range(count))
    return [round(i * (count - 1) / (frames - 1)) for i in range(frames)]
