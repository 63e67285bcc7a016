"""All pairs of parts add up to the score that the pass recorded."""

import pytest

from model.changes.kinds import GroupedHeads
from model.flow.linearized import linearize_pass
from model.flow.nodes import Sublayer
from model.flow.scores import split_score_into_pairs
from model.passes import record_pass
from tests.model.flow.test_held import PREFIX, SAID, SOURCE, Decision, edits_of, exact, swish

__all__ = ["exact", "swish"]  # fixtures

DECIDED = Decision(SOURCE, PREFIX, SAID, 15)


@pytest.mark.parametrize(
    ("attention", "query", "key"), [("encoder", 3, 1), ("decoder", 2, 1), ("cross", 2, 4)]
)
@pytest.mark.parametrize("changes", [(), (GroupedHeads("cross", 2),)])
def test_pairs_add_up_to_the_score(exact, attention, query, key, changes):
    stack = "encoder" if attention == "encoder" else "decoder"
    sublayer = Sublayer(stack, attention, 1)
    pairs = split_score_into_pairs(linearize_pass(exact, DECIDED, changes), sublayer, 2, query, key)
    trace = record_pass(exact, SOURCE, PREFIX, edits_of(exact, changes))
    score = trace[f"{sublayer.path}.scores"][0, 2, query, key].item()
    assert pairs.sum().item() == pytest.approx(score, rel=1e-9)


def test_with_biases_of_their_own_too(swish):
    sublayer = Sublayer("encoder", "encoder", 1)
    pairs = split_score_into_pairs(linearize_pass(swish, DECIDED), sublayer, 0, 2, 3)
    trace = record_pass(swish, SOURCE, PREFIX)
    score = trace[f"{sublayer.path}.scores"][0, 0, 2, 3].item()
    assert pairs.sum().item() == pytest.approx(score, rel=1e-9)
