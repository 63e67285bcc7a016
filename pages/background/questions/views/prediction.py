"""A question as a card: choose an answer to see what the model computed."""

from collections.abc import Callable, Mapping
from typing import Any

from ui.forms import NAME, PLACE
from ui.views import view

_prediction = view(
    __file__,
    picture=False,
    says={"answer": {"name": NAME, "choice": PLACE}, "go": PLACE, "see": NAME, "reset": bool},
)


def prediction(data: Mapping[str, object], **told: Callable[[Any], None]) -> None:
    """Draw a question card, with callbacks for its events.

    Args:
        data: the data of the card.
        told: callbacks by event: an ``answer``, the number of a question to ``go`` to, the name of
            one to ``see`` on its page, or True for a ``reset``.
    """
    callbacks = {f"on_{name}_change": act for name, act in told.items()}
    _prediction(key="prediction", data=data, **callbacks)
