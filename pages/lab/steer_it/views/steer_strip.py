"""Translations along a direction: drag α, and see where the words change."""

from collections.abc import Mapping, Sequence

from ui.forms import NUMBER
from ui.views import view
from ui.views.tables import records

_view = view(__file__, says={"alpha": NUMBER})


def steer_strip(
    rows: Sequence[Mapping[str, object]], alpha: float, texts: Mapping[str, str], on_alpha: object
) -> None:
    """Draw the view.

    Args:
        rows: one for the direction, one for the random direction: "name", and "said", a list of
            what is said at each alpha: "alpha", "words" (each with whether it is new), "log_p",
            "share" of new words.
        alpha: the one that is looked at.
        texts: "language" of the translations, and "same", what is said of one that did not change.
        on_alpha: told another alpha.
    """
    said = [
        {
            "direction": row["name"],
            "alpha": one["alpha"],
            "translation": " ".join(word for word, __ in one["words"]),
            "log_p": one["log_p"],
        }
        for row in rows
        for one in row["said"]
    ]
    data = {
        "rows": list(rows),
        "alpha": alpha,
        **texts,
        "all": said,
        "takes": [records("translations", "all")],
    }
    _view(key="steer_strip", data=data, on_alpha_change=on_alpha)
