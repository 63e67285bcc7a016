"""Hiding words, seeing nobody, and which word of a translation needs which of the sentence."""

import pytest
import torch
from torch.testing import assert_close

from model.measures.scoring import log_probability
from model.tokenizer import EOS, PAD, SPACE
from model.trace import editing
from pages.start.why_attention.compute import (
    AT_ONCE,
    Word,
    common_words,
    compute_masked_log_p,
    find_default_word,
    find_main_source_words,
    find_needed_words,
    hide_positions,
    join_pieces,
    mean_weights,
    self_only_edits,
    strongest_head,
    sum_log_p_drops,
)
from tests.close import assert_near

SOURCE, TARGET = [7, 9, 12, 8, EOS], [4, 6, 19, 10, EOS]


def words(text):
    return [Word(word, (place,)) for place, word in enumerate(text.split())]


def test_a_hidden_word_is_as_if_it_had_never_been_written(model):
    short, long = torch.tensor([SOURCE[:4]]), torch.tensor([hide_positions(SOURCE, [4])])
    assert long[0, 4] == PAD
    target = torch.tensor([TARGET[:-1]])
    assert_near(model(long, target), model(short, target))
    assert_near(model.encode(long)[:, :4], model.encode(short))


def test_a_position_that_sees_only_itself_does_not_feel_the_others(model):
    source, other = torch.tensor([[7, 9, 12, 8]]), torch.tensor([[7, 20, 3, 11]])
    with editing(model, self_only_edits(model)):
        blind = model.encode(source)[0, 0], model.encode(other)[0, 0]
    assert_close(*blind)
    assert not torch.allclose(model.encode(source)[0, 0], model.encode(other)[0, 0])


def test_all_hidings_at_once_are_as_likely_as_each_in_its_own_pass(model):
    hidings = [(), *[(place,) for place in range(4)], *[(0, place) for place in range(1, 4)], (1,)]
    assert len(hidings) > AT_ONCE
    found = torch.cat(list(compute_masked_log_p(model, SOURCE, TARGET, hidings)))
    for row, places in zip(found, hidings, strict=True):
        alone = log_probability(model, hide_positions(SOURCE, places), TARGET)
        assert row.sum().item() == pytest.approx(alone, abs=1e-4)


def test_pieces_are_put_together_and_marks_stand_alone():
    pieces = [("The", False), ("gard", False), ("ener", True), (",", True), ("I", False)]
    pieces += [("'", True), ("m", True), ("?", True), ("!", True)]
    found = join_pieces(pieces)
    assert [word.text for word in found] == ["The", "gardener", ",", "I'm", "?!"]
    assert [word.positions for word in found] == [(0,), (1, 2), (3,), (4, 5, 6), (7, 8)]
    assert [word.has_letter_or_digit for word in found] == [True, True, False, True, False]
    assert join_pieces([]) == []
    for alone in ([("?!", False)], [(SPACE, False), ("?", True), ("!", True)]):
        assert [word.text for word in join_pieces(alone)] == ["?!"]


def test_a_word_falls_with_the_pieces_it_is_made_of():
    before, after = torch.tensor([-1.0, -1, -1]), torch.tensor([[-1.0, -2, -3], [-5.0, -1, -1]])
    fall = sum_log_p_drops(before, after, [Word("a", (0,)), Word("bc", (1, 2))])
    assert_near(fall, torch.tensor([[0.0, 3.0], [4.0, 0.0]]))
    assert find_main_source_words(fall) == [1, 0]


def test_what_is_kept_stands_in_the_same_order():
    assert common_words(words("La maison est vieille"), words("la rue est vieux")) == {0, 2}
    assert common_words(words("a b"), []) == set()


def test_a_word_needs_those_without_which_it_is_lost_and_not_its_own():
    fall = torch.tensor([[5.0, 0.0], [0.0, 9.0]])
    said, hidings = words("vieille maison"), [words("maison"), words("vieux")]
    assert find_needed_words(fall, said, hidings) == [{1}, set()]
    assert find_needed_words(fall, said, [said, said]) == [set(), set()]


def test_the_page_begins_with_a_word_that_needs_another_one():
    fall = torch.diag(torch.tensor([9.0, 5.0, 7.0]))
    said, source = words("a b ."), words("x y .")
    assert find_default_word(fall, source, said, [set(), {0}, {1}]) == 1
    assert find_default_word(fall, source, said, [set(), {2}, set()]) == 0  # a full stop is no word
    assert find_default_word(fall, source, said, [set()] * 3) == 0


def test_weights_of_pieces_are_those_of_words():
    weights = torch.rand(2, 3, 4, 4).softmax(dim=-1)
    source = [Word("a", (0,)), Word("bc", (1, 2))]
    found = mean_weights(weights, source, 1)
    mean = weights.mean(dim=(0, 1))
    assert_near(found[0], mean[1:3, 0].mean())
    assert_near(found[1], mean[1:3, 1:3].sum(dim=1).mean())
    layer, head = strongest_head(weights, 1, 3)
    assert weights[layer, head, 1, 3] == weights[:, :, 1, 3].max()
