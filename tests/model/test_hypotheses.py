import pytest
import torch

from model.hypotheses import EXTRA_LENGTH, Candidate, Fate, Hypotheses, length_penalty
from model.tokenizer import EOS
from tests.close import assert_near


def chain(*log_probabilities):
    """Tokens 5, 6, 7, ... one after the other, after start token 4."""
    node = Candidate(None, 4)
    for token, value in enumerate(log_probabilities, 5):
        node = Candidate(node, token, value, node.total + value)
    return node


def test_a_path_leads_from_the_first_token_to_the_candidate():
    last = chain(-1.0, -2.0, -0.5)
    assert last.tokens == [5, 6, 7]
    assert last.path[-1] is last
    assert last.path[0].parent.token == 4
    assert Candidate(None, 4).path == []


def test_the_length_penalty_is_that_of_wu_et_al():
    assert length_penalty(1, 0.6) == 1  # a single token is not penalized
    assert length_penalty(7, 1.0) == 2
    assert length_penalty(19, 0.5) == 2
    assert length_penalty(31, 0.0) == 1


def test_a_score_is_the_total_over_the_penalty():
    last = chain(*[-1.0] * 7)
    assert last.score(0.0) == last.total == -7
    assert last.score(1.0) == -3.5


def test_a_larger_alpha_favours_the_longer_of_two_hypotheses():
    short, long = chain(-2.0), chain(*[-0.5] * 6)
    assert short.score(0.0) > long.score(0.0)
    assert short.score(1.0) < long.score(1.0)


def test_the_end_token_finishes_and_the_length_limit_cuts(model):
    hypotheses = Hypotheses(model, [[7, 9, 2]], [4])
    assert hypotheses.fate(0, 5) is Fate.KEPT
    assert hypotheses.fate(0, EOS) is Fate.FINISHED
    hypotheses.target = torch.full((1, 3 + EXTRA_LENGTH), 5)  # one below the limit
    assert hypotheses.fate(0, 5) is Fate.TRUNCATED
    assert hypotheses.fate(0, EOS) is Fate.FINISHED


def test_each_row_follows_the_hypothesis_it_continues(model):
    hypotheses = Hypotheses(model, [[7, 9, 2], [8, 2]], [4, 3])
    hypotheses.log_probabilities()
    (_, first), (_, second) = hypotheses.unfinished
    kept = [Candidate(second, 6), Candidate(second, 7), Candidate(second, 8, fate=Fate.PRUNED)]
    hypotheses.advance({0: [Candidate(first, EOS, fate=Fate.FINISHED)], 1: kept})
    assert hypotheses.target.tolist() == [[3, 6], [3, 7]]
    assert [sentence for sentence, _ in hypotheses.unfinished] == [1, 1]
    logits = model(torch.tensor([[8, 2]] * 2), hypotheses.target)[:, -1]
    assert_near(hypotheses.log_probabilities(), logits.log_softmax(dim=-1))


def test_hypotheses_are_grouped_by_sentence(model):
    hypotheses = Hypotheses(model, [[7, 2], [8, 2], [9, 2]], [4, 3, 4])
    groups = {sentence: [row for row, _ in rows] for sentence, rows in hypotheses.by_sentence()}
    assert groups == {0: [0], 1: [1], 2: [2]}


@pytest.mark.parametrize("fate", list(Fate))
def test_fates_are_plain_words(fate):
    assert str(fate) in {"kept", "finished", "pruned", "cut"}
