import math
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy

import pytest
import torch

from model.tensors import Trace
from model.trace import editing, recording, taps_by_name
from model.transformer import Transformer
from tests.close import assert_near

AXES = set(
    [
        "batch",
        "source",
        "target",
        "query",
        "key",
        "position",
        "head",
        "d_model",
        "d_k",
        "d_ff",
        "vocab",
        "_",
    ]
)


def traced(model, source, target, edits=None):
    with recording(model, edits or {}) as trace:
        output = model(source, target)
    return output, trace


def test_every_tap_is_recorded_in_the_order_of_its_listing(model, source, target):
    _, trace = traced(model, source, target)
    assert list(trace) == list(taps_by_name(model))


def test_every_tensor_has_the_axes_it_declares(model, source, target):
    sizes = {"batch": 2, "source": 5, "target": 4, "head": 4, "d_model": 16, "d_k": 4, "d_ff": 24}
    sizes |= {"vocab": 23, "_": 1}
    _, trace = traced(model, source, target)
    for name, tensor in trace.items():
        axes = trace.axes[name]
        assert tensor.dim() == len(axes), name
        assert set(axes) <= AXES, name
        if not name.endswith("visible"):  # one mask may serve all sentences and all queries
            known = [(n, sizes[a]) for n, a in zip(tensor.shape, axes, strict=True) if a in sizes]
            assert all(n == size for n, size in known), name


def test_watching_changes_nothing(model, source, target):
    plain = model(source, target)
    watched, _ = traced(model, source, target)
    assert torch.equal(plain, watched)


def test_a_trace_is_detached_and_cannot_be_written_to(model, source, target):
    model.requires_grad_(True)
    _, trace = traced(model, source, target)
    assert not any(tensor.requires_grad for tensor in trace.values())
    with pytest.raises(TypeError):
        trace["memory"] = torch.zeros(1)


def test_the_part_below_a_module_drops_its_path(model, source, target):
    _, trace = traced(model, source, target)
    part = trace.at("encoder.layers.1")
    weights = trace["encoder.layers.1.self_attention.weights"]
    assert torch.equal(part["self_attention.weights"], weights)
    assert part.axes["feed_forward.hidden"] == ("batch", "position", "d_ff")
    assert len(part.at("add_and_norm_2")) == 4


def test_nothing_below_a_module_is_an_error(model, source, target):
    _, trace = traced(model, source, target)
    with pytest.raises(KeyError, match=r"encoder\.layers\.9"):
        trace.at("encoder.layers.9")


def test_an_edit_of_no_tap_is_refused_before_the_model_runs(model):
    with pytest.raises(ValueError, match="no tap is called"), recording(model, {"x": torch.abs}):
        pytest.fail("the block was entered")


def test_recording_nothing_is_an_error(model):
    with pytest.raises(RuntimeError, match="no tap fired"), recording(model):
        pass


def test_an_error_inside_the_block_stops_the_recording(model, source, target):
    with pytest.raises(ZeroDivisionError), recording(model):
        1 / 0  # noqa: B018
    with pytest.raises(RuntimeError, match="no tap fired"), recording(deepcopy(model)):
        model(source, target)


def test_another_model_at_work_inside_the_block_is_not_recorded(model, source, target):
    other = deepcopy(model)
    alone, expected = traced(model, source, target)
    with recording(model) as trace:
        output = model(source, target)
        other(source.flip(1), target.flip(1))
    assert torch.equal(output, alone)
    assert all(torch.equal(trace[name], expected[name]) for name in expected)


def test_an_inner_recording_of_another_model_leaves_the_outer_one_alone(model, source, target):
    other = deepcopy(model)
    with recording(model) as outer:
        with recording(other) as inner:
            other(source, target)
        model(source, target)
    assert list(outer) == list(inner)


def without_head(head):
    def edit(heads):
        return heads.index_fill(1, torch.tensor([head]), 0)

    return edit


@pytest.mark.parametrize(
    "attention", ["encoder.layers.0.self_attention", "decoder.layers.1.cross_attention"]
)
def test_silencing_a_head_is_the_same_as_zeroing_its_columns_of_W_O(
    model, source, target, attention
):
    silenced, _ = traced(model, source, target, {f"{attention}.heads": without_head(2)})
    surgery = deepcopy(model)
    d_k = model.config.d_k
    surgery.get_submodule(attention).W_O.weight[:, 2 * d_k : 3 * d_k] = 0
    assert_near(silenced, surgery(source, target))
    assert not torch.allclose(silenced, model(source, target))


def test_without_positions_shuffled_words_give_shuffled_vectors(model, source, target):
    off = {"encoder.embedding.positions": torch.zeros_like}
    order = torch.tensor([4, 2, 0, 3, 1])
    _, trace = traced(model, source[:1], target[:1], off)
    _, shuffled = traced(model, source[:1, order], target[:1], off)
    assert_near(shuffled["memory"], trace["memory"][:, order])
    _, with_positions = traced(model, source[:1, order], target[:1])
    assert not torch.allclose(with_positions["memory"], trace["memory"][:, order])


