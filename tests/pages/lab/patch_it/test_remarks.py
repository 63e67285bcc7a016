"""What is said of the maps is what they show."""

import math
import re

import pytest
import torch

from model.patching.sites import MAPS
from pages.lab.patch_it.remarks import notes
from pages.lab.patch_it.remarks.maps import (
    describe_flips,
    describe_reach,
    describe_takeaway,
    format_effect,
)

WORDS = ["I", "know", "it", "well"]


def maps(**some):
    sizes = {"encoder": (5, 4), "decoder": (5, 3), "sublayers": (4, 5)}
    found = {name: torch.zeros(sizes.get(name, (4, 9))) for name in MAPS}
    return found | some


def plain(text):
    return text.replace("**", "")


def stream(*cells, size=(5, 4)):
    values = torch.full(size, 0.01)
    for row, column, value in cells:
        values[row, column] = value
    return values


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.99, ".99"), (-0.05, "−.05"), (1.07, "1.07"), (0.004, "0"), (-1.5, "−1.50"), (1, "1.00")],
)
def test_an_effect_is_written_as_the_maps_write_it(value, text):
    assert format_effect(value) == text


def test_one_column_that_stays_strong_is_named_once():
    values = stream(*((depth, 2, 1 - depth / 100) for depth in range(5)))
    text = plain(describe_takeaway(maps(encoder=values), "encoder", WORDS))
    assert "“it” (position 3)" in text
    assert "at every depth" in text
    assert text.endswith("1.00 to .96.")


def test_a_strong_cell_that_moves_is_named_where_it_begins_and_ends():
    values = stream((0, 2, 1.0), (1, 2, 0.9), (2, 1, 0.7), (3, 1, 0.8), (4, 1, 0.83))
    text = plain(describe_takeaway(maps(encoder=values), "encoder", WORDS))
    assert "In the embedding, “it” (position 3) has the largest effect (1.00)" in text
    assert "after layer 4, it's “know” (position 2, .83)" in text


def claims(values):
    return plain(describe_takeaway(maps(encoder=values), "encoder", WORDS))


def test_one_column_is_said_to_stand_out_only_if_no_other_does():
    column = [(depth, 2, 1 - depth / 100) for depth in range(5)]
    assert "One column" in claims(stream(*column))
    assert "2 columns stand out. “" in claims(stream(*column, (1, 0, -0.4)))


def test_an_effect_the_other_way_keeps_its_sign():
    column = [(depth, 2, -0.5 - depth / 100) for depth in range(5)]
    assert "effect of −.50 to −.54." in claims(stream(*column))


def test_depths_at_which_nothing_is_strong_are_not_counted_in():
    said = claims(stream((0, 2, 0.5), (1, 2, 0.5), (4, 2, 0.5)))
    assert "in the embedding, after layer 1 and after layer 4" in said


def test_a_cell_that_comes_back_is_told_with_the_one_in_between():
    said = claims(stream((0, 2, 0.5), (1, 3, 0.6), (2, 2, 0.7)))
    assert "In the embedding, “it”" in said
    assert "after layer 1, it's “well”" in said


def test_heads_that_push_the_other_way_do_no_part_of_what_their_layer_does():
    cross = torch.zeros(4, 9)
    cross[3, 6], cross[3, 0], cross[3, 8] = -0.37, 0.23, 0.88
    found = maps(encoder=stream((0, 1, 0.5)), **{"cross-heads": cross})
    said = plain(describe_takeaway(found, "encoder", WORDS))
    assert "(.88). Its strongest head is head 1 (.23)." in said


def test_faint_maps_are_not_said_to_stand_out():
    values = stream((0, 1, 0.13))
    text = plain(describe_takeaway(maps(encoder=values), "encoder", WORDS))
    assert "No single position of the encoder" in text
    assert "is .13, at “know”" in text


@pytest.mark.parametrize("value", [0.0, 0.004])  # equal vectors, and the same but for rounding
def test_where_every_effect_is_written_as_0_no_position_is_named(value):
    text = describe_takeaway(maps(encoder=torch.full((5, 4), value)), "encoder", WORDS)
    assert text.startswith("**No position** of the encoder")


def test_positions_without_partner_count_as_nothing():
    values = stream((0, 1, math.nan), (1, 0, 0.5))
    assert "“I”" in describe_takeaway(maps(encoder=values), "encoder", WORDS)


