"""Which source words a word of the translation needs, measured by hiding them.

A hidden word is replaced by padding: the padding mask, which the model has anyway, lets no position
attend to it, in the encoder or from the decoder. All other words keep their positions.
"""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from model.measures.surprisal import log_p
from model.measures.words import word_indices
from model.parts import ATTENTIONS
from model.tokenizer import PAD, SPACE, decode_byte_pieces
from model.trace import Edit, editing
from model.transformer import Transformer

AT_ONCE = 8  # maskings per batch, one in each row


@dataclass(frozen=True)
class Word:
    """One word of a sentence.

    Args:
        text: the word as text.
        positions: positions of its pieces.
    """

    text: str
    positions: tuple[int, ...]

    @property
    def has_letter_or_digit(self) -> bool:
        """Whether the word contains a letter or a digit."""
        return any(char.isalnum() for char in self.text)


@dataclass(frozen=True)
class HighlightedWords:
    """Which words are highlighted, by their indices.

    Args:
        hidden: words of the sentence that are hidden from the model.
        selected: the selected word of the translation.
        main_source: the source word on which it depends most.
        kept: words of the translation that the new translation, with words hidden, still has.
        new: words of the new translation that the old one lacks.
    """

    hidden: set[int]
    selected: int
    main_source: int
    kept: set[int]
    new: set[int]

    @property
    def keeps_selected_word(self) -> bool:
        """Whether the translation after hiding words still has the selected word."""
        return self.selected in self.kept


def join_pieces(pieces: Sequence[tuple[str, bool]]) -> list[Word]:
    """Return the words that pieces form; punctuation at the end of a word is a word of its own.

    Args:
        pieces: pieces of a sentence without the end token: text, and whether it continues a word.
    """
    numbers = word_indices([joined for _, joined in pieces]) if pieces else []
    found = []
    for number in dict.fromkeys(numbers):
        places = [place for place, own in enumerate(numbers) if own == number]
        marks = len(places)
        while marks and not any(char.isalnum() for char in pieces[places[marks - 1]][0]):
            marks -= 1
        parts = [part for part in (places[:marks], places[marks:]) if part]
        texts = [decode_byte_pieces("".join(pieces[p][0] for p in part)) for part in parts]
        texts = [text.replace(SPACE, "") or SPACE for text in texts]  # maybe a space alone
        found += [Word(text, tuple(part)) for text, part in zip(texts, parts, strict=True)]
    return found


def hide_places(source: Sequence[int], positions: Sequence[int]) -> list[int]:
    """Return source ids with some positions masked, that is, replaced by padding."""
    return [PAD if place in positions else token for place, token in enumerate(source)]


def self_only_edits(model: Transformer) -> Mapping[str, Edit]:
    """Return edits, by tap, that let each encoder position attend only to itself."""
    layers = model.config.layers("encoder")
    taps = [f"{ATTENTIONS['encoder'].format(layer)}.visible" for layer in layers]
    return dict.fromkeys(taps, _self_only_mask)


def _self_only_mask(visible: Bool[Tensor, "batch _ query key"]) -> Bool[Tensor, "1 1 key key"]:
    """Return the mask of the same size in which each position sees only itself."""
    return torch.eye(visible.shape[-1], dtype=torch.bool, device=visible.device)[None, None]


