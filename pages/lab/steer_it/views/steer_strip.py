"""Translations along a steering direction, with a slider for α."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ui.views import register_view
from ui.views.export_tables import record_table


@dataclass(frozen=True)
class StripCell:
    """One translation of the strip.

    Args:
        alpha: multiple of the direction.
        words: words of the translation, each with whether the unsteered one lacks it.
        log_p: its log-probability, in nats.
        share: share of new words, from 0 to 1; above 0 wherever anything has changed.
    """

    alpha: float
    words: Sequence[tuple[str, bool]]
    log_p: float
    share: float


@dataclass(frozen=True)
class StripRow:
    """The translations along one direction."""

    name: str
    said: Sequence[StripCell]


@dataclass(frozen=True)
class SteeredRecord:
    """One translation as it is exported."""

    direction: str
    alpha: float
    translation: str
    log_p: float


@dataclass(frozen=True)
class SteerStripData:
    """Translations by direction, the chosen one first; alpha is the selected multiple of it."""

    rows: Sequence[StripRow]
    alpha: float
    language: str
    all: Sequence[SteeredRecord]


@dataclass(frozen=True)
class SteerStripEvents:
    """Event of the view: the newly selected alpha."""

    alpha: float


_view = register_view(
    __file__, SteerStripData, SteerStripEvents, tables=[record_table("translations", "all")]
)


def show_steer_strip(
    rows: Mapping[str, Sequence[StripCell]],
    alpha: float,
    language: str,
    on_alpha: Callable[[float], None],
) -> None:
    """Show the translations at each alpha as a strip for each direction, with a slider for alpha.

    Args:
        rows: label of each direction, the chosen one first -> its translations by ascending alpha.
        alpha: the selected alpha.
        language: code of the translations' language.
        on_alpha: called with the new alpha when the slider is moved.
    """
    data = SteerStripData(
        rows=[StripRow(name, row) for name, row in rows.items()],
        alpha=alpha,
        language=language,
        all=[
            SteeredRecord(name, one.alpha, " ".join(word for word, __ in one.words), one.log_p)
            for name, row in rows.items()
            for one in row
        ],
    )
    _view(key="steer_strip", data=data, on_alpha_change=on_alpha)
