import torch

from pages.start.story import compute
from tests.close import near

WORDS = dict(enumerate(["Sister", "walks", "there", "when", "she", "sings"]))


def weights(*cells, length=6):
    """Attention of two layers with two heads, even but for some cells."""
    even = torch.full((2, 2, length, length), 0.1)
    for layer, head, query, key, weight in cells:
        even[layer, head, query, key] = weight
    return even


def test_a_pronoun_that_attends_clearly_goes_before_a_clearer_word():
    found = compute.find_attention_example(
        weights((1, 0, 4, 1, 0.5), (0, 1, 0, 2, 0.9)), WORDS, ["she"]
    )
    assert (found.layer, found.head, found.query, found.key) == (1, 0, 4, 1)
    assert found.weight == near(0.5)
    assert found.is_clear


def test_where_no_pronoun_attends_clearly_the_clearest_word_does():
    found = compute.find_attention_example(
        weights((1, 0, 4, 1, 0.3), (0, 1, 0, 2, 0.9)), WORDS, ["she"]
    )
    assert (found.query, found.key) == (0, 2)


def test_a_neighbour_counts_only_where_nothing_further_away_is_clear():
    near_by, far = (0, 0, 1, 2, 0.9), (1, 1, 0, 3, 0.45)
    assert compute.find_attention_example(weights(near_by, far), WORDS, []).key == 3
    assert compute.find_attention_example(weights(near_by), WORDS, []).key == 2


def test_a_short_word_is_attended_to_only_where_no_long_one_is():
    words = {0: "Sister", 1: "walks", 2: "so", 4: "she"}
    short, long = (0, 0, 4, 2, 0.9), (1, 1, 4, 0, 0.5)
    assert compute.find_attention_example(weights(short, long), words, ["she"]).key == 0
    assert compute.find_attention_example(weights(short), words, ["she"]).key == 2


def test_what_is_not_clear_is_returned_as_unclear_and_a_single_word_has_none():
    assert not compute.find_attention_example(weights(), WORDS, []).is_clear
    assert compute.find_attention_example(weights(), {2: "Hi"}, []) is None


def test_both_words_of_the_example_are_in_the_window():
    for length in (1, 5, 10, 40):
        for key in range(length):
            for query in range(key, min(length, key + compute.FARTHEST + 1)):
                shown = compute.find_shown_range(length, query, key)
                assert {query, key} <= set(shown)
                assert len(shown) == min(length, compute.ROWS)


def test_twins_are_the_first_two_equal_tokens():
    assert compute.find_equal_tokens(["a", "b", "c", "b"], first_position=3) == (4, 6)
    assert compute.find_equal_tokens(["a", "b"]) is None


def test_frames_are_spread_from_the_first_to_the_last():
    assert compute.pick_evenly(3, 4) == [0, 1, 2]
    assert compute.pick_evenly(11, 4) == [0, 3, 7, 10]
