"""Teaching moves a copy of the model, and only what the lesson says."""

from dataclasses import replace

import pytest
import torch

from model.changes.lesson import Lesson, LessonPair
from model.teach import teaching
from model.teach.moved import largest_row_moves, relative_changes
from model.teach.teaching import (
    copy_with_weights,
    count_trainable,
    held_out_pairs,
    mean_log_probability,
    merge_low_rank,
    rehearsal_pairs,
    teach,
)

PAIR = LessonPair("en", "A small boat drifts.", "fr", "Une petite barque glisse.")
LESSON = Lesson(pairs=(PAIR,), steps=8, rate=0.01, rehearsal=2)


@pytest.fixture(autouse=True)
def few_own_sentences(monkeypatch):
    """Rehearse what the tiny vocabulary knows."""
    known = (LessonPair("fr", "Le héron gris attend.", "en", "The grey heron waits."),)
    monkeypatch.setattr(teaching, "rehearsal_pairs", lambda *_: known)


def last(network, tokenizer, lesson):
    *_, moment = teach(network, tokenizer, lesson)
    return merge_low_rank(moment.network)


def test_what_is_taught_becomes_likelier(network, tokenizer):
    taught = copy_with_weights(network, last(network, tokenizer, LESSON))
    before, after = (mean_log_probability(one, tokenizer, [PAIR]) for one in (network, taught))
    assert after > before + 0.5


def test_the_shared_model_stays_as_it_is(network, tokenizer):
    before = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    last(network, tokenizer, LESSON)
    assert all(torch.equal(tensor, before[name]) for name, tensor in network.state_dict().items())
    assert not any(parameter.requires_grad for parameter in network.parameters())


def test_before_the_first_step_nothing_has_moved(network, tokenizer):
    for rank in (0, 2):
        first = next(teach(network, tokenizer, replace(LESSON, rank=rank)))
        assert first.step == 0
        assert relative_changes(network.state_dict(), merge_low_rank(first.network)) == {
            name: 0.0 for name, tensor in network.state_dict().items() if tensor.dim() == 2
        }


def test_a_moment_for_each_step(network, tokenizer):
    moments = [moment.step for moment in teach(network, tokenizer, LESSON)]
    assert moments == [*range(LESSON.steps + 1)]


def test_low_rank_updates_move_queries_and_values_alone(network, tokenizer):
    lesson = replace(LESSON, rank=2)
    *_, moment = teach(network, tokenizer, lesson)
    weights = merge_low_rank(moment.network)
    moved = relative_changes(network.state_dict(), weights)
    assert {name for name, change in moved.items() if change > 0} == {
        name for name in moved if ".W_Q." in name or ".W_V." in name
    }
    for name in moved:
        difference = weights[name] - network.state_dict()[name]
        assert torch.linalg.matrix_rank(difference, rtol=1e-4) <= 2
    # Each of the three attentions has two such matrices; A is 2 x d_model, B is d_model x 2.
    assert count_trainable(moment.network) == 3 * 2 * (2 * 16 + 16 * 2)


def test_it_is_taught_where_gradients_are_off(network, tokenizer):
    with torch.no_grad():
        first = last(network, tokenizer, LESSON)
    again = last(network, tokenizer, LESSON)
    assert all(torch.equal(first[name], again[name]) for name in first)


def test_the_same_seed_teaches_the_same(network, tokenizer):
    first, again = (last(network, tokenizer, LESSON) for _ in range(2))
    assert all(torch.equal(first[name], again[name]) for name in first)


def test_a_loss_that_is_no_number_ends_the_lesson(network, tokenizer):
    network.E.weight[tokenizer.start("fr")] = torch.inf
    moments = [*teach(network, tokenizer, LESSON)]
    assert [moment.step for moment in moments] == [0]
    assert moments[0].loss != moments[0].loss


def test_mean_log_probability_is_the_mean_over_tokens_of_all_pairs(network, tokenizer):
    pairs = [PAIR, LessonPair("fr", "Le héron attend.", "en", "The heron waits beside the pond.")]
    counts = [len(tokenizer.encode(pair.target)) + 1 for pair in pairs]
    alone = [mean_log_probability(network, tokenizer, [pair]) for pair in pairs]
    together = sum(n * mean for n, mean in zip(counts, alone, strict=True)) / sum(counts)
    assert mean_log_probability(network, tokenizer, pairs) == pytest.approx(together, rel=1e-5)


def test_rows_that_moved_most_come_first():
    E = torch.eye(3, 4)
    after = E + torch.tensor([0.1, 0.3, 0.2]).unsqueeze(1) * torch.eye(3, 4)
    assert [row for row, _ in largest_row_moves(E, after, 2)] == [1, 2]
    assert largest_row_moves(E, after, 2)[0][1] == pytest.approx(0.3, rel=1e-5)


def test_what_is_rehearsed_is_never_what_forgetting_is_measured_by(monkeypatch):
    monkeypatch.undo()
    rehearsed = rehearsal_pairs(("en", "fr"), ("en", "fr"))
    held_out = held_out_pairs("en", "fr")
    assert {pair.source_language for pair in rehearsed} == {"en", "fr"}
    assert len(held_out) == teaching.HELD_OUT
    assert not {pair.source for pair in rehearsed} & {pair.source for pair in held_out}
    assert held_out_pairs("en", "en") == held_out_pairs("en", "it") == ()
