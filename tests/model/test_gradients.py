"""Numbers of a pass can be learned from, in any mode, on any device."""

import pytest
import torch
from torch import nn
from torch.overrides import TorchFunctionMode

import model
from model.attribution.methods import METHODS
from model.parts import ATTENTIONS

TEXT, SAID = "A small boat drifts.", "Le vieux pont."


@pytest.fixture(scope="module")
def run(glass):
    return glass.read(TEXT, to="fr", translation=SAID)


def all_numbers(run):
    """All that can be asked of a reading, by names."""
    found = {name: run.attribute(name, target=2).source for name in METHODS}
    rivals = {
        name: run.attribute(name, target=2, rival=9).prefix
        for name in ("gradient", "integrated", "occlusion")
    }
    flow = run.flow(step=2)
    ways = torch.tensor([way.flow for way in flow.strongest_edges(5)], dtype=torch.float32)
    parts = torch.tensor([flow.m, flow.positions, flow.biases], dtype=torch.float32)
    added = {name: run.contributions(name)[1] for name in ATTENTIONS}
    return (
        found
        | {f"{name} rival": one for name, one in rivals.items()}
        | added
        | {
            "ways": ways,
            "parts": parts,
        }
    )


def test_what_was_recorded_trains_a_probe(run):
    probe = nn.Linear(16, 2)
    for x in (run.trace["memory"], run.trace.pick("memory"), run.trace.residual_stream("decoder")):
        probe(x).sum().backward()
    scores = run.attribute("occlusion", target=1).source
    (scores * torch.ones(1, requires_grad=True)).sum().backward()
    assert probe.weight.grad.abs().sum() > 0


def test_the_record_is_its_own(run):
    before = run.trace["memory"].clone()
    run.trace["memory"].zero_()
    run.trace.pick("memory").numpy()[:] = 0
    run.trace.at("encoder.layers.0")["add_and_norm_1.output"].zero_()
    assert torch.equal(run.trace["memory"], before)


def test_all_numbers_are_the_same_in_any_mode(glass, run):
    right = all_numbers(run)
    with torch.inference_mode():
        inside = all_numbers(glass.read(TEXT, to="fr", translation=SAID))
    try:
        torch.set_default_dtype(torch.float64)
        double = all_numbers(glass.read(TEXT, to="fr", translation=SAID))
    finally:
        torch.set_default_dtype(torch.float32)
    for name, one in right.items():
        for other in (inside[name], double[name]):
            torch.testing.assert_close(other, one, atol=2e-5, rtol=1e-4, msg=name)


def test_a_pass_without_gradients_says_so(run):
    with pytest.raises(ValueError, match=r"read\(..., grad=True\)"):
        run.trace.gradients()


def test_a_gradient_reaches_every_tap(glass, run):
    live = glass.read(TEXT, to="fr", translation=SAID, grad=True)
    with torch.no_grad():
        plain = {name: live.trace[name].detach() for name in live.trace}
    assert all(torch.equal(run.trace[name], one) for name, one in plain.items())
    step, token = 2, live.output_ids[2]
    live.trace["logits"].log_softmax(-1)[0, step, token].backward()
    slopes = live.trace.gradients()
    missing = {name for name in live.trace if name not in slopes}
    assert all(name.endswith("visible") for name in missing)
    x = live.trace["encoder.embedding.embedding"].detach()
    scores = run.attribute("gradient", target=step).source[0]
    ours = (slopes["encoder.embedding.embedding"] * x).sum(dim=-1)[0]
    torch.testing.assert_close(ours, scores, atol=1e-6, rtol=1e-4)
    assert slopes.pick("memory", source=1).shape == (16,)


def test_a_gradient_reaches_a_leaf_that_an_edit_brings_in(glass):
    v = torch.zeros(16, requires_grad=True)
    live = glass.read(TEXT, "fr", translation=SAID, edits={"memory": lambda x: x + v}, grad=True)
    live.trace.pick("logits", target=0)[5].backward()
    torch.testing.assert_close(v.grad, live.trace.gradients()["memory"].sum(dim=(0, 1)))


class _DeviceIsNamed(TorchFunctionMode):
    """Refuses tensors that are made wherever torch's default is, instead of beside the model."""

    MAKERS = (
        torch.tensor,
        torch.zeros,
        torch.ones,
        torch.full,
        torch.eye,
        torch.arange,
        torch.empty,
    )

    def __torch_function__(self, function, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if function in self.MAKERS:
            assert kwargs.get("device") is not None, function
        return function(*args, **kwargs)


def test_every_tensor_is_made_beside_the_model(glass):
    changes = (
        model.SilencedHead("cross", 0, 1),
        model.PinnedWeights("encoder", 0, 0, 0, ((1, 0.5),)),
        model.CutPosition("cross", 0, 0, 1),
        model.SilencedUnit("encoder", 0, 3),
        model.MissingEverywhere("norm-mean"),
        model.SwappedEmbedding(9, 10),
        model.TemperedAttention("decoder", 2.0),
        model.GroupedHeads("encoder", 1),
        model.ShuffledPositions(3),
    )
    with _DeviceIsNamed():
        run = glass.read(TEXT, "fr")
        glass.log_probability(TEXT, "fr", SAID)
        glass.read_all([TEXT, "A pond."], "fr", record="*")
        for name in METHODS:
            run.attribute(name, target=1)
        run.flow(step=1).strongest_edges()
        for name in ATTENTIONS:
            run.contributions(name)
        edits = model.patch("memory", run.trace, position=1)
        glass.read(TEXT, "fr", edits=edits, changes=changes)


def test_shapes_are_those_of_a_model_without_numbers(glass):
    """On the device "meta" nothing is computed, and a tensor of the CPU beside it is refused."""
    from copy import deepcopy

    from model.passes import record_batch, record_pass

    empty = deepcopy(glass.network).to("meta")
    trace = record_pass(empty, [7, 9, 2], [3, 8])
    assert all(trace[name].is_meta for name in trace)
    there = glass.edits([model.SilencedHead("cross", 0, 1), model.SilencedUnit("encoder", 0, 3)])
    assert record_batch(empty, [[7, 9, 2], [8, 2]], [[3, 8], [3]], there)[1]["memory"].is_meta


def test_an_edit_is_told_what_it_asks_for(glass):
    seen = []

    def note(x, name, position, step):
        seen.append((name, position, step))
        return x

    taps = ("encoder.layers.0.self_attention.heads", "decoder.layers.0.cross_attention.weights")
    glass.read("A pond.", "fr", translation="Le pont.", edits=dict.fromkeys(taps, note))
    ids = glass.source_ids("A pond.")
    assert seen == [(taps[0], range(len(ids)), None), (taps[1], range(5), 4)]
    seen.clear()
    changes = model.SilencedHead("cross", 0, 1)  # at the tap's other values, before them
    edits = {"decoder.layers.0.cross_attention.heads": note}
    glass.read("A pond.", "fr", translation="Le pont.", changes=changes, edits=edits)
    assert seen == [("decoder.layers.0.cross_attention.heads", range(5), 4)]
