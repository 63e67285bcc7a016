"""Trainings of tests: with fewer frames of the film, and always in the same precision."""

import pytest

from model.training import loop


@pytest.fixture(scope="module")
def short_film(soon_cut):
    """Fewer frames, and shorter ones: translating takes long where a model cannot end yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "FILM_STEPS", {0, 10, 100})
        yield


@pytest.fixture(scope="module")
def one_precision():
    """Which one is faster may change from run to run, and with it the bits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loop, "choose_faster_precision", lambda *_: ("float32", ""))
        yield
