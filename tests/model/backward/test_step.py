"""A step moves a copy, as torch's own optimizers would."""

import pytest
import torch

from model.backward.gradients import Example, backward_pass, summed_loss
from model.backward.step import BETAS, EPSILON, MOST_STEPS, Step, learner_after, losses_by_rate
from model.faults import Fault

EXAMPLE = Example.from_ids([7, 9, 12, 7, 2], 4, [6, 19, 6, 2])
OTHER = Example.from_ids([8, 11, 2], 3, [15, 2])
RATES = {"sgd": 0.02, "adam": 0.002}
RULES = pytest.mark.parametrize("rule", [*RATES])


def by_torch(model, rule, steps):
    """The same steps by torch's own optimizer."""
    own = type(model)(model.config).eval()
    own.load_state_dict(model.state_dict())
    settings = {"betas": BETAS, "eps": EPSILON} if rule == "adam" else {}
    kind = {"sgd": torch.optim.SGD, "adam": torch.optim.Adam}[rule]
    optimizer = kind(own.parameters(), lr=RATES[rule], **settings)
    for step in steps:
        optimizer.zero_grad()
        source, target = torch.tensor([step.example.source]), torch.tensor([step.example.target])
        torch.nn.functional.cross_entropy(
            own(source, target)[0],
            torch.tensor(step.example.labels),
            reduction="sum",
            label_smoothing=step.smoothing,
        ).backward()
        optimizer.step()
    return own


@RULES
@pytest.mark.parametrize("count", [1, 3])
def test_steps_are_those_of_the_optimizer(model, rule, count):
    examples = [EXAMPLE, OTHER, EXAMPLE][:count]
    steps = [Step(one, rule, RATES[rule], 0.1) for one in examples]
    ours, theirs = learner_after(model, steps).network, by_torch(model, rule, steps)
    for (name, W), other in zip(ours.named_parameters(), theirs.parameters(), strict=True):
        torch.testing.assert_close(W, other.detach(), atol=1e-5, rtol=1e-4, msg=name)


@RULES
def test_the_shipped_model_never_moves(model, rule):
    before = {name: W.clone() for name, W in model.state_dict().items()}
    step = Step(EXAMPLE, rule, RATES[rule])
    after = learner_after(model, [step]).network
    list(losses_by_rate(model, [step], step, [0.01, 0.1]))
    assert all(torch.equal(W, before[name]) for name, W in model.state_dict().items())
    assert all(W.grad is None for W in model.parameters())
    shared = {W.data_ptr() for W in model.parameters()} & {W.data_ptr() for W in after.parameters()}
    assert not shared


@RULES
def test_losses_along_are_those_after_the_step(model, rule):
    rates = [0.0005, 0.01]
    taken = [Step(OTHER, rule, RATES[rule])]
    along = list(losses_by_rate(model, taken, Step(EXAMPLE, rule, 1.0, 0.1), rates))
    for rate, loss in zip(rates, along, strict=True):
        network = learner_after(model, [*taken, Step(EXAMPLE, rule, rate, 0.1)]).network
        assert loss == pytest.approx(summed_loss(network, EXAMPLE, 0.1), rel=1e-5)


@RULES
def test_a_small_step_makes_the_answer_likelier(model, rule):
    step = Step(EXAMPLE, rule, 1e-4)
    assert summed_loss(learner_after(model, [step]).network, EXAMPLE) < summed_loss(model, EXAMPLE)


def test_the_first_step_of_adam_moves_every_weight_by_the_rate(model):
    step = Step(EXAMPLE, "adam", 1e-3)
    after = dict(learner_after(model, [step]).network.named_parameters())
    found = backward_pass(model, EXAMPLE, weights=True).gradients
    for name, W in model.named_parameters():
        strong = found[name].abs() > 1e-4
        moved = (after[name] - W).abs()[strong]
        torch.testing.assert_close(moved, torch.full_like(moved, 1e-3), atol=1e-6, rtol=0)


def test_what_cannot_be_a_step_is_refused():
    for rate in (0.0, -1.0, 11.0, float("inf")):
        with pytest.raises(Fault, match="learning rate"):
            Step(EXAMPLE, "sgd", rate)
    with pytest.raises(ValueError, match="rate"):
        Step(EXAMPLE, "sgd", float("nan"))
    with pytest.raises(ValueError, match="smoothing"):
        Step(EXAMPLE, smoothing=1.5)


def test_only_so_many_steps_in_a_row(model):
    with pytest.raises(Fault, match="in a row"):
        learner_after(model, [Step(EXAMPLE)] * (MOST_STEPS + 1))
