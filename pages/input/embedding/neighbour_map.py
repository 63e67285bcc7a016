"""Pieces among their neighbours: from rows of E to what the views of them show."""

from collections.abc import Iterable, Sequence
from itertools import chain

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.measures import neighbours
from model.tokenizer import Tokenizer
from pages.input.embedding import remarks
from pages.input.embedding.views.word_map import Near, Point, word_map
from ui.choices import controls
from ui.messages import _
from ui.readings.reading import Reading

LISTED = 10  # nearest rows in a list
WORDS = 8  # that a person may add to the map


def near(tokenizer: Tokenizer, found: Iterable[tuple[int, float]]) -> tuple[Near, ...]:
    """Name some rows."""
    return tuple(
        Near(tokenizer.pieces([row])[0], cosine, special=special(tokenizer, row))
        for row, cosine in found
    )


def special(tokenizer: Tokenizer, row: int) -> bool:
    """Whether a row belongs to a token that nobody can type."""
    return row < tokenizer.first_piece


def rows_of_words(
    tokenizer: Tokenizer, E: Float[Tensor, "vocab d_model"], typed: str
) -> tuple[tuple[int, ...], dict[str, Tensor]]:
    """Return rows of E for words of one piece; for longer words, the mean of their pieces' rows."""
    words = {word: tokenizer.encode(word) for word in dict.fromkeys(typed.split()[:WORDS])}
    rows = tuple(ids[0] for ids in words.values() if len(ids) == 1)
    return rows, {word: E[ids].mean(dim=0) for word, ids in words.items() if len(ids) > 1}


def neighbour_map(
    tokenizer: Tokenizer, E: Float[Tensor, "vocab d_model"], reading: Reading, word: int
) -> None:
    """Draw a sentence's pieces among their nearest rows, without the mean row; see ``word_points``.

    People choose how many of these there are, and words to add.

    Args:
        tokenizer: names the rows.
        E: vocabulary x d_model.
        reading: the sentence and its translation.
        word: place of the chosen token, from 0.
    """
    with st.container(key="map_choices", horizontal=True, vertical_alignment="bottom"):
        count = controls.one_of("around", _("Neighbours of each"), {2: "2", 4: "4", 8: "8"}, 4)
        typed = controls.text(
            "also", _("Words to add"), max_chars=60, width=300, placeholder="dog chien Hund"
        )
    sentence, E = (reading.source_ids, reading.output_ids), neighbours.without_mean(E)
    points, places, share = word_points(
        tokenizer, E, sentence, rows_of_words(tokenizer, E, typed), count
    )
    own = list(dict.fromkeys(reading.source_ids))
    word_map(
        points,
        places,
        [own.index(row) for row in reading.source_ids],
        word,
        {"chance": neighbours.mean_cosine(E).item(), "note": remarks.map_note(share, len(points))},
    )


def word_points(
    tokenizer: Tokenizer,
    E: Float[Tensor, "vocab d_model"],
    sentence: tuple[Sequence[int], Sequence[int]],
    more: tuple[Sequence[int], dict[str, Tensor]],
    count: int,
) -> tuple[list[Point], Tensor, float]:
    """Put the pieces of a sentence, further words and the rows nearest to each of them on one map.

    The pieces of the translation are there too, but draw no neighbours of their own.

    Args:
        tokenizer: names the rows.
        E: vocabulary x d_model.
        sentence: ids of the sentence and of its translation.
        more: further rows, and further vectors by name; see ``rows_of_words``.
        count: how many nearest rows of each are on the map.

    Returns:
        The points, those of the sentence first and further vectors last; their places; the share
        of all differences of direction that the map keeps.
    """
    (source, said), (extra, means) = sentence, more
    own = list(dict.fromkeys([*source, *extra]))
    seeds = torch.stack([*E[own], *means.values()])
    around = [[row for row, __ in found][:count] for found in nearest(E, seeds, own, count)]
    rows = list(dict.fromkeys([*own, *chain.from_iterable(around), *said]))
    links = dict(zip([*own, *means], around, strict=True))
    vectors = torch.stack([*E[rows], *means.values()])
    points = [
        Point(
            name,
            kind,
            near(tokenizer, found),
            links=tuple(rows.index(other) for other in links.get(row, ())),
            special=isinstance(row, int) and special(tokenizer, row),
        )
        for row, name, kind, found in zip(
            [*rows, *means],
            [*tokenizer.pieces(rows), *means],
            [*(_kind(row, source, extra, said) for row in rows), *["mean"] * len(means)],
            nearest(E, vectors, rows, LISTED),
            strict=True,
        )
    ]
    places, share = neighbours.pca_plane(neighbours.directions(vectors))
    return points, places, share


def _kind(row: int, source: Sequence[int], extra: Sequence[int], said: Sequence[int]) -> str:
    kinds = {"source": source, "added": extra, "said": said}
    return next((kind for kind, rows in kinds.items() if row in rows), "near")


def nearest(
    E: Float[Tensor, "vocab d_model"],
    vectors: Float[Tensor, "some d_model"],
    own: Sequence[int],
    count: int,
) -> list[list[tuple[int, float]]]:
    """Find the rows nearest to each of some vectors; the first ones are rows themselves.

    Args:
        E: vocabulary x d_model.
        vectors: whose neighbours are looked for.
        own: the rows of E that the first vectors are, which are no neighbours of themselves.
        count: how many to return.
    """
    found = neighbours.nearest(neighbours.cosines(E, vectors), count + 1)
    itself = [*own, *[None] * (len(found) - len(own))]
    return [
        [(row, cosine) for row, cosine in each if row != me][:count]
        for each, me in zip(found, itself, strict=True)
    ]
