"""Predictions of runs: where two of them diverge, and how far a patch moves one to the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from model.changes.patches import PatchSite
from model.patching.runs import MAX_FLOATS, RecordedRun, patch_sites
from model.transformer import Transformer

MIN_LOGIT_DIFFERENCE = 0.5  # least difference of two runs' d that effects are divided by
COUNT = 5  # likeliest tokens of each prediction


@dataclass(frozen=True)
class Predictions:
    """Next-token predictions of several runs, one row for each.

    Args:
        differences: logit difference d, changed run's token minus clean run's; NaN where not yet
            computed.
        tokens: ids of the likeliest tokens, best first.
        probabilities: their probabilities.
        competing: probabilities of the clean and the changed run's token.
    """

    differences: Float[Tensor, " row"]
    tokens: Int[Tensor, "row count"]
    probabilities: Float[Tensor, "row count"]
    competing: Float[Tensor, "row 2"]

    @property
    def done(self) -> int:
        """Number of runs whose predictions are computed so far; the other rows are still empty."""
        return int((~self.differences.isnan()).sum())


@dataclass(frozen=True)
class StepComparison:
    """Next-token predictions of the clean and the changed run at one step.

    Args:
        clean: the likeliest token of the clean run.
        changed: the likeliest token of the changed run; if it is the same, the second likeliest.
        differ: whether the two runs' likeliest tokens differ.
        effect: difference of d, the logit difference, between the changed and the clean run.
    """

    clean: int
    changed: int
    differ: bool
    effect: float


def logit_difference(
    logits: Float[Tensor, "*some vocab"], tokens: tuple[int, int]
) -> Float[Tensor, "*some"]:
    """Return d, the logit of the token that the changed run predicts minus that of the clean run's.

    Args:
        logits: logits of the next token, from any runs.
        tokens: ids of two competing tokens: the clean run's prediction and the changed run's.

    Returns:
        For each row of logits, ``logits[changed] - logits[clean]``.
    """
    clean, changed = tokens
    return logits[..., changed] - logits[..., clean]


def compare_steps(
    clean: Float[Tensor, "target vocab"], changed: Float[Tensor, "target vocab"]
) -> tuple[StepComparison, ...]:
    """Compare, at each step of one target, what the clean and the changed run predict next.

    Args:
        clean: the clean run's logits at each step.
        changed: the changed run's logits at each step of the same target.

    Returns:
        For each step, both runs' likeliest tokens and the ``effect``: the logit difference d of
        these two tokens in the changed run, minus d in the clean run.
    """
    likeliest = clean.argmax(dim=-1, keepdim=True)
    differ = changed.argmax(dim=-1, keepdim=True) != likeliest
    other = changed.scatter(-1, likeliest, -torch.inf).argmax(dim=-1, keepdim=True)
    d = [rows.gather(-1, other) - rows.gather(-1, likeliest) for rows in (clean, changed)]
    columns = (likeliest, other, differ, d[1] - d[0])
    return tuple(
        StepComparison(*row) for row in zip(*(one[:, 0].tolist() for one in columns), strict=True)
    )


def first_divergent_step(comparisons: Sequence[StepComparison], start: int = 0) -> int:
    """Return the first step at which the two runs clearly predict different tokens.

    Clearly means that their likeliest tokens differ and that ``StepComparison.effect``, the change
    of the logit difference d from the clean to the changed run, is at least 0.5 or at most -0.5.

    Args:
        comparisons: the comparison at each step, from ``compare_steps``.
        start: the first step that counts, from 0.

    Returns:
        The step, from 0. If the runs never clearly differ, the step of the largest absolute effect.
    """
    later = range(min(start, len(comparisons) - 1), len(comparisons))
    apart = (
        step
        for step in later
        if comparisons[step].differ and abs(comparisons[step].effect) >= MIN_LOGIT_DIFFERENCE
    )
    return next(apart, max(later, key=lambda step: abs(comparisons[step].effect)))


def normalized_effects(
    patched: Float[Tensor, "*some"], base: Float[Tensor, ""], source: Float[Tensor, ""]
) -> Float[Tensor, "*some"]:
    r"""Return how far each patch moves the logit difference d from the base to the source run.

    $$\frac{d(\mathrm{patched}) - d(\mathrm{base})}{d(\mathrm{source}) - d(\mathrm{base})}$$

    Args:
        patched: d of each patched run.
        base: d of the base run, into which activations are written.
        source: d of the source run, from which they are taken.

    Returns:
        For each patched run, 0 if d is as in the base run, 1 if it is as in the source run.

    Raises:
        ValueError: if d of the base and of the source run differ by less than 0.5.
    """
    if (source - base).abs() < MIN_LOGIT_DIFFERENCE:
        raise ValueError(
            f"the runs differ by {(source - base).item():.2f}, less than {MIN_LOGIT_DIFFERENCE}"
        )
    return (patched - base) / (source - base)


def predictions_from_logits(
    logits: Float[Tensor, "row vocab"], tokens: tuple[int, int]
) -> Predictions:
    """Return the next-token predictions of several runs, from one row of logits for each run.

    Args:
        logits: logits of the next token, one row for each run.
        tokens: ids of the two competing tokens, the clean run's and the changed run's, of which the
            logit difference d is computed.
    """
    p = logits.softmax(dim=-1)
    best = p.topk(min(COUNT, p.shape[1]))
    return Predictions(
        logit_difference(logits, tokens), best.indices, best.values, p[:, list(tokens)]
    )


def unpatched_predictions(runs: Sequence[RecordedRun], tokens: tuple[int, int]) -> Predictions:
    """Return the next-token predictions of recorded runs, without any patch.

    Args:
        runs: the recorded runs; each becomes a row of the result.
        tokens: ids of the two competing tokens, the clean run's and the changed run's, of which the
            logit difference d is computed.
    """
    return predictions_from_logits(torch.stack([run.logits for run in runs]), tokens)


def patched_predictions(
    model: Transformer,
    runs: Sequence[RecordedRun],
    sites: Sequence[PatchSite],
    tokens: tuple[int, int],
    max_floats: int = MAX_FLOATS,
) -> Iterator[Predictions]:
    """Yield the predictions of all patched runs, one for each site; each time, more are computed.

    Args:
        model: the network of both runs.
        runs: the base run, which is patched, and the source run, which gives the activations.
        sites: the patch sites; each is patched alone.
        tokens: ids of the two competing tokens, the clean run's and the changed run's, of which the
            logit difference d is computed.
        max_floats: floats that a batch of runs may need at a time; limits how many it holds.

    Yields:
        Predictions with a row for every site, in the order of ``sites``. Rows that are not computed
        yet hold NaN (token ids: 0).
    """
    base, source = runs
    n, count, new = len(sites), min(COUNT, len(base.logits)), base.logits.new_full
    so_far = Predictions(
        new((n,), torch.nan),
        new((n, count), 0, dtype=torch.long),
        new((n, count), torch.nan),
        new((n, 2), torch.nan),
    )
    for indices, logits in patch_sites(model, base, source, sites, max_floats):
        found = predictions_from_logits(logits, tokens)
        so_far = Predictions(
            *(
                old.index_copy(0, torch.tensor(indices, device=own.device), own)
                for old, own in zip(vars(so_far).values(), vars(found).values(), strict=True)
            )
        )
        yield so_far
