"""One step of learning: what the page shows is what backward computes, and the copy is its own."""

import html
import re

import pytest
import torch

from model.backward.gradients import Example, backward_pass
from model.backward.step import Step, learner_after
from model.backward.weights import numerical_derivative
from pages.training.one_step import cached, choices
from pages.training.one_step.training_setup import TrainingSetup
from tests.close import assert_near
from tests.unpacked import unpacked
from ui.readings import session

PAGE = "one_step"
ASKED = {"source": "The dog is sleeping because he is tired.", "to": "fr"}
NONE = {"sections": "none"}


@pytest.fixture
def opened(open_page, data_of):
    def opened(**parameters):
        app = open_page(PAGE, **{**ASKED, **parameters})
        assert not app.exception
        return app, data_of(app, "error_flow")

    return opened


def said(app) -> str:
    shown = [*app.get("html"), *app.info, *app.text, *app.caption, *app.warning]
    text = " ".join(str(getattr(one, "value", None) or one.proto.body) for one in shown)
    return html.unescape(re.sub("<.*?>", "", text))


def example(text=ASKED["source"], to="fr"):
    run = session.read(text, to)
    return Example.from_ids(run.source_ids, run.target_ids[0], run.output_ids)


def test_losses_and_lengths_are_those_of_the_backward_pass(opened):
    __, data = opened(**NONE)
    for roads, flow in zip((True, False), data["flows"], strict=True):
        found = backward_pass(session.glass().network, example(), residuals=roads)
        for norm, lengths in flow["lengths"].items():
            if "norm" in norm:
                stack, place = norm.split("_norm_")
                taps = f"{stack}.layers.{{}}.add_and_norm_{place}.output"
                assert_near(
                    torch.tensor(lengths), found.gradients.layers(taps).flatten(1).norm(dim=1)
                )
        assert_near(torch.tensor(flow["lengths"]["memory"]), found.gradients["memory"].norm()[None])
    losses = torch.tensor([one["loss"] for one in data["losses"]])
    assert_near(losses, found.losses)


def test_pictures_are_samples_of_the_gradients(opened):
    __, data = opened(**NONE)
    found = backward_pass(session.glass().network, example())
    tensors = data["flows"][0]["tensors"]
    norm = found.gradients.layers("encoder.layers.{}.add_and_norm_2.output")
    assert_near(unpacked(tensors["encoder_norm_2"]), norm[:, :, ::7])
    heads = found.gradients.layers("decoder.layers.{}.cross_attention.scores")
    assert_near(unpacked(tensors["cross"]), heads)


def test_the_way_meets_every_block_once_a_layer_and_ends_at_the_encoders_rows(opened):
    __, data = opened(**NONE)
    for flow in data["flows"]:
        met = [(one["block"], one["layer"]) for one in flow["stages"]]
        assert len(met) == len(set(met)) == 2 + 4 * 6 + 2 + 4 * 4 + 1
        assert met[0] == ("softmax", 0)
        assert met[-1] == ("source_embedding", 0)
        assert all(one["said"] and one["title"] for one in flow["stages"])


def test_without_the_road_far_less_reaches_the_first_layer(opened):
    app, data = opened(**NONE)
    with_road, without = (flow["lengths"]["source_embedding"][0] for flow in data["flows"])
    assert 0 < without < with_road / 100
    assert "With the thick roads cut, only 1/" in said(app)
    assert all(around == 0 for each in data["flows"][1]["roads"].values() for around, _ in each)


def test_the_models_own_answer_has_an_error_and_the_page_says_why(opened):
    app, __ = opened(**NONE)
    assert "the model's own translation" in said(app)
    assert "this gap is the error" in said(app)
    app, data = opened(**NONE, smoothing_on="True")
    assert "a smoothed target never asks for certainty" in said(app)
    found = backward_pass(session.glass().network, example(), 0.1)
    assert_near(torch.tensor([one["loss"] for one in data["losses"]]), found.losses)


def test_another_answer_may_be_typed(opened):
    app, data = opened(**NONE, right_answer="Le chien dort parce qu'il est malade.")
    assert "The right answer is the one you typed" in said(app)
    assert max(data["losses"], key=lambda one: one["loss"])["token"] == "malade"
    assert "“malade” pulls the loss up most" in said(app)


def test_an_answer_that_is_too_long_is_refused_in_a_sentence(open_page):
    app = open_page(PAGE, **ASKED, right_answer="dort " * 160)
    assert not app.exception
    assert "pieces, but at most 127 are allowed" in said(app)


@pytest.mark.parametrize(
    "asked",
    [
        {"right_answer": "   "},
        {"right_answer": "Le ☂ 🦊 dort."},  # bytes, one by one
        {"right_answer": ASKED["source"]},
        {"source": "the " * 150},
        {"source": "☃"},
        {"source": "Hello", "to": "en"},
        {"sgd_learning_rate": "99", "rule": "rprop", "opened_matrix": "E", "opened_row": "9999"},
        {"adam_learning_rate": "nan", "rule": "adam", "right_step": "500"},
    ],
)
def test_whatever_is_asked_is_answered(opened, asked):
    app, data = opened(**asked)
    assert data["losses"]
    if asked.get("right_answer") == ASKED["source"]:
        assert "never learned to copy" in said(app)


