"""The model of a test under changes, and a copy of it that was operated upon."""

from copy import deepcopy

import pytest
import torch

from model.changes.kinds import collect_edits
from model.trace import recording


@pytest.fixture
def changed(model, source, target):
    """Return a function that runs the model under changes and returns logits and trace."""

    def changed(*changes):
        with torch.inference_mode(), recording(model, collect_edits(model, changes)) as trace:
            logits = model(source, target)
        return logits, trace

    return changed


@pytest.fixture
def other(model, source, target):
    """Return a function that operates on a copy of the model and returns the copy's logits."""

    def other(operate):
        copy = deepcopy(model)
        operate(copy)
        return copy(source, target)

    return other
