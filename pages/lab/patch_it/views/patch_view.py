"""Maps of patching effects, and the translation with one location patched."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
import torch
from torch import Tensor

from model.patching.predictions import Predictions
from model.patching.sites import arrange_in_maps
from pages.lab.patch_it import cached
from pages.lab.patch_it.question import Trial
from ui.messages import N_, _
from ui.readings import session
from ui.readings.changes import SUBLAYER_NAMES
from ui.readings.reading import Token
from ui.readings.token_input import token_label
from ui.schemas import INDEX, NAME
from ui.views import register_view, token_labels_data
from ui.views.export_tables import Table, tensor_table

_view = register_view(__file__, schemas={"choose": (NAME, INDEX, INDEX)})

RUNS = ("clean", "changed")
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


def patch_view(trial: Trial, predictions: Predictions | None, texts: Mapping[str, object]) -> None:
    """Show the patching maps; a click sets the patch site, "place", in the session.

    Args:
        trial: pair, step and competing tokens.
        predictions: predictions with each site patched, as far as computed.
        texts: "chosen", the selected map, row and column; the view's sentences, "after", "note",
            "caption", "waiting" and "problem"; and "written", the translations.
    """

    def choose(site: Sequence[object]) -> None:
        """Store the clicked site (map, row, column) as "place" in the session."""
        st.session_state["place"] = ".".join(map(str, site))

    tokenizer, ids = session.glass().tokenizer, trial.tokens
    host, __ = cached.get_base_and_source_runs(trial)
    own, before = cached.get_unpatched_answers(trial), host.logits.softmax(dim=-1)
    tops = _top_tokens(predictions, ids) if predictions else []
    effects, pairs = cached.compute_effects(trial, predictions), cached.pair_column_tokens(trial)
    numbers = arrange_in_maps(
        cached.list_patch_sites(trial), torch.arange(len(effects), dtype=torch.float)
    )
    described = [_map_data(key, index, pairs.get(key, ())) for key, index in numbers.items()]
    tokens = {
        token: {"text": token_label(tokenizer, token), "before": round(before[token].item(), 5)}
        for token in {*ids, *(token for top in tops for token, __ in top)}
    }
    clean, changed = (tokens[token]["text"] for token in ids)
    data = {
        "maps": described,
        "effects": [None if one != one else round(one, 4) for one in effects.tolist()],
        "tops": tops,
        "tokens": tokens,
        "ids": list(ids),
        "runs": [
            {"name": run, "d": own.differences[i].item(), "p": own.competing[i].tolist()}
            for i, run in enumerate(RUNS)
        ],
        "host": trial.to_base_and_source(RUNS)[0],
        "measure": _("d = logit {changed} − logit {clean}").format(changed=changed, clean=clean),
        **texts,
        "takes": [_effects_table(i, one) for i, one in enumerate(described)],
    }
    _view(key="patch", data=data, on_choose_change=choose)


def _effects_table(index: int, described: Mapping[str, Any]) -> Table:
    """Return the export table of one map's effects."""
    columns = "column" if described["kind"] == "stream" else f"column:maps.{index}.columns"
    axes = f"row:maps.{index}.rows {columns}"
    return tensor_table(described["name"], axes, effect=f"maps.{index}.index>effects")


def _top_tokens(
    predictions: Predictions, competing: tuple[int, int]
) -> list[list[tuple[int, float]]]:
    """Return each site's likeliest tokens with p, and the two competing ones."""
    result = []
    columns = (predictions.tokens, predictions.probabilities, predictions.competing)
    for tokens, p, own in zip(*(column.tolist() for column in columns), strict=True):
        best = dict(zip(tokens, p, strict=True)) | dict(zip(competing, own, strict=True))
        known = p[0] == p[0]  # JSON has no NaN
        result.append([(token, round(value, 5)) for token, value in best.items() if known])
    return result


def _map_data(key: str, index: Tensor, pairs: ColumnTokens) -> dict[str, object]:
    """Return one map for the view: names, headings, and each cell's index into the effects."""
    stream = key in ("encoder", "decoder")
    layers = [_("layer {layer}").format(layer=i + 1) for i in range(len(index) - stream)]
    found: dict[str, object] = {
        "name": key,
        "title": _(TITLES[key]),
        "kind": "stream" if stream else "parts",
        "rows": [*[_("embedding")] * stream, *layers],
        "index": index.nan_to_num(-1).int().tolist(),
        "places": _("position × depth") if stream else _("layer × part"),
        "tokens": _column_tokens(pairs),
        "heads": [],
    }
    if stream:
        return found | {"columns": [""] * len(pairs)}
    if key == "sublayers":
        tops, short = (list(map(_, names)) for names in zip(*SUBLAYERS.values(), strict=True))
        return found | {
            "columns": [_(SUBLAYER_NAMES[one]) for one in SUBLAYERS],
            "short": short,
            "heads": [[(_("encoder"), 2), (_("decoder"), 3)], [(top, 1) for top in tops]],
        }
    heads = range(1, index.shape[1])
    one, together, above = map(_, HEADS[key])
    return found | {
        "columns": [*(one.format(head=head) for head in heads), together],
        "short": [*(_("head {head}").format(head=head) for head in heads), _("all heads")],
        "heads": [
            [(above, len(heads)), ("", 1)],
            [(name, 1) for name in (*map(str, heads), _("all"))],
        ],
        "places": _("layer × head"),
    }


def _column_tokens(pairs: ColumnTokens) -> list[tuple[str, list]]:
    """Return the column headings: clean and changed token, or one where they agree."""
    if all(clean == changed for clean, changed in pairs):
        return [("both", token_labels_data([clean for clean, __ in pairs]))] if pairs else []
    return [
        (
            run,
            [
                pair[i] and token_labels_data((pair[i],))[0] | {"differs": pair[0] != pair[1]}
                for pair in pairs
            ],
        )
        for i, run in enumerate(RUNS)
    ]
