"""Hugging Face's Marian with our weights computes the same and finds the same translations."""

import pytest
import torch
from torch.nn.utils.rnn import pad_sequence
from torch.testing import assert_close

from model.decoding import Fate, beam_search, rank_hypotheses
from model.hypotheses import EXTRA_LENGTH
from model.storage import MODEL, load
from model.tokenizer import EOS, PAD
from tests.model.searches import SOURCES, STARTS

SENTENCES = [
    ("The baker opens the shop before sunrise.", "fr"),
    ("We lost the map, but we found the lake.", "en"),
]


@pytest.fixture(scope="module")
def marian():
    from benchmarks import marian  # transformers is slow to import: not while tests are collected

    return marian


@pytest.fixture(scope="module")
def shipped():
    return load(MODEL)


def compare_scores(marian, model, source, target):
    """Encoder output and logits, in Marian's order of components; padding aside."""
    real = source != PAD
    twin = marian.build_marian(model)(
        input_ids=source, attention_mask=real.long(), decoder_input_ids=target
    )
    memory = model.encode(source)[..., marian.marian_component_order(model.config)]
    assert_close(twin.encoder_last_hidden_state[real], memory[real], atol=1e-5, rtol=1e-5)
    assert_close(twin.logits, model(source, target), atol=5e-5, rtol=1e-5)


def test_a_tiny_model_scores_as_marian_does(marian, model, source, target):
    compare_scores(marian, model, source, target)


def test_the_shipped_model_scores_as_marian_does(marian, shipped):
    model, tokenizer = shipped
    source = [torch.tensor([*tokenizer.encode(text), EOS]) for text, _ in SENTENCES]
    target = [torch.tensor([tokenizer.start(code), 300, 400, 500]) for _, code in SENTENCES]
    compare_scores(marian, model, pad_sequence(source, True, PAD), torch.stack(target))


def test_a_difference_would_be_seen(marian, model, source, target):
    """The comparison notices one bias that is off by a little."""
    twin = marian.build_marian(model)
    twin.model.encoder.layers[0].fc2.bias[0] += 0.01
    memory = model.encode(source)[..., marian.marian_component_order(model.config)]
    found = twin.model.encoder(source, attention_mask=(source != PAD).long()).last_hidden_state
    assert not torch.allclose(found[0], memory[0], atol=1e-4)


def marians_beam(twin, source, start, width):
    """What Marian's search ends with, best first: tokens and totals of finished hypotheses."""
    found = twin.generate(
        input_ids=torch.tensor([source]),
        decoder_start_token_id=start,
        num_beams=width,
        num_return_sequences=width,
        max_new_tokens=len(source) + EXTRA_LENGTH,
    )
    for row, total in zip(found.sequences[:, 1:].tolist(), found.sequences_scores, strict=True):
        if EOS in row:  # behind it there is only filling
            yield row[: row.index(EOS) + 1], total.item()


def our_beam(model, source, start, width):
    ranked = rank_hypotheses(beam_search(model, [source], [start], width), alpha=0.0)[0]
    finished = [c for c in ranked if c.fate is Fate.FINISHED][:width]
    return [(c.tokens, c.total) for c in finished]


def compare_beams(ours, theirs):
    assert [tokens for tokens, _ in ours] == [tokens for tokens, _ in theirs]
    assert [t for _, t in ours] == pytest.approx([t for _, t in theirs], abs=1e-3)


@pytest.mark.parametrize("width", [2, 4])
def test_a_tiny_model_finds_what_marians_search_finds(marian, finisher, width):
    twin = marian.build_marian(finisher)
    beams = [our_beam(finisher, *case, width) for case in zip(SOURCES, STARTS, strict=True)]
    assert sum(len(beam) == width for beam in beams) >= 2  # they are not all cut
    for source, start, ours in zip(SOURCES, STARTS, beams, strict=True):
        if len(ours) == width:  # at the length limit the two differ in what they give up
            compare_beams(ours, list(marians_beam(twin, source, start, width)))


def test_the_shipped_model_finds_what_marians_search_finds(marian, shipped):
    model, tokenizer = shipped
    twin = marian.build_marian(model)
    for text, language in SENTENCES:
        source, start = [*tokenizer.encode(text), EOS], tokenizer.start(language)
        ours = our_beam(model, source, start, 4)
        assert ours
        compare_beams(ours, list(marians_beam(twin, source, start, 4)))
