"""What the page asks the model besides a reading; cached."""

from model.measures.parameters import parameters
from ui.readings.session import glass


def parameter_counts() -> dict[str, int]:
    """Return how many numbers each part of the model learned."""
    return parameters(glass().network)
