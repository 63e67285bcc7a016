"""Pages that explain a computation leave out the changes that they could not show truthfully."""

import math
import re

import pytest
import torch

from model.changes.kinds import SilencedHead, TemperedAttention
from model.embedding import positional_encoding
from pages.decoder.cross_attention import lines
from pages.decoder.cross_attention import remarks as memory_words
from tests.close import assert_near
from tests.pages.background.questions.asks.answers import ask
from tests.unpacked import unpacked
from ui.frame import texts
from ui.frame.bar import DEFAULT
from ui.readings import session
from ui.readings.changes import parse_changes

INSIDE = ("no-root-d-k", "temperature-encoder=4", "row-encoder-1-1-1=2_0.9")


def remarks(app) -> str:
    return " ".join(h.proto.body for h in app.get("html") if "Not applied" in h.proto.body)


def swap() -> str:
    """Return the code that gives "cat" the row of E of "dog"."""
    cat, dog = (session.load_model()[1].id_of(piece) for piece in ("▁cat", "▁dog"))
    return f"row-of-{cat}={dog}"


@pytest.mark.parametrize("edits", INSIDE)
def test_the_six_steps_are_the_papers_whatever_is_broken_inside_attention(
    open_page, data_of, edits
):
    app = open_page("scaled_dot_product", edits=f"{edits} encoder-1-2")
    assert not app.exception
    assert remarks(app)
    plain = open_page("scaled_dot_product", edits="encoder-1-2")
    assert not remarks(plain)
    first, second = (data_of(one, "attention_steps") for one in (app, plain))
    assert first["silenced"] == second["silenced"]
    assert first["silenced"][1]
    tensors = [name for name, value in first.items() if isinstance(value, dict)]
    assert tensors
    assert all(first[name] == second[name] for name in tensors)


def test_the_page_about_masks_has_a_mask_to_take_away(open_page, data_of):
    app = open_page("masking", edits="no-mask")
    assert "no causal mask" in remarks(app)
    n = len(session.read(DEFAULT, "fr", app.session_state["read"].read().changes).target)
    data = data_of(app, "causal_maps")
    assert data["visible"] == data["mask"]
    assert len(data["queries"]) == n
    assert app.session_state["edits"] == "no-mask"


def test_a_missing_residual_is_not_compared_with(open_page):
    app = open_page("residual_and_norm", edits="no-residuals")
    assert any("has no x here" in caption.value for caption in app.caption)
    looks = " ".join(h.proto.body for h in app.get("html") if 'class="look"' in h.proto.body)
    assert "Without this one plus sign" not in looks


def test_no_earlier_prediction_moves_where_the_shifted_input_is_explained(open_page, data_of):
    link = {"put": "chat", "put_at": "3"}
    app = open_page("shifted_input", edits="no-mask encoder-1-2", **link)
    assert "no causal mask" in remarks(app)
    assert "silenced" not in remarks(app)
    data = data_of(app, "shifted")
    assert data["put"]["earlier"] < 1e-3
    own = session.read(DEFAULT, "fr", (SilencedHead("encoder", 0, 1),))
    assert tuple(data["forced"]["ids"]) == own.output_ids
    [said] = [one.value for one in app.markdown if "number measured there" in one.value]
    assert re.search(r"measured there is \*\*(exactly 0|\d · 10⁻)", said)


def test_the_decoder_looks_back_only_where_cross_attention_is_explained(open_page, data_of):
    app = open_page("cross_attention", edits="no-mask", compare="none")
    assert "no causal mask" in remarks(app)
    back = unpacked(data_of(app, "tensors back")["tensor"])
    assert (back.triu(diagonal=1) == 0).all()


@pytest.mark.parametrize("page", ["next_token", "decoder_stack"])
def test_what_a_step_chose_is_told_of_a_row_that_saw_no_more_than_the_step(open_page, page):
    app = open_page(page, edits="no-mask")
    assert "no causal mask" in remarks(app)
    look, plain = (
        [e.proto.body for e in drawn.get("html") if "In your sentence" in e.proto.body]
        for drawn in (app, open_page(page))
    )
    assert look
    assert look == plain


