"""What excites hidden units."""

from pathlib import Path

import pytest
import torch
from torch.testing import assert_close

from model.measures.top_activations import TopActivations, top_activations, top_tokens
from model.passes import record_pass
from model.storage import load
from model.tokenizer import EOS
from tests.close import assert_near


@pytest.fixture(scope="module")
def found():
    model, tokenizer = load(Path(__file__).parents[3] / "assets" / "model")
    sentences = ["The dog sleeps.", "Where is the station?", "We drink milk in the evening."]
    translations = [("fr", "Le chien dort."), ("de", "Wo?"), ("es", "Bebemos leche.")]
    return sentences, translations, model, tokenizer


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_most_excited_tokens_are_those_of_single_passes(found, stack):
    sentences, translations, model, tokenizer = found
    module = f"{stack}.layers.1.feed_forward"
    pairs = list(zip(sentences, translations, strict=True))
    result = top_activations(model, tokenizer, pairs, stack, 3)[1]
    hidden = []
    for sentence, (language, translation) in pairs:
        trace = record_pass(
            model,
            [*tokenizer.encode(sentence), EOS],
            [tokenizer.start(language), *tokenizer.encode(translation)],
        )
        hidden.append(trace[f"{module}.hidden"][0])
    # Marks are no words: the end token of the source, the start token of the target.
    words = [rows[:-1] if stack == "encoder" else rows[1:] for rows in hidden]
    assert_close(result.values, torch.cat(words).topk(3, dim=0).values, atol=1e-4, rtol=1e-4)
    for unit in (0, 100, 700):
        best = hidden[result.sentences[0, unit]][result.positions[0, unit], unit]
        assert_close(result.values[0, unit], best, atol=1e-4, rtol=1e-4)


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_a_few_sentences_at_a_time_are_enough_to_find_the_same_tokens(found, stack, monkeypatch):
    sentences, translations, model, tokenizer = found
    pairs = list(zip(sentences, translations, strict=True))
    read = (model, tokenizer, pairs, stack, 3)
    passes = []
    hook = model.register_forward_pre_hook(lambda _, given: passes.append(len(given[0])))
    together = top_activations(*read)[1]
    monkeypatch.setattr("model.measures.top_activations.CHUNK", 2)
    apart = top_activations(*read)[1]
    hook.remove()
    assert passes == [3, 2, 1]
    assert_near(apart.values, together.values)
    assert torch.equal(apart.sentences, together.sentences)
    assert torch.equal(apart.positions, together.positions)


def test_the_tokens_that_excite_a_unit_are_those_above_zero():
    ranks = torch.tensor([[2.0, 0.0], [1.0, 0.0], [0.0, 0.0]])
    sentences, positions = (
        torch.tensor([[1, 0], [0, 0], [0, 0]]),
        torch.tensor([[0, 0], [1, 0], [0, 0]]),
    )
    excited = TopActivations(ranks, sentences, positions)
    assert top_tokens(excited, [["a", "b"], ["c"]], 0) == ["c", "b"]
    assert top_tokens(excited, [["a", "b"], ["c"]], 1) == []
