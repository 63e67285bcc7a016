"""Maps of patching effects, and the translation with one location patched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import streamlit as st
import torch
from torch import Tensor

from model.patching.predictions import Predictions
from model.patching.sites import arrange_in_maps
from pages.lab.patch_it import cached
from pages.lab.patch_it.experiment import Trial
from ui.messages import N_, _
from ui.readings import session
from ui.readings.changes import SUBLAYER_NAMES
from ui.readings.reading import Token
from ui.readings.token_input import token_label
from ui.views import Label, label_tokens, register_view
from ui.views.export_tables import Table, tensor_table

Run = Literal["clean", "changed"]
RUNS: tuple[Run, Run] = ("clean", "changed")
TITLES = {
    "encoder": N_("Encoder residual stream"),
    "decoder": N_("Decoder residual stream"),
    "sublayers": N_("Sub-layers"),
    "encoder-heads": N_("Encoder heads"),
    "decoder-heads": N_("Decoder heads"),
    "cross-heads": N_("Cross heads"),
}
HEADS = {  # heading of a column, of the last column, and above all others
    "encoder-heads": (
        N_("Head {head} of encoder self-attention"),
        N_("All heads of encoder self-attention"),
        N_("head of encoder self-attention"),
    ),
    "decoder-heads": (
        N_("Head {head} of decoder self-attention"),
        N_("All heads of decoder self-attention"),
        N_("head of decoder self-attention"),
    ),
    "cross-heads": (
        N_("Head {head} of cross-attention"),
        N_("All heads of cross-attention"),
        N_("head of cross-attention"),
    ),
}
SUBLAYERS = {  # column heading, caption
    "encoder-attention": (N_("self-att."), N_("encoder self")),
    "encoder-feed-forward": (N_("feed-f."), N_("encoder FFN")),
    "decoder-attention": (N_("self-att."), N_("decoder self")),
    "cross-attention": (N_("cross-att."), N_("cross")),
    "decoder-feed-forward": (N_("feed-f."), N_("decoder FFN")),
}

ColumnTokens = Sequence[
    tuple[Token | None, Token | None]
]  # per column: clean and changed token, None without a counterpart


@dataclass(frozen=True)
class PatchMap:
    """One map of patch sites.

    Args:
        name: key of the map.
        title: its name.
        stream: whether its columns are positions.
        places: what its rows and columns are.
        rows: names of the rows.
        columns: names of the columns; empty where they are positions.
        short: the same, shorter.
        heads: lines of headings, each over a number of columns.
        index: index of each site's effect, or -1 where there is no counterpart.
        tokens: the columns' tokens in each run, or in both.
    """

    name: str
    title: str
    stream: bool
    places: str
    rows: Sequence[str]
    columns: Sequence[str]
    short: Sequence[str]
    heads: Sequence[Sequence[tuple[str, int]]]
    index: Sequence[Sequence[int]]
    tokens: Sequence[tuple[Run | Literal["both"], Sequence[Label | None]]]


@dataclass(frozen=True)
class PatchToken:
    """A token of the vocabulary, and its probability without a patch."""

    text: str
    before: float


@dataclass(frozen=True)
class PatchRun:
    """An unpatched run: its logit difference, and the probabilities of the competing tokens."""

    name: Run
    d: float
    p: Sequence[float]


@dataclass(frozen=True)
class WrittenTranslations:
    """Words of both translations, each with whether it differs, with a site patched."""

    place: str
    own: Sequence[tuple[str, bool]]
    words: Sequence[tuple[str, bool]]
    same: str


@dataclass(frozen=True)
class PatchData:
    """Patching effects by site, and what the run with the chosen site patched says.

    Args:
        maps: the maps of sites.
        effects: effect of each site; None while it is not computed.
        tops: likeliest tokens with each site patched, as (id, p).
        tokens: the tokens that occur, by id.
        ids: ids of the two competing tokens.
        runs: the unpatched runs.
        host: the run into which is patched.
        after: names the step.
        chosen: map, row and column of the chosen site.
        written: translations with that site patched.
        problem: why there are no effects; "" if there are.
        waiting: what is said of a site that is not computed.
        note: sentences below the map.
        caption: what is searched besides.
    """

    maps: Sequence[PatchMap]
    effects: Sequence[float | None]
    tops: Sequence[Sequence[tuple[int, float]]]
    tokens: Mapping[int, PatchToken]
    ids: Sequence[int]
    runs: Sequence[PatchRun]
    host: Run
    after: str
    chosen: tuple[str, int, int]
    written: WrittenTranslations | None
    problem: str
    waiting: str
    note: str
    caption: str


@dataclass(frozen=True)
class PatchEvents:
    """Event of the view: map, row and column of the clicked site."""

    choose: tuple[str, int, int]


def _effects_table(place: int, name: str) -> Table:
    """Return the export table of one map's effects."""
    columns = "column" if name in ("encoder", "decoder") else f"column:maps.{place}.columns"
    axes = f"row:maps.{place}.rows {columns}"
    return tensor_table(name, axes, effect=f"maps.{place}.index>effects")