def test_all_heads_are_shown_without_the_mask(open_page, data_of):
    app = open_page("multi_head", edits="no-mask", attention="decoder")
    assert not remarks(app)
    data = data_of(app, "head_view")
    assert (unpacked(data["weights"]).triu(diagonal=1) > 0).any()
    assert not data["causal"]  # no cell is called one that must not be looked at
    assert data_of(open_page("multi_head", attention="decoder"), "head_view")["causal"]


@pytest.mark.parametrize(
    ("name", "claim"),
    [("overview", "the tokens before it"), ("decoding", "no position can attend to later")],
)
def test_what_the_mask_does_is_said_of_the_mask(name, claim):
    sentences = [
        s for text in texts.read_page_sections(name).values() for s in text.split(".") if claim in s
    ]
    assert sentences
    assert all("while the causal mask is on" in sentence.lower() for sentence in sentences)


@pytest.mark.parametrize("edits", ["no-root-d-model", "shuffled=3", "swap"])
def test_the_way_of_a_row_of_E_is_the_papers_whatever_is_broken_there(open_page, data_of, edits):
    code = swap() if edits == "swap" else edits
    app = open_page("embedding", edits=f"{code} encoder-1-2", word="2", source="The cat sleeps.")
    assert not app.exception
    assert remarks(app)
    assert "silenced" not in remarks(app)
    row, scaled, position, output = (unpacked(r["vector"]) for r in data_of(app, "sum")["rows"])
    assert torch.equal(scaled, row * math.sqrt(len(row)))
    assert torch.equal(position, positional_encoding(2, len(row))[1])
    assert torch.equal(output, scaled + position)
    assert {use["difference"] for use in data_of(app, "shared_row")["uses"]} == {0}
    [said] = [one.value for one in app.markdown if "products add up" in one.value]
    total, logit = re.findall(r"\*\*(.+?)\*\*", said)
    assert float(total.replace("−", "-")) == pytest.approx(float(logit.replace("−", "-")), abs=2e-3)


def test_the_last_layer_of_the_lens_is_what_the_decoder_says_whatever_row_was_swapped(
    open_page, data_of
):
    link = {"source": "Le chat dort.", "from": "fr", "to": "en"}
    app = open_page("decoder_stack", edits=f"{swap()} encoder-1-2", **link)
    assert "has the embedding of" in remarks(app)
    data = data_of(app, "lens")
    own = session.read("Le chat dort.", "en", (SilencedHead("encoder", 0, 1),))
    assert own.translation in remarks(app)  # in the bar stands what the broken model says
    assert tuple(data["said"]) == own.output_ids
    p = own.trace["logits"][0, : len(own.output)].softmax(dim=-1)
    final = p[range(len(own.output)), list(own.output_ids)]
    assert data["final"][-1] == pytest.approx(final.tolist(), abs=6e-5)


def test_vector_times_row_is_the_logit_whatever_row_was_swapped(open_page, data_of):
    link = {"source": "Le chat dort.", "from": "fr", "to": "en", "step": "2", "token": "cat"}
    app = open_page("next_token", edits=swap(), **link)
    assert "has the embedding of" in remarks(app)
    data = data_of(app, "next_token")
    logits = unpacked(data["logits"])[[candidate["rank"] for candidate in data["candidates"]]]
    products = unpacked(data["rows"]) @ unpacked(data["x"])
    torch.testing.assert_close(products, logits, atol=1e-3, rtol=1e-3)


@pytest.mark.parametrize("edits", ["no-encoder-positions", "shuffled=3", "row-encoder-1-1-1=2_0.9"])
def test_a_shuffle_moves_rows_by_rounding_without_positions_and_by_more_with_them(
    open_page, data_of, edits
):
    changes = f"{edits} encoder-1-2 row-cross-1-1-1=2_0.9"
    app = open_page("positional_encoding", source=DEFAULT, to="fr", edits=changes)
    assert remarks(app)
    assert "silenced" not in remarks(app)
    assert "Cross-attention" not in remarks(app)
    rows = unpacked(data_of(app, "shuffled")["rows"])
    without, with_positions = (rows[:, 0] - rows[:, 1]).abs().amax(dim=(1, 2)).tolist()
    assert without < 1e-4
    assert with_positions > 0.1
    silent = session.read(DEFAULT, "fr", (SilencedHead("encoder", 0, 1),)).trace["memory"][0]
    assert_near(rows[1, 0], silent[:, :64])


