"""Reading every layer of the decoder through the embedding matrix."""

from dataclasses import replace

import pytest
import torch

from model.measures.logit_lens import (
    decision_layers,
    gather_tokens,
    likeliest_tokens,
    logit_lens,
    token_ranks,
)
from model.trace import recording
from model.transformer import Transformer
from tests.close import assert_near

SAID = [6, 19, 10, 2]


@pytest.fixture
def trace(model, source, target):
    with recording(model) as trace:
        model(source[:1], target[:1])
    return trace


@pytest.fixture
def logits(trace, model):
    return logit_lens(trace, model.E.weight)


def test_after_the_last_layer_stand_the_models_own_logits(trace, logits, model):
    assert len(logits) == model.config.N + 1
    assert_near(logits[-1], trace["logits"][0])


def test_a_converted_models_bias_is_in_all_layers(config, source, target):
    torch.manual_seed(2)
    model = Transformer(replace(config, biases=True)).eval().requires_grad_(False)
    model.b += torch.randn(model.b.shape)
    with recording(model) as trace:
        model(source[:1], target[:1])
    assert_near(logit_lens(trace, model.E.weight, model.b)[-1], trace["logits"][0])


def test_a_layer_would_say_what_the_model_says_when_all_later_layers_change_nothing(
    model, source, target, logits
):
    name = f"decoder.layers.{model.config.N - 1}.add_and_norm_3.output"
    with recording(model) as trace:
        model(source[:1], target[:1])
    earlier = trace["decoder.layers.0.add_and_norm_3.output"]
    with recording(model, {name: lambda output: earlier}) as short:
        model(source[:1], target[:1])
    assert_near(short["logits"][0], logits[1])


def test_before_the_first_layer_stand_the_scaled_rows_and_positions(trace, logits, model):
    embedding = trace["decoder.embedding.embedding"][0] + trace["decoder.embedding.positions"]
    assert_near(logits[0], embedding @ model.E.weight.T)


def test_the_place_of_a_token_is_its_place_in_the_sorted_vocabulary(logits):
    order = logits.argsort(dim=-1, descending=True)
    for layer, places in enumerate(token_ranks(logits, SAID)):
        for position, place in enumerate(places.tolist()):
            assert order[layer, position, place - 1] == SAID[position]


def test_the_likeliest_tokens_have_the_first_places(logits):
    ids, probabilities = likeliest_tokens(logits, 3)
    for place in range(3):
        for layer in range(len(logits)):
            found = token_ranks(logits[layer : layer + 1], ids[layer, :, place].tolist())
            assert (found == place + 1).all()
    assert_near(probabilities, logits.softmax(dim=-1).gather(-1, ids))


def test_one_token_is_picked_at_each_position_after_every_layer(logits):
    picked = gather_tokens(logits, SAID)
    assert picked.shape == logits.shape[:2]
    assert picked[1, 2] == logits[1, 2, SAID[2]]


def test_a_word_is_decided_where_it_becomes_the_likeliest_for_good():
    places = torch.tensor([[1, 9, 1, 5], [1, 1, 4, 2], [1, 1, 1, 3]])
    assert decision_layers(places).tolist() == [0, 1, 2, 3]
