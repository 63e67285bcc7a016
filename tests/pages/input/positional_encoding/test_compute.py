import math

import pytest
import torch

from model.embedding import positional_encoding
from model.trace import recording
from pages.input.positional_encoding import compute
from tests.close import assert_near, near

POSITIONS = "encoder.embedding.positions"


@pytest.mark.parametrize("k", [-7, -1, 0, 1, 12])
@pytest.mark.parametrize("d_model", [4, 64])
def test_one_matrix_leads_k_positions_on_from_everywhere(k, d_model):
    encoding = positional_encoding(60, d_model)
    M_k = compute.rotation(k, d_model)
    for place in range(20, 40):
        assert_near(M_k @ encoding[place], encoding[place + k])
    assert compute.largest_rotation_error(k, encoding) < 1e-6


def test_the_largest_error_is_that_of_the_whole_encoding():
    encoding = positional_encoding(30, 8)
    encoding[29, 5] += 0.25  # the last position is reached only by a step ahead
    assert compute.largest_rotation_error(3, encoding) == near(0.25)
    assert compute.largest_rotation_error(-29, encoding) > 0.1


def test_the_matrix_of_a_step_back_undoes_the_step_ahead():
    ahead, back = compute.rotation(5, 16), compute.rotation(-5, 16)
    assert_near(ahead @ back, torch.eye(16))
    assert torch.equal(back, ahead.T)


def test_the_dot_product_is_the_same_both_ways_and_everywhere():
    encoding = positional_encoding(60, 32)
    products = encoding @ encoding.T
    for offset in (1, 4, 11):
        same = products.diagonal(offset)
        assert_near(same, same[:1].expand_as(same))
        assert_near(products.diagonal(-offset), same)


def test_wavelengths_are_those_of_the_paper():
    waves = compute.wavelengths(positional_encoding(2, 512))
    assert waves == near([2 * math.pi * 10_000 ** (2 * i / 512) for i in range(256)])


def test_concatenated_positions_have_all_sines_first_and_an_exact_longest_wave():
    encoding = compute.concatenated_encoding(40, 16)
    for position in (0, 1, 39):
        for i in range(8):
            angle = position / 10_000 ** (i / 7)
            assert encoding[position, i].item() == near(math.sin(angle))
            assert encoding[position, 8 + i].item() == near(math.cos(angle))
    assert 2 * math.pi / encoding[1, 7].item() == pytest.approx(2 * math.pi * 10_000, rel=1e-5)


@pytest.mark.parametrize("seed", range(1, 30))
def test_a_shuffle_makes_another_sentence_of_the_same_tokens_and_leaves_the_end(seed):
    ids = [5, 6, 5, 1]
    order = compute.pick_random_order(ids, seed)
    moved = [ids[place] for place in order]
    assert moved != ids
    assert sorted(moved) == sorted(ids)
    assert order[-1] == 3
    assert order == compute.pick_random_order(ids, seed)


@pytest.mark.parametrize("ids", [[1], [5, 1], [5, 5, 5, 1]])
def test_what_has_no_other_order_is_not_shuffled(ids):
    assert compute.pick_random_order(ids, 1) is None


def test_without_positions_shuffled_tokens_give_the_same_rows_in_shuffled_order(model):
    ids = [5, 9, 7, 12, 3, 1]
    order = compute.pick_random_order(ids, 4)
    found = {}
    for name, edits in (("without", {POSITIONS: torch.zeros_like}), ("with", {})):
        rows = []
        for sentence in (ids, [ids[place] for place in order]):
            with torch.inference_mode(), recording(model.eval(), edits):
                rows.append(model.encode(torch.tensor([sentence]))[0])
        found[name] = (compute.undo_order(rows[1], order) - rows[0]).abs().max().item()
    assert found["without"] < 1e-5
    assert found["with"] > 0.01
