"""Fewer frames of the film for the trainings of a test; and a disk that is full."""

import resource
from contextlib import contextmanager

import pytest

from model.training import loop


@pytest.fixture(scope="module")
def short_film():
    """Fewer frames: translating its sentences takes an untrained model long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "FILM_STEPS", {0, 10, 100})
        yield


@pytest.fixture
def room_for():
    """Return a context in which no file grows beyond so many bytes, as on a full disk."""

    @contextmanager
    def room_for(size):
        before, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (before, hard))

    return room_for
