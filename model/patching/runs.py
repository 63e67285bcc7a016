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

ROOM = 4_000_000  # floats that the rows of a batch may need at a time: 16 MB

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
    """Record one pass and keep its activations at the taps that can be patched."""
    trace = record_pass(model, source, target, edits)
    values = {tap: trace[tap][0] for tap in (*patchable_taps(model.config), "memory")}
    return RecordedRun(tuple(source), tuple(target), values, trace["logits"][0, -1].clone(), edits)


@grad_mode(False)
def logits_at_each_step(model: Transformer, run: RecordedRun) -> Float[Tensor, "target vocab"]:
    """Return the next-token logits at each step of a run."""
    top = run.values[residual_tap("decoder", len(model.decoder.layers))]
    with editing(model, run.edits):
        return model.project(top.unsqueeze(0))[0]


def truncate_run(model: Transformer, run: RecordedRun, step: int) -> RecordedRun:
    """Return a run truncated after a decoding step, as if its target had ended there."""
    values = {
        tap: value[..., : step + 1, :] if tap.startswith("decoder.") else value
        for tap, value in run.values.items()
    }
    short = replace(run, target=run.target[: step + 1], values=values)
    return replace(short, logits=logits_at_each_step(model, short)[-1].clone())


def patch_sites(
    model: Transformer,
    host: RecordedRun,
    donor: RecordedRun,
    places: Sequence[PatchSite],
    room: int = ROOM,
) -> Iterator[tuple[list[int], Float[Tensor, "place vocab"]]]:
    """Yield the base run's logits with each site patched from the source run, batch by batch.

    Many are computed together, one batch row for each. A row starts at its site:
    what comes before, below in the stack or earlier in the target, is unchanged. Where
    both runs read the same token, the prediction is unchanged, too.

    Args:
        model: the network of both runs.
        host: the base run, which is repeated.
        donor: the source run, whose activations are written into it.
        places: the patch sites, one for each row.
        room: bounds how many rows are computed at a time; see ``ROOM``.

    Yields:
        Indices of some sites, and the next-token logits with each of them patched.
    """
    key = [(place.stack == "decoder", place.depth) for place in places]
    order = sorted(range(len(places)), key=key.__getitem__)
    if same := [i for i in order if _reads_same_token(host, donor, places[i])]:
        yield same, host.logits.expand(len(same), -1)
        order = [i for i in order if i not in same]
    count = max(1, room // floats_per_row(model, len(host.source), len(host.target)))
    for rows, last in ((patched_logits, False), (patched_logits_at_last, True)):
        group = [i for i in order if _is_last_position_only(host, places[i]) == last]
        for first in range(0, len(group), count):
            some = group[first : first + count]
            yield some, rows(model, host, donor, [places[i] for i in some])


def _reads_same_token(host: RecordedRun, donor: RecordedRun, place: PatchSite) -> bool:
    """Whether a site is a stack's input and both runs agree there: a patch changes nothing."""
    if place.depth or not place.in_stream:
        return False
    own, other = host.values[place.tap], donor.values[place.tap]
    return torch.equal(own[list(place.here)], other[list(place.there)])


def _is_last_position_only(host: RecordedRun, place: PatchSite) -> bool:
    """Whether a site lies only at the last of several decoder positions.

    With a visitor's edits, which may need to see all positions, it never counts as one.
    """
    last = len(host.target) - 1
    return bool(last and not host.edits and place.stack == "decoder" and {*place.here} <= {last})


def floats_per_row(model: Transformer, source: int, target: int) -> int:
    """Estimate the number of floats that a batch row takes at the widest point of the network."""
    config, longer = model.config, max(source, target)
    attention = 3 * config.h * longer**2  # scores, masked scores, weights
    return attention + longer * (2 * config.d_ff + 6 * config.d_model) + config.vocab_size


@grad_mode(False)
def patched_logits(
    model: Transformer, host: RecordedRun, donor: RecordedRun, places: Sequence[PatchSite]
) -> Float[Tensor, "place vocab"]:
    """Return the next-token logits with each site patched; sites must be sorted bottom-up."""
    early = [place for place in places if place.stack == "encoder"]
    late = places[len(early) :]
    device = model.E.weight.device
    visible = torch.ones(1, 1, len(host.source), dtype=torch.bool, device=device)
    causal = causal_visible(len(host.target), device)
    within = [(row, place) for row, place in enumerate(places) if not place.in_stream]
    with editing(model, join_edits(host.edits, _patch_edits(donor, within))):
        x = _patched_stream("encoder", 0, host, donor, early)
        for depth, layer in enumerate(model.encoder.layers, 1):
            x = layer(x, visible.expand(len(x), -1, -1)) if len(x) else x
            x = torch.cat([x, _patched_stream("encoder", depth, host, donor, early)])
        memory = torch.cat([model.memory(x), host.values["memory"].expand(len(late), -1, -1)])
        x = host.values[residual_tap("decoder", 0)].expand(len(early), -1, -1)
        x = torch.cat([x, _patched_stream("decoder", 0, host, donor, late)])
        for depth, layer in enumerate(model.decoder.layers, 1):
            seen = visible.expand(len(x), -1, -1)
            x = layer(x, memory[: len(x)], causal, seen) if len(x) else x
            x = torch.cat([x, _patched_stream("decoder", depth, host, donor, late)])
        return model.project(x[:, -1:].contiguous())[:, 0]  # else E is read anew for each row


@grad_mode(False)
def patched_logits_at_last(
    model: Transformer, host: RecordedRun, donor: RecordedRun, places: Sequence[PatchSite]
) -> Float[Tensor, "place vocab"]:
    """Return next-token logits, sites patched at the last decoder position, from a cached prefix.

    Nothing before that position changes, so its keys and values are cached.
    """
    device = model.E.weight.device
    visible = torch.ones(1, len(host.source), dtype=torch.bool, device=device)
    memory = host.values["memory"].unsqueeze(0)
    target = torch.tensor([host.target], device=device)
    cache = Cache()
    rows = torch.zeros(len(places), dtype=torch.long, device=device)  # all copy the one row
    model.decode(target[:, :-1], memory, visible, cache)
    cache.select(rows)
    here = [replace(place, here=(0,) * len(place.here)) for place in places]
    with editing(model, _patch_edits(donor, enumerate(here))):
        x = model.decode(target[rows, -1:], memory[rows, :0], visible[rows], cache)
        return model.project(x)[:, 0]


def _patched_stream(
    stack: str, depth: int, host: RecordedRun, donor: RecordedRun, places: Sequence[PatchSite]
) -> Float[Tensor, "place position d_model"]:
    """Return the residual stream at one depth, a row for each site there with that site patched."""
    here = [place for place in places if place.depth == depth]
    rows = host.values[residual_tap(stack, depth)].repeat(len(here), 1, 1)
    for row, place in zip(rows, here, strict=True):
        if place.in_stream:
            place.write_into(row, donor.values[place.tap])
    return rows


def _patch_edits(donor: RecordedRun, numbered: Iterable[tuple[int, PatchSite]]) -> dict[str, Edit]:
    """Return edits that write the source run's activations into rows of a batch."""
    rows: dict[str, list[tuple[int, PatchSite]]] = {}
    for row, place in numbered:
        rows.setdefault(place.tap, []).append((row, place))
    return {tap: partial(_patch_rows, donor=donor, rows=some) for tap, some in rows.items()}


def _patch_rows(value: Tensor, donor: RecordedRun, rows: Iterable[tuple[int, PatchSite]]) -> Tensor:
    """Return a tap's tensor with the source run's activations written into some batch rows."""
    value = value.clone()
    for row, place in rows:
        place.write_into(value[row], donor.values[place.tap])
    return value


def translate_with_patch(
    model: Transformer,
    hosts: Sequence[RecordedRun],
    donor: RecordedRun,
    place: PatchSite | None,
    search: Search,
) -> list[list[int]]:
    """Translate each base run by beam search, with the patch active at every step; return ids.

    Args:
        model: the network of all runs.
        hosts: the base runs, whose sentences are translated; their target prefix is forced.
        donor: the source run, whose activations are written into the last of them.
        place: the patch site in that one; None for no patch. A site in the decoder is
            patched in every hypothesis, so it needs a search of its own.
        search: settings; cached if the visitor's edits let keys and values be kept. A site in the
            decoder does not: a position is known by its index among all.
    """
    puts: dict[str, Edit] = {}
    search = replace(search, prefix=hosts[0].target[1:])
    if place and place.stack == "encoder":  # where each sentence is one row
        puts = _patch_edits(donor, [(len(hosts) - 1, place)])
    elif place:
        puts = {
            place.tap: lambda value: _patch_rows(
                value, donor, ((i, place) for i in range(len(value)))
            )
        }
        search = replace(search, cached=False)
    sources, starts = [host.source for host in hosts], [host.target[0] for host in hosts]
    found = search_batch(model, sources, starts, join_edits(hosts[0].edits, puts), search)
    return [best.tokens for best, *_ in found]
