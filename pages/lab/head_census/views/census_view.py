"""All heads by role, those switched off dashed; above them, the slider on its pruning curves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from model.census.orders import list_heads
from pages.lab.head_census import remarks
from pages.lab.head_census.choices import Choices
from pages.lab.head_census.compute import PruningCurve
from ui.choices import active_changes
from ui.messages import N_, _
from ui.readings import session
from ui.readings.changes import ATTENTION_NAMES, label_head
from ui.schemas import INDEX
from ui.views import register_view
from ui.views.data_cache import cache_or_inline
from ui.views.export_tables import tensor_table

_view = register_view(__file__, needs_model=("prune",), schemas={"choose": INDEX, "prune": INDEX})

UNITS = {
    "silencing": N_("ln p lost when switched off by itself"),
    "gradient": "|∂L/∂ξ|",
    "sentence": N_("ln p lost in this sentence when switched off by itself"),
}


@dataclass(frozen=True)
class Curves:
    """The curves above the slider.

    Args:
        chosen: measured curve for the chosen order; None where there is none.
        random: measured curves of random orders, same group.
        sentence: this sentence's pruning curve.
    """

    chosen: Mapping | None
    random: Sequence[Mapping]
    sentence: PruningCurve


def census_view(
    choices: Choices,
    rows: Sequence[Mapping],
    curves: Curves,
    translations: Sequence[Mapping],
    notes: Sequence[str],
) -> None:
    """Show heads and pruning slider; clicks set "census_head" and "edits" in the session.

    Args:
        choices: the chosen measure, group and head.
        rows: one record per head, attention by attention.
        curves: curves above the slider.
        translations: translations, each with a label and its words.
        notes: sentences below the picture.
    """
    config, order = session.glass().config, choices.order
    everyone, kinds = list_heads(config), list(ATTENTION_NAMES)
    place = {one: number for number, one in enumerate(everyone)}

    def choose(index: int) -> None:
        """Select the clicked head: set "census_head" in the session."""
        st.session_state["census_head"] = everyone[index].code

    def prune(count: int) -> None:
        """Silence exactly the first ``count`` heads of the pruning order."""
        active_changes.set_silenced_heads(order[:count])

    data = {
        "version": [*choices.sentence, choices.group, choices.measure],
        "kinds": [_(name) for name in ATTENTION_NAMES.values()],
        "layers": [len(config.layers(kind)) for kind in kinds],
        "names": cache_or_inline([label_head(one) for one in everyone]),
        "roles": [row["role"] for row in rows],
        "meanings": {role: _(meaning) for role, meaning in remarks.ROLES.items()},
        "importance": [
            round(choices.importance[kinds.index(one.attention), one.layer, one.head].item(), 5)
            for one in everyone
        ],
        "unit": _(UNITS[choices.measure]),
        "order": [place[one] for one in order],
        "silenced": [place[one] for one in choices.silenced_heads],
        "chosen": place[choices.head],
        **_curve_points(curves),
        "says": list(translations),
        "notes": list(notes),
        "takes": [tensor_table("heads", "head:names", importance="importance", role="roles")],
    }
    _view(key="census", data=data, on_choose_change=choose, on_prune_change=prune)


def _curve_points(curves: Curves) -> dict[str, list[list[float]]]:
    """Return the curves as points: number of silenced heads, then chrF or p in percent."""
    line = zip(curves.sentence.counts, curves.sentence.p, strict=True)
    return {
        "chrf": _chrf_points(curves.chosen),
        "band": _chrf_band(curves.random),
        "own": [[count, round(100 * p, 2)] for count, p in line],
    }


def _chrf_points(curve: Mapping | None) -> list[list[float]]:
    """Return a measured curve as points (silenced heads, chrF)."""
    if curve is None:
        return []
    return [list(point) for point in zip(curve["silenced"], curve["chrf"], strict=True)]


def _chrf_band(random: Sequence[Mapping]) -> list[list[float]]:
    """Return points (silenced heads, lowest chrF, highest chrF) over all random pruning orders."""
    if not random:
        return []
    columns = zip(*(one["chrf"] for one in random), strict=True)
    return [
        [count, min(values), max(values)]
        for count, values in zip(random[0]["silenced"], columns, strict=True)
    ]
