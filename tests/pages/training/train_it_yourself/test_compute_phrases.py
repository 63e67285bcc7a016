import pytest
import torch

from pages.training.train_it_yourself.compute import phrases
from tests.close import assert_near, near


@pytest.fixture(scope="module", params=[2, 5])
def learned(request):
    settings = phrases.Settings(steps=120, seed=request.param)
    return settings, list(phrases.train(settings))


def test_attention_carries_the_second_word_over(learned):
    settings, snapshots = learned
    assert snapshots[0].numbers["accuracy"] < 0.6
    assert snapshots[-1].numbers["accuracy"] == 1 > settings.first_word_accuracy
    assert snapshots[-1].numbers["carried"] > 0.3


def test_without_attention_nobody_gets_beyond_the_first_word():
    settings = phrases.Settings(attention=False, steps=120)
    snapshots = list(phrases.train(settings))
    assert max(s.numbers["accuracy"] for s in snapshots) <= settings.first_word_accuracy + 1e-6
    assert snapshots[-1].numbers["accuracy"] == near(settings.first_word_accuracy)
    assert snapshots[-1].numbers["carried"] == 0
    vectors = snapshots[-1].tensors["vectors"]
    for first in ("fruit", "iron", "sea", "rock"):
        same = [n for n, phrase in enumerate(settings.phrases) if phrase[0] == first]
        assert_near(vectors[same], vectors[same[:1]].expand(len(same), -1))


def test_phrases_part_by_kind_and_no_longer_by_their_first_word(learned):
    settings, snapshots = learned
    words, kinds = ([phrase[of] for phrase in settings.phrases] for of in (0, 2))
    before, after = (snapshots[n].tensors["vectors"] for n in (0, -1))
    assert phrases.compute_distance_ratio(before, words) > phrases.compute_distance_ratio(
        before, kinds
    )
    assert phrases.compute_distance_ratio(after, kinds) > phrases.compute_distance_ratio(
        after, words
    )


def test_nearness_compares_mean_distances():
    vectors = torch.tensor([[0.0], [1.0], [4.0]])
    assert phrases.compute_distance_ratio(vectors, ["a", "a", "b"]) == near((4 + 3) / 2 / 1)


def test_unseen_phrases_are_other_pairs_of_the_same_words(learned):
    settings, snapshots = learned
    seen = {phrase[:2] for phrase in settings.phrases}
    assert len(settings.unseen) == 4 * 16 - 16
    assert not seen & {phrase[:2] for phrase in settings.unseen}
    kinds = {second: kind for _, second, kind in settings.phrases}
    assert all(kind == kinds[second] for _, second, kind in settings.unseen)
    assert snapshots[-1].tensors["unseen"].shape == (48, 4)


def test_a_second_word_of_two_kinds_asks_about_no_unseen_phrase():
    own = (("iron", "horse", "thing"), ("sea", "horse", "animal"), ("iron", "man", "person"))
    unseen = phrases.Settings(phrases=own).unseen
    assert unseen == (("sea", "man", "person"),)


def test_one_phrase_is_enough_to_run():
    *_, last = phrases.train(phrases.Settings(phrases=(("a", "b", "c"),), steps=2))
    assert last.numbers["accuracy"] == 1
    assert "unseen" not in last.numbers
