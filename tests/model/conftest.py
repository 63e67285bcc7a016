"""What tests of toy models share."""

import pytest

from model import hypotheses


@pytest.fixture(scope="module")
def soon_cut():
    """A random model rarely ends a sentence: it is cut long before the paper's fifty tokens."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hypotheses, "EXTRA_LENGTH", 6)
        yield
