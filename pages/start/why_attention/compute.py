"""Which source words a word of the translation needs, measured by hiding them.

A hidden word is replaced by padding: the padding mask, which the model has anyway, lets no position
attend to it, in the encoder or from the decoder. All other words keep their positions.
"""

import difflib
from collections.abc import Iterator, Mapping, Sequence, Set
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
        text: text of the word.
        positions: positions of its pieces, from 0.
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
        """Whether the selected word is still in the translation once words are hidden."""
        return self.selected in self.kept


def join_pieces(pieces: Sequence[tuple[str, bool]]) -> list[Word]:
    """Join the pieces of a sentence into words; punctuation after a word becomes a word of its own.

    Args:
        pieces: text of each piece, and whether the piece continues the word before it; the end
            token is left out.
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


def hide_positions(source: Sequence[int], positions: Sequence[int]) -> list[int]:
    """Return the source ids with some replaced by padding, to which no position attends.

    Args:
        source: ids of the source.
        positions: positions to hide, from 0.
    """
    return [PAD if place in positions else token for place, token in enumerate(source)]


def self_only_edits(model: Transformer) -> Mapping[str, Edit]:
    """Return edits that let each encoder position attend only to itself.

    Returns:
        Name of a tap (a place in the network where tensors are recorded or edited) -> the edit: a
        function of the tensor there.
    """
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
    hidden_positions: Sequence[Sequence[int]],
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> Iterator[Float[Tensor, "some target"]]:
    """Yield ln p of each target token, in nats, while source positions are hidden.

    Each yielded tensor has a row for each of the next ``AT_ONCE`` (8) entries of
    ``hidden_positions``, and a column for each target token after the start token.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        target: target ids, from the start token to the last scored token.
        hidden_positions: for each row, the source positions that are hidden.
        edits: tap name -> function of the tensor there, in all passes.
    """
    for begin in range(0, len(hidden_positions), AT_ONCE):
        some = hidden_positions[begin : begin + AT_ONCE]
        rows = torch.tensor([hide_positions(source, places) for places in some])
        with editing(model, edits):
            logits = model(rows, torch.tensor([target[:-1]]).expand(len(rows), -1))
        yield log_p(logits, target[1:])


def sum_log_p_drops(
    log_p: Float[Tensor, " target"],
    log_p_by_hidden_word: Float[Tensor, "source_word target"],
    target_words: Sequence[Word],
) -> Float[Tensor, "source_word target_word"]:
    """Return how much ln p of each target word drops, in nats, when one source word is hidden.

    Args:
        log_p: ln p of each token of the translation, with nothing hidden.
        log_p_by_hidden_word: the same, in each row with another source word hidden.
        target_words: words of the translation; the drops of a word's tokens are summed.
    """
    fall = log_p - log_p_by_hidden_word
    return torch.stack([fall[:, list(word.positions)].sum(dim=1) for word in target_words], dim=1)


def find_main_source_words(log_p_drops: Float[Tensor, "source_word target_word"]) -> list[int]:
    """Return, for each target word, the index of its main source word: the one that it needs most.

    Args:
        log_p_drops: drop in ln p of each target word, in nats, when a source word is hidden.
    """
    return log_p_drops.argmax(dim=0).tolist()


def common_words(words_before: Sequence[Word], words_after: Sequence[Word]) -> set[int]:
    """Return the indices of the words of one translation that another has in the same order.

    Args:
        words_before: words of the translation to which the indices belong.
        words_after: words of the other translation; case makes no difference.
    """
    old, new = ([word.text.casefold() for word in one] for one in (words_before, words_after))
    blocks = difflib.SequenceMatcher(None, old, new, False).get_matching_blocks()
    return {block.a + i for block in blocks for i in range(block.size)}


def find_replacement(
    words_before: Sequence[Word], words_after: Sequence[Word], word_index: int
) -> Word | None:
    """Return the word that stands in another translation in the place of a word; None if the other
    one still has the word, or nothing in its place.

    Args:
        words_before: words of the translation to which the index belongs.
        words_after: words of the other translation; case makes no difference.
        word_index: index of the word.
    """
    old, new = ([word.text.casefold() for word in one] for one in (words_before, words_after))
    for kind, a, to_a, b, to_b in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        if kind == "replace" and a <= word_index < to_a and to_a - a == to_b - b:
            return words_after[b + word_index - a]
    return None


def find_needed_words(
    log_p_drops: Float[Tensor, "source_word target_word"],
    target_words: Sequence[Word],
    translations_without: Sequence[Sequence[Word]],
) -> list[set[int]]:
    """Return, for each target word, which source words it needs besides its main source word.

    A target word needs a source word if the translation lacks it once the source word is hidden.
    Its main source word is the one that lowers its ln p most when hidden.

    Args:
        log_p_drops: drop in ln p of each target word, in nats, when a source word is hidden.
        target_words: words of the translation with nothing hidden.
        translations_without: for each source word, the words of the translation without it.

    Returns:
        For each target word, indices of source words.
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
    """Return the index of the target word that is selected when the page opens.

    Words are preferred to punctuation, then words that need more than their main source word. Among
    these, the one is taken whose ln p drops most when a source word is hidden; it is mostly a
    content word.

    Args:
        log_p_drops: drop in ln p of each target word, in nats, when a source word is hidden.
        source: the words of the sentence.
        target_words: the words of its translation.
        needed: for each target word, indices of the source words that it needs besides its main
            one.
    """
    depth = log_p_drops.max(dim=0).values.tolist()

    def rank(word_index: int) -> tuple[bool, bool, float]:
        """Return a word's sort key: not punctuation, needs another word, largest drop in ln p."""
        others = any(source[word].has_letter_or_digit for word in needed[word_index])
        return target_words[word_index].has_letter_or_digit, others, depth[word_index]

    return max(range(len(target_words)), key=rank)


