"""Translations along a direction: drag α, and watch the words change."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from ui.forms import NUMBER
from ui.views import view
from ui.views.tables import records

_view = view(__file__, says={"alpha": NUMBER})


@dataclass(frozen=True)
class Said:
    """What is said at one alpha.

    Args:
        alpha: how many times the direction is added.
        words: of the translation, each with whether the unsteered one lacks it there.
        log_p: of the translation, in nats.
        share: of the words that are new, from 0 to 1; above 0 wherever anything has changed.
    """

    alpha: float
    words: Sequence[tuple[str, bool]]
    log_p: float
    share: float


def steer_strip(
    rows: Mapping[str, Sequence[Said]],
    alpha: float,
    language: str,
    on_alpha: Callable[[float], None],
) -> None:
    """Draw the view.

    Args:
        rows: name of a direction -> what is said along it; the first one is the visitor's.
        alpha: the one that is looked at.
        language: code of the language of the translations.
        on_alpha: told another alpha.
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
        "takes": [records("translations", "all")],
    }
    _view(key="steer_strip", data=data, on_alpha_change=on_alpha)
