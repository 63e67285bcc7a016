"""A cut in the last place has nothing after it that could react, so its prediction is exact."""

import pytest
import torch

from model.changes.kinds import SilencedHead, SilencedUnit
from model.flow.ablation import Ablation, logits_after_ablation, predict_margin
from model.flow.linearized import linearize_pass
from model.flow.nodes import FEED_FORWARD, Node
from model.passes import record_pass
from tests.model.flow.test_held import PREFIX, SAID, SOURCE, Decision, edits_of, exact

__all__ = ["exact"]  # a fixture

DECIDED = Decision(SOURCE, PREFIX, SAID, 15)
HEAD = Node("decoder", "cross", 1, 2)


def margin(logits):
    return (logits[SAID] - logits[15]).item()


def test_a_head_cut_everywhere_is_the_silenced_head(exact):
    (cut,) = logits_after_ablation(exact, DECIDED, [[Ablation(HEAD)]])
    edits = edits_of(exact, [SilencedHead("cross", 1, 2)])
    assert torch.allclose(cut, record_pass(exact, SOURCE, PREFIX, edits)["logits"][0, -1])


def test_a_unit_cut_everywhere_is_the_unit_that_is_off(exact):
    (cut,) = logits_after_ablation(
        exact, DECIDED, [[Ablation(Node("encoder", FEED_FORWARD, 0), unit=3)]]
    )
    edits = edits_of(exact, [SilencedUnit("encoder", 0, 3)])
    assert torch.allclose(cut, record_pass(exact, SOURCE, PREFIX, edits)["logits"][0, -1])


def test_what_is_predicted_is_m_less_what_goes_through_the_node(exact):
    held = linearize_pass(exact, DECIDED)
    part = held.attribution(HEAD.tap)[2]
    assert predict_margin(held, Ablation(HEAD, 1)) == pytest.approx(held.m - part[1].item())
    assert predict_margin(held, Ablation(HEAD)) == pytest.approx(held.m - part.sum().item())


def test_positions_of_one_place_are_cut_in_their_row_alone(exact):
    cut = Ablation(Node("encoder", "position"), 3)
    alone, whole = logits_after_ablation(exact, DECIDED, [[cut], []])
    assert margin(whole) == pytest.approx(linearize_pass(exact, DECIDED).m)
    without = {"encoder.embedding.positions": lambda x: x * (torch.arange(len(x)) != 3)[:, None]}
    assert torch.allclose(
        alone, record_pass(exact, SOURCE, PREFIX, without)["logits"][0, -1], rtol=1e-9
    )


def test_cuts_run_side_by_side_as_they_run_alone(exact, monkeypatch):
    cuts = [
        [Ablation(HEAD, 1)],
        [Ablation(HEAD, 2), Ablation(Node("encoder", "token"), 3)],
        [Ablation(Node("decoder", FEED_FORWARD, 0), 0)],
    ]
    together = logits_after_ablation(exact, DECIDED, cuts)
    monkeypatch.setattr("model.flow.ablation.AT_ONCE", 1)
    assert torch.allclose(logits_after_ablation(exact, DECIDED, cuts), together)
    assert len({round(margin(one), 6) for one in together}) == 3


def test_a_cut_to_the_value_that_is_there_changes_nothing(exact):
    held = linearize_pass(exact, DECIDED)
    cut = Ablation(HEAD, 2, mean=True)
    means = {HEAD.tap: held.before[HEAD.tap][:, 2]}
    assert predict_margin(held, cut, means) == pytest.approx(held.m)
    (after,) = logits_after_ablation(exact, DECIDED, [[cut]], means=means)
    assert margin(after) == pytest.approx(held.m)


def test_what_was_changed_stays_changed_under_a_cut(exact):
    changes = [SilencedHead("encoder", 0, 1)]
    edits = edits_of(exact, changes)
    held = linearize_pass(exact, DECIDED, changes)
    (after,) = logits_after_ablation(
        exact, DECIDED, [[Ablation(Node("encoder", "encoder", 0, 1))]], edits
    )
    assert margin(after) == pytest.approx(held.m)
