"""All heads by role, dashed if switched off; above them, the slider on its pruning curves."""

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
from ui.views import register_view
from ui.views.data_cache import CacheAddress, cache_or_inline
from ui.views.export_tables import tensor_table

Point = tuple[int, float]  # number of heads switched off, and the value then

UNITS = {
    "silencing": N_("ln p lost when switched off by itself"),
    "gradient": "|∂L/∂ξ|",
    "sentence": N_("ln p lost in this sentence when switched off by itself"),
}


@dataclass(frozen=True)
class LabelledTranslation:
    """A translation as words, each with whether it differs from the original."""

    label: str
    words: Sequence[tuple[str, bool]]


@dataclass(frozen=True)
class CensusData:
    """Heads by index, attention by attention, and what is left when some are switched off.

    Args:
        version: what the choices below are made among.
        kinds: names of the attentions.
        layers: number of layers of each.
        names: the heads' names.
        roles: the heads' roles.
        meanings: what each role means.
        importance: the heads' importance by the chosen measure.
        unit: name of that measure.
        order: indices of the heads, the least needed first.
        silenced: indices of the heads that are off, sorted.
        chosen: index of the selected head.
        chrf: measured curve for this order, in chrF.
        band: lowest and highest chrF in random order.
        own: this sentence's curve, p in percent.
        says: translations with heads off.
        notes: sentences below them.
    """

    version: Sequence[str]
    kinds: Sequence[str]
    layers: Sequence[int]
    names: Sequence[str] | CacheAddress
    roles: Sequence[str]
    meanings: Mapping[str, str]
    importance: Sequence[float]
    unit: str
    order: Sequence[int]
    silenced: Sequence[int]
    chosen: int
    chrf: Sequence[Point]
    band: Sequence[tuple[int, float, float]]
    own: Sequence[Point]
    says: Sequence[LabelledTranslation]
    notes: Sequence[str]


@dataclass(frozen=True)
class CensusEvents:
    """Events of the view: index of the clicked head, and how many of the order to switch off."""

    choose: int
    prune: int


_view = register_view(
    __file__,
    CensusData,
    CensusEvents,
    needs_model=("prune",),
    tables=[tensor_table("heads", "head:names", importance="importance", role="roles")],
)


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


def show_census_view(
    choices: Choices,
    rows: Sequence[Mapping],
    curves: Curves,
    translations: Sequence[LabelledTranslation],
    notes: Sequence[str],
) -> None:
    """Show all heads by role, and the slider that silences the least important ones.

    A click on a head stores its code as "census_head" in the session.

    Args:
        choices: what the visitor chose on the page.
        rows: a record for each head, as ``cached.get_head_roles`` returns them.
        curves: scores by number of silenced heads, drawn above the slider.
        translations: translations with different numbers of heads silenced, each with a label.
        notes: sentences shown below the translations.
    """
    config, order = session.glass().config, choices.order
    everyone, kinds = list_heads(config), list(ATTENTION_NAMES)
    place = {one: number for number, one in enumerate(everyone)}

    def choose(head_index: int) -> None:
        """Select the clicked head: set "census_head" in the session."""
        st.session_state["census_head"] = everyone[head_index].code

    def prune(head_count: int) -> None:
        """Silence exactly the first ``head_count`` heads of the pruning order."""
        active_changes.set_silenced_heads(order[:head_count])

    importance = choices.importance
    data = CensusData(
        version=[*choices.sentence, choices.group, choices.measure],
        kinds=[_(name) for name in ATTENTION_NAMES.values()],
        layers=[len(config.layers(kind)) for kind in kinds],
        names=cache_or_inline([label_head(one) for one in everyone]),
        roles=[row["role"] for row in rows],
        meanings={role: _(meaning) for role, meaning in remarks.ROLES.items()},
        importance=[
            round(importance[kinds.index(one.attention), one.layer, one.head].item(), 5)
            for one in everyone
        ],
        unit=_(UNITS[choices.measure]),
        order=[place[one] for one in order],
        silenced=[place[one] for one in choices.silenced_heads],
        chosen=place[choices.head],
        chrf=_chrf_points(curves.chosen),
        band=_chrf_band(curves.random),
        own=[
            (count, round(100 * p, 2))
            for count, p in zip(curves.sentence.counts, curves.sentence.p, strict=True)
        ],
        says=translations,
        notes=notes,
    )
    _view(key="census", data=data, on_choose_change=choose, on_prune_change=prune)


def _chrf_points(curve: Mapping | None) -> list[Point]:
    """Return a measured curve as points (silenced heads, chrF)."""
    if curve is None:
        return []
    return list(zip(curve["silenced"], curve["chrf"], strict=True))


def _chrf_band(random: Sequence[Mapping]) -> list[tuple[int, float, float]]:
    """Return points (silenced heads, lowest chrF, highest chrF) over all random pruning orders."""
    if not random:
        return []
    columns = zip(*(one["chrf"] for one in random), strict=True)
    return [
        (count, min(values), max(values))
        for count, values in zip(random[0]["silenced"], columns, strict=True)
    ]
