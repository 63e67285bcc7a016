"""Translate texts: ``python -m model.translate --to fr "I like cats."``."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import torch

from model.batches import MAX_PIECES
from model.decoding import Candidate, beam_search, ranking
from model.tokenizer import EOS, Tokenizer
from model.trace import Edit, Trace, recording
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


@torch.inference_mode()
def recorded_pass(
    model: Transformer,
    source: Sequence[int],
    target: Sequence[int],
    edits: Mapping[str, Edit] = MappingProxyType({}),
) -> Trace:
    """Record one pass over a sentence and its finished translation (teacher forcing).

    Row t of every target-side tensor is what step t of the search computed, because no position
    looks at later ones: one pass shows all steps.

    Args:
        model: the trained network.
        source: ids of the source, the end token included.
        target: the start token and the translation's ids, without the end token.
        edits: tap name -> function of the tensor that passes there.

    Raises:
        ValueError: if an edit names no tap.
    """
    device = model.E.weight.device
    with recording(model, edits) as trace:
        model(torch.tensor([source], device=device), torch.tensor([target], device=device))
    return trace
