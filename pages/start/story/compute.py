"""Values for the story's scenes: an example of attention, samples of vectors, angles."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol, runtime_checkable

import torch
from jaxtyping import Bool, Float
from torch import Tensor

COLUMNS = 32  # components of a vector that are drawn
ROWS = 12  # at most this many tokens are drawn
FARTHEST = ROWS - 2  # largest distance between query and key, so that both are drawn
LONG = 4  # from this length on, a word is mostly a content word
MAINLY = 0.4  # from this weight on, a word attends "mainly" to another


@runtime_checkable
class Piece(Protocol):
    """A token as far as it matters here: its text, and whether it continues the one before."""

    @property
    def text(self) -> str: ...

    @property
    def joined(self) -> bool: ...


@dataclass(frozen=True)
class AttentionExample:
    """One word that attends to another: positions, layer and head, from 0.

    Args:
        layer: layer of the encoder.
        head: head of that layer.
        query: position of the word that attends.
        key: position of the word that it attends to.
        weight: attention weight of that key.
    """

    layer: int
    head: int
    query: int
    key: int
    weight: float

    @property
    def is_clear(self) -> bool:
        """Whether the word attends to the other with a weight of at least ``MAINLY`` (0.4)."""
        return self.weight >= MAINLY


def find_attention_example(
    weights: Float[Tensor, "layer head query key"],
    words: Mapping[int, str],
    pronouns: Collection[str],
) -> AttentionExample | None:
    """Return the clearest example of a word that attends to another word.

    The clearest example is the one with the largest weight. Queries that are pronouns are
    preferred, since they refer to another word; then distant keys; then long keys, which are mostly
    content words. A preference is dropped if no example that meets it is clear.

    Args:
        weights: weights of the encoder's self-attention.
        words: position of a token that is a whole word -> its text.
        pronouns: pronouns of the sentence's language, in lower case.

    Returns:
        The example; None if the sentence has no two words that are near enough to be drawn
        together.
    """
    place = torch.arange(weights.shape[-1])
    distance = (place.unsqueeze(1) - place).abs()
    asking = [place for place, word in words.items() if word.lower() in pronouns]
    long = [place for place, word in words.items() if len(word) >= LONG]
    best = None
    for queries, nearest, keys in product((asking, words), (2, 1), (long, words)):
        fits = (distance >= nearest) & (distance <= FARTHEST)
        fits &= _position_mask(queries, len(place)).unsqueeze(1) & _position_mask(keys, len(place))
        if not fits.any():
            continue
        flat = weights.where(fits, -1.0).flatten()
        layer, head, query, key = map(int, torch.unravel_index(flat.argmax(), weights.shape))
        found = AttentionExample(layer, head, query, key, flat.max().item())
        if found.is_clear:
            return found
        if best is None or found.weight > best.weight:
            best = found
    return best


def _position_mask(positions: Iterable[int], length: int) -> Bool[Tensor, " position"]:
    """Return a mask that is true at the given positions."""
    mask = torch.zeros(length, dtype=torch.bool)
    mask[list(positions)] = True
    return mask


def find_split_word(tokens: Sequence[Piece]) -> range | None:
    """Return the positions of the pieces of the first word that has several; None if none has."""
    for start, token in enumerate(tokens):
        end = start + 1
        while end < len(tokens) and tokens[end].joined and _has_letter(tokens[end].text):
            end += 1
        if end > start + 1 and not token.joined and _has_letter(token.text):
            return range(start, end)
    return None


def _has_letter(text: str) -> bool:
    """Return whether a text contains a letter."""
    return any(map(str.isalpha, text))


def find_shown_range(length: int, *positions: int) -> range:
    """Return a range of at most ``ROWS`` (12) positions to draw, which includes the given ones.

    Args:
        length: number of tokens of the sentence.
        positions: positions that must be included; at most ``FARTHEST`` (10) apart.
    """
    start = min(max(0, min(positions, default=0) - 1), max(0, length - ROWS))
    return range(start, min(length, start + ROWS))


def crop_vectors(
    vectors: Float[Tensor, "position d_model"], shown: range
) -> Float[Tensor, "row column"]:
    """Return the first ``COLUMNS`` (32) components of the vectors at the positions to draw.

    Args:
        vectors: a vector at each position of the sentence.
        shown: the positions to draw.
    """
    return vectors[shown.start : shown.stop, :COLUMNS]


def sample_embeddings(E: Float[Tensor, "vocab d_model"]) -> Float[Tensor, "sample sample_column"]:
    """Return 64 evenly spaced rows of the embedding matrix E, the first 8 components of each."""
    return E[:: max(1, len(E) // 64)][:64, :8]


def find_equal_tokens(
    token_texts: Sequence[str], first_position: int = 0
) -> tuple[int, int] | None:
    """Return the positions of the first two tokens with equal texts.

    Args:
        token_texts: texts of consecutive tokens.
        first_position: position of the first of these tokens; the result counts from there.

    Returns:
        Both positions, the earlier one first; None if all texts differ.
    """
    for late, text in enumerate(token_texts):
        if (early := list(token_texts).index(text)) < late:
            return first_position + early, first_position + late
    return None


def angle(a: Float[Tensor, " d_model"], b: Float[Tensor, " d_model"]) -> float:
    """Return the angle between two vectors, in degrees."""
    return torch.cosine_similarity(a, b, dim=0).clamp(-1, 1).arccos().rad2deg().item()


def count_active_units(units: Float[Tensor, " d_ff"]) -> int:
    """Return the number of feed-forward units whose activation is positive."""
    return int((units > 0).sum())


def find_positions_with_strongest_unit(
    units: Float[Tensor, "position d_ff"], position: int
) -> list[int]:
    """Return the other positions at which the unit that is strongest at ``position`` is active."""
    strongest = units[:, units[position].argmax()]
    return [n for n, value in enumerate(strongest.tolist()) if value > 0 and n != position]


def pick_evenly(count: int, limit: int) -> list[int]:
    """Return up to ``limit`` evenly spaced indices from 0 to ``count`` − 1, both ends included.

    Args:
        count: number of indices to pick from.
        limit: largest number of indices to return, at least 2.
    """
    if count <= limit:
        return list(range(count))
    return [round(i * (count - 1) / (limit - 1)) for i in range(limit)]
