"""Another order of a sum passes, a number that is wrong does not."""

import pytest
import torch

from tests.close import assert_near, near


def sums(seed):
    """Sums of the same million numbers, whose order chance decides."""
    terms = torch.randn(1_000, 1_000, generator=torch.Generator().manual_seed(1))
    order = torch.randperm(1_000, generator=torch.Generator().manual_seed(seed))
    return sum(terms[:, order].unbind(dim=1))  # one after the other


def test_another_order_of_the_same_sums_is_near_them():
    assert not torch.equal(sums(2), sums(3))
    assert_near(sums(2), sums(3))
    assert near(0.907547) == 0.907545


@pytest.mark.parametrize("size", [1e-3, 1.0, 40.0])
def test_what_is_wrong_by_a_thousandth_of_its_scale_is_not_near(size):
    right = torch.tensor([size, 0.0, -size])
    wrong = right + 1e-3 * max(size, 1)
    with pytest.raises(AssertionError):
        assert_near(wrong, right)
    assert wrong.tolist() != near(right.tolist())
    assert {"a": wrong[0].item()} != near({"a": right[0].item()})


def test_infinities_are_compared_and_do_not_make_everything_near():
    masked = torch.tensor([-torch.inf, 0.5])
    assert_near(masked, masked.clone())
    with pytest.raises(AssertionError):
        assert_near(torch.tensor([-torch.inf, 0.6]), masked)
