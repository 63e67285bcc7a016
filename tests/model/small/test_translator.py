import pytest
import torch

from model.small import tasks, translator
from model.small.translator import SHOWN, Settings
from tests.close import assert_near, near


@pytest.fixture(scope="module")
def reverse():
    settings = Settings(longest=4, steps=400, seed=2)
    return settings, list(translator.train(settings))


def test_it_learns_to_reverse_what_it_has_never_seen(reverse):
    _, snapshots = reverse
    assert snapshots[0].numbers["exact"] == 0
    assert snapshots[-1].numbers["exact"] > 0.8
    assert snapshots[-1].numbers["loss"] < 0.3 < snapshots[0].numbers["loss"]


def test_cross_attention_becomes_the_anti_diagonal(reverse):
    settings, snapshots = reverse
    example = settings.make_task().held_out[0]
    n = len(example.source)
    before, after = (
        s.tensors["cross"][0, -1, :, :n, :n].flip(-1) for s in (snapshots[0], snapshots[-1])
    )
    shares = [maps.diagonal(dim1=-2, dim2=-1).mean(dim=-1).max().item() for maps in (before, after)]
    assert shares[1] > 0.6 > shares[0]
    assert snapshots[-1].numbers["aligned"] > 0.6 > snapshots[0].numbers["aligned"]


def test_exact_match_is_what_greedy_search_writes(reverse):
    settings, snapshots = reverse
    task, last = settings.make_task(), snapshots[-1]
    said = translator.decode_greedily(
        last.network, [task.ids(example.source) for example in task.held_out]
    )
    right = [task.names(ids) == e.target for ids, e in zip(said, task.held_out, strict=True)]
    assert last.numbers["exact"] == near(sum(right) / len(right))
    shown = [[i for i in row if i] for row in last.tensors["written"].tolist()]
    assert shown == said[:SHOWN]


def test_the_same_seed_learns_the_same(reverse):
    settings, snapshots = reverse
    again = translator.train(settings)
    torch.rand(3)
    for snapshot, _ in zip(snapshots, range(4), strict=False):
        other = next(again)
        assert snapshot.numbers == other.numbers
        assert torch.equal(snapshot.tensors["cross"], other.tensors["cross"])


@pytest.mark.parametrize(("N", "h"), [(1, 1), (2, 4)])
def test_every_size_runs_and_its_weights_are_distributions(N, h):
    settings = Settings(task="dates", N=N, h=h, steps=2)
    *_, last = translator.train(settings)
    cross = last.tensors["cross"]
    assert cross.shape[:3] == (SHOWN, N, h)
    assert_near(cross.sum(dim=-1), torch.ones(cross.shape[:-1]))


def test_pairs_are_learned_by_heart():
    pairs = ((("the", "red", "dog"), ("le", "chien", "rouge")), (("a", "cat"), ("un", "chat")))
    *_, last = translator.train(Settings(task="pairs", pairs=pairs, steps=100))
    assert last.numbers["exact"] == 1
    assert "aligned" not in last.numbers


def test_the_share_of_a_perfect_alignment_is_one():
    example = tasks.reverse_symbols(("a", "b", "c"))
    cross = torch.zeros(1, 1, 2, 4, 4)
    cross[0, 0, 0, range(3), [2, 1, 0]] = 1
    cross[0, 0, 1, range(3), [0, 1, 2]] = 1
    assert translator.alignment_weight(cross, [example])[0].tolist() == [1, near(1 / 3)]


def test_an_untrained_network_that_finds_no_end_is_cut(reverse):
    settings, _ = reverse
    task = settings.make_task()
    model = translator.build_network(settings, task)
    [said] = translator.decode_greedily(model, [task.ids(tuple("abc"))])
    assert len(said) <= 2 * 3 + 10
