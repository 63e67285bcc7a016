"""The pruning curve: BLEU and chrF with more and more heads silenced."""

from collections.abc import Callable, Iterator, Sequence

import sacrebleu
import torch
from jaxtyping import Float
from torch import Tensor

from model.census.importance import gate_edits
from model.census.orders import (
    GROUPS,
    least_important_first,
    list_heads,
    make_head_gates,
    random_head_order,
)
from model.changes.kinds import SilencedHead
from model.data.corpora import Corpus, both_directions
from model.tokenizer import Tokenizer
from model.trace import editing
from model.transformer import Transformer
from model.translate import translate

STEPS = {"all": 12, "encoder": 8, "decoder": 8, "cross": 8}  # points of a curve after the first
QUARTERS = 4  # points of a random curve, which is a baseline only
SEEDS = 5

Scorer = Callable[[Sequence[SilencedHead]], tuple[float, float]]


def make_scorer(
    model: Transformer, tokenizer: Tokenizer, corpora: Sequence[Corpus], lines: int
) -> Scorer:
    """Return a function that measures how well the model translates with some heads silenced.

    The function takes the silenced heads, translates all sentences greedily, and returns corpus
    (BLEU, chrF), each from 0 to 100. Results are cached.

    Args:
        model: the trained network.
        tokenizer: the model's tokenizer.
        corpora: validation sentences; each corpus is translated in both directions.
        lines: number of sentences for each direction, spread evenly over the corpus, which may
            begin with the shortest ones.
    """
    texts: list[str] = []
    languages: list[str] = []
    references: list[str] = []
    for corpus in both_directions(corpora):
        texts += sample_evenly(corpus.sentences[0], lines)
        references += sample_evenly(corpus.sentences[1], lines)
        languages += [corpus.languages[1]] * (len(texts) - len(languages))
    known: dict[frozenset[SilencedHead], tuple[float, float]] = {}

    def score(silenced: Sequence[SilencedHead]) -> tuple[float, float]:
        """Return BLEU and chrF of the translations with these heads silenced."""
        if (key := frozenset(silenced)) not in known:
            chosen = make_head_gates([silenced], model.config).to(model.E.weight.device)
            with editing(model, gate_edits(chosen, model.config)):
                said = translate(model, tokenizer, texts, languages, width=1)
            outputs = [one.text for one in said]
            bleu = sacrebleu.corpus_bleu(outputs, [references]).score
            chrf = sacrebleu.corpus_chrf(outputs, [references]).score
            known[key] = round(bleu, 2), round(chrf, 2)
        return known[key]

    return score


def sample_evenly(lines: Sequence[str], line_count: int) -> list[str]:
    """Return ``line_count`` evenly spaced lines, or all if there are fewer."""
    line_count = min(line_count, len(lines))
    return [lines[number * len(lines) // line_count] for number in range(line_count)]


def pruning_curve(order: Sequence[SilencedHead], steps: int, score: Scorer) -> dict[str, list]:
    """Return the translation quality with more and more heads silenced, in a given order.

    Args:
        order: heads in the order in which they are silenced.
        steps: number of points after the first, at which no head is silenced; at the last, all
            are. About the same number of heads is added at each.
        score: returns (BLEU, chrF) for silenced heads; see ``make_scorer``.

    Returns:
        Three lists of equal length: "silenced", the numbers of silenced heads; "bleu"; "chrf".
    """
    counts = [round(len(order) * step / steps) for step in range(steps + 1)]
    counts = list(dict.fromkeys(counts))
    scores = [score(order[:count]) for count in counts]
    bleu, chrf = (list(column) for column in zip(*scores, strict=True))
    return {"silenced": counts, "bleu": bleu, "chrf": chrf}


def all_pruning_curves(
    importance: dict[str, Float[Tensor, "attention layer head"]], model: Transformer, score: Scorer
) -> Iterator[dict[str, object]]:
    """Yield the pruning curves of all groups of heads, in every order of silencing.

    Args:
        importance: importance of every head, by name of the measure of importance.
        model: the trained network.
        score: returns (BLEU, chrF) for silenced heads; see ``make_scorer``.

    Yields:
        A dict with the keys of ``pruning_curve`` and besides: "group", one of ``GROUPS``; "order",
        the name of the importance measure by which the least important head is silenced first, or
        "random"; and, for a random order, its "seed".
    """
    for group in GROUPS:
        steps = min(STEPS[group], len(list_heads(model.config, group)))
        for name, values in importance.items():
            order = least_important_first(values, model.config, group)
            yield {"group": group, "order": name, **pruning_curve(order, steps, score)}
        for seed in range(1, SEEDS + 1):
            order = random_head_order(model.config, group, seed)
            found = pruning_curve(order, min(QUARTERS, steps), score)
            yield {"group": group, "order": "random", "seed": seed, **found}


def count_curves(measure_count: int) -> int:
    """Return how many curves ``all_pruning_curves`` yields for this many importance measures."""
    return len(GROUPS) * (measure_count + SEEDS)


def mean_importance(
    values: Sequence[Float[Tensor, "attention layer head"]],
) -> Float[Tensor, "attention layer head"]:
    """Return each head's importance, averaged over sentences."""
    return torch.stack(list(values)).mean(dim=0)
