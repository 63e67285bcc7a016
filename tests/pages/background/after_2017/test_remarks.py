"""What the page says follows from what was measured, in the singular and in the plural."""

import re

import pytest
import torch

from model.measures.untrained_stacks import POST, PRE, geometric_mean
from pages.background.after_2017 import cached, names
from pages.background.after_2017.compute import races
from pages.background.after_2017.compute.bleu import compute_bleu
from pages.background.after_2017.compute.passes import MassiveActivation
from pages.background.after_2017.compute.scaling import TrainingRun
from pages.background.after_2017.remarks import learned, parts, whole
from ui.messages import Message
from ui.readings.reading import Token
from ui.sentence import remark_html

TOKENS = [Token("cat"), Token("sat"), Token("</s>", special=True)]


def test_a_row_that_fits_one_block_is_not_said_to_be_put_together():
    assert "fit into one block of 4" in whole.describe_blocks(1, 4, 0.0, 0)
    assert "**exactly** what the plain" in whole.describe_blocks(1, 4, 0.0, 0)
    assert "nothing had to be scaled" in whole.describe_blocks(3, 4, 1e-16, 0)
    assert "Once, a later block" in whole.describe_blocks(3, 4, 1e-16, 1)
    assert "3 times, a later block" in whole.describe_blocks(9, 1, 1e-16, 3)


def test_a_sink_is_called_so_only_where_much_weight_meets_a_short_value():
    received, lengths = torch.tensor([[0.1, 0.1, 0.8]]), torch.tensor([[2.0, 2.0, 0.2]])
    assert "That's a sink" in whole.describe_sinks(
        received, lengths, TOKENS, torch.tensor([3, 3, 3])
    )
    assert "this sink isn't idle" in whole.describe_sinks(
        received, torch.full((1, 3), 2.0), TOKENS, torch.tensor([3, 3, 3])
    )
    even = torch.full((1, 3), 1 / 3)
    assert "No token visible" in whole.describe_sinks(
        even, lengths, TOKENS, torch.tensor([3, 3, 3])
    )


def test_one_row_alone_makes_no_sink():
    received, lengths = torch.tensor([[0.4, 0.6, 1.0]]), torch.tensor([[2.0, 2.0, 0.2]])
    text = whole.describe_sinks(received, lengths, TOKENS, torch.tensor([3, 2, 1]))
    assert text.startswith("Head 1 gives “cat” **40%** of its weight, averaged over 3 rows.")
    assert "nothing to average" in whole.describe_sinks(
        received, lengths, TOKENS, torch.tensor([2, 1, 1])
    )


def test_translations_that_stay_are_counted_from_the_many_bits_down():
    losses = {"16, as shipped": 0.2, "8 bits": 0.2, "4 bits": 0.3, "3 bits": 0.5, "2 bits": 9.0}
    sizes = [19_000_000, 10_000_000, 5_000_000, 4_000_000, 2_000_000]
    said = dict(zip(losses, ["a", "a", "a", "b", "a"], strict=True))
    assert "Down to **4 bits**" in whole.describe_bits(losses, said, sizes)
    said = dict(zip(losses, ["a", "b", "a", "a", "a"], strict=True))
    assert "At 8 bits, the translation already" in whole.describe_bits(losses, said, sizes)


def test_losses_are_said_to_stay_rise_or_fall():
    said = ("remains **{after:.3}**", "rises from {before:.3} to {after:.3}", "falls to {after:.3}")
    messages = [Message(one) for one in said]
    assert parts.describe_loss_change(0.2, 0.2001, *messages) == "remains **0.200**"
    assert parts.describe_loss_change(0.2, 0.3, *messages) == "rises from 0.200 to 0.300"
    assert parts.describe_loss_change(0.3, 0.2, *messages) == "falls to 0.200"


def test_words_that_lose_most_and_least_without_the_source_are_named():
    said = whole.describe_decoder_alone([0.1, 0.2, 0.1], [5.0, 0.3, 0.1], ["“chat”", "“le”", "“.”"])
    assert "“chat” suffers the most, “.” the least" in said
    said = whole.describe_decoder_alone([0.1, 0.2, 0.1], [5.0, 0.1, 0.1], ["“chat”", "“le”", "“.”"])
    assert "“le” becomes more likely" in said


def test_zeros_are_a_sign_of_a_relu_only_where_there_are_some():
    assert "exactly zero: **80.0%**" in parts.describe_silent_units(
        {"encoder": [0.8], "decoder": [0.9]}
    )
    assert "No hidden number" in parts.describe_silent_units({"encoder": [0.0], "decoder": [0.0]})


