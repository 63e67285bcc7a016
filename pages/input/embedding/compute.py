"""Norms of vectors, and where rows of the shared embedding matrix are used."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float
from torch import Tensor

from model.measures import neighbours
from model.reading import Reading
from model.tokens import Token


def norms(vectors: Float[Tensor, "token d_model"]) -> Float[Tensor, " token"]:
    """Return the L2 norm of each vector."""
    return vectors.norm(dim=-1)


def find_largest_component(vectors: Sequence[Float[Tensor, " d_model"]]) -> int:
    """Return the index of the component with the largest absolute value in any of the vectors."""
    return int(torch.stack(list(vectors)).abs().amax(dim=0).argmax())


def compute_neighbour_cosines(E: Float[Tensor, "vocab d_model"], row: int) -> dict[int, float]:
    """Return the cosines of a row of E with the rows before and after it and the most similar row.

    Args:
        E: the embedding matrix.
        row: id of the row.

    Returns:
        Id of the other row -> cosine.
    """
    [alike] = neighbours.cosine_matrix(E, E[[row]])
    two = neighbours.nearest_rows(alike.unsqueeze(0), 2)[0]
    nearest = {other for other, __ in two if other != row}
    beside = {other for other in (row - 1, row + 1) if 0 <= other < len(E)}
    return {other: alike[other].item() for other in beside | nearest}


@dataclass(frozen=True)
class RowUse:
    """Where one piece's embedding row is used in a reading.

    Args:
        id: the piece's id, which is its row of E.
        token: the piece as displayed.
        source: its positions in the sentence.
        target: its positions in the decoder's input.
        difference: the largest difference between its row of E and the recorded embeddings.
    """

    id: int
    token: Token
    source: tuple[int, ...]
    target: tuple[int, ...]
    difference: float


def find_row_uses(reading: Reading, E: Float[Tensor, "vocab d_model"]) -> list[RowUse]:
    """Return, for each piece of sentence and translation, the positions that use its row of E."""
    sides = {
        "encoder": (reading.source_ids, reading.source),
        "decoder": (reading.target_ids, reading.target),
    }
    tokens = {
        id_: replace(token, joined=False)
        for ids, side in sides.values()
        for id_, token in zip(ids, side, strict=True)
    }
    found = []
    for id_, token in tokens.items():
        places = {
            name: tuple(place for place, other in enumerate(ids) if other == id_)
            for name, (ids, _) in sides.items()
        }
        read = torch.cat(
            [reading.trace[f"{name}.embedding.rows"][0, list(at)] for name, at in places.items()]
        )
        difference = (read - E[id_]).abs().max().item()
        found.append(RowUse(id_, token, places["encoder"], places["decoder"], difference))
    return found


def find_shared_piece_number(uses: Sequence[RowUse]) -> int:
    """Return the number, from 1, of the first piece that both sentence and translation have.

    Args:
        uses: the pieces of sentence and translation; the number is a place in this list, or 1 if
            they share no piece.
    """
    shared = [place for place, use in enumerate(uses, 1) if use.source and use.target]
    return shared[0] if shared else 1


def strongest_step(reading: Reading, row_use: RowUse) -> int:
    """Return the step, from 0, at which a piece gets its largest logit.

    Args:
        reading: the sentence and its pass.
        row_use: the piece, with the positions that use its row of E.
    """
    return int(reading.trace["logits"][0, : len(reading.output), row_use.id].argmax())