def test_a_weight_is_opened_beside_its_numerical_derivative(opened):
    name = "encoder.layers.2.feed_forward.W_1.weight"
    asked = {"opened_matrix": name, "opened_row": "12", "opened_column": "7"}
    app, __ = opened(sections="weight", **asked)
    network = session.glass().network
    found = backward_pass(network, example(), weights=True).gradients[name][11, 6].item()
    place, matrix, slope = cached.inspect_weight(TrainingSetup(example(), 0.0), name, (11, 6))
    assert place == (11, 6)
    assert matrix.sum.total == pytest.approx(found, abs=1e-7)
    assert matrix.weight == network.get_parameter(name)[11, 6].item()
    assert slope == pytest.approx(numerical_derivative(network, example(), name, 11, 6))
    assert "row 12, column 7" in said(app)


def test_the_largest_gradient_of_a_matrix_agrees_with_two_losses():
    setup = TrainingSetup(example(), 0.0)
    for name in (
        "encoder.layers.0.self_attention.W_Q.weight",
        "decoder.layers.3.feed_forward.W_2.weight",
    ):
        __, matrix, slope = cached.inspect_weight(setup, name, None)
        assert matrix.sum.total == pytest.approx(slope, rel=1e-3)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_at_the_logits_of_the_shipped_model_it_is_p_minus_y(smoothing):
    found = backward_pass(session.glass().network, example(), smoothing)
    p = found.forward.pick("logits").double().softmax(dim=-1)
    y = torch.full_like(p, smoothing / p.shape[1])
    y[range(len(example().labels)), list(example().labels)] += 1 - smoothing
    assert (found.gradients.pick("logits") - (p - y)).abs().max() < 1e-6
    pull = cached.get_logit_gradients(TrainingSetup(example(), smoothing), 2)
    ours = [a - b for a, b in zip(pull.p, pull.y, strict=True)]
    assert list(pull.gradients) == pytest.approx(ours, abs=1e-5)


def test_the_words_that_took_part_are_pulled_hardest(opened):
    app, __ = opened(sections="rows")
    rows, middle = cached.get_largest_row_gradients(TrainingSetup(example(), 0.0))
    gradient = backward_pass(session.glass().network, example(), weights=True).gradients["E.weight"]
    lengths = gradient.norm(dim=1)
    assert [row.token for row in rows] == lengths.topk(10).indices.tolist()
    assert rows[0].total == pytest.approx(lengths.max().item(), rel=1e-4)
    assert middle == pytest.approx(lengths.median().item(), rel=1e-3)
    assert "is pulled hardest" in said(app)


def test_the_curve_falls_and_rises_again():
    for rule in choices.RULES:
        rates = choices.RATES[rule]
        assert len(rates) == 15
        begun = sum(cached.compute_gradient_flows(TrainingSetup(example(), 0.0))[0].losses)
        points = [
            one
            for some in cached.compute_losses_by_rate(TrainingSetup(example(), 0.0), rule, rates)
            for one in some
        ]
        assert [rate for rate, _ in points] == list(rates)
        losses = [loss for _, loss in points]
        lowest = losses.index(min(losses))
        assert 0 < lowest < 14
        assert losses[0] < begun < losses[-1]
        usual = choices.USUAL[rule]
        assert losses[rates.index(usual)] < begun


def test_a_step_is_taken_on_a_copy_the_next_one_goes_on_and_one_click_goes_back(opened, data_of):
    app, data = opened(sections="step")
    network = session.glass().network
    before = {name: W.clone() for name, W in network.state_dict().items()}
    first = sum(one["loss"] for one in data["losses"])
    app.button(key="take_step").click().run()
    assert not app.exception
    one = data_of(app, "error_flow")
    assert "your copy after 1 step" in said(app)
    assert "After 1 step, the loss is" in said(app)
    app.button(key="take_step").click().run()
    two = data_of(app, "error_flow")
    assert "your copy after 2 steps" in said(app)
    losses = [first, *(sum(loss["loss"] for loss in each["losses"]) for each in (one, two))]
    assert losses[0] > losses[1] > losses[2]
    steps = [Step(example(), "sgd", choices.USUAL["sgd"])] * 2
    taken = backward_pass(learner_after(network, steps).network, example())
    assert losses[2] == pytest.approx(taken.losses.sum().item(), rel=1e-3)
    assert all(torch.equal(W, before[name]) for name, W in network.state_dict().items())
    app.button(key="forget_steps_top").click().run()
    assert sum(one["loss"] for one in data_of(app, "error_flow")["losses"]) == pytest.approx(first)
    assert "your copy" not in said(app)


def test_after_as_many_steps_as_there_may_be_the_page_says_so(opened):
    app, __ = opened(sections="step")
    for __ in range(5):
        app.button(key="take_step").click().run()
        assert not app.exception
    assert app.button(key="take_step").disabled
    assert "Go back to normal to begin again" in said(app)


def test_another_sentence_begins_with_the_shipped_model(opened):
    app, __ = opened(sections="step")
    app.button(key="take_step").click().run()
    app.text_input(key="source").set_value("The cat drinks milk.").run()
    assert not app.exception
    assert "your copy" not in said(app)


def test_changes_of_the_model_are_left_out_and_named(opened):
    app, data = opened(edits="encoder-1-2", **NONE)
    assert "Not applied on this page" in said(app)
    assert data["losses"]
