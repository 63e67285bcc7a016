import base64
import html

import numpy as np
import pytest
import torch
from torch.testing import assert_close

from model.changes.lesson import Lesson, LessonPair
from model.changes.taught import TaughtWeights, cache_lesson
from model.measures import untrained_stacks
from model.measures.scoring import log_probability
from model.measures.untrained_stacks import (
    BARE,
    BARE_POST,
    POST,
    PRE,
    DepthStatistics,
)
from model.tokenizer import EOS
from model.transformer import CARRYING_GAIN
from pages.encoder.residual_and_norm import remarks
from pages.encoder.residual_and_norm.add_and_norm import (
    ADD_NORM_KINDS,
    AddNormActivations,
    collect_add_norm_activations,
)
from tests.close import assert_near, near
from tests.unpacked import unpacked
from ui import words
from ui.frame import texts
from ui.frame.bar import DEFAULT
from ui.readings import session
from ui.readings.reading import FilledTap

PAGE = "residual_and_norm"


def figure_of(app, data_of, key):
    return data_of(app, f"-{key}")["figure"]


def numbers_of(values):
    if isinstance(values, dict):
        return np.frombuffer(base64.b64decode(values["bdata"]), dtype=values["dtype"]).tolist()
    return values


@pytest.mark.parametrize("sublayer", ADD_NORM_KINDS)
def test_the_strips_are_the_trace_and_read_as_equations(open_page, data_of, sublayer):
    app = open_page(PAGE, source=DEFAULT, sublayer=sublayer, layer="2", word="3")
    data = data_of(app, "strips")
    rows = {row["name"]: unpacked(row["vector"]) for row in data["rows"]}
    here = session.read(DEFAULT, "fr").trace.at(ADD_NORM_KINDS[sublayer].path(1))
    assert_near(rows["x"], here["residual"][0, 2])
    assert_near(rows["Sublayer(x)"], here["sublayer"][0, 2])
    assert_close(rows["x"] + rows["Sublayer(x)"], rows["sum"], rtol=0, atol=0)
    assert_near(rows["normalized"] * rows["γ"] + rows["β"], here["output"][0, 2])
    assert_near(rows["output"], here["output"][0, 2])
    assert [row["note"] for row in data["rows"] if len(row["note"]) == 1] == list("+=×+=")
    assert data["component"] == here["sublayer"][0, 2].abs().argmax()


def test_the_link_chooses_a_component_and_the_formula_follows(open_page, data_of):
    app = open_page(PAGE, source=DEFAULT, component="17", word="2", sublayer="encoder-attention")
    assert data_of(app, "strips")["component"] == 16
    here = session.read(DEFAULT, "fr").trace.at("encoder.layers.0.add_and_norm_1")
    [numbers] = [one.value for one in app.latex if "v_{17}" in one.value]
    assert f"= {here['sum'][0, 1, 16]:.3f}" in numbers
    assert f"= {here['output'][0, 1, 16]:.3f}" in numbers


@pytest.mark.parametrize("source", ["Hi", "<b> $x$ **y**"])
def test_any_sentence_is_shown_without_any_residual(open_page, source):
    app = open_page(PAGE, source=source, sublayer="cross-attention", layer="4", residual="all")
    assert not app.exception


def test_what_makes_no_sense_in_a_link_is_dropped(open_page, data_of):
    asked = {"sublayer": "none", "layer": "9", "word": "999", "component": "257", "depth": "25"}
    app = open_page(PAGE, residual="some", **asked)
    assert not app.exception
    assert app.button_group(key="residual").value == "here"
    assert app.button_group(key="depth").value == 12


def test_without_a_residual_the_old_translation_is_scored_and_the_new_one_shown(open_page):
    app = open_page(PAGE, source=DEFAULT, residual="here", sublayer="decoder-attention")
    change = FilledTap("decoder.layers.0.add_and_norm_1.residual")
    plain, new = session.read(DEFAULT, "fr"), session.read(DEFAULT, "fr", (change,))
    ids = plain.source_ids, (plain.target_ids[0], *plain.output_ids)
    model = session.load_model()[0]
    shown = " ".join(one.proto.body for one in app.get("html")).replace("−", "-")
    assert f"<b>{log_probability(model, *ids, session.glass().edits([change])):.2f}</b>" in shown
    for word in new.translation.split():
        assert html.escape(word) in shown


def test_the_page_opens_with_what_one_missing_plus_sign_costs(open_page):
    change = FilledTap("encoder.layers.0.add_and_norm_2.residual")
    plain, without = session.read(DEFAULT, "fr"), session.read(DEFAULT, "fr", (change,))
    assert without.translation != plain.translation
    app = open_page(PAGE, source=DEFAULT, sections="none")
    said = " ".join(html.unescape(block.value) for block in app.get("html"))
    assert f"“{plain.translation}” becomes <b>“{without.translation}”</b>" in said
    assert "stays as it is" in str(remarks.describe_lost_residual("Oui.", "Oui."))
    assert "nothing of the translation “Oui.” is left" in str(
        remarks.describe_lost_residual("Oui.", "")
    )


def test_the_figures_compare_with_and_without(open_page, data_of):
    app = open_page(PAGE, source=DEFAULT, residual="all", sublayer="encoder-feed-forward")
    on, off = figure_of(app, data_of, "sums")["data"]
    trace = session.read(DEFAULT, "fr").trace
    first = trace["encoder.layers.0.add_and_norm_1.sum"][0].norm(dim=-1).mean().item()
    lone = trace["encoder.layers.0.add_and_norm_1.sublayer"][0].norm(dim=-1).mean().item()
    assert numbers_of(on["y"])[0] == near(first)
    assert numbers_of(off["y"])[0] == near(lone)  # only what the sub-layer found
    assert len(figure_of(app, data_of, "alike")["data"]) == 2
    assert len(figure_of(app, data_of, "each")["data"][0]["x"]) == 20


