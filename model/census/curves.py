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
    """Return a memoized function from silenced heads to the translations' (BLEU, chrF).

    From each direction ``lines`` sentences, evenly spread over its file (which may begin with the
    shortest ones), are translated greedily and scored together.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        corpora: validation sentences.
        lines: number of sentences of each direction.
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
    """Return "bleu" and "chrf" with more and more heads silenced, in the given order.
    "silenced" has the numbers of heads: from none to all, in ``steps`` steps.
    """
    counts = [round(len(order) * step / steps) for step in range(steps + 1)]
    counts = list(dict.fromkeys(counts))
    scores = [score(order[:count]) for count in counts]
    bleu, chrf = (list(column) for column in zip(*scores, strict=True))
    return {"silenced": counts, "bleu": bleu, "chrf": chrf}


def all_pruning_curves(
    importance: dict[str, Float[Tensor, "attention layer head"]], model: Transformer, score: Scorer
) -> Iterator[dict[str, object]]:
    """Yield a pruning curve for each "group" of heads and "order" in which they are silenced.
    An order is an importance measure, least first, or "random" with a "seed".

    Args:
        importance: importance of every head, by name of the measure.
        model: the trained network.
        score: see ``make_scorer``.
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


def count_curves(measures: int) -> int:
    """Return the number of pruning curves that this number of importance measures makes."""
    return len(GROUPS) * (measures + SEEDS)


def mean_importance(
    values: Sequence[Float[Tensor, "attention layer head"]],
) -> Float[Tensor, "attention layer head"]:
    """Return each head's importance, averaged over sentences."""
    return torch.stack(list(values)).mean(dim=0)
