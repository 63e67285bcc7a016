"""What was measured of this model beforehand; cached."""

from model.storage import ALIGNMENT
from ui.readings import session


def alignment() -> dict | None:
    """Return how well each head aligns words, as it was measured; None for other weights."""
    return session.measurements(ALIGNMENT)