def test_where_the_difference_crosses_is_said_with_the_strongest_heads():
    cross = torch.zeros(4, 9)
    cross[3, 6], cross[3, 0], cross[3, 8] = 0.37, 0.23, 0.88
    values = stream(*((depth, 2, 1.0) for depth in range(5)))
    found = maps(encoder=values, **{"cross-heads": cross})
    text = plain(describe_takeaway(found, "encoder", WORDS))
    assert "layer 4 has the largest effect (.88)." in text
    assert "Its strongest heads are head 7 (.37) and head 1 (.23)" in text
    text = plain(describe_takeaway(found, "cross-heads", []))
    assert "in layer 4 have an effect of .88. The strongest single head is layer 4" in text
    assert "head 7 (.37)" in text


def test_it_is_said_where_no_head_alone_does_much():
    cross = torch.full((4, 9), 0.02)
    cross[1, 8] = 0.6
    text = describe_takeaway(maps(**{"cross-heads": cross}), "cross-heads", [])
    assert "No single head goes beyond .02" in text
    text = describe_takeaway(maps(), "decoder-heads", [])
    assert "No head of the decoder's self-attention" in text


@pytest.mark.parametrize(
    ("others", "text"),
    [
        (0, "No other sub-layer reaches ±.10"),
        (1, "One more sub-layer reaches ±.10"),
        (2, "2 more sub-layers reach"),
    ],
)
def test_sub_layers_are_counted(others, text):
    values = torch.zeros(4, 5)
    values[3, 3] = 0.9
    values[0, :others] = -0.2  # the other way counts, too
    found = plain(describe_takeaway(maps(sublayers=values), "sublayers", []))
    assert "The sub-layer with the largest effect is cross-attention in layer 4: .90" in found
    assert text in found


@pytest.mark.parametrize(
    ("flips", "heads", "text"),
    [
        ([1, 1], [[0, 0]], "at any depth of the encoder, and the next token turns from “il”"),
        ([1, 0], [[0, 1]], "at 1 of 2 depths of the encoder the next token turns from “il”"),
    ],
)
def test_what_one_vector_flips_is_told_with_what_a_head_does(flips, heads, text):
    asked = torch.tensor(flips).bool(), torch.tensor(heads).bool()
    said = str(describe_flips(*asked, ("he", "she"), ("il", "elle"), others_flip=True))
    assert "Put the vector of “she” in the place of “he”" in said
    assert text in said
    assert ("No single head" in said) == (not asked[1].any())
    alone = str(describe_flips(*asked, ("a", "a"), ("il", "elle"), others_flip=False))
    assert "from the other run" in alone
    assert ("No other position can do that" in alone) == (not asked[1].any())
    none = ~asked[0] & asked[0], asked[1]
    assert describe_flips(*none, ("he", "she"), ("il", "elle"), others_flip=False) is None


def test_it_is_counted_with_how_many_vectors_the_other_token_wins():
    flips = torch.zeros(5, 4, dtype=torch.bool)
    none = str(describe_reach(flips, 20, ("il", "elle")))
    assert none.endswith("With none of them, “elle” overtakes “il”.")
    flips[:, 1] = True
    assert "copied 20 vectors" in str(describe_reach(flips, 20, ("il", "elle")))
    assert "With 5 of them, at one position," in str(describe_reach(flips, 20, ("il", "elle")))
    flips[0, 2] = True
    assert "With 6 of them, at 2 positions," in str(describe_reach(flips, 20, ("il", "elle")))


def test_pieces_without_partner_are_named():
    assert notes.describe_unpaired_tokens((5, 5), []) == ""
    assert "“never” has no counterpart and is left" in notes.describe_unpaired_tokens(
        (5, 6), ["never"]
    )
    assert "“a” and “b” have no counterpart" in notes.describe_unpaired_tokens((5, 7), ["a", "b"])
    many = notes.describe_unpaired_tokens((5, 9), list("abcde"))
    assert "“c” and 2 more have no counterpart" in many


def test_the_formula_holds_the_numbers_of_the_effect():
    numbers = [
        float(one) for one in re.findall(r"-?\d+\.\d+", notes.effect_latex(3.38, -5.55, 3.45))
    ]
    d, host, donor, again, value = numbers
    assert (d, host, donor, again) == (3.38, -5.55, 3.45, -5.55)
    assert value == pytest.approx((d - host) / (donor - host), abs=0.01)


def test_too_small_a_difference_names_the_step_at_which_the_runs_part():
    assert notes.describe_too_similar(-0.03, 0.5, 4).endswith("Try step 4.")
    assert "Choose other tokens" in notes.describe_too_similar(0.03, 0.5, None)
