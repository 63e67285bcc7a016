"""Words of people and of the app as they are written: plain, and with true signs."""

import re

import pytest

from pages.training.train_it_yourself.lessons.translator import name_examples
from tests.ui.markdown import IMAGE, active
from ui.latex import localize_decimal_separator
from ui.messages import use_locale
from ui.words import (
    escape_markdown,
    format_decimal,
    format_percent,
    format_probability,
    format_scientific,
    format_short,
)


def test_every_sign_of_a_plain_text_is_escaped():
    signs = "".join(chr(code) for code in range(33, 127) if not chr(code).isalnum())
    assert active(escape_markdown(signs)) == ""
    assert escape_markdown("Wörter und 12 Zahlen") == "Wörter und 12 Zahlen"
    assert re.sub(r"\\(.)", r"\1", escape_markdown(IMAGE)) == IMAGE


def test_no_token_is_markdown_where_it_gets_another_ones_row(open_page):
    app = open_page("break_it", source="Is *it* red?", replaced="3", edits="row-of-300=301")
    assert "“\\*" in app.text_input(key="other_word").label


def test_pasted_sources_are_labels_and_no_images(open_page, data_of):
    pairs = f"{IMAGE} = b\n{IMAGE} = c\na *b* = d"
    app = open_page("train_it_yourself", lesson="translator", task="pairs", pairs=pairs)
    [example] = [group for group in app.get("button_group") if group.key == "example"]
    labels = [option.content for option in example.proto.options]
    assert labels == [escape_markdown(text) for text in (f"1. {IMAGE}", f"2. {IMAGE}", "3. a *b*")]
    example.set_value(2).run()
    assert "example=2" in data_of(app, "address")["query"]


def test_sources_are_numbered_only_where_two_are_alike():
    assert name_examples(["a", "b"]) == {1: "a", 2: "b"}
    assert len(set(name_examples(["a", "a", "1. a"]).values())) == 3


@pytest.mark.parametrize(
    ("value", "plus", "shown"),
    [(-1.5, False, "−1.50"), (1.5, True, "+1.50"), (0.001, True, "0.00"), (-0.001, True, "0.00")],
)
def test_what_rounds_to_zero_has_no_sign(value, plus, shown):
    assert format_decimal(value, with_plus=plus) == shown


def test_shares_are_written_in_percent_with_true_signs():
    assert format_percent(0.5649) == "56%"
    assert format_percent(0.0144, 1) == "1.4%"
    assert format_percent(-0.021, 1, with_plus=True) == "−2.1%"
    assert format_percent(0.021, 1, with_plus=True) == "+2.1%"
    assert format_percent(-1e-9) == "0%"


def test_numbers_that_are_small_or_large_have_a_power_of_ten():
    assert format_scientific(1.19e-7, 1) == "1.2 · 10⁻⁷"
    assert format_scientific(3e23) == "3 · 10²³"


def test_a_small_probability_never_looks_like_zero():
    assert format_probability(0.0005) == "0.001"
    assert format_probability(0.0004) == "under 0.001"


def test_only_english_leaves_out_the_zero_and_formulas_have_the_sign_of_the_page():
    assert [format_short(one) for one in (0.684, -0.05, 0.0, -0.001, 0.999, 10.0)] == [
        ".68",
        "−.05",
        ".00",
        ".00",
        "1.00",
        "10.00",
    ]
    assert localize_decimal_separator(r"x = 0.5 \ldots") == r"x = 0.5 \ldots"
    with use_locale("fr"):
        assert (format_short(0.68), format_short(-0.05)) == ("0,68", "−0,05")
        assert localize_decimal_separator("0.25^{-1.5}") == "0{,}25^{-1{,}5}"
