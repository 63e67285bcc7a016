import math

import pytest
import torch

from model.measures.surprisal import mean_loss
from pages.decoder.masking import cached, grids, remarks
from pages.decoder.masking import passes as masks
from pages.decoder.masking.compute import leak
from pages.decoder.masking.compute.padded import record_with_padding
from tests.close import assert_near, near
from tests.unpacked import unpacked
from ui.readings import passes, session
from ui.readings.reading import Token

PAGE = "masking"
SENTENCE = "The cat sleeps because it is tired."


def findings(app):
    return [one.value for one in app.get("html") if 'class="finding"' in str(one.value)]


@pytest.fixture(scope="module")
def reading():
    return session.read(SENTENCE, "fr")


def test_the_maps_are_the_models_own_tensors(open_page, data_of, reading):
    app = open_page(PAGE, source=SENTENCE, head="3", layer="2", row="4")
    assert not app.exception
    data, part = data_of(app, "causal_maps"), reading.attention("decoder", 1)
    for name in ("scores", "weights"):
        assert_near(unpacked(data[name]), part[name][0])
    visible = unpacked(data["visible"]) > 0
    assert_near(unpacked(data["mask"]) > 0, visible)
    masked = unpacked(data["scores"]).masked_fill(~visible, -math.inf)
    assert_near(masked, part["masked"][0])
    # At first the cell is the word that the row must predict.
    assert (data["row"], data["column"], data["head"]) == (3, 4, 2)
    assert [one["text"] for one in data["says"]] == [token.text for token in reading.output]


def test_without_the_mask_another_pass_is_shown_and_the_edge_stays(open_page, data_of, reading):
    app = open_page(PAGE, source=SENTENCE, causal="False", layer="2")
    data, off = data_of(app, "causal_maps"), passes.pass_without_mask(reading)
    assert_near(unpacked(data["weights"]), off.attention("decoder", 1)["weights"][0])
    assert unpacked(data["visible"]).all()
    assert_near(unpacked(data["mask"]), torch.ones_like(unpacked(data["mask"])).tril())
    p = reading.trace["logits"][0, 0].softmax(-1)[reading.output_ids[0]].item()
    assert data["says"][0]["masked"] == near(p)


def test_a_typed_translation_is_scored_with_and_without_the_mask(open_page, reading):
    typed = "Le chat noir dort."
    app = open_page(PAGE, source=SENTENCE, reference=typed)
    assert not app.exception
    assert masks.read_translation(reading, "▁\u200b") is reading  # nothing that is a token
    on = masks.read_translation(reading, typed)
    losses = [
        mean_loss(one.trace["logits"][0], one.output_ids)
        for one in (on, passes.pass_without_mask(on))
    ]
    said = findings(app)[1]  # after the two tiny models
    assert all(f"<b>{one:.3f}</b>" in said for one in losses)
    assert "“Le chat noir dort.”" in said


def test_replacing_a_token_moves_no_row_before_it_with_the_mask(reading):
    changed, other = masks.replace_token(reading, 3)
    ids, now = reading.target_ids, changed.target_ids
    assert [i for i in range(len(ids)) if ids[i] != now[i]] == [3]
    assert other == changed.target[3] != reading.target[3]
    assert (masks.compute_logit_changes(reading, changed)[:3] == 0).all()
    off = passes.pass_without_mask(reading), passes.pass_without_mask(changed)
    assert (masks.compute_logit_changes(*off)[:3] > 0).all()


def test_the_newest_row_of_a_prefix_moves_from_the_second_layer_on(open_page, reading):
    prefix = masks.run_prefix(reading, 4)
    assert prefix.target == reading.target[:4]
    _, drifts = masks.compute_drifts(prefix, passes.pass_without_mask(prefix))
    assert (drifts[0] == 0).all()
    assert drifts[1, -1] == 0
    assert (drifts[1, :-1] > 0).all()
    assert (drifts[2:, -1] > 0).all()
    app = open_page(PAGE, source=SENTENCE, prefix="4")
    assert any(f"<b>{drifts[2, -1]:.3f}</b>" in text for text in findings(app))


def test_the_padded_sentence_is_a_real_batch(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, beside="Yes.", layer="3")
    model, tokenizer = session.load_model()
    sources = [[*tokenizer.encode(text), 2] for text in (SENTENCE, "Yes.")]
    trace = record_with_padding(model, sources)
    data = data_of(app, "padding_maps")
    part = trace.at("encoder.layers.2.self_attention")
    assert_near(unpacked(data["weights"]), part["weights"][1])
    pads = len(sources[0]) - len(sources[1])
    assert [row["text"] for row in data["queries"][-pads:]] == ["<pad>"] * pads
    assert (unpacked(data["weights"])[:, :, -pads:] == 0).all()