@pytest.mark.parametrize("edits", ["no-root-d-k", "temperature-cross=4", "row-cross-2-3-2=1_0.9"])
def test_the_formula_of_cross_attention_has_the_product_of_query_and_key(open_page, edits):
    place = {"layer": "2", "head": "3", "step": "2", "all_heads": "0", "compare": "none"}
    app = open_page("cross_attention", edits=f"{edits} temperature-encoder=2", **place)
    assert remarks(app)
    assert "Encoder" not in remarks(app)  # the formula is about another attention
    part = session.read(DEFAULT, "fr", (TemperedAttention("encoder", 2.0),)).attention("cross", 1)
    products = part["k"][0, 2] @ part["q"][0, 2, 1]
    weights = (products / math.sqrt(part["q"].shape[-1])).softmax(dim=-1)
    product, weight = re.search(r"e\^\{(-?[\d.]+)/.* = ([\d.]+) \\\\", app.latex[-1].value).groups()
    assert float(product) == pytest.approx(products[weights.argmax()].item(), abs=0.006)
    assert float(weight) == pytest.approx(weights.max().item(), abs=6e-4)


def test_a_silenced_head_adds_nothing_in_the_formula_of_cross_attention():
    reading = session.read(DEFAULT, "fr", (SilencedHead("cross", 1, 2),))
    silenced, other = (
        memory_words.largest_weight_latex(
            reading, 1, head, 3, lines.contribution_norms(reading, 1, head, 3)
        )
        for head in (2, 3)
    )
    assert r"\rVert = 0" in silenced
    assert "switched off" in silenced
    assert "switched off" not in other


@pytest.mark.parametrize(
    "edits", ["no-root-d-k", "temperature-decoder=4", "row-decoder-1-1-3=2_0.9"]
)
def test_masked_scores_are_products_and_weights_their_softmax(open_page, data_of, edits):
    app = open_page("masking", edits=f"{edits} temperature-cross=2")
    assert remarks(app)
    assert "Cross" not in remarks(app)
    data, reading = data_of(app, "causal_maps"), app.session_state["read"].read()
    kept = tuple(one for one in reading.changes if one == TemperedAttention("cross", 2.0))
    part = session.read_with_translation(DEFAULT, "fr", reading.output_ids, kept).attention(
        "decoder", 0
    )
    scores = part["q"][0] @ part["k"][0].transpose(-2, -1) / math.sqrt(part["q"].shape[-1])
    assert_near(unpacked(data["scores"]), scores)
    masked = scores.masked_fill(unpacked(data["visible"]) == 0, -math.inf)
    assert_near(unpacked(data["weights"]), masked.softmax(dim=-1))


@pytest.mark.parametrize("edits", ["temperature-encoder=4", "row-encoder-1-1-1=2_0.9"])
def test_padded_scores_are_products_and_weights_their_softmax(open_page, data_of, edits):
    app = open_page("masking", edits=edits, beside="Yes.", source="The cat sleeps.")
    assert remarks(app)
    data = data_of(app, "padding_maps")
    masked = unpacked(data["scores"]).masked_fill(unpacked(data["visible"]) == 0, -math.inf)
    assert_near(unpacked(data["weights"]), masked.softmax(dim=-1))


@pytest.mark.parametrize("name", ["settled", "nearest_row"])
def test_questions_about_rows_of_E_are_about_the_matrix_that_was_learned(name):
    changes = parse_changes(f"{swap()} encoder-1-2", session.load_model()[0].config)
    broken = session.read("Le chat dort.", "en", changes)
    own = session.read("Le chat dort.", "en", (SilencedHead("encoder", 0, 1),))
    asked, expected = (ask(reading, name) for reading in (broken, own))
    assert (asked.options, asked.right_indices) == (
        expected.options,
        expected.right_indices,
    )
    assert "has the embedding of" in asked.explanation
    assert "has the embedding of" not in expected.explanation
