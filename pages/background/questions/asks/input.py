"""Questions about pieces, rows of E and positions."""

import math
from itertools import pairwise
from random import Random

from model.changes.kinds import FilledTap
from model.measures.neighbours import cosine_matrix
from model.tokenizer import SPACE
from pages.background.questions.asks.asking import (
    MeasuredOption,
    Option,
    Question,
    ask_for_largest,
    ask_in_fixed_order,
    sample_token,
    sample_top_positions,
    sort_number_options,
)
from ui.messages import _, ngettext
from ui.readings import passes, session, without_changes
from ui.readings.reading import Reading, Token, quote_pieces, token_name
from ui.words import format_decimal, format_integer, join_names

OPTION_RANKS = (0, 9, 99, 999)  # ranks of the rows whose tokens are the options
ROUNDING_LIMIT = 1e-3  # smaller differences are rounding errors


def ask_piece_count(reading: Reading, rng: Random) -> Question:
    """Return a question asking into how many tokens the sentence is split."""
    pieces = session.glass().tokenizer.pieces(session.glass().tokenizer.encode(reading.text))
    count, words = len(pieces), len(reading.text.split())
    begins = [place for place, piece in enumerate(pieces) if piece.startswith(SPACE)]
    whole = sum(after - before == 1 for before, after in pairwise([*begins, count]))
    numbers, right = sort_number_options(
        [words, len(reading.text), 2 * count + 1, count + 2], count
    )
    return ask_in_fixed_order(
        _(
            "How many tokens does the tokenizer turn your sentence into? (Don't count the end "
            "token that is added.)"
        ),
        [f"{number}" for number in numbers],
        right,
        " ".join(
            filter(
                None,
                [
                    _describe_piece_count(count),
                    _describe_whole_words(whole, words),
                    _describe_encoder_rows(reading),
                ],
            )
        ),
    )


def ask_nearest_row(reading: Reading, rng: Random) -> Question:
    """Return a question asking whose embedding has the highest cosine with a given token's."""
    tokenizer, E = session.glass().tokenizer, session.embedding_matrix()
    place = sample_token(reading.source, rng)
    own = reading.source_ids[place]
    alike = cosine_matrix(E, E[[own]])[0]
    alike[own] = -1  # exclude the row itself
    order = alike.argsort(descending=True).tolist()
    left_out = without_changes.describe_omissions(reading, without_changes.swaps_embeddings)
    rows = [order[min(rank, len(order) - 2)] for rank in OPTION_RANKS]
    name, *names = quote_pieces(tokenizer.pieces([own, *rows]))
    cosines_ = [alike[row].item() for row in rows]
    answers = [
        MeasuredOption(
            text,
            cosine,
            _("cosine {value:.3}").format(value=cosine),
            max(0, cosine),
        )
        for text, cosine in zip(names, cosines_, strict=True)
    ]
    return ask_for_largest(
        _nearest_row_prompt(name, reading.source[place]),
        answers,
        rng,
        _(
            "Of all {count:,} rows, the one nearest to {token} is {nearest}, with a "
            "cosine of {cosine:.3}. The other options come further down the list (places "
            "{places})."
        ).format(
            count=len(E),
            token=name,
            nearest=names[0],
            cosine=alike.max().item(),
            places=", ".join(format_integer(rank + 1) for rank in OPTION_RANKS[1:]),
        )
        + f" {left_out}".rstrip(),
        word=place + 1,
    )


def _nearest_row_prompt(name: str, token: Token) -> str:
    """Return the prompt of the nearest-row question; for an unknown token, also quote the word."""
    if token.known:
        return _(
            "Which of these tokens has the row of E that is closest in direction to {token}'s row?"
        ).format(token=name)
    return _(
        "The model reads “{word}” as {token}. Which of these tokens has the row of E that is "
        "closest in direction to {token}'s row?"
    ).format(token=name, word=token.text)