def test_the_shorter_of_the_two_is_padded_and_rows_stay_the_same(reading):
    batch = masks.pad_together(
        reading, "She was so hungry that she ate all of the bread and the soup."
    )
    assert batch.batch_index == 0
    assert batch.tokens[: batch.length] == reading.source
    for place in (0, 1):
        assert batch.compute_memory_change(place, padding_mask=True) < 1e-4
    assert batch.compute_memory_change(0, padding_mask=False) > 1e-2
    assert (batch.compute_padding_weights(True) == 0).all()
    assert batch.compute_padding_weights(False).max() > 0


@pytest.mark.parametrize(
    ("source", "reference"),
    [("Hi", ""), ("🙂 𝄞", "🙂 <b>"), ("<b>no</b> $x^2$ **y**", ""), ("word " * 200, "")],
)
def test_any_sentence_is_shown(open_page, source, reference):
    app = open_page(PAGE, source=source, causal="False", padding="False", reference=reference)
    assert not app.exception


def test_a_batch_without_padding_says_so(open_page):
    app = open_page(PAGE, source=SENTENCE, beside=SENTENCE)
    assert not app.exception
    assert "nothing is padded" in app.info[0].value


def test_numbers_out_of_range_are_dropped(open_page, data_of):
    wrong = {"row": "99", "column": "-3", "changed": "77", "prefix": "0", "padded_row": "500"}
    app = open_page(PAGE, source=SENTENCE, causal="maybe", layer="9", head="0", **wrong)
    assert not app.exception
    data = data_of(app, "causal_maps")
    plain = data_of(open_page(PAGE, source=SENTENCE), "causal_maps")
    for name in ("row", "column", "head"):
        assert data[name] == plain[name]


def test_the_page_begins_where_a_row_would_peek_at_its_answer(open_page, data_of, reading):
    data = data_of(open_page(PAGE, source=SENTENCE), "causal_maps")
    leaks = reading.attention("decoder", 0)["scores"][0].softmax(dim=-1)
    by_head = leaks.diagonal(1, 1, 2)
    assert data["head"] == by_head.mean(dim=-1).argmax()
    assert data["row"] == masks.find_peeking_row(leaks[data["head"]], reading.target)
    assert data["column"] == data["row"] + 1


def test_a_row_that_must_predict_a_whole_word_is_shown_first_if_it_would_peek_clearly():
    tokens = [Token("<2fr>", special=True), *map(Token, ["a", "b"]), Token(".", joined=True)]
    weights = torch.zeros(4, 4)
    weights[range(3), range(1, 4)] = torch.tensor([0.1, 0.4, 0.9])
    assert masks.find_peeking_row(weights, tokens) == 1
    assert masks.find_peeking_row(weights / 2, tokens) == 2


def test_a_single_row_has_nothing_to_peek_at():
    assert masks.find_peeking_row(torch.ones(1, 1), [Token("<2fr>", special=True)]) == 0


def test_what_would_leak_is_averaged_over_rows_that_have_something_ahead():
    weights = torch.tensor([[0.2, 0.5, 0.3], [0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])
    text = remarks.describe_total_leak(weights[None, None])
    assert "**75%**" in text
    assert "60%" in text


def test_silenced_heads_stay_silent_in_every_pass(reading):
    plain = session.read(SENTENCE, "fr")
    edited = session.read(SENTENCE, "fr", passes.mask_removal_changes("encoder")[:1])
    off = passes.pass_without_mask(edited)
    assert off.changes[:1] == edited.changes
    assert len(off.changes) == 1 + session.load_model()[0].config.N
    assert plain.changes == ()


def test_an_exact_zero_is_told_from_a_small_number():
    assert remarks.format_exact_zero(0) == "0"
    assert remarks.format_exact_zero(9.7e-7) == "1 · 10⁻⁶"
    assert remarks.format_exact_zero(1.25) == "1.250"


def test_the_grid_marks_what_is_no_number():
    grid = grids.matrix_html(torch.tensor([[math.nan, -math.inf, 0.5]]), 1)
    assert 'class="nan">NaN' in grid
    assert 'class="inf">−∞' in grid
    assert ">0.5<" in grid


def test_the_tiny_models_are_trained_only_when_asked(open_page, monkeypatch):
    cached.train_leak_models.clear()
    asked = []
    monkeypatch.setattr(
        "pages.decoder.masking.compute.leak.train_predictor",
        lambda masked: asked.append(masked) or [1.0, 0.5],
    )
    assert not open_page(PAGE, source=SENTENCE).exception
    assert asked == []
    recorded = leak.read_recorded_losses()[False]
    app = open_page(PAGE, source=SENTENCE)
    assert any(f"After {len(recorded)} steps" in text for text in findings(app))
    assert any(f"<b>{recorded[-1]:.3f}</b> without it" in text for text in findings(app))
    app = open_page(PAGE, source=SENTENCE, train="True")
    assert asked == [True, False]
    assert any("After 2 steps" in text for text in findings(app))
    cached.train_leak_models.clear()
