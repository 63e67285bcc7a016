"""Glass Transformer: a trained encoder-decoder Transformer that shows every number it computes.

    import glass_transformer as glass

    run = glass.load().read("The cat is sleeping.", to="fr")
    glass.show(run, "heads", layer=2)                     # the app's own view, alive in a notebook
    glass.show(run, "flow", step=3).save("flow.html")     # one file that needs no network
    glass.views                                           # all views, and what they take

All else is the door of ``model``: what ``load`` returns translates, records and changes.
"""

from importlib import import_module
from typing import TYPE_CHECKING

import model

if TYPE_CHECKING:  # what editors and type checkers see
    from glass_transformer.registry import views
    from glass_transformer.shown import Shown, show
    from model.changes.kinds import (
        CutPosition,
        FilledTap,
        GroupedHeads,
        MissingEverywhere,
        PinnedWeights,
        RemovedPart,
        RoundedWeights,
        ShuffledPositions,
        SilencedHead,
        SilencedUnit,
        SwappedEmbedding,
        TaughtWeights,
        TemperedAttention,
    )
    from model.changes.patches import patch
    from model.glass import Glass, load
    from model.reading import Reading
    from model.version import __version__

__all__ = [
    "CutPosition",
    "FilledTap",
    "Glass",
    "GroupedHeads",
    "MissingEverywhere",
    "PinnedWeights",
    "Reading",
    "RemovedPart",
    "RoundedWeights",
    "Shown",
    "ShuffledPositions",
    "SilencedHead",
    "SilencedUnit",
    "SwappedEmbedding",
    "TaughtWeights",
    "TemperedAttention",
    "__version__",
    "load",
    "patch",
    "show",
    "views",
]

_VIEWS = {"Shown": ".shown", "show": ".shown", "views": ".registry"}


if not TYPE_CHECKING:  # there, a name that does not exist is an error

    def __getattr__(name: str) -> object:
        if name in _VIEWS:
            # Views are the app's, and the app's framework misses its server; nobody else does.
            import_module("streamlit.logger").set_log_level("ERROR")
            return getattr(import_module(_VIEWS[name], __name__), name)
        if name in __all__:
            return getattr(model, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
