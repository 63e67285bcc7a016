"""What Trace it says follows from its numbers."""

import pytest

from model.config import ModelConfig
from model.flow.kinds import KINDS
from model.flow.nodes import STACKS, list_nodes
from pages.lab.trace_it import remarks
from pages.lab.trace_it.names import DECISIONS, node_name


@pytest.mark.parametrize("m", [2.0, -2.0])  # a cut may lower m or raise it
@pytest.mark.parametrize(
    ("predicted", "measured", "told"),
    [
        (-1.0, -0.99, "hardly reacts"),
        (-1.0, -0.5, "makes up for part"),
        (-1.0, -1.5, "amplifies the change"),
        (-1.0, 0.5, "more than makes up"),
        (0.0, -0.5, "changes little; the rest of the model reacts"),
    ],
)
def test_what_the_rest_does_is_judged_by_the_change_of_m_whatever_its_sign(
    m, predicted, measured, told
):
    for sign in (1, -1):
        pair = (m + sign * predicted, m + sign * measured)
        said = remarks.describe_ablation("a", m, pair, "el", to_mean=False)
        assert told in said


def test_cuts_are_counted_by_how_near_their_prediction_is_and_by_the_order_they_change():
    told = remarks.describe_prediction_quality(
        [(1.0, 1.1), (1.0, 1.9), (-1.0, -0.8)], 2.0, has_two_tokens=True
    )
    assert "**2 of 3**" in told
    assert "One cut swaps" in told
    assert "order" not in remarks.describe_prediction_quality(
        [(1.0, 1.1)], -2.0, has_two_tokens=True
    )
    assert "order" not in remarks.describe_prediction_quality(
        [(1.0, -0.1)], 2.0, has_two_tokens=False
    )


VOTES = [("“station”", 7.8), ("“the”", 0.01), ("“old”", -1.5)]


def takeaway(rival, m, votes=VOTES, sums=(0.5, -0.73)):
    return str(remarks.describe_takeaway("la", rival, m, votes, sums))


def cut(rival, before, after):
    node = ("feed-forward 1", "x")
    return str(remarks.describe_strongest_cut("la", rival, (before, after), node, 0.25))


def test_the_lead_is_added_up_and_what_weighs_most_is_named_among_all_parts():
    told = takeaway("el", 6.08)
    assert told.startswith("The strongest vote for “la” comes from “station”: +7.80.")
    assert "“la” leads “el” by 6.08. That adds up from all tokens, +6.31, their positions" in told
    assert "whatever it reads, −0.73." in told
    assert "against “la” comes from “old”: −1.50." in told
    assert "against “la”" not in takeaway("el", 6.08, VOTES[:2], (0.5, 0.5))
    assert "its lead is −1.00" in takeaway("el", -1.0)
    assert "above the mean of all tokens" in takeaway(None, 9.0)
    more = takeaway("el", 6.08, sums=(-5.7, -11.0))
    assert "against “la” are the biases" in more
    assert "old" not in more
    assert "against “la” are the positions" in takeaway("el", 6.08, sums=(-5.7, 9.0))
    assert "for “la” are the biases" in takeaway("el", 6.08, sums=(-5.7, 9.0))


def test_what_the_strongest_cut_leaves_of_the_lead():
    assert cut("el", 6.08, 1.56) == (
        "Cut feed-forward 1 at “x”, and the lead of “la” over “el” goes from 6.08 to 1.56. “la” "
        "stays ahead. The sum of votes predicted 0.25."
    )
    assert "“el” is ahead" in cut("el", 6.08, -0.1)
    assert "ahead" not in cut("el", -1.0, -2.0)
    assert "lies 8.00 above the mean of all tokens instead of 9.00" in cut(None, 9.0, 8.0)


def test_no_two_nodes_have_one_name():
    config = ModelConfig(vocab_size=9, N=2, d_model=8, h=2, d_ff=8, languages=("fr",))
    every = [node for stack in STACKS for node in list_nodes(config, stack) if node.layer >= 0]
    assert len({node_name(node) for node in every}) == len(every)


def test_every_kind_of_decision_has_a_name_that_can_be_translated():
    assert set(KINDS) <= set(DECISIONS)


def rates(together, as_large, drawn):
    heads = {"counted": 9, "together": together, "as large at random": as_large, "drawn": drawn}
    return {"all heads": heads}


def test_the_kind_that_heads_decide_most_is_named_beside_others_of_their_size():
    kinds = {"a": rates(0.2, 0.1, 20.4), "b": rates(0.5, 0.25, 53.6)}
    told = remarks.describe_strongest_heads(kinds)
    assert "**b**" in told
    assert "50% of the answers change" in told.replace("\u202f", " ")
    assert "25% do" in told.replace("\u202f", " ")
    said = remarks.describe_sample({"sentences": 7, "kinds": kinds})
    assert "It takes 20 to 54 other heads to match the five in size" in said
