"""How tokens are drawn, as people set it: on one page, and so on all."""

from model.decoding import Sampling
from ui.choices import controls


def sampling() -> Sampling:
    """Return what the knobs of a view are set to, on this page or on another."""
    return Sampling(
        controls.decimal("temperature", 0.1, 3.0, 1.0),
        controls.number("top_k", 50, default=0, least=0),
        controls.decimal("top_p", 0.05, 1.0, 1.0),
    )
