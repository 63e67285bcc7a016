"""Fewer frames of the film for the trainings of a test."""

import pytest

from model.training import loop


@pytest.fixture(scope="module")
def short_film():
    """Fewer frames: translating its sentences takes an untrained model long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "FILM_STEPS", {0, 10, 100})
        yield