_view = register_view(
    __file__,
    PatchData,
    PatchEvents,
    tables=[_effects_table(place, name) for place, name in enumerate(TITLES)],
)


def show_patch_view(
    trial: Trial, predictions: Predictions | None, view_texts: Mapping[str, Any]
) -> None:
    """Show the maps of the effects of patching each site.

    A click on a cell stores its map, row and column as "place" in the session, such as
    "encoder.3.2".

    Args:
        trial: the experiment at one step.
        predictions: the predictions with the sites patched so far; None if there are none.
        view_texts: the other fields of ``PatchData``: "chosen" (map, row and column of the selected
            site), the texts "after", "note", "caption", "waiting" and "problem", and "written" (the
            translations without and with the patch, or None).
    """

    def choose(site: Sequence[object]) -> None:
        """Store the clicked site (map, row, column) as "place" in the session."""
        st.session_state["place"] = ".".join(map(str, site))

    tokenizer, ids = session.glass().tokenizer, trial.tokens
    host, __ = cached.get_base_and_source_runs(trial)
    own, before = cached.get_unpatched_predictions(trial), host.logits.softmax(dim=-1)
    tops = _top_tokens(predictions, ids) if predictions else []
    effects, pairs = cached.compute_effects(trial, predictions), cached.pair_column_tokens(trial)
    numbers = arrange_in_maps(
        cached.list_patch_sites(trial), torch.arange(len(effects), dtype=torch.float)
    )
    tokens = {
        token: PatchToken(token_label(tokenizer, token), round(before[token].item(), 5))
        for token in {*ids, *(token for top in tops for token, __ in top)}
    }
    data = PatchData(
        maps=[_map_data(key, index, pairs.get(key, ())) for key, index in numbers.items()],
        effects=[None if one != one else round(one, 4) for one in effects.tolist()],
        tops=tops,
        tokens=tokens,
        ids=ids,
        runs=[
            PatchRun(run, own.differences[i].item(), own.competing[i].tolist())
            for i, run in enumerate(RUNS)
        ],
        host=trial.to_base_and_source(RUNS)[0],
        **view_texts,
    )
    _view(key="patch", data=data, on_choose_change=choose)


def _top_tokens(
    predictions: Predictions, competing: tuple[int, int]
) -> list[list[tuple[int, float]]]:
    """Return, by site, the likeliest tokens with p, and the two competing tokens."""
    result = []
    columns = (predictions.tokens, predictions.probabilities, predictions.competing)
    for tokens, p, own in zip(*(column.tolist() for column in columns), strict=True):
        best = dict(zip(tokens, p, strict=True)) | dict(zip(competing, own, strict=True))
        known = p[0] == p[0]  # JSON has no NaN
        result.append([(token, round(value, 5)) for token, value in best.items() if known])
    return result


def _map_data(map_name: str, effect_indices: Tensor, pairs: ColumnTokens) -> PatchMap:
    """Return one patching map for the view: name, headings, each cell's index into the effects."""
    stream = map_name in ("encoder", "decoder")
    layers = [_("layer {layer}").format(layer=i + 1) for i in range(len(effect_indices) - stream)]
    found = PatchMap(
        name=map_name,
        title=_(TITLES[map_name]),
        stream=stream,
        places=_("position × depth") if stream else _("layer × part"),
        rows=[*[_("embedding")] * stream, *layers],
        columns=[""] * len(pairs),
        short=[],
        heads=[],
        index=effect_indices.nan_to_num(-1).int().tolist(),
        tokens=_column_tokens(pairs),
    )
    if stream:
        return found
    if map_name == "sublayers":
        tops, short = (list(map(_, names)) for names in zip(*SUBLAYERS.values(), strict=True))
        return replace(
            found,
            columns=[_(SUBLAYER_NAMES[one]) for one in SUBLAYERS],
            short=short,
            heads=[[(_("encoder"), 2), (_("decoder"), 3)], [(top, 1) for top in tops]],
        )
    heads = range(1, effect_indices.shape[1])
    one, together, above = map(_, HEADS[map_name])
    return replace(
        found,
        places=_("layer × head"),
        columns=[*(one.format(head=head) for head in heads), together],
        short=[*(_("head {head}").format(head=head) for head in heads), _("all heads")],
        heads=[
            [(above, len(heads)), ("", 1)],
            [(name, 1) for name in (*map(str, heads), _("all"))],
        ],
    )


def _column_tokens(
    pairs: ColumnTokens,
) -> list[tuple[Run | Literal["both"], list[Label | None]]]:
    """Return the column headings: the clean and the changed token, once if they are the same."""
    rows = [
        [label_tokens([token])[0] if token else None for token in (pair[i] for pair in pairs)]
        for i in range(2)
    ]
    if rows[0] == rows[1]:
        return [("both", rows[0])] if pairs else []
    return list(zip(RUNS, rows, strict=True))
