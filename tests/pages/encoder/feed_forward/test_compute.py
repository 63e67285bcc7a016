"""What excites hidden units, and that only attention mixes positions."""

from pathlib import Path

import pytest
import torch
from torch.testing import assert_close

from model.passes import recorded_pass
from model.storage import load
from model.tokenizer import EOS
from model.trace import recording
from model.training.batches import collate
from pages.encoder.feed_forward import compute
from pages.encoder.feed_forward.compute import (
    Excitement,
    excitement,
    exciting_tokens,
    output_movement,
    reach,
)
from tests.close import assert_near

IDS = {"encoder": [6, 7, 8, 9, EOS], "decoder": [3, 10, 11, 12]}


@pytest.fixture(scope="module")
def found():
    model, tokenizer = load(Path(__file__).parents[4] / "assets" / "model")
    sentences = ["The dog sleeps.", "Where is the station?", "We drink milk in the evening."]
    translations = [("fr", "Le chien dort."), ("de", "Wo?"), ("es", "Bebemos leche.")]
    return sentences, translations, model, tokenizer


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_most_excited_tokens_are_those_of_single_passes(found, stack):
    sentences, translations, model, tokenizer = found
    module = f"{stack}.layers.1.feed_forward"
    result = excitement(model, tokenizer, sentences, translations, module, 3)
    hidden = []
    for sentence, (language, translation) in zip(sentences, translations, strict=True):
        trace = recorded_pass(
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
    read = (model, tokenizer, sentences, translations, f"{stack}.layers.1.feed_forward", 3)
    passes = []
    monkeypatch.setattr(compute, "collate", lambda rows: passes.append(len(rows)) or collate(rows))
    together = excitement(*read)
    monkeypatch.setattr(compute, "CHUNK", 2)
    apart = excitement(*read)
    assert passes == [3, 2, 1]
    assert_near(apart.values, together.values)
    assert torch.equal(apart.sentences, together.sentences)
    assert torch.equal(apart.positions, together.positions)


def test_a_position_by_position_function_moves_one_output_and_a_mixing_one_all():
    x, row = torch.randn(5, 8), torch.randn(8)
    alone = output_movement(torch.relu, x, row, 2)
    assert [i for i, d in enumerate(alone) if d > 0] == [2]
    mixed = output_movement(lambda x: x + x.mean(dim=1, keepdim=True), x, row, 2)
    assert (mixed > 0).all()


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_another_word_reaches_one_feed_forward_output_and_all_that_may_look(model, stack):
    with torch.inference_mode(), recording(model) as trace:
        model(torch.tensor([IDS["encoder"]]), torch.tensor([IDS["decoder"]]))
    place, layer = 1, model.config.N - 1
    far = reach(model, trace, IDS, stack, layer, place, 15)
    assert far["feed-forward"][place] > 1e-3
    others = [i for i in range(len(IDS[stack])) if i != place]
    assert (far["feed-forward"][others] < 1e-6).all()
    looking = [i for i in others if stack == "encoder" or i > place]
    assert (far["self-attention"][looking] > 1e-6).all()
    hidden = [i for i in others if i not in looking]
    assert (far["self-attention"][hidden] < 1e-6).all()


def test_the_tokens_that_excite_a_unit_are_those_above_zero():
    ranks = torch.tensor([[2.0, 0.0], [1.0, 0.0], [0.0, 0.0]])
    sentences, positions = (
        torch.tensor([[1, 0], [0, 0], [0, 0]]),
        torch.tensor([[0, 0], [1, 0], [0, 0]]),
    )
    excited = Excitement(ranks, sentences, positions)
    assert exciting_tokens(excited, [["a", "b"], ["c"]], 0) == ["c", "b"]
    assert exciting_tokens(excited, [["a", "b"], ["c"]], 1) == []
