import math

import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close

from model.training import loss
from model.training.loss import smoothed_cross_entropy
from tests.close import assert_near


@pytest.fixture
def case():
    """Vectors of eleven positions, an embedding of 23 pieces and the right ones."""
    torch.manual_seed(8)
    x = torch.randn(11, 16, requires_grad=True)
    E = torch.randn(23, 16, requires_grad=True)
    return x, E, torch.randint(0, 23, (11,))


@pytest.mark.parametrize("chunk", [4, 11, 1024])
@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])
def test_value_and_gradients_are_those_of_pytorch(case, monkeypatch, chunk, smoothing):
    monkeypatch.setattr(loss, "CHUNK", chunk)
    x, E, right = case
    expected = F.cross_entropy(x @ E.T, right, label_smoothing=smoothing, reduction="sum")
    gradients = torch.autograd.grad(expected, (x, E))
    smoothed, plain = smoothed_cross_entropy(x, E, right, smoothing)
    smoothed.backward()
    assert_near(smoothed, expected)
    assert_near(plain, F.cross_entropy(x @ E.T, right, reduction="sum"))
    assert_near((x.grad, E.grad), gradients)


def test_the_gradient_of_a_multiple_is_the_multiple_of_the_gradient(case):
    x, E, right = case
    once = torch.autograd.grad(smoothed_cross_entropy(x, E, right, 0.1)[0], x)[0]
    thrice = torch.autograd.grad(3 * smoothed_cross_entropy(x, E, right, 0.1)[0], x)[0]
    assert_near(thrice, 3 * once)


def test_plain_loss_teaches_nothing(case):
    _, plain = smoothed_cross_entropy(*case, 0.1)
    assert not plain.requires_grad


def test_without_smoothing_both_losses_are_the_same(case):
    smoothed, plain = smoothed_cross_entropy(*case, 0.0)
    assert_near(smoothed, plain)


def test_no_model_gets_below_the_entropy_of_the_smoothed_target():
    smoothing, vocab = 0.1, 23
    target = torch.full((vocab,), smoothing / vocab)
    target[5] += 1 - smoothing
    entropy = -(target * target.log()).sum()
    right = torch.tensor([5])
    # With E the identity, x itself holds the logits; the best ones are the target's logarithm.
    best, _ = smoothed_cross_entropy(target.log()[None], torch.eye(vocab), right, smoothing)
    assert_near(best, entropy)
    for certainty in (0.0, 1.0, 3.0, 10.0, 30.0):
        logits = F.one_hot(right, vocab) * certainty
        reached, _ = smoothed_cross_entropy(logits.float(), torch.eye(vocab), right, smoothing)
        assert reached >= entropy


def test_a_model_that_knows_nothing_loses_the_logarithm_of_the_vocabulary():
    x, E = torch.zeros(3, 16), torch.randn(23, 16)
    smoothed, plain = smoothed_cross_entropy(x, E, torch.tensor([1, 2, 3]), 0.1)
    assert_near(plain, torch.tensor(3 * math.log(23)))
    assert_near(smoothed, plain)


def test_in_bfloat16_the_loss_stays_close(case):
    x, E, right = case
    exact, _ = smoothed_cross_entropy(x, E, right, 0.1)
    with torch.autocast("cpu", torch.bfloat16):
        rough, _ = smoothed_cross_entropy(x, E, right, 0.1)
    assert_close(rough, exact, rtol=0.02, atol=0.0)
    rough.backward()
    assert x.grad.dtype == E.grad.dtype == torch.float32
