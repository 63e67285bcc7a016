"""Positions taken away: what the translation loses, and which stack can count without them."""

import pytest
import torch
from torch.nn.functional import cross_entropy

from model.changes.kinds import MissingEverywhere
from model.trace import recording
from pages.input.positional_encoding import remarks_without
from pages.input.positional_encoding.figures import plot_log_p_bars
from pages.input.positional_encoding.positions_off import (
    DECODER,
    ENCODER,
    TIMES,
    VARIANTS,
    compute_log_probabilities,
    encode_repeated_token,
    largest_difference,
)
from ui.readings import session

SENTENCE = "The cat sleeps because it is tired."


@pytest.fixture(scope="module")
def reading():
    return session.read(SENTENCE, "fr")


def test_what_is_drawn_is_the_models_own_loss_with_zeros_added_instead_of_positions(reading):
    model, ids = session.load_model()[0], torch.tensor(reading.output_ids)
    source, target = torch.tensor([reading.source_ids]), torch.tensor([reading.target_ids])
    found = []
    for stacks in ((), ("decoder",), ("encoder",), ("encoder", "decoder")):
        edits = {f"{stack}.embedding.positions": torch.zeros_like for stack in stacks}
        with torch.inference_mode(), recording(model, edits):
            logits = model(source, target)[0]
        found.append(-cross_entropy(logits, ids, reduction="sum").item())
    assert compute_log_probabilities(reading) == pytest.approx(found, abs=1e-3)
    [bars] = plot_log_p_bars(list(VARIANTS), found).data
    assert list(bars.x) == found


def test_without_a_mask_rows_of_one_token_are_equal_and_with_one_they_count(reading):
    row = reading.source_ids[1]
    encoder, decoder = encode_repeated_token(reading, row)
    assert encoder.shape == decoder.shape
    assert len(encoder) == TIMES
    assert largest_difference(encoder) < 1e-4
    assert largest_difference(decoder) > 0.1
    opened = encode_repeated_token(reading, row, (ENCODER, DECODER, MissingEverywhere("mask")))[1]
    assert largest_difference(opened) < 1e-4
    assert (
        largest_difference(encode_repeated_token(reading, row, ())[0]) > 0.1
    )  # with positions the encoder counts, too


def test_what_the_positions_are_worth_is_said_whichever_way_it_comes_out():
    text = remarks_without.describe_lost_probability([-1.0, -0.5, -21.25, -30.0], "Le chat.")
    assert (
        "With only the decoder’s positions gone, ln p is **−0.50** (1.65 times more likely)" in text
    )
    assert "**−21.25** (over a million times less likely)" in text
    assert "ln p of “Le chat.” is −1.00" in text
    assert "the translation's ln p is" in remarks_without.describe_lost_probability([-1.0] * 4, "")
    assert "are **equal**" in remarks_without.describe_repeated_token("**a**", 8, 0.0, 0.5)
    assert r"“\*\*a\*\*”" in remarks_without.describe_repeated_token("**a**", 8, 1e-7, 0.5)
