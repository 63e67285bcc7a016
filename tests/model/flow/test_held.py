"""The held network is the network itself, and what went in adds up to the decision."""

import pytest
import torch

from model.changes.kinds import (
    CutPosition,
    FilledTap,
    GroupedHeads,
    MissingEverywhere,
    PinnedWeights,
    RemovedPart,
    ShuffledPositions,
    SilencedHead,
    SilencedUnit,
    SwappedEmbedding,
    TemperedAttention,
)
from model.changes.kinds import collect_edits as edits_of
from model.config import ModelConfig
from model.flow.linearized import Decision, linearize_pass
from model.flow.nodes import STACKS, bias_attributions, node_attributions
from model.passes import record_pass
from model.trace import editing, recording
from model.transformer import Transformer

SOURCE, PREFIX, SAID = (7, 9, 12, 8, 2), (4, 6, 19), 10
CHANGES = [
    (),
    (SilencedHead("cross", 1, 2), SilencedHead("encoder", 0, 1)),
    (
        RemovedPart("residual", "cross-attention", 0),
        RemovedPart("sublayer", "encoder-feed-forward", 1),
    ),
    (FilledTap("encoder.embedding.positions"), SilencedUnit("decoder", 1, 5)),
    (CutPosition("cross", 1, 3, 2), CutPosition("encoder-feed-forward", 0, -1, 1)),
    (MissingEverywhere("residuals"),),
    (MissingEverywhere("norm-mean"), MissingEverywhere("root-d-k")),
    (MissingEverywhere("norm-shift"), MissingEverywhere("root-d-model")),
    (MissingEverywhere("mask"), ShuffledPositions(3)),
    (TemperedAttention("cross", 0.5), PinnedWeights("encoder", 0, 1, 2, ((0, 0.7),))),
    (SwappedEmbedding(SAID, 11), SwappedEmbedding(9, 12)),
    (GroupedHeads("cross", 2), GroupedHeads("decoder", 1)),
]


@pytest.fixture
def exact(model):
    """The tiny model in double precision."""
    return model.double()


@pytest.fixture
def swish():
    """A tiny model like Marian's: Swish, and biases everywhere."""
    torch.manual_seed(3)
    config = ModelConfig(
        vocab_size=23,
        languages=("en", "fr"),
        N=2,
        decoder_N=1,
        d_model=16,
        h=4,
        d_ff=24,
        biases=True,
        activation="swish",
    )
    network = Transformer(config).eval().requires_grad_(False).double()
    for parameter in network.parameters():
        if parameter.dim() == 1:
            parameter += 0.2 * torch.randn(parameter.shape)
    return network


def added(held):
    """What all that went in adds up to."""
    total = held.logit_bias
    for stack in STACKS:
        total += node_attributions(held, stack)[:2].sum().item()
        total += sum(part.sum().item() for part in bias_attributions(held, stack).values())
    return total


@pytest.mark.parametrize("rival", [15, None])
@pytest.mark.parametrize("changes", CHANGES)
def test_tokens_positions_and_biases_add_up_to_the_difference_of_the_logits(exact, changes, rival):
    held = linearize_pass(exact, Decision(SOURCE, PREFIX, SAID, rival), changes)
    logits = record_pass(exact, SOURCE, PREFIX, edits_of(exact, changes))["logits"][0, -1]
    other = logits.mean() if rival is None else logits[rival]
    assert held.m == pytest.approx((logits[SAID] - other).item(), rel=1e-12)
    assert added(held) == pytest.approx(held.m, rel=1e-9)


def test_swish_is_held_by_its_chord_and_all_still_adds_up(swish):
    held = linearize_pass(swish, Decision(SOURCE, PREFIX, SAID, 15))
    logits = record_pass(swish, SOURCE, PREFIX)["logits"][0, -1]
    assert held.m == pytest.approx((logits[SAID] - logits[15]).item(), rel=1e-12)
    assert added(held) == pytest.approx(held.m, rel=1e-9)
    gates = held.after["encoder.layers.0.feed_forward.gates"]
    assert ((gates > 0) & (gates < 1)).all()


def test_in_single_precision_they_add_up_as_well_as_it_allows(model):
    held = linearize_pass(model, Decision(SOURCE, PREFIX, SAID, 15))
    size = sum(node_attributions(held, stack).abs().sum().item() for stack in STACKS)
    assert added(held) == pytest.approx(held.m, abs=1e-5 * size)


@pytest.mark.parametrize("tap", ["encoder.embedding.embedding", "decoder.embedding.embedding"])
def test_the_slope_is_that_of_the_network_with_weights_and_norms_put_in_by_hand(exact, tap):
    """Finite differences; the small step lets no unit change its gate."""
    decision = Decision(SOURCE, PREFIX, SAID, 15)
    held, trace = linearize_pass(exact, decision), record_pass(exact, SOURCE, PREFIX)
    seen, edits = {}, {}
    for name in trace:
        if name.endswith(".weights"):
            edits[name] = lambda _, name=name: trace[name]
        elif name.endswith(".sum"):
            path = name.removesuffix(".sum")
            edits[name] = lambda summed, path=path: seen.setdefault(path, summed)

            def normed(_, path=path):
                norm, recorded, now = exact.get_submodule(path).norm, trace[f"{path}.sum"], seen
                deviation = (recorded.var(-1, correction=0, keepdim=True) + norm.eps).sqrt()
                centred = now[path] - now[path].mean(-1, keepdim=True)
                return centred / deviation * norm.weight + norm.bias

            edits[f"{path}.output"] = normed
    for place, part in enumerate(held.attribution(tap)):
        margins = []
        for step in (1e-5, -1e-5):
            scale = torch.ones(len(held.attribution(tap)), 1, dtype=torch.float64)
            scale[place] += step
            seen.clear()
            with recording(exact, {**edits, tap: lambda x, scale=scale: x * scale}) as moved:
                exact(torch.tensor([SOURCE]), torch.tensor([PREFIX]))
            logits = moved["logits"][0, -1]
            margins.append((logits[SAID] - logits[15]).item())
        assert part.item() == pytest.approx((margins[0] - margins[1]) / 2e-5, rel=1e-6)


def test_a_token_of_another_step_has_no_part(exact):
    """Only what was written before a step is read, whatever the translation went on with."""
    short = linearize_pass(exact, Decision(SOURCE, PREFIX, SAID, 15))
    assert len(short.attribution("decoder.embedding.embedding")) == len(PREFIX)


def test_a_silent_head_has_no_part_and_its_slope_is_zero(exact):
    held = linearize_pass(exact, Decision(SOURCE, PREFIX, SAID, 15), [SilencedHead("cross", 1, 2)])
    tap = "decoder.layers.1.cross_attention.heads"
    assert held.gradients[tap][2].eq(0).all()
    assert held.attribution(tap)[2].eq(0).all()
    assert held.attribution(tap)[1, -1] != 0


def test_holding_leaves_the_network_as_it_was(exact):
    before = record_pass(exact, SOURCE, PREFIX)["logits"]
    linearize_pass(exact, Decision(SOURCE, PREFIX, SAID, 15))
    with editing(exact, {}):
        assert torch.equal(exact(torch.tensor([SOURCE]), torch.tensor([PREFIX])), before)
