"""Glass Transformer: a trained encoder-decoder Transformer that shows every number it computes.

    import glass_transformer as gt

    run = gt.load().read("The cat is sleeping.", to="fr")
    gt.show(run, "heads", layer=2)                     # an interactive view in a notebook
    gt.show(run, "flow", step=3).save("flow.html")     # one file that works offline
    gt.views                                           # all views, with their parameters

All else is the public API of ``model``: what ``load`` returns translates, records and changes.
"""

import typing as _typing
from importlib import import_module as _import_module

import model

if _typing.TYPE_CHECKING:  # what editors and type checkers see
    from glass_transformer.registry import views as views
    from glass_transformer.shown import Shown as Shown
    from glass_transformer.shown import show as show
    from model import *
    from model import __version__ as __version__

__all__ = [  # the public API of ``model``, and of this package
    "Change",
    "CutPosition",
    "Direction",
    "FilledTap",
    "Glass",
    "Grid",
    "GroupedHeads",
    "Lens",
    "MissingEverywhere",
    "PinnedWeights",
    "Reading",
    "RemovedPart",
    "RoundedWeights",
    "Shown",
    "ShuffledPositions",
    "SilencedHead",
    "SilencedUnit",
    "Steering",
    "SwappedEmbedding",
    "TaughtWeights",
    "TemperedAttention",
    "Trace",
    "__version__",
    "ablate_heads",
    "head_roles",
    "load",
    "patch",
    "patch_grid",
    "show",
    "views",
]

_VIEWS = {"Shown": ".shown", "show": ".shown", "views": ".registry"}


if not _typing.TYPE_CHECKING:  # there, a name that does not exist is an error

    def __getattr__(name: str) -> object:
        """Import a public name of the app's views, or of ``model``, on first use."""
        if name in _VIEWS:
            # The app's views use Streamlit, which warns when no server runs it.
            _import_module("streamlit.logger").set_log_level("ERROR")
            return getattr(_import_module(_VIEWS[name], __name__), name)
        if name in model.__all__:
            return getattr(model, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        """Return the public names of the package."""
        return __all__
