"""Sentences of the embedding page about the current sentence."""

import math
from collections.abc import Mapping, Sequence

from jaxtyping import Float
from torch import Tensor

from model.measures import neighbours
from model.tokenizer import SPACE, Tokenizer
from ui.messages import _, ngettext
from ui.readings.reading import Token, quote_pieces
from ui.words import escape_markdown, format_decimal, format_percent, join_names

NAMED = 5  # nearest rows that a sentence names
NEAREST = 3  # of them in the short one
BARELY = 0.1  # a cosine counts as similar from this much above the mean of two random rows


def strip_space_mark(piece: str) -> str:
    """Return a piece without a leading ▁, which marks a space; "▁" alone is returned unchanged."""
    return piece.removeprefix(SPACE) or SPACE


def describe_takeaway(
    E: Float[Tensor, "vocab d_model"], tokenizer: Tokenizer, token: Token, row: int
) -> str:
    """Return the takeaway: a token's neighbours by number, and those by direction.

    Args:
        E: the embedding matrix.
        tokenizer: turns rows into pieces.
        token: the token that is looked up.
        row: the token's id.
    """
    beside = [other for other in (row - 1, row + 1) if 0 <= other < len(E)]
    others = quote_pieces(tokenizer.pieces(beside))
    own, nearest = _quote_nearest_pieces(E, tokenizer, row)
    if token.known:
        name = own.replace(strip_space_mark(tokenizer.pieces([row])[0]), token.text, 1)
    else:
        name = _("“{token}” is unknown, and like all unknown characters it").format(
            token=token.text
        )
    if len(others) == 1:
        place = _("{token} has number {row:,} on the list, next to {other}.")
    else:
        place = _("{token} has number {row:,} on the list, between {before} and {after}.")
    place = place.format(token=name, row=row, other=others[0], before=others[0], after=others[-1])
    names = join_names(nearest[:NEAREST])
    near = _("By their rows, the tokens closest to it are {pieces}.").format(pieces=names)
    return f"{place} {near}"


def describe_stripes(d_model: int) -> str:
    """Return the legend of the enlarged rows: what a stripe is, and how alike two rows are."""
    return _(
        "A stripe is one of {count} numbers, minus its average over all rows (orange below, blue "
        "above). *Alike* is the cosine with the framed row, 1 for the same direction."
    ).format(count=d_model)


def describe_similarity(E: Float[Tensor, "vocab d_model"], tokenizer: Tokenizer, row: int) -> str:
    """Describe how similar a row of E is to the rows before and after it, which row is most similar
    to it, and which ones are once the mean row is subtracted; in Markdown, with pieces escaped.

    Args:
        E: the embedding matrix.
        tokenizer: turns rows into pieces.
        row: id of the row.
    """
    beside = [other for other in (row - 1, row + 1) if 0 <= other < len(E)]
    [alike] = neighbours.cosine_matrix(E, E[[row]])
    [best, cosine] = next(
        found for found in neighbours.nearest_rows(alike.unsqueeze(0), 2)[0] if found[0] != row
    )
    quoted = quote_pieces(tokenizer.pieces([row, best, *beside]))
    __, near, *others = map(escape_markdown, quoted)
    chance = neighbours.mean_cosine(E).item()
    any_two = _("Two rows picked at random have a cosine of {cosine:.2} on average.").format(
        cosine=chance
    )
    most = _most_similar_message(tokenizer.pieces([row, best]), cosine < chance + BARELY).format(
        count=len(E), piece=near, cosine=cosine
    )
    values = [format_decimal(alike[other].item()) for other in beside]
    rest = describe_rows_without_mean(E, tokenizer, row)
    return f"{_describe_adjacent_rows(others, values)} {any_two} {most} {rest}"


def describe_rows_without_mean(
    E: Float[Tensor, "vocab d_model"], tokenizer: Tokenizer, row: int
) -> str:
    """Describe which rows are nearest to a row once the mean of all rows is subtracted from each.

    The pieces are escaped for Markdown.

    Args:
        E: the embedding matrix.
        tokenizer: turns rows into pieces.
        row: id of the row.
    """
    own, names = _quote_nearest_pieces(E, tokenizer, row)
    return _(
        "All rows share a component, their mean, which drowns out what sets them apart. Once the "
        "mean is subtracted, the rows nearest to {piece} are {pieces}."
    ).format(
        piece=escape_markdown(own), pieces=join_names([escape_markdown(name) for name in names])
    )


