"""Map of pieces among their nearest rows of E: points, neighbours and the PCA plane."""

from collections.abc import Iterable, Sequence
from itertools import chain

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.measures import neighbours
from model.tokenizer import Tokenizer
from pages.input.embedding import remarks
from pages.input.embedding.views.word_map import NearRow, Point, WordMapData, show_word_map
from ui.choices import controls
from ui.messages import _
from ui.readings.reading import Reading

LISTED = 10  # nearest rows in a list
WORDS = 8  # at most this many words may be added to the map


def make_entries(
    tokenizer: Tokenizer, neighbours: Iterable[tuple[int, float]]
) -> tuple[NearRow, ...]:
    """Return nearest rows of E as entries of a list: piece and cosine, and whether it is special.

    Args:
        tokenizer: turns rows into pieces.
        neighbours: id and cosine of each nearest row.
    """
    return tuple(
        NearRow(tokenizer.pieces([row])[0], cosine, special=is_special(tokenizer, row))
        for row, cosine in neighbours
    )


def is_special(tokenizer: Tokenizer, row: int) -> bool:
    """Return whether a row of E (an id) belongs to a special token."""
    return row < tokenizer.first_piece


def embed_words(
    tokenizer: Tokenizer, E: Float[Tensor, "vocab d_model"], typed_text: str
) -> tuple[tuple[int, ...], dict[str, Tensor]]:
    """Return the ids of typed words that are one piece, and vectors for those of several pieces.

    Args:
        tokenizer: splits words into pieces.
        E: the embedding matrix.
        typed_text: words separated by spaces; only the first ``WORDS`` (8) are read.

    Returns:
        The ids of the words of one piece; and word of several pieces -> mean of its pieces' rows.
    """
    words = {word: tokenizer.encode(word) for word in dict.fromkeys(typed_text.split()[:WORDS])}
    rows = tuple(ids[0] for ids in words.values() if len(ids) == 1)
    return rows, {word: E[ids].mean(dim=0) for word, ids in words.items() if len(ids) > 1}


def show_neighbour_map(
    tokenizer: Tokenizer, E: Float[Tensor, "vocab d_model"], reading: Reading, chosen_token: int
) -> None:
    """Show a map of the sentence's pieces among their nearest embedding rows.

    The mean of all rows is subtracted from each row. Controls set the number of neighbours, and
    words to add.

    Args:
        tokenizer: turns rows into pieces.
        E: the embedding matrix.
        reading: the sentence and its translation.
        chosen_token: index of the chosen token, from 0.
    """
    with st.container(key="map_choices", horizontal=True, vertical_alignment="bottom"):
        count = controls.choose_option(
            "around", _("Neighbours per token"), {2: "2", 4: "4", 8: "8"}, 4
        )
        typed = controls.text_field(
            "also", _("Words to add"), max_chars=60, width=300, placeholder="dog chien Hund"
        )
    sentence, E = (reading.source_ids, reading.output_ids), neighbours.subtract_mean(E)
    points, places, share = word_points(
        tokenizer, E, sentence, embed_words(tokenizer, E, typed), count
    )
    own = list(dict.fromkeys(reading.source_ids))
    show_word_map(
        WordMapData(
            points=points,
            places=places,
            tokens=[own.index(row) for row in reading.source_ids],
            chosen=chosen_token,
            chance=neighbours.mean_cosine(E).item(),
            note=remarks.describe_map(share, len(points)),
        )
    )


def word_points(
    tokenizer: Tokenizer,
    E: Float[Tensor, "vocab d_model"],
    sentence: tuple[Sequence[int], Sequence[int]],
    added: tuple[Sequence[int], dict[str, Tensor]],
    neighbour_count: int,
) -> tuple[list[Point], Tensor, float]:
    """Return the points of the word map and their coordinates in a plane (by PCA).

    The points are the pieces of sentence and translation, the added words, and the nearest rows of
    the sentence's pieces and added words.

    Args:
        tokenizer: turns rows into pieces.
        E: the embedding matrix.
        sentence: ids of the sentence, and ids of its translation.
        added: the added words, as ``embed_words`` returns them.
        neighbour_count: number of nearest rows of each piece or added word to include.

    Returns:
        The points, those of the sentence first and added words of several pieces last; their
        coordinates, of shape (point, 2); and the share of the variance that the plane keeps, from 0
        to 1.
    """
    (source, said), (extra, means) = sentence, added
    own = list(dict.fromkeys([*source, *extra]))
    seeds = torch.stack([*E[own], *means.values()])
    around = [
        [row for row, __ in found][:neighbour_count]
        for found in find_nearest_rows(E, seeds, own, neighbour_count)
    ]
    rows = list(dict.fromkeys([*own, *chain.from_iterable(around), *said]))
    links = dict(zip([*own, *means], around, strict=True))
    vectors = torch.stack([*E[rows], *means.values()])
    points = [
        Point(
            name,
            kind,
            make_entries(tokenizer, found),
            links=tuple(rows.index(other) for other in links.get(row, ())),
            special=isinstance(row, int) and is_special(tokenizer, row),
        )
        for row, name, kind, found in zip(
            [*rows, *means],
            [*tokenizer.pieces(rows), *means],
            [*(_point_origin(row, source, extra, said) for row in rows), *["mean"] * len(means)],
            find_nearest_rows(E, vectors, rows, LISTED),
            strict=True,
        )
    ]
    places, share = neighbours.pca_plane(neighbours.normalize_rows(vectors))
    return points, places, share


def _point_origin(
    row: int, source: Sequence[int], added: Sequence[int], target: Sequence[int]
) -> str:
    """Return where a row comes from: "source", "added" words, "said" (the translation), "near"."""
    kinds = {"source": source, "added": added, "said": target}
    return next((kind for kind, rows in kinds.items() if row in rows), "near")


def find_nearest_rows(
    E: Float[Tensor, "vocab d_model"],
    vectors: Float[Tensor, "some d_model"],
    own_rows: Sequence[int],
    neighbour_count: int,
) -> list[list[tuple[int, float]]]:
    """Return, for each vector, the rows of E with the highest cosines, as (id, cosine) pairs.

    Args:
        E: the embedding matrix.
        vectors: the vectors; the first ones may be rows of E.
        own_rows: ids of these rows, none of which is listed as its own neighbour.
        neighbour_count: number of rows for each vector.
    """
    found = neighbours.nearest_rows(neighbours.cosine_matrix(E, vectors), neighbour_count + 1)
    itself = [*own_rows, *[None] * (len(found) - len(own_rows))]
    return [
        [(row, cosine) for row, cosine in each if row != me][:neighbour_count]
        for each, me in zip(found, itself, strict=True)
    ]
