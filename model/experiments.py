"""Experiments of many passes: activation patching, head ablation, and head roles."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import torch

from model.arguments import check_arguments
from model.census.importance import losses_by_silencing
from model.census.roles import HeadStatistics
from model.changes.kinds import can_cache, collect_edits
from model.grid import Grid
from model.measures.pairs import align_tokens
from model.parts import ATTENTIONS, SUBLAYERS
from model.patching.predictions import (
    compare_steps,
    first_divergent_step,
    normalized_effects,
    patched_predictions,
    unpatched_predictions,
)
from model.patching.runs import RecordedRun, logits_at_each_step, record_run, truncate_run
from model.patching.sites import SiteRows, arrange_in_maps, flatten_sites, patch_site_maps
from model.reading import Reading

At = Literal["encoder", "decoder", "sublayers", "encoder-heads", "decoder-heads", "cross-heads"]


@check_arguments
def patch_grid(
    base: Reading,
    source: Reading,
    at: At = "encoder",
    *,
    step: int | None = None,
    tokens: tuple[int | str, int | str] | None = None,
    everywhere: bool = False,
) -> Grid:
    """Patch activations of ``source`` into ``base``, one site at a time; return all effects.

    A site is a place in the network, such as one head; ``at`` chooses the sites. The base's
    translation is forced through both runs. At the step where their predictions differ, d is the
    logit difference: the source run's token minus the base's. The effect of a patch,

        (d(patched base) - d(base)) / (d(source) - d(base)),

    is 0 if d stays as in the base, and 1 if this patch alone makes d as large as in the source run.

    Texts of equal length are aligned position by position. Of others, the common beginning and the
    common end are aligned. What stands between has no counterpart: NaN in the grid of the encoder's
    stream, and left as it is in the base wherever sub-layers and heads of the encoder are patched.
    So pairs of equal length tell more. The readings need no recorded tensors. A grid takes about
    0.1 s of CPU; many pairs are a loop.

    Args:
        base: the run that is patched.
        source: the run that the activations come from, such as that of a minimally changed text.
        at: "encoder" or "decoder" for the residual stream of a stack, "sublayers" for each
            sub-layer of both, or "encoder-heads", "decoder-heads", "cross-heads" for single heads
            of the attention that ``SilencedHead`` calls "encoder", "decoder" or "cross".
        step: output step, from 0, at which predictions are compared; None for the first at which
            they differ.
        tokens: the base's and the source run's token, as ids or as the screen shows them; None for
            the likeliest of each.
        everywhere: whether sub-layers and heads of the decoder are patched at all positions, as
            those of the encoder always are, or only at the last one.

    Returns:
        A Grid of effects with axes depth and position for a residual stream (depth 0 is the input
        of the first layer), layer and sublayer, or layer and head (the last column: all heads at
        once).

    Raises:
        ValueError: if there is no such step or token, if d differs too little between the runs to
            divide by, or if the readings have edits or different changes.
    """
    if base.edited or source.edited or base.changes != source.changes:
        raise ValueError("both must be read with the same changes, and without edits")
    whole = _record_both(base, source, len(base.target_ids) - 1)
    compared = compare_steps(*(logits_at_each_step(base.network, one) for one in whole))
    step = first_divergent_step(compared) if step is None else step
    if not 0 <= step < len(compared):
        raise ValueError(f"the translation has {len(compared)} steps: {step} is none of them")
    if can_cache(base.changes):  # no row depends on later ones
        both = [truncate_run(base.network, one, step) for one in whole]
    else:
        both = _record_both(base, source, step)
    pair = (compared[step].clean, compared[step].changed)
    if tokens is not None:
        pair = (base.token_id(tokens[0], step), base.token_id(tokens[1], step))
    # A token of the source alone has no place in the base.
    paired = tuple(
        pair for pair in align_tokens(both[0].source, both[1].source) if pair[0] is not None
    )
    chosen: dict[str, SiteRows] = {
        at: patch_site_maps(base.network.config, paired, step + 1, everywhere)[at]
    }
    *_, last = patched_predictions(base.network, both, flatten_sites(chosen), pair)
    d = unpatched_predictions(both, pair).differences
    values = arrange_in_maps(chosen, normalized_effects(last.differences, *d))[at]
    places, words = _axis_labels(base, at, values.shape)
    measure = "effect, 1 where a patch turns the answer all the way"
    attention = at.removesuffix("-heads") if at.endswith("-heads") else ""
    return Grid(values, places, words, measure, attention)


def _record_both(base: Reading, source: Reading, length: int) -> list[RecordedRun]:
    """Record both sentences with the same decoder input: the start of the base's translation."""
    acting = collect_edits(base.network, base.changes)
    forced = base.target_ids[1 : length + 1]
    return [
        record_run(base.network, one.source_ids, (one.target_ids[0], *forced), acting)
        for one in (base, source)
    ]


