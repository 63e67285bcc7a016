"""Quality of a model: validation loss, BLEU and chrF."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import sacrebleu
import torch

from model.data.corpora import Corpus, both_directions
from model.tokenizer import PAD, Tokenizer, normalize
from model.training.batches import collate
from model.training.loss import smoothed_cross_entropy
from model.transformer import Transformer
from model.translate import Translation, translate


@dataclass(frozen=True)
class Score:
    """BLEU and chrF of one translation direction on a set of sentences.

    Args:
        direction: "en-fr" is from English to French.
        lines: number of sentences.
        width: beam width; 1 is greedy search.
        bleu: sacrebleu's BLEU, in percent.
        chrf: sacrebleu's chrF2, in percent.
        signatures: sacrebleu's signatures of both metrics.
    """

    direction: str
    lines: int
    width: int
    bleu: float
    chrf: float
    signatures: tuple[str, str]


def score_directions(
    model: Transformer,
    tokenizer: Tokenizer,
    corpora: Sequence[Corpus],
    lines: int | None,
    width: int,
) -> list[Score]:
    """Translate sentences in both directions of each corpus; return BLEU and chrF of each.

    Args:
        model: the network.
        tokenizer: its vocabulary.
        corpora: sentence pairs.
        lines: number of sentences of each direction, from the first; None for all.
        width: beam width; 1 is greedy search.
    """
    result = []
    for corpus in both_directions(corpora):
        texts, references = (side[:lines] for side in corpus.sentences)
        languages = [corpus.languages[1]] * len(texts)
        translations = translate(model, tokenizer, texts, languages, width=width)
        result.append(score_translations(corpus.direction, translations, references, width))
    return result


def score_translations(
    direction: str, translations: Sequence[Translation], references: Sequence[str], width: int
) -> Score:
    """Return BLEU and chrF of translations, compared with one reference for each.

    Args:
        direction: translation direction, such as "en-fr"; it is only written into the result.
        translations: the model's translations.
        references: the reference translation of each.
        width: beam width of the translations; it is only written into the result.
    """
    bleu, chrf = sacrebleu.BLEU(), sacrebleu.CHRF()
    outputs = [translation.text for translation in translations]
    return Score(
        direction=direction,
        lines=len(outputs),
        width=width,
        bleu=round(bleu.corpus_score(outputs, [references]).score, 2),
        chrf=round(chrf.corpus_score(outputs, [references]).score, 2),
        signatures=(str(bleu.get_signature()), str(chrf.get_signature())),
    )


@torch.inference_mode()
def validation_loss(
    model: Transformer, tokenizer: Tokenizer, corpora: Sequence[Corpus], smoothing: float
) -> dict[str, tuple[float, float]]:
    """Return the (label-smoothed, plain) loss of given translations, in nats per token.

    Args:
        model: the network.
        tokenizer: its vocabulary.
        corpora: sentence pairs; both directions of each are measured.
        smoothing: share of the target distribution that is spread evenly.

    Returns:
        Direction, such as "en-fr" -> the two losses, computed with teacher forcing.
    """
    device = model.E.weight.device
    result = {}
    for corpus in both_directions(corpora):
        ids = [tokenizer.encode_all([normalize(t) for t in side]) for side in corpus.sentences]
        start = tokenizer.start(corpus.languages[1])
        pairs = sorted(zip(*ids, strict=True), key=lambda pair: len(pair[1]))
        sums = torch.zeros(3)
        for first in range(0, len(pairs), 128):
            rows = [(np.array(s), start, np.array(t)) for s, t in pairs[first : first + 128]]
            batch = collate(rows).to(device)
            x = model.decode(batch.target, model.encode(batch.source), batch.source != PAD)
            real = batch.labels != PAD
            losses = smoothed_cross_entropy(x[real], model.E.weight, batch.labels[real], smoothing)
            sums += torch.tensor([*map(float, losses), int(real.sum())])
        smoothed, plain, count = sums.tolist()
        result[corpus.direction] = (round(smoothed / count, 4), round(plain / count, 4))
    return result