def find_word_to_hide(
    source: Sequence[Word],
    target_words: Sequence[Word],
    word_index: int,
    needed: Set[int],
    translations_without: Sequence[Sequence[Word]],
) -> int | None:
    """Return the index of the source word that is hidden when the page opens: one without which
    another word takes the place of the selected one, if there is any, or else any that it needs.

    Args:
        source: the words of the sentence.
        target_words: the words of its translation.
        word_index: index of the selected word of the translation.
        needed: indices of the source words that it needs besides its main one.
        translations_without: for each source word, the words of the translation without it.
    """
    words = sorted(place for place in needed if source[place].has_letter_or_digit)

    def is_replaced(place: int) -> bool:
        """Return whether a word takes the selected one's place without this source word."""
        after = translations_without[place]
        found = find_replacement(target_words, after, word_index)
        return found is not None and found.has_letter_or_digit

    return max(words, key=is_replaced, default=None)


def mean_weights(
    weights: Float[Tensor, "layer head query key"], source: Sequence[Word], word_index: int
) -> Float[Tensor, " source_word"]:
    """Return the attention weight that one source word gives to each source word, averaged over all
    layers, heads and pieces of the attending word.

    The end token gets a share, too, which is left out; so the weights may sum to less than 1.

    Args:
        weights: weights of the encoder's self-attention.
        source: the words of the sentence.
        word_index: index of the word that attends.
    """
    rows = weights[:, :, list(source[word_index].positions)].mean(dim=(0, 1, 2))
    return torch.stack([rows[list(one.positions)].sum() for one in source])


def strongest_head(
    weights: Float[Tensor, "layer head query key"], query: int, key: int
) -> tuple[int, int]:
    """Return the layer and the head, from 0, in which a query attends most to a key.

    Args:
        weights: weights of the encoder's self-attention.
        query: the query's position, from 0.
        key: the key's position, from 0.
    """
    return divmod(int(weights[:, :, query, key].argmax()), weights.shape[1])