def _axis_labels(
    base: Reading, at: At, shape: Sequence[int]
) -> tuple[dict[str, Sequence[int | str]], dict[str, Sequence[str]]]:
    """Return labels for the rows and columns of a patching map, and the tokens at its positions."""
    rows, count = shape
    if at == "sublayers":
        return {"layer": range(rows), "sublayer": list(SUBLAYERS)}, {}
    if at.endswith("heads"):
        return {"layer": range(rows), "head": [*range(count - 1), "all"]}, {}
    tokens = base.source if at == "encoder" else base.target[:count]
    return {"depth": range(rows), "position": range(count)}, {
        "position": [token.text for token in tokens]
    }


@check_arguments
def ablate_heads(run: Reading) -> Grid:
    """Return the drop in ln p of the translation, in nats, when one head's output is set to zero.

    A positive number means that the head helps. The translation is the reading's: the one that the
    search found, or the one that was given to ``read``. The reading needs no recorded tensors.

    The drop is summed over all steps, so a head that decides one word may be outdone by others. For
    one step, or a margin between two tokens, compare ``trace["logits"]`` of two readings of the
    same translation, one with ``changes=SilencedHead(attention, layer, head)``.

    Returns:
        A Grid with axes attention, layer and head; NaN where a stack has no such layer.

    Raises:
        ValueError: if the reading has changes or edits already.
    """
    if run.edited or run.changes:
        raise ValueError(
            "heads are silenced one by one in the model as it is: read without changes"
        )
    config, said = run.network.config, (run.target_ids[0], *run.output_ids)
    lost = losses_by_silencing(run.network, run.source_ids, said)
    for place, attention in enumerate(ATTENTIONS):  # the shallower stack lacks these layers
        lost[place, len(config.layers(attention)) :] = torch.nan
    places: dict[str, Sequence[int | str]] = {
        "attention": list(ATTENTIONS),
        "layer": range(config.max_depth),
        "head": range(config.h),
    }
    return Grid(lost, places, {}, "nats of ln p that the translation loses without the head")


@check_arguments
def head_roles(runs: Iterable[Reading]) -> list[dict[str, Any]]:
    """Return each head's role over these readings: one dict per head, as rows of a table.

    A head's role is what gets at least 0.4 of its attention weight, and at least twice what uniform
    weights would give: "previous", "next", "same" (the query's own position), "start", "end",
    "punctuation", "rare" (the rarest piece it may see) or "again" (other places of the query's
    piece; in cross-attention, the same piece in the source). Without any, it is "mixed". The
    readings need no recorded tensors.

    Returns:
        Dicts with the keys "attention", "layer" and "head" (from 0), "role", "share" (of the
        attention weight that the role gets; for "mixed" the largest of all), "shares" (dict: share
        of each role), "output" (the head's share of the output of its attention) and "error"
        (always None: alignment is not measured here).

    Raises:
        ValueError: if there are no readings.
    """
    tally: HeadStatistics | None = None
    for one in runs:
        tally = tally or HeadStatistics(one.network, one.tokenizer)
        tally.add(one.source_ids, one.target_ids)
    if tally is None:
        raise ValueError("there is no reading to look at")
    return tally.rows({})
