import pytest
import torch

from model.dropout import Dropout


@pytest.mark.parametrize("P_drop", [0.1, 0.5])
@pytest.mark.parametrize("shape", [(1_000_001,), (50, 100, 200)])
def test_each_element_is_dropped_with_its_chance_or_scaled_up(P_drop, shape):
    torch.manual_seed(3)
    dropped = Dropout(P_drop)(torch.ones(shape))
    zero = (dropped == 0).float()
    assert set(dropped.unique().tolist()) == {0.0, torch.tensor(1 / (1 - P_drop)).item()}
    assert zero.mean().item() == pytest.approx(P_drop, abs=2e-3)  # six standard deviations
    neighbours = torch.stack([zero.flatten()[:-1], zero.flatten()[1:]])
    assert torch.corrcoef(neighbours)[0, 1].abs() < 0.01  # four elements share a number, no bits


def test_the_gradient_passes_where_the_value_passed():
    x = torch.randn(30, 40, requires_grad=True)
    dropped = Dropout(0.3)(x)
    dropped.sum().backward()
    assert torch.equal(x.grad != 0, dropped != 0)


def test_a_seed_decides_and_other_drops_follow():
    dropout, x = Dropout(0.2), torch.ones(64)
    torch.manual_seed(1)
    first, second = dropout(x), dropout(x)
    torch.manual_seed(1)
    assert torch.equal(dropout(x), first)
    assert not torch.equal(first, second)


def test_nothing_is_dropped_when_not_training_or_without_a_chance():
    x = torch.randn(7, 5)
    assert torch.equal(Dropout(0.9).eval()(x), x)
    assert torch.equal(Dropout(0.0)(x), x)
