"""Translate texts: ``python -m model.translate --to fr "I like cats."``."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from model.batches import MAX_PIECES
from model.decoding import Candidate, beam_search, ranking
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

BATCH = 64


@dataclass(frozen=True)
class Translation:
    """The best translation of one text that was found.

    Args:
        text: the translation.
        source: ids of the source, the end token included.
        hypotheses: all that ended, best first.
    """

    text: str
    source: list[int]
    hypotheses: list[Candidate]


def translate(
    model: Transformer,
    tokenizer: Tokenizer,
    texts: Sequence[str],
    languages: Sequence[str],
    *,
    width: int = 4,
    alpha: float = 0.6,
    advance: Callable[[int], object] = lambda count: None,
) -> list[Translation]:
    """Translate each text into its language by beam search.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        texts: one sentence each; those of more than 128 pieces are cut.
        languages: code of the language to translate each text into.
        width: of the beam.
        alpha: exponent of the length penalty.
        advance: told how many texts were done, batch by batch.
    """
    sources = [[*tokenizer.encode(text)[:MAX_PIECES], EOS] for text in texts]
    result: list[Translation | None] = [None] * len(texts)
    by_length = sorted(range(len(texts)), key=lambda i: len(sources[i]))
    for first in range(0, len(texts), BATCH):
        chosen = by_length[first : first + BATCH]
        starts = [tokenizer.start(languages[i]) for i in chosen]
        ranked = ranking(beam_search(model, [sources[i] for i in chosen], starts, width), alpha)
        for place, i in enumerate(chosen):
            text = tokenizer.decode(ranked[place][0].tokens)
            result[i] = Translation(text, sources[i], ranked[place])
        advance(len(chosen))
    return result