def _quote_nearest_pieces(
    E: Float[Tensor, "vocab d_model"], tokenizer: Tokenizer, row: int
) -> tuple[str, list[str]]:
    """Return the piece of a row, and those of the ``NAMED`` (5) rows nearest to it without the mean
    row, all in quotes.
    """
    rest = neighbours.subtract_mean(E)
    [found] = neighbours.nearest_rows(neighbours.cosine_matrix(rest, rest[[row]]), 2 * NAMED + 1)
    ids = [row, *(other for other, __ in found if other != row)]
    own, *names = quote_pieces(tokenizer.pieces(ids))
    # “No” begins words, too.
    return own, [name for name in dict.fromkeys(names) if name != own][:NAMED]


def key_by_piece(tokenizer: Tokenizer, rows: Mapping[int, float]) -> dict[str, float]:
    """Return a mapping with quoted pieces in place of ids as keys, sorted by piece.

    Args:
        tokenizer: turns ids into pieces.
        rows: id (row of E) -> a number, such as a cosine.
    """
    return dict(sorted(zip(quote_pieces(tokenizer.pieces([*rows])), rows.values(), strict=True)))


def _describe_adjacent_rows(pieces: Sequence[str], cosines: Sequence[str]) -> str:
    """Describe the cosines of a row with the one or two rows next to it in the matrix."""
    if len(pieces) == 1:
        return _(
            "Ids follow the tokenizer, not the meaning: the neighbouring row, {piece}, has a "
            "cosine of {cosine} with this one."
        ).format(piece=pieces[0], cosine=cosines[0])
    return _(
        "Ids follow the tokenizer, not the meaning: the neighbouring rows, {before} and {after}, "
        "have cosines of {cosine_before} and {cosine_after} with this one."
    ).format(before=pieces[0], after=pieces[1], cosine_before=cosines[0], cosine_after=cosines[1])


def _most_similar_message(pieces: Sequence[str], is_weak: bool) -> str:
    """Return the message for the most similar row, such as the same word capitalized.

    Args:
        pieces: the row's own piece, and that of the most similar row.
        is_weak: whether two random rows are almost as similar.
    """
    one, other = (strip_space_mark(piece) for piece in pieces)
    match (one != other and one.lower() == other.lower()), is_weak:
        case True, True:
            return _(
                "Of all {count:,} rows, the most similar is {piece}, with {cosine:.2}. It's the "
                "same word except for a capital letter, and barely closer than two random rows."
            )
        case True, False:
            return _(
                "Of all {count:,} rows, the most similar is {piece}, with {cosine:.2}. It's the "
                "same word except for a capital letter."
            )
        case False, True:
            return _(
                "Of all {count:,} rows, the most similar is {piece}, with {cosine:.2}, barely "
                "closer than two random rows."
            )
    return _("Of all {count:,} rows, the most similar is {piece}, with {cosine:.2}.")


def describe_norms(
    row_norms: Float[Tensor, " token"],
    scaled_norms: Float[Tensor, " token"],
    encoding_norms: Float[Tensor, " token"],
    E: Float[Tensor, "vocab d_model"],
) -> str:
    """Describe the mean norms of rows of E and positional encodings in a sentence, and the norms of
    all rows of E.

    Args:
        row_norms: norm of each token's row of E.
        scaled_norms: norm of this row times the square root of d_model.
        encoding_norms: norm of the positional encoding that is added to it.
        E: the embedding matrix.
    """
    row, word, place = (
        float(lengths.mean()) for lengths in (row_norms, scaled_norms, encoding_norms)
    )
    every = E.norm(dim=-1)
    return _(
        "In this sentence, the rows are **{row:.2}** long on average, and **{word:.2}** after "
        "scaling. The positional vectors are **{place:.2}** long. Without scaling, a position "
        "would be {unscaled:.1} times as long as its word; with scaling, it is {scaled:.2} times "
        "as long. Over all {count:,} rows of E, the lengths run from {least:.2} to {most:.2}. "
        "Their mean is {mean:.2}."
    ).format(
        row=row,
        word=word,
        place=place,
        unscaled=place / row,
        scaled=place / word,
        count=len(E),
        least=every.min().item(),
        most=every.max().item(),
        mean=every.mean().item(),
    )


