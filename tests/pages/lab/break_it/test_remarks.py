"""Words about a broken model: translations as marked tokens."""

from dataclasses import replace

import pytest

from model.changes.kinds import MissingEverywhere
from pages.lab.break_it import damage
from pages.lab.break_it.remarks import (
    NOTHING,
    describe_change,
    describe_preview,
    describe_survivors,
    describe_takeaway,
    divergence_latex,
    tokens_html,
    translation_diff_html,
)
from pages.lab.break_it.switches import preview
from ui.readings import session
from ui.readings.reading import Token
from ui.words import describe_probability_ratio

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
    assert describe_probability_ratio(moved) in str(describe_takeaway(found, tokenizer))
    step = found.bits.argmax().item()
    assert divergence_latex(found).endswith(f"{found.bits[step]:.3f}")


def test_a_change_that_moves_nothing_is_said_to_move_nothing():
    plain = session.read(SENTENCE, "fr", (MissingEverywhere("mask"),))
    found = damage.compare_models(plain)
    none = replace(found, changed=replace(found.original, changes=plain.changes))
    said = str(describe_takeaway(replace(none, after=none.before), session.load_model()[1]))
    assert "stays the same" in said
    assert said.endswith("It's now as likely as before.")
    fallen = replace(none, after=none.before - 9)
    assert "to under 1%" in str(describe_takeaway(fallen, session.load_model()[1]))


def test_tokens_that_keep_half_of_their_probability_are_counted():
    found = damage.compare_models(session.read(SENTENCE, "fr"))
    total = len(found.before)
    assert f"{total} of the {total} tokens" in str(describe_survivors(found))
    fallen = found.before - 1
    assert str(describe_survivors(replace(found, after=fallen))).startswith("Not one of")
    fallen[1] = found.before[1] - 0.6
    said = str(describe_survivors(replace(found, after=fallen)))
    assert f"only “{found.original.output[1].text}” keeps at least half" in said


@pytest.mark.parametrize("text", ["Hello", SENTENCE])
def test_the_preview_says_what_a_model_without_positions_writes(text):
    plain = session.read(text, "fr")
    found = damage.compare_models(preview(plain))
    said = str(describe_preview(found))
    assert plain.translation in said
    assert found.changed.translation[:30] in said
    same = replace(found, changed=plain)
    assert "would stay as it is" in str(describe_preview(same))


def test_only_differing_tokens_are_marked():
    plain = session.read(SENTENCE, "fr")
    same = damage.ModelComparison(
        plain, session.read(SENTENCE, "fr", (MissingEverywhere("root-d-k"),)), plain,
        *[-plain.trace["logits"][0, :, 0].abs()] * 3,
    )  # fmt: skip
    marked = "<ins>" in translation_diff_html(same, "changed")
    assert marked == (same.changed.output_ids != plain.output_ids)
