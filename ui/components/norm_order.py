"""A drawing: where LayerNorm stands in post-norm and in pre-norm."""

from ui.components import view

_view = view("norm_order")


def norm_order() -> None:
    """Draw one layer of both kinds side by side."""
    _view(key="norm_order", data={})
