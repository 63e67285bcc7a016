"""Faithfulness: which method points at the right words, which score tells a wrong translation?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import torch
import torch.nn.functional as F
from jaxtyping import Float
from torch import Tensor

from model.alignment.aligned import AlignedPair, Links
from model.alignment.error_rate import (
    SHIFTS,
    alignment_error_rate,
    first_text_position,
    link_to_strongest,
    word_indices_of_tokens,
)
from model.attribution.inputs import ForcedPair, Scores, gradient_times_input, occlusion
from model.attribution.methods import (
    METHODS,
    SOURCE_ONLY,
    Aligner,
    attribute_from_trace,
    normalize_scores,
)
from model.attribution.mixing import alti
from model.attribution.paths import refine_integrated_gradients
from model.attribution.wrong_pairs import KINDS, ContrastivePair
from model.measures.certainty import auroc
from model.measures.surprisal import log_p
from model.measures.words import merge_pieces
from model.passes import record_pass
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

Advance = Callable[[int], object]


def tokenize_pair(tokenizer: Tokenizer, source: str, target: str, language: str) -> ForcedPair:
    """Return the token ids of a sentence and its translation into ``language``."""
    source_ids, ids = (
        tokenizer.encode(tokenizer.source_text(source, language)),
        tokenizer.encode_target(target),
    )
    return ForcedPair((*source_ids, EOS), (tokenizer.start(language), *ids), (*ids, EOS))


def score_all_methods(
    model: Transformer,
    forced_pair: ForcedPair,
    aligners: Mapping[str, Aligner],
    with_integrated: bool,
) -> Iterator[tuple[str, str, Scores]]:
    """Yield the attribution scores of one sentence pair by every method, for both shifts.

    A shift says which step stands for a target word: "writes" for the step that predicts it,
    "reads" for the step that reads it as its newest input.

    Args:
        model: the network.
        forced_pair: token ids of the sentence and its translation.
        aligners: by shift, the cross-attention head and layer that "attention" and "value" use.
        with_integrated: whether to compute integrated gradients, too, which are slow. Each step
            gets 33 gradients and no refinement, which is exact enough to link words.

    Yields:
        (shift, method, scores). Method is a key of ``METHODS``; scores are those of all steps, and
        the absolute scores of each step sum to one.
    """
    trace = record_pass(model, forced_pair.source, forced_pair.target)
    steps = range(len(forced_pair.target))
    found = {
        "gradient": gradient_times_input(model, forced_pair, steps),
        "occlusion": occlusion(model, forced_pair, steps),
    }
    if with_integrated:
        rows = [
            next(refine_integrated_gradients(model, forced_pair, step)).scores for step in steps
        ]
        prefix = [F.pad(row.prefix, (0, len(steps) - row.prefix.shape[1])) for row in rows]
        found["integrated"] = Scores(torch.cat([row.source for row in rows]), torch.cat(prefix))
    for shift in SHIFTS:
        for name, scores in (attribute_from_trace(model, trace, aligners[shift]) | found).items():
            yield shift, name, normalize_scores(scores)


def link_words(
    scores: Scores,
    shift: str,
    source_words: Sequence[int],
    target_words: Sequence[int],
    first: int = 0,
) -> Links:
    """Link each target word to the source word with the largest attribution score.

    Args:
        scores: normalized scores of all steps.
        shift: which steps count for a target word: "writes" for those that predict its pieces,
            "reads" for those that read them as the newest input, one step later.
        source_words: for each source piece, without </s> and language piece, the index of its word.
        target_words: for each target piece, without </s>, the index of its word.
        first: source position of the first piece of text: 1 after a language piece, else 0.

    Returns:
        A set of word index pairs, (source word, target word).
    """
    rows = scores.source[SHIFTS[shift], first : first + len(source_words)]
    return link_to_strongest(merge_pieces(rows, target_words, source_words))


@dataclass(frozen=True)
class EvaluationSetup:
    """Model, tokenizer and settings shared by all faithfulness evaluations.

    Args:
        model: the network.
        tokenizer: its vocabulary.
        aligners: by shift, the cross-attention head and layer that "attention" and "value" use.
        integrated_pairs: number of sentences (of each direction) that get integrated gradients.
    """

    model: Transformer
    tokenizer: Tokenizer
    aligners: Mapping[str, Aligner]
    integrated_pairs: int

    def score_pair(
        self, forced_pair: ForcedPair, pair_index: int
    ) -> Iterator[tuple[str, str, Scores]]:
        """Yield (shift, method, scores) for one sentence pair, as ``score_all_methods`` does.

        Shift is "writes" or "reads"; method is a key of ``METHODS``; scores are those of all steps.

        Args:
            forced_pair: token ids of the sentence and its translation.
            pair_index: number of the pair in the evaluation, from 0. Integrated gradients are
                computed only for the first ``integrated_pairs`` pairs.
        """
        return score_all_methods(
            self.model, forced_pair, self.aligners, pair_index < self.integrated_pairs
        )


def alignment_errors(
    setup: EvaluationSetup,
    pairs: Mapping[str, Sequence[AlignedPair]],
    advance: Advance = lambda count: None,
) -> dict[str, dict[str, dict[str, float]]]:
    """Return the alignment error rate of each attribution method, from 0 to 1.

    Args:
        setup: the model, and the settings of the evaluation.
        pairs: word-aligned sentence pairs by direction, such as "en-fr".
        advance: called with 1 after each sentence, for a progress bar.

    Returns:
        Method (a key of ``METHODS``) -> shift ("writes" if a target word gets the scores of the
        steps that predict it, "reads" if of those that read it) -> direction -> error rate.
    """
    tokenizer = setup.tokenizer
    result: dict[str, dict[str, dict[str, float]]] = {}
    for direction, aligned in pairs.items():
        found: dict[tuple[str, str], list[tuple[Links, Links]]] = {}
        for number, pair in enumerate(aligned):
            language = direction.split("-")[1]
            forced_pair = tokenize_pair(
                tokenizer, " ".join(pair.source), " ".join(pair.target), language
            )
            first = first_text_position(tokenizer, forced_pair.source)
            numbers = (
                word_indices_of_tokens(tokenizer, forced_pair.source[first:-1]),
                word_indices_of_tokens(tokenizer, forced_pair.output_ids[:-1]),
            )
            for shift, name, scores in setup.score_pair(forced_pair, number):
                links = link_words(scores, shift, *numbers, first)
                found.setdefault((name, shift), []).append((links, pair.links))
            advance(1)
        for (name, shift), both in found.items():
            own = result.setdefault(name, {shift: {} for shift in SHIFTS})
            own[shift][direction] = round(alignment_error_rate(both), 4)
    return {name: result[name] for name in METHODS if name in result}


def ranks(values: Float[Tensor, " n"]) -> Float[Tensor, " n"]:
    """Return the rank of each value, from 1; ties share their mean rank."""
    below = (values[None] < values[:, None]).sum(dim=1)
    same = (values[None] == values[:, None]).sum(dim=1)
    return below + (same + 1) / 2


def spearman(a: Float[Tensor, " n"], b: Float[Tensor, " n"]) -> float:
    """Return Spearman's rank correlation of two lists; 0 if one is constant."""
    # SciPy's returns NaN for a constant list, and nothing else here needs SciPy.
    a, b = (ranks(one) - ranks(one).mean() for one in (a, b))
    size = (a.norm() * b.norm()).item()
    return (a @ b).item() / size if size else 0.0