def test_most_is_said_of_a_part_only_where_it_has_more_than_half():
    shares = torch.tensor([[0.51, 0.1], [0.3, 0.1], [0.1, 0.3], [0.09, 0.5]])
    said = parts.describe_score_terms(shares, 0.0)
    assert "In head 1, it's mainly the words that decide." in said
    assert "head 2" not in said
    assert "On average, the largest share belongs to word → word (31%)." in said
    assert "below 0" not in said


def test_a_share_is_named_only_where_no_part_works_against_the_others():
    shares = torch.tensor([[2.3], [-0.5], [-0.4], [-0.4]])
    said = parts.describe_score_terms(shares, 0.0)
    assert "On average" not in said
    assert "below 0 works against the others" in said


@pytest.mark.parametrize("layers", [6, 12, 24])
def test_uneven_gradients_explain_post_norm_only_where_they_are_more_uneven(layers):
    found = [cached.measure_gradients(layers, seed) for seed in (1, 2, 3)]
    lines = {kind: geometric_mean([one[kind] for one in found]) for kind in (POST, PRE)}
    uneven, even = ((line.max() / line.min()).item() for line in lines.values())
    said = parts.describe_gradients(lines, 24)
    assert ("Xiong" in said) == (uneven > parts.UNEVEN_FACTOR * even)
    assert ("With 24 layers" in said) == ("Xiong" not in said) == (layers < 24)


def test_heads_are_pooled_into_the_groups_that_there_are():
    said = parts.describe_pooled_heads({"8 apart": 0.2, "4 groups": 0.3, "1 for all": 0.9}, 8, 1)
    assert "With 4 groups, and no further training, the loss rises from **0.200**" in said
    assert "With one K and V for all heads, it's **0.900**." in said
    said = parts.describe_pooled_heads({"3 apart": 0.2, "1 for all": 0.3}, 3, 1)
    assert said.startswith("With 1 for all")
    assert "With one K and V" not in said
    assert "nothing to share" in parts.describe_pooled_heads({"1 apart": 1.0}, 8, 8)


def test_the_layer_of_a_massive_number_counts_the_sublayers_of_its_stack():
    small, large = MassiveActivation(2.0, 0, 0, 1.0), MassiveActivation(60.0, 1, 4, -80.0)
    found = {"encoder": [small, small, small, large], "decoder": [small, small, small, large]}
    read = {"encoder": [Token("a"), Token("b")], "decoder": [Token("c"), Token("d")]}
    said = whole.describe_massive_activations(found, read)
    assert re.search(r"in the encoder .* −80\.0, .* component 5 of “b”, layer 2\.", said)
    assert re.search(r"in the decoder .* −80\.0, .* component 5 of “d”, layer 2\.", said)


def test_a_translation_too_short_for_four_words_is_told_apart_from_a_wrong_one():
    assert "too short to have a run of 2 words" in learned.describe_bleu(
        compute_bleu("Oui", "Oui"), True
    )
    assert "no word in common" in learned.describe_bleu(
        compute_bleu("a b c d e", "v w x y z"), True
    )
    assert "no run of 4 words in common" in learned.describe_bleu(
        compute_bleu("a b c d e", "a b c x e"), True
    )
    assert "has no words" in learned.describe_bleu(compute_bleu("a", ""), True)
    assert "runner-up" in learned.describe_bleu(compute_bleu("a b c d", "a b c d"), False)


def test_tokens_are_set_beside_the_rule():
    few = TrainingRun("this", 10e6, 50e6, "")
    said = learned.describe_scaling(few, (2e6, -0.15), 1)
    assert "4.0 times fewer" in said
    assert "From 2 million tokens on" in said
    assert "stages" not in said
    assert "2.0 times as many" in learned.describe_scaling(
        TrainingRun("this", 1e6, 40e6, ""), (1e6, -0.1), 3
    )
    assert "3 stages" in learned.describe_scaling(few, (1e6, -0.1), 3)
    assert "to the power" not in learned.describe_scaling(few, None, 1)


@pytest.mark.parametrize("over", [False, True])
def test_the_losses_of_a_race_are_bold_the_smallest_first(over):
    said = remark_html(learned.describe_ranking({"SGD": 2.0, "Adam": 0.5}, over))
    assert said.endswith(": Adam <b>0.500</b>, SGD <b>2.000</b>.")


def test_large_numbers_are_read_as_people_read_them():
    assert learned.format_large(9_408_512) == "9.409 million"
    assert learned.format_large(1.4e12) == "1.4 trillion"


def test_what_compute_calls_by_words_is_marked_for_translators():
    called = {*races.RACES["optimizers"], POST, PRE}
    assert called <= set(names.COMPUTED)
