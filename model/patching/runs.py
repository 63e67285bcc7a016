"""Activation patching (Vig et al. 2020, Meng et al. 2022): a run with activations of another."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor

from model.attention import Cache
from model.changes.edits import join_edits
from model.changes.patches import PatchSite
from model.parts import residual_tap
from model.passes import Search, record_pass, search_batch
from model.patching.sites import patchable_taps
from model.trace import Edit, editing, grad_mode
from model.transformer import Transformer, causal_visible

MAX_FLOATS = 4_000_000  # floats that the rows of a batch may need at a time: 16 MB

Edits = Mapping[str, Edit]


@dataclass(frozen=True)
class RecordedRun:
    """A recorded pass: a source, a target prefix, and the activations that can be patched.

    Args:
        source: token ids of the sentence, the end token included.
        target: token ids of the target prefix, the start token first.
        values: activation at each tap that can be patched, without the batch axis.
        logits: logits of the next token.
        edits: the visitor's changes to the model, here and in every patched run.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    values: Mapping[str, Float[Tensor, "*some position _"]]
    logits: Float[Tensor, " vocab"]
    edits: Edits


def record_run(
    model: Transformer, source: Sequence[int], target: Sequence[int], edits: Edits
) -> RecordedRun:
    """Record a pass over source and target prefix, with edits; keep the activations to patch with.

    Args:
        model: the network.
        source: token ids of the sentence, the end token included.
        target: token ids of the target prefix, the start token first.
        edits: the visitor's changes to the model, by tap name.
    """
    trace = record_pass(model, source, target, edits)
    values = {tap: trace[tap][0] for tap in (*patchable_taps(model.config), "memory")}
    return RecordedRun(tuple(source), tuple(target), values, trace["logits"][0, -1].clone(), edits)


@grad_mode(False)
def logits_at_each_step(
    model: Transformer, recorded_run: RecordedRun
) -> Float[Tensor, "target vocab"]:
    """Return the next-token logits at each step of a recorded pass."""
    top = recorded_run.values[residual_tap("decoder", len(model.decoder.layers))]
    with editing(model, recorded_run.edits):
        return model.project(top.unsqueeze(0))[0]


def truncate_run(model: Transformer, recorded_run: RecordedRun, step: int) -> RecordedRun:
    """Return a recorded pass, cut to the target positions 0 to ``step``, this one included."""
    values = {
        tap: value[..., : step + 1, :] if tap.startswith("decoder.") else value
        for tap, value in recorded_run.values.items()
    }
    short = replace(recorded_run, target=recorded_run.target[: step + 1], values=values)
    return replace(short, logits=logits_at_each_step(model, short)[-1].clone())


