import math
import re

import pytest
import torch

from pages.attention.scaled_dot_product.remarks import describe_division, describe_takeaway
from tests.close import assert_near
from tests.unpacked import unpacked
from ui.frame.bar import DEFAULT
from ui.latex import attention_weight_latex
from ui.readings import session
from ui.readings.reading import Token

PAGE = "scaled_dot_product"
SENTENCE = DEFAULT


def test_the_views_get_every_head_of_the_chosen_layer(open_page, data_of):
    app = open_page(PAGE, source=SENTENCE, attention="cross", head="2", word="2")
    app.button_group(key="layer").set_value(3).run()
    assert not app.exception
    part = session.read(SENTENCE, "fr").attention("cross", 2)
    for view in ("attention_steps", "attention_matrices"):
        data = data_of(app, view)
        for name in ("q", "k", "v", "weights", "heads"):
            assert_near(unpacked(data[name]), part[name][0])
        assert_near(unpacked(data["visible"]), part["visible"][0, 0].float())
        assert (data["word"], data["key"], data["head"], data["divide"]) == (1, -1, 1, True)


def test_the_link_switches_the_division_off_and_chooses_a_cell(open_page, data_of):
    app = open_page(PAGE, divide="False", word="3", key="2")
    data = data_of(app, "attention_steps")
    assert (data["word"], data["key"], data["divide"]) == (2, 1, False)


@pytest.mark.parametrize("source", ["Hi", "🙂 𝄞", "<b>no</b> $x^2$ **y**", "word " * 200])
@pytest.mark.parametrize("attention", ["encoder", "decoder"])
def test_any_sentence_is_shown(open_page, source, attention):
    app = open_page(PAGE, source=source, attention=attention, divide="False")
    assert not app.exception


def test_numbers_out_of_range_are_dropped(open_page, data_of):
    app = open_page(PAGE, word="999", key="-4", head="99", layer="0", attention="none")
    assert not app.exception
    data, plain = (data_of(each, "attention_steps") for each in (app, open_page(PAGE)))
    assert data["key"] == -1
    assert [data[name] for name in ("head", "word")] == [plain[name] for name in ("head", "word")]


def test_a_shorter_sentence_keeps_the_page_alive(open_page, data_of):
    app = open_page(PAGE, word="9", key="8")
    app.text_input(key="source").set_value("Hi").run()
    assert not app.exception
    data = data_of(app, "attention_steps")
    assert data["word"] < len(data["queries"])
    assert data["key"] < len(data["keys"])


def test_a_silenced_head_is_marked(open_page, data_of):
    app = open_page(PAGE, silenced="encoder-1-2")
    assert data_of(app, "attention_steps")["silenced"] == [i == 1 for i in range(8)]


def test_the_table_measures_the_row_with_and_without_the_division(open_page):
    app = open_page(PAGE, source=SENTENCE, head="5", word="4")
    app.button_group(key="layer").set_value(2).run()
    part = session.read(SENTENCE, "fr").attention("encoder", 1)
    divided = part["weights"][0, 4, 3]
    whole = (part["scores"][0, 4, 3] * math.sqrt(32)).softmax(-1)
    [table] = [m.value for m in app.markdown if "largest weight" in m.value]
    row = re.search(r"largest weight \| (\S+) \| (\S+)", table).groups()
    assert row == (f"{divided.max():.3f}", f"{whole.max():.3f}")


def tokens(*texts):
    return [Token(text) for text in texts]


def test_the_remark_names_the_strongest_key_and_its_distance():
    weights = torch.tensor([[[0.1, 0.7, 0.1, 0.1]], [[0.7, 0.1, 0.1, 0.1]]])
    words = tokens("it", "cat", "a", "b")
    text = describe_takeaway(weights, 0, 0, [True] * 4, (words, words))
    assert text.startswith("“it” puts **70%** of its weight on **“cat”**, one token ahead")
    assert "1 of the other 1 gives the most weight" in text


def test_the_remark_says_when_weight_is_spread_or_there_is_no_choice():
    weights = torch.full((1, 1, 4), 0.25)
    words = tokens("it", "cat", "a", "b")
    assert "almost evenly" in describe_takeaway(weights, 0, 0, [True] * 4, (words, words))
    alone = describe_takeaway(weights, 0, 0, [True, False, False, False], (words, words))
    assert "only one token, “it”" in alone


def test_the_remark_tells_the_same_word_apart_where_it_stands_twice():
    weights = torch.tensor([[[0.1, 0.7, 0.1, 0.1]]])
    words = tokens("a", "the", "cat", "the")
    assert "“the” (1st)" in describe_takeaway(weights, 0, 0, [True] * 4, (words, words))


def test_the_formula_ends_in_the_weight_however_large_the_scores():
    scores, visible = torch.tensor([800.0, 799.0, 3.0]), torch.tensor([True, True, False])
    share = torch.tensor([1.0, 0.0]).softmax(-1)
    assert f"= {share[0]:.3f}" in attention_weight_latex(scores, visible, 0, 32, False)
    assert r"\to -\infty" in attention_weight_latex(scores, visible, 2, 32, True)
    assert_near(scores.masked_fill(~visible, -math.inf).softmax(-1)[:2], share)


def test_the_end_says_what_the_division_does_to_the_largest_weight():
    names = "“x”", ["“a”", "“b”"]
    divided, undivided = torch.tensor([0.4, 0.6]), torch.tensor([0.1, 0.9])
    said = str(describe_division(divided, undivided, [True, True], names, 32))
    assert said.endswith("gives “b” 60% of its weight. Without it, that would be 90%.")
    lone = torch.tensor([1.0, 0.0])
    assert "only “a”" in str(describe_division(lone, lone, [True, False], names, 32))