@pytest.mark.parametrize("edits", ["no-residuals", "residual-decoder-attention-1"])
def test_residuals_are_taken_from_a_model_that_has_them(open_page, data_of, edits):
    around = {"source": DEFAULT, "sublayer": "decoder-attention", "residual": "here"}
    whole, bare = open_page(PAGE, **around), open_page(PAGE, edits=edits, **around)
    for key in ("alike", "sums", "each"):
        assert figure_of(bare, data_of, key) == figure_of(whole, data_of, key)


def test_the_text_says_how_the_stacks_were_made():
    text = texts.read_page_sections(PAGE)["Deep stacks, before any training"]
    heads, positions = untrained_stacks.HEADS, untrained_stacks.POSITIONS
    assert f"width {untrained_stacks.D_MODEL} with {heads} heads" in text
    assert f"Their input is {positions} positions" in text
    assert f"mean of {untrained_stacks.STACKS} stacks" in text
    assert f"{CARRYING_GAIN} times the size" in text


def frame(x, sublayer):
    summed = x + sublayer
    return AddNormActivations(
        x, sublayer, summed, summed, summed, torch.ones(4), torch.zeros(4), 1e-5
    )


def test_the_remark_says_where_the_sum_points_by_direction_and_by_lengths():
    x, names = torch.eye(4)[:2], ["“a”", "“b”"]
    kept = remarks.describe_takeaway(frame(x, 0.1 * x.flip(0)), 0, names, "Attention")
    said = "“a” arrives with a length of 1.0. Attention adds an update of length 0.1. "
    assert kept.startswith(f"{said}That turns it by just **6°**.")
    turned = remarks.describe_takeaway(
        frame(x, torch.stack([9 * x[1], 0.7 * x[0]])), 1, names, "It"
    )
    assert "still closer to what it was than to the update" in turned
    assert "“a” turns the furthest (84°)" in turned
    lost = remarks.describe_takeaway(frame(x, torch.stack([9 * x[1], x[1]])), 0, names, "It")
    assert "by **84°**: the sum is closer to the update" in lost
    assert "No other token turns as far" in lost
    against = remarks.describe_takeaway(frame(x, torch.stack([-2 * x[0], x[1]])), 0, names, "It")
    assert "points away from what it was" in against
    alone = remarks.describe_takeaway(frame(x[:1], x[:1]), 0, names[:1], "It")
    assert alone.endswith("That turns it by just **0°**.")


def test_the_end_says_what_is_left_of_a_token_at_the_top(open_page):
    stream = session.read(DEFAULT, "fr").trace.residual_stream("encoder")
    cosines = torch.cosine_similarity(stream[-1, 5], stream[0], dim=-1)
    degrees = cosines.arccos().rad2deg()
    others = degrees[[place for place in range(len(degrees)) if place != 5]].mean()
    app = open_page(PAGE, source=DEFAULT, word="6", sections="none")
    said = " ".join(block.value for block in app.get("html") if "At the top" in block.value)
    assert f"{degrees[5]:.0f}° away" in said
    assert "still closer to its own start" in said
    assert f"{others:.0f}° away on average" in said
    far = str(remarks.describe_top((88.0, 86.0), "“a”", "encoder"))
    assert far.startswith("By the top of the encoder, “a” has turned by 88°")
    assert "others" not in str(remarks.describe_top((10.0, None), "“a”", "encoder"))


def test_a_sum_is_nearer_to_the_longer_of_its_two_parts():
    x, found = torch.randn(2, 200, 4)
    to_x, to_found = (torch.cosine_similarity(part, x + found, dim=-1) for part in (x, found))
    assert ((to_x > to_found) == (x.norm(dim=-1) > found.norm(dim=-1))).all()


def test_a_lone_token_is_compared_with_nothing():
    nothing = torch.full((3,), torch.nan)
    assert "only one token" in remarks.describe_token_similarity(nothing, nothing)
    text = remarks.describe_token_similarity(torch.tensor([0.1, 0.2]), torch.tensor([0.99, 0.1]))
    assert "goes from 0.20 to **0.10**. On the way it reaches 0.99" in text


def journeys(differing, similarity):
    plain = [torch.tensor([value, 1.0]) for value in (0.5, differing, 8, similarity)]
    return dict.fromkeys((POST, PRE, BARE_POST, BARE), DepthStatistics(*plain))


def test_the_remark_on_fresh_stacks_claims_no_loss_that_was_not_measured():
    lost = remarks.describe_gradients(journeys(1e-9, 1.0))
    assert "down to 1 · 10⁻⁹" in lost
    assert "cosine 1.000" in lost
    assert "vanish" not in remarks.describe_gradients(journeys(0.2, 0.3))
    assert words.format_magnitude(0.0) == "0"
    assert words.format_magnitude(0.25) == "0.25"


def test_layer_norm_of_the_model_is_what_the_page_computes():
    model, lesson = session.load_model()[0], Lesson(pairs=(LessonPair("en", "Hi", "fr", "Salut"),))
    weights = {name: W + 0.25 if "norm" in name else W for name, W in model.state_dict().items()}
    cache_lesson(model, lesson, weights)
    for changes in ((), (TaughtWeights(lesson),)):
        reading = session.read_with_translation("Hi", "fr", (EOS,), changes)
        through = collect_add_norm_activations(reading, ADD_NORM_KINDS["cross-attention"], 0)
        assert_near(through.normalized * through.gamma + through.beta, through.output)