@torch.inference_mode()
def compute_masked_log_p(
    model: Transformer,
    source: Sequence[int],
    target: Sequence[int],
    hidden_groups: Sequence[Sequence[int]],
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> Iterator[Float[Tensor, "some target"]]:
    r"""Yield ln p of each target token (column) for each masking of the source (row), ``AT_ONCE``
    rows at a time.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        target: target ids from the start token to the last one that is scored.
        hidden_groups: for each pass, the source positions that are masked.
        edits: tap name -> function of the tensor that passes there, in all passes.
    """
    for begin in range(0, len(hidden_groups), AT_ONCE):
        some = hidden_groups[begin : begin + AT_ONCE]
        rows = torch.tensor([hide_places(source, places) for places in some])
        with editing(model, edits):
            logits = model(rows, torch.tensor([target[:-1]]).expand(len(rows), -1))
        yield log_p(logits, target[1:])


def sum_log_p_drops(
    log_p: Float[Tensor, " target"],
    log_p_by_hidden_word: Float[Tensor, "source_word target"],
    target_words: Sequence[Word],
) -> Float[Tensor, "source_word target_word"]:
    r"""Return the drop in $\ln p$ of each word of the translation, in nats, when each source word
    alone is hidden.

    Args:
        log_p: ln p of each token of the translation, nothing hidden.
        log_p_by_hidden_word: the same with each source word hidden alone.
        target_words: words of the translation.
    """
    fall = log_p - log_p_by_hidden_word
    return torch.stack([fall[:, list(word.positions)].sum(dim=1) for word in target_words], dim=1)


def find_main_source_words(log_p_drops: Float[Tensor, "source_word target_word"]) -> list[int]:
    """Return, for each word of the translation, the index of the source word on which it depends
    most.
    """
    return log_p_drops.argmax(dim=0).tolist()


def common_words(words_before: Sequence[Word], words_after: Sequence[Word]) -> set[int]:
    """Return the indices in ``words_before`` of the words that ``words_after`` has, too, in the
    same order.
    """
    old, new = ([word.text.casefold() for word in one] for one in (words_before, words_after))
    blocks = difflib.SequenceMatcher(None, old, new, False).get_matching_blocks()
    return {block.a + i for block in blocks for i in range(block.size)}


def find_needed_words(
    log_p_drops: Float[Tensor, "source_word target_word"],
    target_words: Sequence[Word],
    translations_without: Sequence[Sequence[Word]],
) -> list[set[int]]:
    """Return, for each word of the translation, the indices of the source words without which it is
    lost, its main source word left out.

    Args:
        log_p_drops: drop in ln p of each word of the translation, by hidden source word.
        target_words: words of the translation.
        translations_without: words of the translation with each source word hidden alone.
    """
    left = [common_words(target_words, one) for one in translations_without]
    return [
        {word for word, still in enumerate(left) if word != own and place not in still}
        for place, own in enumerate(find_main_source_words(log_p_drops))
    ]


def find_default_word(
    log_p_drops: Float[Tensor, "source_word target_word"],
    source: Sequence[Word],
    target_words: Sequence[Word],
    needed: Sequence[set[int]],
) -> int:
    """Return the index of the word selected at first: a word of the translation that needs more
    than its main source word.

    Of the words that need another source word, the one that depends most on its own: that is mostly
    a content word.
    """
    depth = log_p_drops.max(dim=0).values.tolist()

    def rank(word_index: int) -> tuple[bool, bool, float]:
        """Return a word's sort key: not punctuation, needs another word, largest drop in ln p."""
        others = any(source[word].has_letter_or_digit for word in needed[word_index])
        return target_words[word_index].has_letter_or_digit, others, depth[word_index]

    return max(range(len(target_words)), key=rank)


def mean_weights(
    weights: Float[Tensor, "layer head query key"], source: Sequence[Word], word: int
) -> Float[Tensor, " source_word"]:
    """Return the attention of one source word (``word``: its index) to each source word, averaged
    over layers, heads and its pieces.

    The end token's share is left out, so the sum may be below one.
    """
    rows = weights[:, :, list(source[word].positions)].mean(dim=(0, 1, 2))
    return torch.stack([rows[list(one.positions)].sum() for one in source])


def strongest_head(
    weights: Float[Tensor, "layer head query key"], query: int, key: int
) -> tuple[int, int]:
    """Return the layer and the head, from 0, in which a query position attends most to a key
    position.
    """
    return divmod(int(weights[:, :, query, key].argmax()), weights.shape[1])
