"""A drawing of where LayerNorm sits in post-norm and in pre-norm."""

from ui.views import register_view

_view = register_view(__file__)


def show_norm_order() -> None:
    """Draw a post-norm layer and a pre-norm layer side by side."""
    _view(key="norm_order", data={})
