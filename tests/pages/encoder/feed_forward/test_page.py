"""The feed-forward page shows the pass's own units, and what answers to them."""

import re

import pytest
import torch

from model.measures.parameters import count_parameters
from pages.encoder.feed_forward.remarks import (
    describe_company,
    describe_output_shifts,
    describe_parameter_share,
    describe_takeaway,
)
from tests.close import assert_near
from tests.unpacked import unpacked
from ui.readings import session, units
from ui.readings.reading import Token

PAGE = "feed_forward"
SENTENCE = "The cat is sleeping."


@pytest.mark.parametrize(("stack", "norm"), [("encoder", 2), ("decoder", 3)])
def test_the_view_gets_what_the_network_read_computed_and_wrote(open_page, data_of, stack, norm):
    app = open_page(PAGE, source=SENTENCE, stack=stack, layer="3", word="2", unit="5")
    data = data_of(app, "feed_forward")
    trace = session.read(SENTENCE, "fr").trace.at(f"{stack}.layers.2")
    assert_near(unpacked(data["x"]), trace[f"add_and_norm_{norm}.residual"][0])
    assert_near(unpacked(data["hidden"]), trace["feed_forward.hidden"][0])
    assert_near(unpacked(data["output"]), trace[f"add_and_norm_{norm}.sublayer"][0])
    assert (data["word"], data["unit"]) == (1, 4)


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_every_listed_position_is_a_word_of_its_sentence(stack):
    excited, sentences = units.top_activations(stack, 0)
    assert len(sentences) == 4 * len(units.load_own_sentences())
    for sentence, position in zip(
        excited.sentences.flatten().tolist(), excited.positions.flatten().tolist(), strict=True
    ):
        token = sentences[sentence][position]
        assert token.text
        assert not token.special
    assert (excited.values.diff(dim=0) <= 0).all()


def test_units_of_a_network_that_has_no_name_are_not_taken_for_those_of_another(glass):
    with session.use_glass(glass):
        other, __ = units.top_activations("encoder", 0)
    ours, __ = units.top_activations("encoder", 0)
    widths = [each.values.shape[1] for each in (other, ours)]
    assert widths == [glass.config.d_ff, session.load_model()[0].config.d_ff]
    assert widths[0] != widths[1]


@pytest.mark.parametrize("instead", ["", "🙂", "<b>x</b>", "antidisestablishmentarianism"])
@pytest.mark.parametrize("source", ["Hi", "?!... --"])
def test_any_sentence_and_any_other_word_are_borne(open_page, source, instead):
    assert not open_page(PAGE, source=source, instead=instead, unit="9999").exception


def test_the_words_count_active_units_and_their_company():
    hidden = torch.tensor([[0.0, 2.0, 0.0, 0.0], [0.0, 1.0, 3.0, 0.0]])
    tokens = [Token("a"), Token("b")]
    text = describe_takeaway(hidden, 0, 1, tokens)
    assert "Of 4 hidden units, **1** is active for “a”." in text
    assert "Unit 2 has the value **2.000** here. The only other token activates it." in text
    silent = describe_takeaway(hidden, 0, 0, tokens)
    assert "Unit 1 is **not active** here. The only other token doesn't activate it." in silent
    three = describe_takeaway(hidden[[0, 1, 1]], 0, 1, [*tokens, Token("c")])
    assert "2 of the 2 other tokens activate it." in three
    lone = hidden[[0, 1]] * torch.tensor([[1.0], [0.0]])
    assert "No other token here activates it." in describe_takeaway(
        torch.cat([lone, lone[1:]]), 0, 1, [*tokens, Token("c")]
    )
    alone = describe_takeaway(hidden[:1], 0, 1, tokens[:1])
    assert alone.endswith("Unit 2 has the value **2.000** here.")


def test_the_words_tell_which_positions_moved():
    moved = {"feed-forward": torch.tensor([0.0, 2.0]), "self-attention": torch.tensor([1.0, 3.0])}
    text = describe_output_shifts(moved, [Token("a"), Token("b")], 1, "dog")
    assert "**2.000** there and **not at all** at the other" in text
    assert "changes **the other position** as well, by 1.000" in text
    three = {name: torch.cat([lengths, lengths[:1]]) for name, lengths in moved.items()}
    text = describe_output_shifts(three, [Token("a"), Token("b"), Token("c")], 1, "dog")
    assert "**2.000** there and **nowhere else**" in text
    assert "changes **all** 2 other positions, by up to 1.000" in text
    rounded = {name: lengths + torch.tensor([1.19e-7, 0, 0]) for name, lengths in three.items()}
    text = describe_output_shifts(rounded, [Token("a"), Token("b"), Token("c")], 1, "dog")
    assert "at **1** of the 2 other positions by up to 1 · 10⁻⁷." in text
    alone = {name: lengths[1:] for name, lengths in moved.items()}
    assert "only one position" in describe_output_shifts(alone, [Token("b")], 0, "dog")


