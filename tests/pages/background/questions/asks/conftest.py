"""Two ordinary sentences; every answer is computed once more from the model's own tensors."""

import pytest

from ui.readings import session

SENTENCES = (("The cat sleeps because it is tired.", "fr"), ("Where is the old station?", "de"))


@pytest.fixture(scope="module", params=SENTENCES, ids=lambda pair: pair[1])
def reading(request):
    return session.read(*request.param)