def describe_translation_neighbours(
    E: Float[Tensor, "vocab d_model"],
    tokenizer: Tokenizer,
    source: Sequence[int],
    target: Sequence[int],
    neighbour_count: int,
) -> str:
    """Describe which tokens of the translation are among the nearest rows of the sentence's.

    Only tokens that have a letter and that the sentence lacks are counted.

    Args:
        E: the embedding matrix.
        tokenizer: turns rows into pieces.
        source: ids of the sentence.
        target: ids of the translation.
        neighbour_count: number of nearest rows of each source token.
    """
    [own, written] = (
        [row for row in dict.fromkeys(ids) if any(map(str.isalpha, tokenizer.pieces([row])[0]))]
        for ids in (source, target)
    )
    others = [row for row in written if row not in source]
    if not others:
        return _("Every token of the translation that has a letter also occurs in your sentence.")
    rest = neighbours.subtract_mean(E)
    alike = neighbours.cosine_matrix(rest, rest[own])
    near: dict[int, tuple[float, int]] = {}  # row -> its cosine with a token of the sentence
    for row, rows in zip(own, neighbours.nearest_rows(alike, neighbour_count + 1), strict=True):
        near |= {one: (cos, row) for one, cos in rows if cos > near.get(one, (-1.0, row))[0]}
    found = sorted((row for row in others if row in near), key=lambda row: -near[row][0])
    if found:
        some = ngettext(
            "Two languages meet in this table: {pairs}. The row of the translation’s token is "
            "among the {nearest} most like your token’s.",
            "Two languages meet in this table: {pairs}. In each pair, the row of the translation’s "
            "token is among the {nearest} most like your token’s.",
            len(found),
        ).format(
            nearest=neighbour_count,
            pairs=_name_pairs(tokenizer, found, [near[row][1] for row in found]),
        )
    else:
        some = ngettext(
            "The one token that only the translation has isn't among the {nearest} rows most like "
            "any of yours.",
            "Of the {count} tokens that only the translation has, **none** can be found among the "
            "{nearest} rows most like any of yours.",
            len(others),
        ).format(count=len(others), nearest=neighbour_count)
    rule = _(
        "No rule ever told the model which rows should be alike. It learned from pairs of texts "
        "that mean the same thing, and was only ever asked for the next token."
    )
    return f"{some} {rule}"


def _name_pairs(tokenizer: Tokenizer, rows: Sequence[int], near: Sequence[int]) -> str:
    """Return tokens with the tokens they are near, such as “chien” near “dog”; at most three."""
    one = _("{token} near {other}")
    names = [
        one.format(token=token, other=other)
        for token, other in zip(
            quote_pieces(tokenizer.pieces(rows[:NEAREST])),
            quote_pieces(tokenizer.pieces(near[:NEAREST])),
            strict=True,
        )
    ]
    if more := len(rows) - len(names):
        names.append(ngettext("{count} more", "{count} more", more).format(count=more))
    return join_names(names)


def describe_map(share: float, point_count: int) -> str:
    """Return the text below the word map, which explains its points and how far to trust it.

    Args:
        share: share of the variance that the plane keeps, from 0 to 1.
        point_count: number of points on the map.
    """
    return _(
        "The map shows {count} tokens. Filled points come from your sentence or were added; "
        "squares come from the translation. A flat map keeps only {share} of the differences "
        "between their directions (PCA), so points can look close without being similar. Trust "
        "the lines and the list. In the list, bars run from 0 to 1, and the dotted line marks the "
        "average of two random rows."
    ).format(count=point_count, share=format_percent(share))


def describe_logit(
    recorded_logit: float, x: Float[Tensor, " d_model"], row: Float[Tensor, " d_model"]
) -> str:
    """Compare the dot product of a decoder output x and a row of E with the recorded logit."""
    return _(
        "The {count} products add up to **{sum:.3}**. The logit recorded in the pass is "
        "**{recorded:.3}**."
    ).format(count=len(row), sum=(x @ row).item(), recorded=recorded_logit)


def component_latex(
    row: Float[Tensor, " d_model"], encoding: Float[Tensor, " d_model"], position: int, i: int
) -> str:
    """Return a LaTeX formula that computes one component of the first layer's input.

    Args:
        row: the token's row of E.
        encoding: the positional encoding that is added to it.
        position: the position, from 0.
        i: index of the component, from 0.
    """
    root = math.sqrt(len(row))
    value, place = row[i].item(), encoding[i].item()
    sign = "-" if place < 0 else "+"
    return (
        rf"x_{{{position},{i + 1}}} = {value:.4f} \cdot {root:g} {sign} {abs(place):.3f} = "
        rf"{value * root + place:.3f}"
    )


def describe_parameter_share(parts: dict[str, int]) -> str:
    """Describe E's share of all parameters, and how many there would be if E were not shared.

    Args:
        parts: parameter count of each part of the model; E's key is "embedding matrix E".
    """
    matrix, total = parts["embedding matrix E"], sum(parts.values())
    return _(
        "E contains **{share:.1%}** of this model's **{millions:.2} million** parameters. With a "
        "separate matrix for each of the three jobs, the model would have {more:.2} million."
    ).format(share=matrix / total, millions=total / 1e6, more=(total + 2 * matrix) / 1e6)
