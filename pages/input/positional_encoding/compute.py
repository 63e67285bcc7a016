"""Positional encodings: another layout, wavelengths, a step as a rotation, shuffled tokens."""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.embedding import positional_encoding
from model.reading import Reading
from model.tokens import Token

POSITIONS_TAP = "encoder.embedding.positions"
SUMS_TAP = "encoder.embedding.output"


def has_positions(reading: Reading) -> bool:
    """Return whether positional encodings were added to the sentence: a change may take them."""
    return bool(reading.trace[POSITIONS_TAP].any())


def concatenated_encoding(length: int, d_model: int) -> Float[Tensor, "position d_model"]:
    r"""Return Tensor2Tensor's positional encoding: all sines, then all cosines.

    $$\sin(pos / 10000^{i/(d_{model}/2 - 1)}), \quad \cos(pos / 10000^{i/(d_{model}/2 - 1)})$$

    Args:
        length: number of positions, counted from 0.
        d_model: width of each row, at least 4.
    """
    pairs = d_model // 2
    position = torch.arange(length, dtype=torch.float64).unsqueeze(1)
    angle = position / 10_000 ** (torch.arange(pairs, dtype=torch.float64) / (pairs - 1))
    return torch.cat([angle.sin(), angle.cos()], dim=-1).float()


def wavelengths(encoding: Float[Tensor, "position d_model"]) -> list[float]:
    """Return the wavelength of each pair of sine and cosine, in positions, from rows 0 and 1.

    Args:
        encoding: at least two rows; the angle at position 1 gives the frequency.
    """
    sine, cosine = encoding[1].double().unflatten(0, (-1, 2)).unbind(dim=-1)
    return (2 * math.pi / torch.atan2(sine, cosine)).tolist()


def angle_between(two: Float[Tensor, "2 d_model"]) -> float:
    """Return the angle between two vectors in degrees."""
    cosine = torch.cosine_similarity(two[0].double(), two[1].double(), dim=0)
    return math.degrees(math.acos(cosine.clamp(-1, 1).item()))


def rotation(k: int, d_model: int) -> Float[Tensor, "d_model d_model"]:
    r"""Return the matrix M_k that leads from any position's encoding to the one k positions later.

    $$PE_{pos+k} = M_k\, PE_{pos}$$

    Each pair of sine and cosine turns by its own angle, so M_k is made of small rotations along
    its diagonal. Their numbers are those of PE(k) itself:

    $$\begin{pmatrix} \sin(a + b) \\ \cos(a + b) \end{pmatrix} =
      \begin{pmatrix} \cos b & \sin b \\ -\sin b & \cos b \end{pmatrix}
      \begin{pmatrix} \sin a \\ \cos a \end{pmatrix}$$

    Args:
        k: number of positions from one to the other; if negative, it leads back.
        d_model: width of the encoding.
    """
    sine, cosine = positional_encoding(abs(k) + 1, d_model)[-1].unflatten(0, (-1, 2)).unbind(-1)
    sine = math.copysign(1, k) * sine
    blocks = torch.stack([cosine, sine, -sine, cosine], dim=-1).unflatten(-1, (2, 2))
    return torch.block_diag(*blocks)


def rotate(
    encoding: Float[Tensor, "position d_model"], matrix: Float[Tensor, "d_model d_model"]
) -> Float[Tensor, "position d_model"]:
    """Return M PE(pos) for every position, given PE and a matrix M such as ``rotation``'s.

    Args:
        encoding: the positional encoding PE.
        matrix: a matrix M such as ``rotation``'s.
    """
    return encoding @ matrix.T


def largest_rotation_error(k: int, encoding: Float[Tensor, "position d_model"]) -> float:
    """Return the largest absolute difference of PE(pos + k) and M_k PE(pos), over all positions.

    M_k is the matrix that turns each sine-cosine pair by the angle that belongs to k positions.

    Args:
        k: number of positions from one to the other; if negative, it leads back.
        encoding: the positional encoding PE.
    """
    stepped = rotate(encoding, rotation(k, encoding.shape[-1]))
    step = abs(k)
    ahead = (encoding[step:], stepped[: len(encoding) - step])
    back = (encoding[: len(encoding) - step], stepped[step:])
    expected, found = ahead if k >= 0 else back
    return (expected - found).abs().max().item()


def pick_random_order(ids: Sequence[int], seed: int) -> tuple[int, ...] | None:
    """Return a random order of the tokens, the last kept last; None if no order changes the text.

    Args:
        ids: token ids of a sentence, the end token last.
        seed: the same seed always gives the same order.

    Returns:
        For each position of the new sentence, the token's old position; None if no order makes
        another sentence.
    """
    words = ids[:-1]
    if len(set(words)) < 2:
        return None
    generator = torch.Generator().manual_seed(seed)
    order = list(range(len(words)))
    while [words[place] for place in order] == list(words):
        order = torch.randperm(len(words), generator=generator).tolist()
    return (*order, len(words))


def undo_order(
    rows: Float[Tensor, "position d_model"], order: Sequence[int]
) -> Float[Tensor, "position d_model"]:
    """Return shuffled rows in their old order: row i belongs at position order[i]."""
    result = torch.empty_like(rows)
    result[list(order)] = rows
    return result


def find_default_position(tokens: Sequence[Token]) -> int:
    """Return the position that the page opens with: that of the first word that occurs twice, or
    else the fifth.

    Args:
        tokens: the tokens of the sentence.
    """
    texts = [(token.text, token.joined) for token in tokens]
    twice = (
        place for place, text in enumerate(texts) if text[0].isalpha() and texts.count(text) > 1
    )
    return next(twice, min(4, len(texts) - 1))
