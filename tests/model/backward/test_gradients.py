"""Every gradient is autograd's, and the slope that two losses show."""

import pytest
import torch
from torch.nn.functional import cross_entropy

from model.backward.gradients import (
    Example,
    backward_pass,
    encode_reference,
    summed_loss,
    token_losses,
)
from model.backward.weights import (
    embedding_gradients,
    matrix_gradient,
    numerical_derivative,
    weight_gradient_terms,
)
from model.faults import Fault
from model.tokenizer import EOS
from model.trace import editing, taps_by_name

EXAMPLE = Example.from_ids([7, 9, 12, 7, 2], 4, [6, 19, 6, 2])
SMOOTHINGS = pytest.mark.parametrize("smoothing", [0.0, 0.1])


def by_autograd(model, smoothing):
    """The gradient of every weight, the plainest way: a copy that is trained, and one loss."""
    own = type(model)(model.config).to(model.E.weight.dtype).eval()
    own.load_state_dict(model.state_dict())
    logits = own(torch.tensor([EXAMPLE.source]), torch.tensor([EXAMPLE.target]))[0]
    right = torch.tensor(EXAMPLE.labels)
    cross_entropy(logits, right, reduction="sum", label_smoothing=smoothing).backward()
    return {name: W.grad for name, W in own.named_parameters()}


@SMOOTHINGS
def test_gradients_at_weights_are_those_of_autograd(model, smoothing):
    model = model.double()
    found = backward_pass(model, EXAMPLE, smoothing, weights=True)
    for name, gradient in by_autograd(model, smoothing).items():
        torch.testing.assert_close(found.gradients[name], gradient, msg=name)


@SMOOTHINGS
def test_gradients_at_weights_are_slopes_of_the_loss(model, smoothing):
    """Of each matrix the largest one, within a thousandth of what two losses show."""
    model = model.double()
    found = backward_pass(model, EXAMPLE, smoothing, weights=True).gradients
    matrices = [name for name, W in model.named_parameters() if W.dim() == 2]
    assert len(matrices) > 20
    for name in matrices:
        row, column = divmod(int(found[name].abs().argmax()), found[name].shape[1])
        slope = numerical_derivative(model, EXAMPLE, name, row, column, smoothing)
        assert found[name][row, column].item() == pytest.approx(slope, rel=1e-3), name


def test_gradients_at_taps_are_slopes_of_the_loss(model):
    """Moved at a tap of the first layers, in double precision, the loss follows the gradient."""
    model, smoothing = model.double(), 0.1
    found = backward_pass(model, EXAMPLE, smoothing).gradients
    for name in (name for name in found if "layers.1" not in name):
        gradient = found[name]
        h = 1e-6 / gradient.norm().clamp(min=1e-9).item()
        if gradient.norm() < 1e-7:
            continue
        losses = []
        for sign in (1, -1):
            with editing(model, {name: lambda x, by=sign * h * gradient: x + by}):
                losses.append(summed_loss(model, EXAMPLE, smoothing))
        slope = (losses[0] - losses[1]) / (2 * h)
        assert slope == pytest.approx(gradient.square().sum().item(), rel=1e-3), name


@SMOOTHINGS
def test_at_the_logits_it_is_probability_minus_target(model, smoothing):
    found = backward_pass(model, EXAMPLE, smoothing)
    p = found.forward.pick("logits").softmax(dim=-1)
    y = torch.full_like(p, smoothing / p.shape[1])
    y[range(len(EXAMPLE.labels)), list(EXAMPLE.labels)] += 1 - smoothing
    torch.testing.assert_close(found.gradients.pick("logits"), p - y, atol=1e-6, rtol=0)


def test_nothing_is_left_at_the_model(model):
    before = {name: W.clone() for name, W in model.state_dict().items()}
    backward_pass(model, EXAMPLE, weights=True)
    assert all(torch.equal(W, before[name]) for name, W in model.state_dict().items())
    assert all(W.grad is None and not W.requires_grad for W in model.parameters())


def test_without_weights_the_taps_have_the_same_gradients(model):
    plain, whole = backward_pass(model, EXAMPLE), backward_pass(model, EXAMPLE, weights=True)
    for name in plain.gradients:
        torch.testing.assert_close(plain.gradients[name], whole.gradients[name], msg=name)
    matrix = "encoder.layers.0.feed_forward.W_1.weight"
    torch.testing.assert_close(matrix_gradient(plain, matrix), whole.gradients[matrix])


def test_a_weight_has_a_sum_of_products(model):
    found = backward_pass(model, EXAMPLE, weights=True)
    names = [name for name in found.inputs if name in found.gradients]
    assert len(names) > 20
    for name in names:
        one = weight_gradient_terms(found, name, 1, 2)
        assert one.total == pytest.approx(found.gradients[name][1, 2].item(), abs=1e-6)
        assert len(one.products) in (len(EXAMPLE.source), len(EXAMPLE.target))


