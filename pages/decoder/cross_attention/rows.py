"""Rows of cross-attention as the page shows them: labelled, merged into words, partly hidden."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.attention import MultiHeadAttention
from model.measures.heads import key_contribution_norms
from model.measures.words import merge_pieces, word_indices
from model.parts import ATTENTIONS, typed_submodule
from model.tokenizer import decode_byte_pieces
from pages.decoder.cross_attention.compute import append_mean, normalize_rows
from ui.readings import session
from ui.readings.reading import Reading, Token


@dataclass(frozen=True)
class RowOptions:
    """Options for how rows of cross-attention are shown.

    Args:
        shift: "writes" labels a row by the token it predicts, "reads" by its input token.
        merge_words: whether the pieces of a word are merged.
        hide_end_token: whether the end token is left out.
        hide_punctuation: whether punctuation is left out.
        renormalise: whether the visible part of each row is divided by its sum.
    """

    shift: str = "writes"
    merge_words: bool = False
    hide_end_token: bool = True
    hide_punctuation: bool = False
    renormalise: bool = False


@dataclass(frozen=True)
class MemoryRows:
    """Cross-attention of one translation in all layers and heads, as it is shown.

    A row is a decoder position, or several merged into a word. In all tensors the mean over layers
    follows the last layer, and all heads together follow the last head.

    Args:
        tokens: labels of the rows.
        columns: the source tokens (or words) that are shown.
        row_by_step: index of the row to which each step belongs.
        maps: "weight" and "contribution" -> tensor (layer, head, row, column).
        hidden: the same names -> tensor (layer, head, row): the sum over hidden columns.
        pieces: the same names -> tensor (layer, head, step, source token), with nothing merged or
            hidden.
    """

    tokens: tuple[Token, ...]
    columns: tuple[Token, ...]
    row_by_step: tuple[int, ...]
    maps: Mapping[str, Tensor]
    hidden: Mapping[str, Tensor]
    pieces: Mapping[str, Tensor]


def memory_rows(reading: Reading, options: RowOptions) -> MemoryRows:
    """Return the cross-attention of a translation as it is shown.

    Args:
        reading: the sentence and its translation.
        options: which token labels a row, whether tokens are merged into words, which source tokens
            are hidden, and whether rows are rescaled to sum to 1.
    """
    named = (reading.output if options.shift == "writes" else reading.target)[: len(reading.output)]
    targets = number_words(named) if options.merge_words else list(range(len(named)))
    sources = (
        number_words(reading.source) if options.merge_words else list(range(len(reading.source)))
    )
    columns = merge_tokens(reading.source, sources)
    kept = find_visible_columns(columns, options)
    pieces, maps, hidden = compute_piece_maps(reading), {}, {}
    for name, rows in pieces.items():
        whole = merge_pieces(rows, targets, sources)
        shown = whole[..., kept]
        hidden[name] = (whole.sum(dim=-1) - shown.sum(dim=-1)).clamp(min=0)
        maps[name] = normalize_rows(shown) if options.renormalise else shown
    return MemoryRows(
        tokens=merge_tokens(named, targets),
        columns=tuple(columns[column] for column in kept),
        row_by_step=tuple(targets),
        maps=maps,
        hidden=hidden,
        pieces=pieces,
    )


def compute_piece_maps(reading: Reading) -> dict[str, Tensor]:
    """Return the attention weight and the contribution of each source token at each step.

    Returns:
        "weight" and "contribution" -> tensor (layer, head, step, source token). An entry after the
        last head holds the mean of the heads for "weight", and the contribution of all heads
        together for "contribution"; an entry after the last layer holds the mean of the layers. The
        contributions at one step sum to 1.
    """
    model = session.glass().network_with(reading.changes)
    weights, contributed = [], []
    for layer in model.config.layers("cross"):
        attention = reading.attention("cross", layer)
        path = ATTENTIONS["cross"].format(layer)
        W_O = typed_submodule(model, path, MultiHeadAttention).W_O.weight.detach()
        v = attention["v"][0].clone()
        v[find_silenced_heads(reading, layer)] = 0
        alone, together = key_contribution_norms(attention["weights"][0], v, W_O)
        weights.append(attention["weights"][0])
        contributed.append(normalize_rows(torch.cat([alone, together.unsqueeze(0)])))
    steps = len(reading.output)  # a translation that was cut has one row more
    return {
        "weight": append_means(torch.stack(weights))[..., :steps, :],
        "contribution": append_mean(torch.stack(contributed))[..., :steps, :],
    }


def append_means(weights: Float[Tensor, "layer head query key"]) -> Tensor:
    """Return weights with the mean over heads as a last head, and over layers as a last layer."""
    return append_mean(torch.cat([weights, weights.mean(dim=1, keepdim=True)], dim=1))


def find_silenced_heads(reading: Reading, layer: int) -> list[int]:
    """Return the indices of a layer's cross-attention heads that the user's changes silence."""
    return [
        one.head for one in reading.silenced_heads if (one.attention, one.layer) == ("cross", layer)
    ]


def number_words(tokens: Sequence[Token]) -> list[int]:
    """Return, for each token, the index of the word to which it belongs, from 0.

    A word ends at a space. Punctuation before or after a word counts as a word of its own, but an
    apostrophe or hyphen within a word belongs to that word.
    """
    continues = [False] * len(tokens)
    spaced = word_indices([token.joined for token in tokens])
    for word in range(spaced[-1] + 1):
        places = [place for place, number in enumerate(spaced) if number == word]
        lettered = [place for place in places if not is_punctuation(tokens[place])]
        for place in range(lettered[0] + 1, lettered[-1] + 1) if lettered else ():
            continues[place] = True
    return word_indices(continues)


def merge_tokens(tokens: Sequence[Token], word_numbers: Sequence[int]) -> tuple[Token, ...]:
    """Return one token for each word, made of the word's tokens.

    Args:
        tokens: the tokens to be merged.
        word_numbers: for each token, the index of its word, from ``number_words``.
    """
    parts: list[list[Token]] = [[] for _ in range(word_numbers[-1] + 1)]
    for token, number in zip(tokens, word_numbers, strict=True):
        parts[number].append(token)
    return tuple(
        Token(
            _join_pieces([token.text for token in pieces]),
            joined=pieces[0].joined,
            special=pieces[0].special,
            known=all(token.known for token in pieces),
            language=pieces[0].language,
        )
        for pieces in parts
    )


def _join_pieces(pieces: Sequence[str]) -> str:
    """Return the text of a word's pieces; bytes that form no whole character keep their names."""
    text = "".join(pieces)
    written = decode_byte_pieces(text) if len(pieces) > 1 else text
    return text if written.count("�") > text.count("�") else written


def find_visible_columns(columns: Sequence[Token], options: RowOptions) -> list[int]:
    """Return the indices of the source tokens that the options do not hide.

    If the options would hide all tokens, none is hidden.

    Args:
        columns: the source tokens or words.
        options: whether the end token and punctuation are hidden.
    """
    kept = [
        place
        for place, token in enumerate(columns)
        if not (
            (options.hide_end_token and token.special)
            or (options.hide_punctuation and is_punctuation(token))
        )
    ]
    return kept or list(range(len(columns)))


def is_punctuation(token: Token) -> bool:
    """Return whether a token has only punctuation characters and is not a special token."""
    return not token.special and all(unicodedata.category(c)[0] == "P" for c in token.text)
