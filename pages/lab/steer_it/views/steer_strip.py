"""Translations along a steering direction, with a slider for α."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from ui.schemas import NUMBER
from ui.views import register_view
from ui.views.export_tables import record_table

_view = register_view(__file__, schemas={"alpha": NUMBER})


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


def steer_strip(
    rows: Mapping[str, Sequence[StripCell]],
    alpha: float,
    language: str,
    on_alpha: Callable[[float], None],
) -> None:
    """Show translations along alpha as strips; dragging calls ``on_alpha``.

    Args:
        rows: translations by name of the direction; the chosen one first.
        alpha: the selected value.
        language: code of the translations' language.
        on_alpha: called with the newly selected alpha.
    """
    said = [
        {
            "direction": name,
            "alpha": one.alpha,
            "translation": " ".join(word for word, __ in one.words),
            "log_p": one.log_p,
        }
        for name, row in rows.items()
        for one in row
    ]
    data = {
        "rows": [{"name": name, "said": list(map(asdict, row))} for name, row in rows.items()],
        "alpha": alpha,
        "language": language,
        "all": said,
        "takes": [record_table("translations", "all")],
    }
    _view(key="steer_strip", data=data, on_alpha_change=on_alpha)
