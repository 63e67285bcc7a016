"""Edits and given translations: what the pages' experiments rest on."""

import pytest
import torch

from model.tokenizer import EOS
from tests.close import assert_near
from ui.readings import session
from ui.readings.reading import ATTENTIONS, FilledTap, SilencedHead, Token, whole_words

SENTENCE = "The cat is sleeping."


@pytest.fixture(scope="module")
def reading():
    return session.read(SENTENCE, "fr")


def test_forcing_the_models_own_translation_repeats_its_reading(reading):
    said = (*reading.target_ids[1:], EOS)
    forced = session.read_with_translation(SENTENCE, "fr", said)
    assert (forced.output, forced.translation) == (reading.output, reading.translation)
    assert_near(forced.trace["logits"], reading.trace["logits"])


def test_a_forced_prefix_without_an_end_is_read_whole(reading):
    said = reading.target_ids[1:3]
    forced = session.read_with_translation(SENTENCE, "fr", said)
    assert forced.target_ids == reading.target_ids[:3]
    assert_near(forced.trace["logits"], reading.trace["logits"][:, :3])


def test_a_filled_tap_passes_nothing_else(reading):
    tap = "encoder.embedding.positions"
    trace = session.read(SENTENCE, "fr", (FilledTap(tap),)).trace
    assert not trace[tap].any()
    assert torch.equal(trace["encoder.embedding.output"], trace["encoder.embedding.embedding"])


def test_a_mask_filled_with_one_lets_every_position_look_everywhere(reading):
    taps = [f"{ATTENTIONS['decoder'].format(layer)}.visible" for layer in range(4)]
    changes = tuple(FilledTap(tap, 1) for tap in taps)
    said = (*reading.target_ids[1:], EOS)
    trace = session.read_with_translation(SENTENCE, "fr", said, changes).trace
    assert all(trace[tap].dtype == torch.bool and trace[tap].all() for tap in taps)
    assert (trace[f"{ATTENTIONS['decoder'].format(0)}.weights"] > 0).all()


def test_edits_of_both_kinds_act_together():
    head, positions = SilencedHead("encoder", 1, 2), FilledTap("decoder.embedding.positions")
    reading = session.read(SENTENCE, "fr", (head, positions))
    assert not reading.attention("encoder", 1)["heads"][0, 2].any()
    assert not reading.trace["decoder.embedding.positions"].any()
    assert reading.silenced_heads == (head,)


def test_words_in_pieces_are_not_whole():
    tokens = [
        Token("My"), Token("snow"), Token("man", joined=True), Token(".", joined=True),
        Token("</s>", special=True),
    ]  # fmt: skip
    assert whole_words(tokens) == {0: "My"}
