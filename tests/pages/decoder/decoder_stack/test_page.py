"""The decoder stack's page: each layer through the lens, each sub-layer's vector."""

import math

import pytest
import torch

from model.measures.logit_lens import logit_lens, token_ranks
from pages.decoder.decoder_stack.choices import find_early_word
from pages.decoder.decoder_stack.remarks import (
    describe_decision_layers,
    describe_embedding_echo,
    describe_largest_update,
    describe_late_tokens,
    describe_takeaway,
)
from tests.close import assert_near
from tests.unpacked import unpacked
from ui.readings import session
from ui.readings.reading import Token
from ui.readings.token_input import token_label

PAGE = "decoder_stack"
SENTENCE = "The cat is sleeping."


@pytest.fixture(scope="module")
def reading():
    return session.read(SENTENCE, "fr")


@pytest.fixture(scope="module")
def logits(reading):
    return logit_lens(reading.trace, session.load_model()[0].E.weight)


def test_the_grid_shows_the_lens_of_the_pass(open_page, data_of, reading, logits):
    data = data_of(open_page(PAGE, source=SENTENCE), "lens")
    p = logits.softmax(-1)
    said = list(reading.output_ids)
    assert data["said"] == said
    assert data["top"] == p.topk(5).indices.tolist()
    assert torch.allclose(torch.tensor(data["p"]), p.topk(5).values, atol=6e-5)
    assert data["places"] == token_ranks(logits, said).tolist()
    for step, token in enumerate(said):
        for depth in range(len(logits)):
            expected = p[depth, step, token].item()
            assert data["final"][depth][step] == pytest.approx(expected, abs=6e-5)


def test_the_strips_are_the_vectors_of_the_chosen_layer_and_step(open_page, data_of, reading):
    data = data_of(open_page(PAGE, source=SENTENCE, layer="2", step="3"), "strips")
    sent = [unpacked(row["vector"]) for row in data["rows"]]
    names = ["add_and_norm_1.residual"]
    for i in (1, 2, 3):
        names += [f"add_and_norm_{i}.sublayer", f"add_and_norm_{i}.output"]
    for vector, name in zip(sent, names, strict=True):
        assert_near(vector, reading.trace[f"decoder.layers.1.{name}"][0, 2])


@pytest.mark.parametrize("source", ["Hi", "🙂 𝄞", "<b>no</b> $x^2$", "?!... --"])
def test_any_sentence_is_shown(open_page, source):
    assert not open_page(PAGE, source=source, step="99", layer="77").exception


def test_the_words_tell_where_a_token_begins_to_lead():
    p = torch.full((5, 20), 0.1 / 18)
    p[:, 10] = torch.tensor([0.1, 0.2, 0.5, 0.3, 0.9])
    p[:, 11] = 0.9 - p[:, 10]
    token = token_label(tokenizer := session.glass().tokenizer, 11)

    def said(layer):
        return describe_takeaway(layer, p.log(), 10, "chat", tokenizer)

    assert "**from layer 2 of 4 on**: at first with a probability of 0.500" in said(2)
    assert "**0.900**" in said(2)
    assert f"“{token}”" in said(4)
    assert "**only in the last layer**" in said(4)
    assert "**not the most likely**" in said(5)
    assert "**before the first layer**: at first" in said(0)


def test_the_decisions_count_every_token_once():
    text = describe_decision_layers([1, 3, 3, 4, 5], 4)
    assert text.startswith("Of the translation's 5 tokens")
    assert "**1** leads from layer 1 on. **2** more lead from layer 3 on." in text
    assert "**1 of 5** leads only after the last layer." in text
    assert "**1** still doesn't lead at the end" in text


def test_tokens_that_wait_for_the_last_layer_are_counted_and_named():
    text = describe_late_tokens([1, 4, 4, 5], 4, ["“a”", "“b”", "“c”", "“d”"])
    assert "settled for **1 of 4** tokens" in text
    assert text.endswith("2 others first, among them “b” and “c”.")
    assert describe_late_tokens([4], 4, ["“a”"]).endswith("puts “a” first.")
    assert "Only" not in describe_late_tokens([1, 2], 4, ["“a”", "“b”"])


def test_the_page_begins_with_a_word_that_leads_early():
    tokens = [
        Token("Le"),
        Token("il", joined=True),
        Token("est"),
        Token("."),
        Token("</s>", special=True),
    ]
    assert find_early_word(torch.tensor([4, 1, 2, 1, 0]), tokens) == 2
    assert find_early_word(torch.tensor([1]), [Token("</s>", special=True)]) == 0


def test_the_echo_counts_the_steps_that_name_what_they_read():
    assert describe_embedding_echo([5, 6, 7], [5, 6, 9]).endswith("**2 of 3** steps.")
    assert describe_embedding_echo([5], [6]).endswith("**0 of 1** step.")


def test_what_is_added_is_compared_with_x_where_there_is_one(open_page, reading):
    names = ["self-attention", "cross-attention"]
    assert "comes from **cross-attention**: it is 2.00 times" in describe_largest_update(
        names, [1.0, 2.0], reading.output[0]
    )
    bare = describe_largest_update(names, [math.inf, 2.0], reading.output[0])
    assert "the residual is missing here (self-attention)" in bare
    app = open_page(PAGE, source=SENTENCE, step="3")
    said = " ".join(h.proto.body for h in app.get("html"))
    assert f"At “{reading.output[2].text}”, the largest update" in said
