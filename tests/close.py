"""How far apart two computations of the same numbers may lie: last digits never decide a test.

A float32 has 24 binary digits, so each operation is off by up to half an EPSILON of its result. Two
computations of the same number add in different orders: on another processor, with another number
of threads, in a batch or alone, with a cache or without. A path through the model is some hundred
sums, one after the other, and each begins with what the one before was off by. So they end with
what differs by up to some hundred EPSILON of the largest number on the way: of the largest that is
compared, or of 1 if all are smaller, since what is small here (a probability, a difference, a
cosine) was made of numbers of that size. A fault is as good as always a hundred times as large.
"""

import pytest
import torch
from torch import Tensor

EPSILON = torch.finfo(torch.float32).eps  # 1.2e-7
ROUNDINGS = 256  # of them, 3.1e-5


def near(expected: object) -> object:
    """Return what equals numbers however they were rounded on the way: ``found == near(x)``.

    Args:
        expected: a number, a list of them, or a dictionary with them as values.
    """
    return pytest.approx(expected, rel=ROUNDINGS * EPSILON, abs=ROUNDINGS * EPSILON)


def assert_near(actual: object, expected: object) -> None:
    """Check that tensors agree but for rounding; those of float64 do so to seven digits.

    Args:
        actual: a tensor, or a tuple of them.
        expected: what it should be.
    """
    if isinstance(expected, tuple | list):
        for one, other in zip(actual, expected, strict=True):
            assert_near(one, other)
    elif isinstance(expected, Tensor) and expected.dtype == torch.float32:
        finite = expected.detach()[expected.isfinite()].abs()
        largest = torch.cat([finite, torch.ones(1)]).max().item()
        torch.testing.assert_close(actual, expected, rtol=0, atol=ROUNDINGS * EPSILON * largest)
    else:
        torch.testing.assert_close(actual, expected)