def mean_rank_correlation(scores: Scores, other_scores: Scores, source_only: bool) -> float:
    """Return how alike the scores of two methods are, from -1 to 1.
    At each decoding step, Spearman's correlation compares how both rank the tokens by their
    absolute scores; the result is the mean over the steps.

    Args:
        scores: scores of one method.
        other_scores: scores of the other, of the same steps and tokens.
        source_only: whether to compare the scores of source tokens only; else those of the target
            tokens read so far, too.
    """
    found = []
    for step in range(len(scores.source)):
        rows = [
            one.source[step]
            if source_only
            else torch.cat([one.source[step], one.prefix[step, : step + 1]])
            for one in (scores, other_scores)
        ]
        found.append(spearman(*(row.abs() for row in rows)))
    return sum(found) / len(found)


def correlations_with_occlusion(
    setup: EvaluationSetup, pairs: Sequence[ContrastivePair], advance: Advance = lambda count: None
) -> dict[str, float]:
    """Return how alike each method's scores are to those of occlusion, from -1 to 1, by method.
    This is ``mean_rank_correlation``, averaged over sentences. Occlusion itself is left out.

    Args:
        setup: the model, and the settings of the evaluation.
        pairs: sentences with their right translations; the wrong ones are not used.
        advance: called with 1 after each sentence, for a progress bar.
    """
    found: dict[str, list[float]] = {}
    for number, pair in enumerate(pairs):
        forced_pair = tokenize_pair(setup.tokenizer, pair.source, pair.target, pair.language)
        given = {
            name: scores
            for shift, name, scores in setup.score_pair(forced_pair, number)
            if shift == "writes"
        }
        for name in given.keys() - {"occlusion"}:
            alike = mean_rank_correlation(given[name], given["occlusion"], name in SOURCE_ONLY)
            found.setdefault(name, []).append(alike)
        advance(1)
    return {name: round(sum(each) / len(each), 4) for name, each in sorted(found.items())}


@torch.inference_mode()
def detachment_scores(model: Transformer, forced_pair: ForcedPair) -> dict[str, float]:
    """Return two scores that are low where a translation does not belong to its sentence.

    Returns:
        "share": how much of the decoder's output comes from the source, by ALTI+, from 0 to 1,
        averaged over decoding steps. "log_p": mean ln p of the output tokens, in nats.
    """
    trace = record_pass(model, forced_pair.source, forced_pair.target)
    last = trace.residual_stream("decoder")[-1:]
    probable = log_p(model.project(last), forced_pair.output_ids)
    return {"share": alti(model, trace).source_share.mean().item(), "log_p": probable.mean().item()}


def detachment_auroc(
    model: Transformer,
    tokenizer: Tokenizer,
    pairs: Sequence[ContrastivePair],
    advance: Advance = lambda count: None,
) -> dict[str, dict[str, float | int]]:
    """Return how well two scores tell wrong translations from right ones, as AUROC by kind.

    Args:
        model: the network.
        tokenizer: the model's tokenizer.
        pairs: sentences with right and wrong translations.
        advance: called with 1 after each sentence, for a progress bar.

    Returns:
        For each of ``KINDS``: "share" and "log_p", the AUROC of these scores of
        ``detachment_scores`` (1: always lower for the wrong translation; 0.5: no better than
        chance); and "pairs", the number of wrong translations.
    """
    told = partial(tokenize_pair, tokenizer)
    right = []
    wrong: dict[str, list[dict[str, float]]] = {kind: [] for kind in KINDS}
    for pair in pairs:
        right.append(detachment_scores(model, told(pair.source, pair.target, pair.language)))
        for kind, text in pair.wrong_translations.items():
            wrong[kind].append(detachment_scores(model, told(pair.source, text, pair.language)))
        advance(1)
    return {
        kind: {"pairs": len(each)}
        | {
            sign: round(auroc([one[sign] for one in right], [one[sign] for one in each]), 4)
            for sign in ("share", "log_p")
        }
        for kind, each in wrong.items()
        if each
    }
