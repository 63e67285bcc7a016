"""Words about a broken model: translations as marked tokens."""

from dataclasses import replace

import pytest
import torch

from model.changes.kinds import MissingEverywhere
from pages.lab.break_it import damage
from pages.lab.break_it.remarks import (
    NOTHING,
    describe_change,
    describe_takeaway,
    divergence_latex,
    tokens_html,
    translation_diff_html,
)
from ui.readings import session
from ui.readings.reading import Token

SENTENCE = "Where is it?"


def test_tokens_are_text_and_joined_pieces_stay_together():
    tokens = (Token("<b>"), Token("x", joined=True), Token("</s>", special=True))
    marked = tokens_html(tokens, [True, False, False], "ins")
    assert marked == ' <ins>&lt;b&gt;</ins>x <span class="special">&lt;/s&gt;</span>'
    assert tokens_html((), [], "ins") == f'<span class="muted">{NOTHING}</span>'


def test_what_is_said_of_a_change_is_measured():
    change, tokenizer = MissingEverywhere("encoder-positions"), session.load_model()[1]
    found = damage.compare_models(session.read(SENTENCE, "fr", (change,)))
    moved = (found.after.sum() - found.before.sum()).item()
    [alone] = damage.compute_solo_effects(found, found.changed.changes)
    assert alone == pytest.approx(moved, abs=1e-3)
    assert f"{moved:+.2f}".replace("-", "−") in str(describe_change(change, alone, tokenizer))
    assert f"{found.before.sum():.2f} → {found.after.sum():.2f}".replace(
        "-", "−"
    ) in describe_takeaway(found, tokenizer)
    step = found.bits.argmax().item()
    assert divergence_latex(found).endswith(f"{found.bits[step]:.3f}")


def test_a_change_that_moves_nothing_is_said_to_move_nothing():
    plain = session.read(SENTENCE, "fr", (MissingEverywhere("mask"),))
    found = damage.compare_models(plain)
    none = replace(found, after=found.before, bits=torch.full_like(found.bits, 0.004))
    tokenizer = session.load_model()[1]
    assert "No prediction moved" in describe_takeaway(none, tokenizer)
    assert "moved furthest at step" in describe_takeaway(
        replace(none, bits=none.bits + 1), tokenizer
    )


def test_only_differing_tokens_are_marked():
    plain = session.read(SENTENCE, "fr")
    same = damage.ModelComparison(
        plain, session.read(SENTENCE, "fr", (MissingEverywhere("root-d-k"),)), plain,
        *[-plain.trace["logits"][0, :, 0].abs()] * 3,
    )  # fmt: skip
    marked = "<ins>" in translation_diff_html(same)
    assert marked == (same.changed.output_ids != plain.output_ids)