def test_scores_can_be_left_unscaled(model, source, target):
    name = "encoder.layers.0.self_attention"
    edits = {f"{name}.scores": lambda scores: scores * math.sqrt(model.config.d_k)}
    output, trace = traced(model, source[:1], target[:1], edits)
    products = trace[f"{name}.q"] @ trace[f"{name}.k"].transpose(-2, -1)
    assert_near(trace[f"{name}.weights"], products.softmax(dim=-1))
    assert not torch.allclose(output, model(source[:1], target[:1]))


def test_without_the_mask_a_position_sees_what_comes_later(model, source, target):
    name = "decoder.layers.0.self_attention"
    output, trace = traced(model, source, target, {f"{name}.visible": torch.ones_like})
    assert (trace[f"{name}.weights"] > 0).all()
    assert not torch.allclose(output[:, 0], model(source, target)[:, 0])


def test_without_the_residual_only_the_sublayer_is_normalized(model, source, target):
    name = "encoder.layers.0.add_and_norm_1"
    _, trace = traced(model, source, target, {f"{name}.residual": torch.zeros_like})
    assert torch.equal(trace[f"{name}.sum"], trace[f"{name}.sublayer"])
    norm = model.encoder.layers[0].add_and_norm_1.norm
    assert_near(trace[f"{name}.output"], norm(trace[f"{name}.sublayer"]))


def test_the_trace_shows_what_an_edit_made(model, source, target):
    _, trace = traced(model, source, target, {"memory": torch.zeros_like})
    assert (trace["memory"] == 0).all()


def test_visitors_who_share_a_model_never_see_each_other(model):
    torch.manual_seed(7)
    inputs = [(torch.randint(5, 23, (1, 4 + i)), torch.randint(5, 23, (1, 3 + i))) for i in (0, 3)]
    edits = [{}, {"encoder.layers.1.self_attention.heads": without_head(0)}]
    expected = [traced(model, *pair, edit) for pair, edit in zip(inputs, edits, strict=True)]

    def visit(number):
        visitor = number % 2
        output, trace = traced(model, *inputs[visitor], edits[visitor])
        right, right_trace = expected[visitor]
        return torch.equal(output, right) and all(
            torch.equal(trace[name], right_trace[name]) for name in right_trace
        )

    with ThreadPoolExecutor(max_workers=4) as visitors:
        assert all(visitors.map(visit, range(100)))


def test_a_part_of_the_model_can_be_watched_alone(model, config):
    x = torch.randn(1, 3, config.d_model)
    attention = model.encoder.layers[0].self_attention
    with recording(attention) as trace:
        attention(x, x, torch.ones(1, 1, 3, dtype=torch.bool))
    assert list(trace) == ["q", "k", "v", "scores", "visible", "masked", "weights", "heads"]


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_residual_stream_is_what_enters_each_layer_and_leaves_the_last(
    model, source, target, stack
):
    with recording(model) as trace:
        model(source[:1], target[:1])
    stream = trace.residual_stream(stack)
    assert torch.equal(stream[0], trace[f"{stack}.embedding.output"][0])
    for depth in range(1, model.config.N):
        layer = f"{stack}.layers.{depth}.add_and_norm_1.residual"
        assert torch.equal(stream[depth], trace[layer][0])
    last = {"encoder": "memory", "decoder": "decoder.layers.1.add_and_norm_3.output"}[stack]
    assert torch.equal(stream[-1], trace[last][0])
    assert len(stream) == model.config.N + 1 == 3


def test_a_residual_stream_with_a_gap_is_none(model, source, target):
    with recording(model) as trace:
        model(source[:1], target[:1])
    for gap in ("encoder.embedding.output", "encoder.layers.0.add_and_norm_2.output"):
        kept = Trace({name: trace[name] for name in trace if name != gap}, trace.axes)
        with pytest.raises(ValueError, match=gap):
            kept.residual_stream("encoder")


def test_taps_hold_no_weights(config):
    assert not any("tap" in name for name in Transformer(config).state_dict())


def test_editing_changes_what_recording_with_the_same_edits_records(model, source, target):
    edits = {"encoder.layers.0.self_attention.heads": torch.zeros_like}
    with recording(model, edits) as trace:
        model(source, target)
    with editing(model, edits):
        assert torch.equal(model(source, target), trace["logits"])
    assert not torch.equal(model(source, target), trace["logits"])


def test_editing_names_taps_that_do_not_exist(model):
    with pytest.raises(ValueError, match="nowhere"), editing(model, {"nowhere": torch.zeros_like}):
        pass


def test_one_mask_for_all_queries_may_become_one_for_each(model, source, target):
    name, n = "encoder.layers.0.self_attention.visible", source.shape[1]
    own = torch.eye(n, dtype=torch.bool).expand(len(source), 1, n, n)
    with recording(model, {name: lambda _: own}) as trace:
        model(source, target)
    weights = trace["encoder.layers.0.self_attention.weights"]
    assert torch.equal(weights, torch.eye(n).expand_as(weights))
    with (
        pytest.raises(ValueError, match="its axes batch _ query key"),
        recording(model, {name: lambda mask: mask[..., :-1]}),
    ):
        model(source, target)