def test_two_thirds_of_an_encoder_layer_and_half_of_a_decoder_layer_are_feed_forward():
    counts = count_parameters(session.load_model()[0])
    assert "**67%** of an encoder layer's parameters and **50%**" in describe_parameter_share(
        counts
    )


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_formula_and_the_picture_begin_with_what_the_network_read(open_page, data_of, stack):
    app = open_page(PAGE, source=SENTENCE, edits="no-residuals", stack=stack, word="2", unit="7")
    data = data_of(app, "feed_forward")
    module = session.load_model()[0].get_submodule(f"{stack}.layers.0.feed_forward")
    with torch.inference_mode():
        hidden = module.W_1(unpacked(data["x"])).relu()
    assert_near(hidden, unpacked(data["hidden"]))
    product, bias, unit = re.search(
        r"max\(0, (\S+) ([+-]\S+)\) = (\S+)", app.latex[-1].value
    ).groups()
    assert max(0, float(product) + float(bias)) == pytest.approx(float(unit), abs=2e-3)


def test_a_word_of_several_tokens_is_said_to_be_put_there_by_its_first(open_page):
    app = open_page(PAGE, source=SENTENCE, instead="xylophone")
    count = len(session.glass().tokenizer.encode("xylophone"))
    [said] = [text.value for text in app.text if "xylophone" in text.value]
    assert f"is cut into {count} tokens" in said


@pytest.mark.parametrize("edits", ["", "bits=2"])
def test_whose_list_it_is_is_said_of_a_changed_model(open_page, edits):
    app = open_page(PAGE, source=SENTENCE, edits=edits, sections="none")
    assert any("original model" in caption.value for caption in app.caption) == bool(edits)


def test_a_silenced_unit_is_called_that(open_page, data_of):
    strongest = session.read(SENTENCE, "fr").trace["encoder.layers.0.feed_forward.hidden"][0, 1]
    unit = int(strongest.argmax()) + 1
    place = {"source": SENTENCE, "word": "2", "unit": str(unit)}
    app = open_page(PAGE, edits=f"unit-encoder-1-{unit} unit-decoder-1-9", **place)
    assert "switched off" in app.latex[-1].value
    assert "max" not in app.latex[-1].value
    assert data_of(app, "feed_forward")["silenced"] == [unit - 1]
    assert "silenced" not in open_page(PAGE, **place).latex[-1].value


@pytest.mark.parametrize(
    "edits", ["no-encoder-positions", "no-residuals encoder-1-2", "temperature-encoder=3"]
)
@pytest.mark.parametrize("instead", ["cat", "dog"])
def test_the_same_word_put_in_again_moves_nothing_whatever_is_broken(open_page, edits, instead):
    app = open_page(PAGE, source=SENTENCE, edits=edits, layer="2", word="2", instead=instead)
    said = " ".join(e.proto.body for e in app.get("html"))
    assert ("“cat” is already there, so nothing changes" in said) == (instead == "cat")
    moved = re.search(r"by <b>([\d.]+)</b> there and <b>(\w+) else</b>", said)
    if instead == "dog":
        assert float(moved[1]) > 0
        assert moved[2] == "nowhere"


@pytest.mark.parametrize(
    ("excite", "values", "said"),
    [
        ([], [], "no token activates unit 1."),
        (["Le", "le"], [2, 1], "most strongly to “Le”. The list shows nothing else."),
        (["He", "she", "he"], [6, 5, 3], "most strongly to “He” and “she”. We never told it to"),
        (["He", "ta"], [6, 0.12], "most strongly to “He”. We never"),
    ],
)
def test_the_end_names_what_activates_a_unit_elsewhere(excite, values, said):
    values = torch.tensor([*values, 0.0])
    remark = str(describe_company(0, [Token(text) for text in excite], values))
    assert said in remark
    assert "ta" not in remark.split()
