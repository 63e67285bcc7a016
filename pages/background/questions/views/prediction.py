"""A question as a card: choose an answer to see what the model computed."""

from collections.abc import Callable, Mapping
from typing import Any

from ui.schemas import INDEX, NAME
from ui.views import register_view

_prediction = register_view(
    __file__,
    picture=False,
    schemas={"answer": {"name": NAME, "choice": INDEX}, "go": INDEX, "see": NAME, "reset": bool},
)


def show_question_card(data: Mapping[str, object], **handlers: Callable[[Any], None]) -> None:
    """Draw a question card, with callbacks for its events.

    Args:
        data: the data of the card.
        handlers: callbacks by event: an ``answer``, the number of a question to ``go`` to, the name
            of one to ``see`` on its page, or True for a ``reset``.
    """
    callbacks = {f"on_{name}_change": act for name, act in handlers.items()}
    _prediction(key="prediction", data=data, **callbacks)
