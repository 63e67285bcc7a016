"""The effect of every place as maps, and what the model says with one place patched."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from pages.lab.patch_it.compute.answers import Answers
from pages.lab.patch_it.compute.places import Rows
from ui.forms import NAME, PLACE
from ui.messages import N_, _
from ui.readings.changes import SUBLAYER_NAMES
from ui.readings.reading import Token
from ui.views import labels, view
from ui.views.tables import Table, table

_view = view(__file__, says={"choose": (NAME, PLACE, PLACE)})

RUNS = ("clean", "changed")
TITLES = {
    "encoder": N_("Encoder residual stream"),
    "decoder": N_("Decoder residual stream"),
    "sublayers": N_("Sub-layers"),
    "encoder-heads": N_("Encoder heads"),
    "decoder-heads": N_("Decoder heads"),
    "cross-heads": N_("Cross heads"),
}
HEADS = {  # a column, the last column, above all columns but the last
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
SUBLAYERS = {  # above a column, in a caption
    "encoder-attention": (N_("self-att."), N_("encoder self")),
    "encoder-feed-forward": (N_("feed-f."), N_("encoder FFN")),
    "decoder-attention": (N_("self-att."), N_("decoder self")),
    "cross-attention": (N_("cross-att."), N_("cross")),
    "decoder-feed-forward": (N_("feed-f."), N_("decoder FFN")),
}


@dataclass(frozen=True)
class Sides:
    """Both runs, as the view names them.

    Args:
        source: for each column of the encoder, the token of the clean and of the changed run.
        target: the same for the decoder.
        competing: the clean and the changed token.
        answers: of both runs as they are.
        swapped: whether the changed run is the one that is patched.
        after: the beginning after which they compete.
    """

    source: Sequence[tuple[Token | None, Token | None]]
    target: Sequence[tuple[Token | None, Token | None]]
    competing: tuple[int, int]
    answers: Answers
    swapped: bool
    after: str

    @property
    def host(self) -> str:
        """Name of the run that is patched."""
        return RUNS[self.swapped]


def patch_view(
    sides: Sides,
    maps: Mapping[str, Rows],
    effects: Sequence[float | None],
    answers: Answers | None,
    before: Float[Tensor, " vocab"],
    name: Callable[[int], str],
    chosen: tuple[str, int, int],
    texts: Mapping[str, object],
) -> None:
    """Draw the view; a click sets "place" in the session.

    Args:
        sides: both runs.
        maps: the places of each map.
        effects: of all places that are there, map after map; None where one is not known yet.
        answers: what is said with each of them.
        before: the probabilities of all tokens in the run that is patched.
        name: says how a token is written.
        chosen: map, row and column of the chosen place.
        texts: the view's sentences: "note", "caption", "waiting", "problem"; and "written" and
            "own", the translations.
    """

    def choose() -> None:
        if (place := st.session_state["patch"].choose) is not None:
            st.session_state["place"] = ".".join(map(str, place))

    tops = _tops(answers, sides.competing)
    ids = {*sides.competing, *(token for top in tops for token, __ in top)}
    first, described = 0, []
    for key, rows in maps.items():
        described.append(_map(key, rows, sides, first))
        first += sum(place is not None for row in rows for place in row)
    both = sides.answers
    data = {
        "version": [sides.after, sides.host, *sides.competing, *_run_inputs(sides.source)],
        "maps": described,
        "effects": [None if one is None else round(one, 4) for one in effects],
        "tops": tops,
        "tokens": {i: {"text": name(i), "before": round(before[i].item(), 5)} for i in ids},
        "ids": list(sides.competing),
        "competing": [name(one) for one in sides.competing],
        "runs": [
            {
                "name": run,
                "d": both.differences[i].item(),
                "p": both.competing[i].tolist(),
                "likely": int(both.competing[i].argmax()),
            }
            for i, run in enumerate(RUNS)
        ],
        "host": sides.host,
        "donor": RUNS[not sides.swapped],
        "after": sides.after,
        "measure": _("d = logit {changed} − logit {clean}").format(
            changed=name(sides.competing[1]), clean=name(sides.competing[0])
        ),
        "chosen": list(chosen),
        **texts,
        "takes": [_effects(i, rows) for i, rows in enumerate(described)],
    }
    _view(key="patch", data=data, on_choose_change=choose)


def _effects(place: int, described: Mapping[str, object]) -> Table:
    """Name the effects of one map."""
    columns = "column" if described["kind"] == "stream" else f"column:maps.{place}.columns"
    axes = f"row:maps.{place}.rows {columns}"
    return table(described["name"], axes, effect=f"maps.{place}.index>effects")


def _tops(answers: Answers | None, competing: tuple[int, int]) -> list[list[tuple[int, float]]]:
    """Return the likeliest tokens of each place, and those that compete if they fell out."""
    if answers is None:
        return []
    result = []
    columns = (answers.tokens, answers.probabilities, answers.competing)
    for tokens, p, own in zip(*(column.tolist() for column in columns), strict=True):
        best = dict(zip(tokens, p, strict=True)) | dict(zip(competing, own, strict=True))
        known = not math.isnan(p[0])  # JSON has no word for what is not a number
        result.append([(token, round(value, 5)) for token, value in best.items() if known])
    return result


def _map(name: str, rows: Rows, sides: Sides, first: int) -> dict[str, object]:
    """Describe a map: its names, and for each cell its number among all that are computed."""
    there = torch.tensor([[place is not None for place in row] for row in rows])
    number = first - 1 + there.flatten().cumsum(0).view(there.shape)
    stream = name in ("encoder", "decoder")
    layers = [_("layer {layer}").format(layer=layer + 1) for layer in range(len(rows) - stream)]
    found = {
        "name": name,
        "title": _(TITLES[name]),
        "kind": "stream" if stream else "parts",
        "rows": [*[_("embedding")] * stream, *layers],
        "index": number.where(there, torch.tensor(-1)).tolist(),
        "places": _("position × depth") if stream else _("layer × part"),
        "tokens": [],
        "groups": [],
        "tops": [],
    }
    if stream:
        pairs = sides.source if name == "encoder" else sides.target
        return found | {"columns": [""] * len(pairs), "tokens": _tokens(pairs)}
    if name == "sublayers":
        groups = [(_("encoder"), 2), (_("decoder"), 3)]
        columns = [_(SUBLAYER_NAMES[key]) for key in SUBLAYERS]
        tops, short = (list(map(_, names)) for names in zip(*SUBLAYERS.values(), strict=True))
        return found | {"columns": columns, "tops": tops, "short": short, "groups": groups}
    heads = range(1, there.shape[1])
    one, together, above = map(_, HEADS[name])
    return found | {
        "columns": [*(one.format(head=head) for head in heads), together],
        "tops": [*map(str, heads), _("all")],
        "short": [
            *(_("head {head}").format(head=head) for head in heads),
            _("all heads"),
        ],
        "groups": [(above, len(heads)), ("", 1)],
        "places": _("layer × head"),
    }


def _run_inputs(pairs: Sequence[tuple[Token | None, Token | None]]) -> list[list[str | None]]:
    """Return what both runs read: with another sentence, an older choice of a cell is void."""
    return [[token and token.text for token in pair] for pair in pairs]


def _tokens(pairs: Sequence[tuple[Token | None, Token | None]]) -> list[tuple[str, list]]:
    """Return the tokens of both runs, or of one for both where they are the same."""
    if all(clean == changed for clean, changed in pairs):
        return [("both", labels([clean for clean, __ in pairs]))]
    lines = {
        run: [pair[i] and labels((pair[i],))[0] | {"differs": pair[0] != pair[1]} for pair in pairs]
        for i, run in enumerate(RUNS)
    }
    return list(lines.items())