def ask_position_share(reading: Reading, rng: Random) -> Question:
    """Return a question asking where the positional encoding is largest relative to the embedding.
    Both are measured by their norms.
    """
    taps = ("encoder.embedding.positions", "encoder.embedding.embedding")
    positions, embeddings = (reading.trace[tap].squeeze(0).norm(dim=-1).tolist() for tap in taps)
    shares = [a / max(b, 1e-9) for a, b in zip(positions, embeddings, strict=True)]
    # A repeated piece counts once: its row, and so its share, is the same.
    places = list({piece: place for place, piece in enumerate(reading.source_ids)}.values())
    if len(places) > 2:  # the end token has a short row and would almost always win
        places.pop()
    places = [places[one] for one in sample_top_positions([shares[place] for place in places], rng)]
    most, width = max(places, key=shares.__getitem__), reading.trace[taps[0]].shape[-1]
    why = _("Nowhere: one of your changes has taken the positions away.")
    if any(positions):
        why = _explain_position_share(
            token_name(reading.source, most), embeddings[most], math.sqrt(width / 2)
        )
    return ask_for_largest(
        _(
            "A position vector is added to each token's embedding. At which of these tokens is "
            "that vector longest, compared with the embedding?"
        ),
        [
            MeasuredOption(
                token_name(reading.source, place),
                shares[place],
                _("{new:.2} next to {old:.2}").format(new=positions[place], old=embeddings[place]),
                shares[place] / max(shares[most], 1e-9),
            )
            for place in places
        ],
        rng,
        why,
        word=most + 1,
    )


def _explain_position_share(token: str, embedding: float, position: float) -> str:
    """Explain with numbers: the norms of embedding and positional encoding at a token."""
    return _(
        "At {token}, whose embedding is {embedding:.2} long. The position vectors all have the "
        "same length, {position:.2}, because sin² + cos² = 1 for each of their clocks. The "
        "shorter the embedding, the more the position counts next to it."
    ).format(token=token, embedding=embedding, position=position)


def ask_swapped_words(reading: Reading, rng: Random) -> Question:
    """Return a question asking what swapping two words does to the encoder without positions."""
    ids = list(reading.source_ids)
    first = sample_token(reading.source, rng)
    second = rng.choice([i for i in range(len(ids) - 1) if ids[i] != ids[first]])
    order = list(range(len(ids)))
    order[first], order[second] = second, first
    changes = (*reading.changes, FilledTap("encoder.embedding.positions"))
    before = passes.encoder_memory(tuple(ids), changes)
    after = passes.encoder_memory(tuple(ids[place] for place in order), changes)
    moved = (after - before[order]).abs().max().item()
    stayed = (after - before).abs().max().item()
    right = 0 if moved < ROUNDING_LIMIT else 1 if stayed < ROUNDING_LIMIT else 2
    words = [token_name(reading.source, place) for place in (first, second)]
    most = format_decimal(moved, 6)
    return ask_in_fixed_order(
        _(
            "Suppose the encoder gets no positions, and {words} swap places. What happens to "
            "its rows?"
        ).format(words=join_names(words)),
        [
            Option(
                _("they stay the same but swap places"),
                _("differ by at most {difference}").format(difference=most),
            ),
            Option(
                _("nothing: they stay the same, in the same places"),
                _("differ by up to {difference:.3}").format(difference=stayed),
            ),
            _("they change: each word gets a different vector"),
        ],
        right,
        _explain_swap(right == 0, most),
    )


def _explain_swap(only_moved: bool, largest_difference: str) -> str:
    """Explain that the encoder without positions is permutation equivariant, or why not."""
    if not only_moved:
        return _(
            "One of your changes is tied to a position. Without that change, the rows would "
            "only swap places."
        )
    return _(
        "Without positions, the encoder's attention sees which words there are, but not where "
        "they are. If two words swap places, their rows swap places too (the encoder is "
        "*equivariant*). You may read elsewhere that all rows become the same, but they "
        "don't. Here the moved rows differ from the old ones by at most {difference}."
    ).format(difference=largest_difference)


def _describe_piece_count(piece_count: int) -> str:
    """Describe how many tokens the sentence is split into."""
    return ngettext(
        "It becomes {count} token. A frequent word is one token, a rare word several, and "
        "punctuation marks are often tokens by themselves.",
        "It becomes {count} tokens. A frequent word is one token, a rare word several, and "
        "punctuation marks are often tokens by themselves.",
        piece_count,
    ).format(count=piece_count)


def _describe_whole_words(single_token_words: int, words: int) -> str:
    """Describe how many words are a single token; "" if there is only one word."""
    if words < 2:
        return ""
    if not single_token_words:
        none = _("None of the sentence's {words} words (split at the spaces) is a single token.")
        return none.format(words=words)
    return ngettext(
        "Of the sentence's {words} words (split at the spaces), {count} is a single token.",
        "Of the sentence's {words} words (split at the spaces), {count} are single tokens.",
        single_token_words,
    ).format(words=words, count=single_token_words)


def _describe_encoder_rows(reading: Reading) -> str:
    """Describe how many vectors the encoder receives, the end token's included."""
    rows = len(reading.source)
    if reading.truncated:
        return _(
            "The encoder reads the first {count} of them and the end token, which makes {rows} "
            "rows."
        ).format(count=rows - 1, rows=rows)
    return _("With the end token the encoder gets {rows} rows.").format(rows=rows)