def patch_sites(
    model: Transformer,
    base_run: RecordedRun,
    source_run: RecordedRun,
    sites: Sequence[PatchSite],
    max_floats: int = MAX_FLOATS,
) -> Iterator[tuple[list[int], Float[Tensor, "site vocab"]]]:
    """Yield the base run's next-token logits with each site patched alone, in groups of sites.

    Many sites are computed together, one batch row for each. A row is computed only from its site
    on: what lies below in the stack or earlier in the target stays as it was. A site at a stack's
    input where both runs read the same token changes nothing, and is not computed at all.

    Args:
        model: the network of both runs.
        base_run: the base run, which is repeated.
        source_run: the source run, whose activations are written into the base run.
        sites: the patch sites, one for each row.
        max_floats: floats that a batch may need at a time; limits how many rows it has.

    Yields:
        Indices into ``sites`` of one group, and a row of next-token logits for each of them. Every
        site is in exactly one group; the groups do not follow the order of ``sites``.
    """
    key = [(site.stack == "decoder", site.depth) for site in sites]
    order = sorted(range(len(sites)), key=key.__getitem__)
    if same := [i for i in order if _reads_same_token(base_run, source_run, sites[i])]:
        yield same, base_run.logits.expand(len(same), -1)
        order = [i for i in order if i not in same]
    count = max(1, max_floats // floats_per_row(model, len(base_run.source), len(base_run.target)))
    for rows, last in ((patched_logits, False), (patched_logits_at_last, True)):
        group = [i for i in order if _is_last_position_only(base_run, sites[i]) == last]
        for first in range(0, len(group), count):
            indices = group[first : first + count]
            yield indices, rows(model, base_run, source_run, [sites[i] for i in indices])


def _reads_same_token(base_run: RecordedRun, source_run: RecordedRun, site: PatchSite) -> bool:
    """Whether a site is a stack's input and both runs agree there: a patch changes nothing."""
    if site.depth or not site.in_stream:
        return False
    own, other = base_run.values[site.tap], source_run.values[site.tap]
    return torch.equal(own[list(site.positions)], other[list(site.source_positions)])


def _is_last_position_only(base_run: RecordedRun, site: PatchSite) -> bool:
    """Whether a site lies only at the last of several decoder positions.

    With a visitor's edits, which may need to see all positions, it never counts as one.
    """
    last = len(base_run.target) - 1
    return bool(
        last and not base_run.edits and site.stack == "decoder" and {*site.positions} <= {last}
    )


def floats_per_row(model: Transformer, source_length: int, target_length: int) -> int:
    """Estimate the largest number of floats that one batch row needs at a time."""
    config, longer = model.config, max(source_length, target_length)
    attention = 3 * config.h * longer**2  # scores, masked scores, weights
    return attention + longer * (2 * config.d_ff + 6 * config.d_model) + config.vocab_size


@grad_mode(False)
def patched_logits(
    model: Transformer, base_run: RecordedRun, source_run: RecordedRun, sites: Sequence[PatchSite]
) -> Float[Tensor, "site vocab"]:
    """Return the base run's next-token logits with each site patched alone, a row for each site.

    Args:
        model: the network of both runs.
        base_run: the base run, which is repeated.
        source_run: the source run, whose activations are written into the base run.
        sites: the patch sites, sorted by stack (the encoder's first), then by depth.
    """
    early = [site for site in sites if site.stack == "encoder"]
    late = sites[len(early) :]
    device = model.E.weight.device
    visible = torch.ones(1, 1, len(base_run.source), dtype=torch.bool, device=device)
    causal = causal_visible(len(base_run.target), device)
    inside = [(row, site) for row, site in enumerate(sites) if not site.in_stream]
    with editing(model, join_edits(base_run.edits, _patch_edits(source_run, inside))):
        x = _patched_stream("encoder", 0, base_run, source_run, early)
        for depth, layer in enumerate(model.encoder.layers, 1):
            x = layer(x, visible.expand(len(x), -1, -1)) if len(x) else x
            x = torch.cat([x, _patched_stream("encoder", depth, base_run, source_run, early)])
        memory = torch.cat([model.memory(x), base_run.values["memory"].expand(len(late), -1, -1)])
        x = base_run.values[residual_tap("decoder", 0)].expand(len(early), -1, -1)
        x = torch.cat([x, _patched_stream("decoder", 0, base_run, source_run, late)])
        for depth, layer in enumerate(model.decoder.layers, 1):
            seen = visible.expand(len(x), -1, -1)
            x = layer(x, memory[: len(x)], causal, seen) if len(x) else x
            x = torch.cat([x, _patched_stream("decoder", depth, base_run, source_run, late)])
        return model.project(x[:, -1:].contiguous())[:, 0]  # else E is read anew for each row


@grad_mode(False)
def patched_logits_at_last(
    model: Transformer, base_run: RecordedRun, source_run: RecordedRun, sites: Sequence[PatchSite]
) -> Float[Tensor, "site vocab"]:
    """Return the logits of ``patched_logits``, faster, for sites at the last decoder position.

    Nothing changes before that position, so the keys and values of earlier positions are computed
    once and cached for all rows.

    Args:
        model: the network of both runs.
        base_run: the base run, which is repeated; it has no edits.
        source_run: the source run, whose activations are written into the base run.
        sites: patch sites of the decoder, each at the last position only.
    """
    device = model.E.weight.device
    visible = torch.ones(1, len(base_run.source), dtype=torch.bool, device=device)
    memory = base_run.values["memory"].unsqueeze(0)
    target = torch.tensor([base_run.target], device=device)
    cache = Cache()
    rows = torch.zeros(len(sites), dtype=torch.long, device=device)  # all copy the one row
    model.decode(target[:, :-1], memory, visible, cache)
    cache.select(rows)
    moved = [replace(site, positions=(0,) * len(site.positions)) for site in sites]
    with editing(model, _patch_edits(source_run, enumerate(moved))):
        x = model.decode(target[rows, -1:], memory[rows, :0], visible[rows], cache)
        return model.project(x)[:, 0]


def _patched_stream(
    stack: str,
    depth: int,
    base_run: RecordedRun,
    source_run: RecordedRun,
    sites: Sequence[PatchSite],
) -> Float[Tensor, "site position d_model"]:
    """Return the residual stream at one depth, a row for each site there with that site patched."""
    here = [site for site in sites if site.depth == depth]
    rows = base_run.values[residual_tap(stack, depth)].repeat(len(here), 1, 1)
    for row, site in zip(rows, here, strict=True):
        if site.in_stream:
            site.write_into(row, source_run.values[site.tap])
    return rows


def _patch_edits(
    source_run: RecordedRun, sites_by_row: Iterable[tuple[int, PatchSite]]
) -> dict[str, Edit]:
    """Return edits that write the source pass's activations into rows of a batch."""
    rows: dict[str, list[tuple[int, PatchSite]]] = {}
    for row, site in sites_by_row:
        rows.setdefault(site.tap, []).append((row, site))
    return {
        tap: partial(_patch_rows, source_run=source_run, rows=indices)
        for tap, indices in rows.items()
    }


def _patch_rows(
    value: Tensor, source_run: RecordedRun, rows: Iterable[tuple[int, PatchSite]]
) -> Tensor:
    """Return a tensor with the source pass's activations written into some batch rows."""
    value = value.clone()
    for row, site in rows:
        site.write_into(value[row], source_run.values[site.tap])
    return value


def translate_with_patch(
    model: Transformer,
    base_runs: Sequence[RecordedRun],
    source_run: RecordedRun,
    site: PatchSite | None,
    search: Search,
) -> list[list[int]]:
    """Translate each base run's sentence by beam search, the last one with a patch.

    Args:
        model: the network of all runs.
        base_runs: the base runs, whose sentences are translated. They have the same target prefix,
            which every translation is forced to begin with, and the same edits.
        source_run: the source run, whose activations are written into the last base run.
        site: the patch site in the last base run; None for no patch. A site in the decoder is
            patched in every row of the batch: then give a single base run.
        search: settings of the beam search. The caller sets ``cached`` to whether the edits allow
            keys and values to be cached. With a site in the decoder, nothing is cached, because the
            site is known by its position among all positions.

    Returns:
        The token ids of each sentence's best translation.
    """
    puts: dict[str, Edit] = {}
    search = replace(search, prefix=base_runs[0].target[1:])
    if site and site.stack == "encoder":  # where each sentence is one row
        puts = _patch_edits(source_run, [(len(base_runs) - 1, site)])
    elif site:
        puts = {
            site.tap: lambda value: _patch_rows(
                value, source_run, ((i, site) for i in range(len(value)))
            )
        }
        search = replace(search, cached=False)
    sources, starts = (
        [base_run.source for base_run in base_runs],
        [base_run.target[0] for base_run in base_runs],
    )
    found = search_batch(model, sources, starts, join_edits(base_runs[0].edits, puts), search)
    return [best.tokens for best, *_ in found]