@SMOOTHINGS
def test_rows_of_E_have_three_jobs(model, smoothing):
    found = backward_pass(model, EXAMPLE, smoothing, weights=True)
    rows = embedding_gradients(model, EXAMPLE, found)
    torch.testing.assert_close(rows.total, found.gradients["E.weight"])
    read = rows.source.norm(dim=1).nonzero().flatten().tolist()
    assert set(read) <= {*EXAMPLE.source}


def test_at_a_sum_both_ways_get_the_same(model):
    found = backward_pass(model, EXAMPLE).gradients
    for name in (name for name in found if name.endswith(".sum")):
        for way in ("residual", "sublayer"):
            at = name.replace(".sum", f".{way}")
            torch.testing.assert_close(found[at], found[name], msg=at)


def test_without_the_roads_the_pass_is_the_same_and_less_comes_back(model):
    with_roads, without = (
        backward_pass(model, EXAMPLE),
        backward_pass(model, EXAMPLE, residuals=False),
    )
    assert torch.equal(with_roads.forward["logits"], without.forward["logits"])
    torch.testing.assert_close(with_roads.losses, without.losses)
    last = f"decoder.layers.{len(model.decoder.layers) - 1}.add_and_norm_3.sum"
    torch.testing.assert_close(with_roads.gradients[last], without.gradients[last])
    below = "encoder.layers.0.self_attention.q"
    assert not torch.allclose(with_roads.gradients[below], without.gradients[below])


def test_without_the_roads_only_sub_layers_pass_it_on(model):
    """Of one feed-forward: what enters it has the gradient of its own Jacobian alone."""
    found = backward_pass(model, EXAMPLE, residuals=False)
    layer = len(model.decoder.layers) - 1
    W_1 = f"decoder.layers.{layer}.feed_forward.W_1.weight"
    x = found.gradients.pick(f"decoder.layers.{layer}.add_and_norm_2.output")
    torch.testing.assert_close(x, found.outputs[W_1] @ model.get_parameter(W_1))


def test_loss_is_the_sum_over_tokens(model):
    found = backward_pass(model, EXAMPLE, 0.1)
    assert summed_loss(model, EXAMPLE, 0.1) == pytest.approx(found.losses.sum().item(), rel=1e-6)
    sure = torch.full((1, 5), -40.0)
    sure[0, 3] = 40.0
    assert token_losses(sure, [3], 0.0).item() == pytest.approx(0, abs=1e-6)


def test_what_cannot_be_right_is_refused_in_a_sentence(tokenizer):
    for text in ("", "   "):
        with pytest.raises(Fault, match="no right answer"):
            encode_reference(tokenizer, text)
    with pytest.raises(Fault, match="pieces"):
        encode_reference(tokenizer, "Le pont " * 100)
    with pytest.raises(Fault, match="☂"):
        encode_reference(tokenizer, "Le ☂ pont")
    assert encode_reference(tokenizer, "Le pont.")[-1] == EOS


def test_a_place_that_a_matrix_lacks_is_refused(model):
    with pytest.raises(Fault, match="it has no weight at row 3, column 99"):
        numerical_derivative(model, EXAMPLE, "encoder.layers.0.self_attention.W_Q.weight", 3, 99)


def test_the_door_has_every_tap_and_every_weight(glass):
    text, said = "A small boat drifts.", "Le vieux pont."
    found = glass.gradients(text, "fr", said)
    taps = {name for name in taps_by_name(glass.network) if not name.endswith("visible")}
    assert taps <= {*found}
    assert {name for name, _ in glass.network.named_parameters()} <= {*found}
    for name in found:
        assert len(found.axes[name]) == found[name].dim(), name
    live = glass.read(text, "fr", translation=said, grad=True)
    right = torch.tensor(live.output_ids)
    cross_entropy(live.trace.pick("logits"), right, reduction="sum").backward()
    for name, gradient in live.trace.gradients().items():
        if name.endswith(".residual"):  # there it is that of x, which goes elsewhere, too
            continue
        torch.testing.assert_close(found[name], gradient, msg=name)


def test_the_door_says_what_is_wrong(glass):
    text = "A small boat drifts."
    own = glass.gradients(text, "fr")
    assert own["logits"].shape[1] == len(glass.read(text, "fr").output)
    said = {"no right answer": {"target": ""}, "no piece": {"target": "☂"}}
    said |= {"smoothing=2": {"smoothing": 2.0}, "xx": {"to": "xx"}}
    for words, wrong in said.items():
        with pytest.raises(ValueError, match=words):
            glass.gradients(**{"text": text, "to": "fr", "target": "Le pont.", **wrong})
    assert "logits" in glass.gradients(text, "fr", text)  # odd, but a translation like any other
    assert "logits" in glass.gradients("boat " * 200, "fr", "Le pont.")
