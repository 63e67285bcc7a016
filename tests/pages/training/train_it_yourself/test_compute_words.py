import pytest
import torch

from model.small.snapshots import SNAPSHOTS
from pages.training.train_it_yourself.compute import words
from tests.close import near

QUICK = words.Settings(steps=150)


@pytest.fixture(scope="module")
def snapshots():
    return list(words.train(QUICK))


def test_words_that_stand_beside_the_same_words_become_alike(snapshots):
    _, inside_before, across_before = words.compute_cosines(snapshots[0].tensors["E"])
    _, inside, across = words.compute_cosines(snapshots[-1].tensors["E"])
    assert inside > 0.9 > inside_before
    assert inside - across > 0.5 > inside_before - across_before


def test_no_animal_stands_beside_another_and_none_beside_a_fruit():
    nouns = {*words.ANIMALS, *words.FRUIT}
    assert all(len(nouns & set(sentence)) == 1 for sentence in words.SENTENCES)


def test_the_loss_comes_down_to_its_floor_and_never_below(snapshots):
    losses = [snapshot.numbers["loss"] for snapshot in snapshots]
    assert losses[0] > words.compute_loss_floor() + 1
    assert all(loss > words.compute_loss_floor() - 1e-5 for loss in losses)
    assert losses[-1] < words.compute_loss_floor() + 0.02


def test_the_floor_is_the_entropy_of_the_word_beside():
    """By counting, word by word, instead of by the formula."""
    asked, beside = words.make_examples()
    total = 0.0
    for word in range(len(words.WORDS)):
        shares = beside[asked == word].bincount().double() / (asked == word).sum()
        total += (asked == word).sum() * torch.special.entr(shares).sum()
    assert words.compute_loss_floor() == near((total / len(asked)).item())


def test_the_same_seed_learns_the_same_whatever_others_draw_meanwhile(snapshots):
    again = []
    for snapshot in words.train(QUICK):
        torch.rand(7)  # others use the common source of chance
        again.append(snapshot)
    assert all(
        torch.equal(a.tensors["E"], b.tensors["E"]) for a, b in zip(snapshots, again, strict=True)
    )
    other = next(words.train(words.Settings(seed=2)))
    assert not torch.equal(other.tensors["E"], snapshots[0].tensors["E"])


def test_snapshots_are_copies_from_the_first_step_to_the_last(snapshots):
    assert [snapshots[0].step, snapshots[-1].step] == [0, QUICK.steps]
    assert len(snapshots) == SNAPSHOTS + 1
    assert not torch.equal(snapshots[0].tensors["E"], snapshots[1].tensors["E"])
    assert torch.equal(snapshots[-1].tensors["E"], snapshots[-1].network.E.weight)


def test_a_training_shorter_than_its_film_has_a_snapshot_of_each_step():
    steps = [snapshot.step for snapshot in words.train(words.Settings(steps=5))]
    assert steps == [0, 1, 2, 3, 4, 5]


def test_more_dimensions_learn_it_too():
    *_, last = words.train(words.Settings(dimensions=8, steps=150))
    assert last.tensors["E"].shape == (len(words.WORDS), 8)
    _, inside, across = words.compute_cosines(last.tensors["E"])
    assert inside - across > 0.5


def test_nouns_near_their_own_kind_are_counted():
    E = torch.zeros(len(words.WORDS), 2)
    E[:5], E[5:10] = torch.tensor([1.0, 0.0]), torch.tensor([0.0, 1.0])
    assert words.count_nouns_near_own_kind(E) == 10
    E[0] = torch.tensor([0.1, 2.0])  # a cat among the fruit
    assert words.count_nouns_near_own_kind(E) == 9
