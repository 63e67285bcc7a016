"""What a head looks at: roles are places in a map, and shares are of its weight."""

import pytest
import torch

from model.census.roles import (
    ROLES,
    HeadStatistics,
    KeyTokens,
    assign_role,
    merged_piece_mask,
    punctuation_mask,
    role_masks,
    visible_keys,
)
from model.measures.heads import head_parts, head_shares
from model.parts import ATTENTIONS
from model.passes import record_pass
from model.tokenizer import EOS
from tests.close import assert_near

FIRST = 5
SENTENCE = torch.tensor([7, 9, 7, 12, EOS])
NO_MARKS = torch.zeros(5, dtype=torch.bool)


SINGLE = 12  # ids from here on are single characters


def found(kind, queries=SENTENCE, keys=SENTENCE, marks=NO_MARKS):
    merged = (keys >= FIRST) & (keys < SINGLE)
    there = role_masks(kind, queries, KeyTokens(keys, marks, merged), FIRST)
    return {name: one.int() for name, one in there.items()}


def test_neighbours_lie_beside_the_diagonal():
    there = found("encoder")
    assert torch.equal(there["previous"], torch.eye(5, dtype=torch.int).roll(-1, 1).tril(-1))
    assert torch.equal(there["next"], there["previous"].T)
    assert torch.equal(there["same"], torch.eye(5, dtype=torch.int))


def test_the_end_token_is_one_column_and_the_latest_piece_that_was_joined_another():
    there = found("encoder")
    assert there["end"].sum(dim=0).tolist() == [0, 0, 0, 0, 5]
    assert there["rare"].sum(dim=0).tolist() == [0, 5, 0, 0, 0]


def test_again_is_another_place_with_the_same_piece():
    assert found("encoder")["again"].nonzero().tolist() == [[0, 2], [2, 0]]


def test_in_the_decoder_no_role_lies_ahead_and_what_is_rare_may_change_on_the_way():
    target = torch.tensor([4, 8, 6, 8])
    there = found("decoder", target, target, NO_MARKS[:4])
    assert all(not one.triu(1).any() for one in there.values())
    assert there["start"].sum(dim=0).tolist() == [4, 0, 0, 0]
    assert there["rare"].tolist() == [[0] * 4, [0, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 1]]
    assert there["again"].nonzero().tolist() == [[3, 1]]


def test_in_cross_attention_again_is_a_piece_that_stands_in_both_sentences():
    there = found("cross", torch.tensor([4, 12, 7]))
    assert there["again"].nonzero().tolist() == [[1, 3], [2, 0], [2, 2]]
    assert set(there) == set(ROLES["cross"])


def test_single_characters_were_never_joined(tokenizer):
    ids = [tokenizer.start("fr"), *tokenizer.encode("A boat."), EOS]
    pieces = tokenizer.pieces(ids)
    long = [
        piece for piece, one in zip(pieces, merged_piece_mask(tokenizer, ids), strict=True) if one
    ]
    assert long == [piece for piece in pieces[1:-1] if len(piece) > 1]


def test_punctuation_has_neither_letters_nor_digits(tokenizer):
    ids = [tokenizer.start("fr"), *tokenizer.encode("A boat."), EOS]
    marks = punctuation_mask(tokenizer, ids).tolist()
    assert [i for i, mark in zip(ids, marks, strict=True) if mark] == tokenizer.encode(".")[-1:]


@pytest.fixture
def tally(network, tokenizer, lines):
    tally = HeadStatistics(network, tokenizer)
    for en, fr in zip(lines["en"][:2], lines["fr"][:2], strict=True):
        source = [*tokenizer.encode(en), EOS]
        tally.add(source, [tokenizer.start("fr"), *tokenizer.encode(fr)])
    return tally


def test_the_share_on_a_role_is_the_mean_weight_of_the_rows_that_can_show_it(
    tally, network, tokenizer, lines
):
    rows = []
    for en, fr in zip(lines["en"][:2], lines["fr"][:2], strict=True):
        source = [*tokenizer.encode(en), EOS]
        trace = record_pass(network, source, [tokenizer.start("fr"), *tokenizer.encode(fr)])
        weights = trace["encoder.layers.0.self_attention.weights"][0, 1]
        rows += [weights[i, i - 1] for i in range(1, len(source))]
    assert_near(tally.shares("encoder")["previous"][0, 1], torch.stack(rows).mean())


def test_uniform_attention_has_the_uniform_share(tally, network, tokenizer):
    for parameter in network.parameters():
        if parameter.dim() == 2 and parameter.shape[0] == parameter.shape[1]:
            parameter.zero_()  # W_Q and W_K too: all scores are equal
    even = HeadStatistics(network, tokenizer)
    ids = tokenizer.encode("A small boat drifts.")
    even.add([*ids, EOS], [tokenizer.start("fr"), *ids])
    for kind in ATTENTIONS:
        for name, shares in even.shares(kind).items():
            assert_near(shares, torch.full_like(shares, even.uniform_shares(kind)[name]))


def test_the_parts_of_an_output_sum_to_one(tally):
    assert_near(tally.output_shares().sum(dim=-1), torch.ones(3, 1))


def test_the_part_of_the_output_is_the_mean_over_sentences(tally, network, tokenizer, lines):
    each = []
    for en, fr in zip(lines["en"][:2], lines["fr"][:2], strict=True):
        target = [tokenizer.start("fr"), *tokenizer.encode(fr)]
        trace = record_pass(network, [*tokenizer.encode(en), EOS], target)
        cross = network.decoder.layers[0].cross_attention
        heads = trace["decoder.layers.0.cross_attention.heads"][0]
        each.append(head_shares(head_parts(heads, cross.W_O.weight)))
    assert_near(tally.output_shares()[2, 0], torch.stack(each).mean(dim=0))


def test_a_role_needs_two_fifths_of_the_weight_and_twice_what_is_even():
    even = {"end": 0.1, "same": 0.3}
    assert assign_role({"end": 0.45, "same": 0.2}, even) == ("end", 0.45)
    assert assign_role({"end": 0.35, "same": 0.2}, even) == ("mixed", 0.35)
    assert assign_role({"end": 0.2, "same": 0.5}, even) == ("mixed", 0.5)
    assert assign_role({"end": 0.45, "same": 0.7}, even) == ("same", 0.7)
    assert assign_role({}, {}) == ("mixed", 0.0)


def test_who_aligns_words_is_called_that_first():
    assert assign_role({"end": 0.9}, {"end": 0.1}, error=0.4) == ("aligns", 0.6)
    assert assign_role({"end": 0.9}, {"end": 0.1}, error=0.5) == ("end", 0.9)


def test_only_the_decoder_looks_at_nothing_ahead():
    assert visible_keys("cross", 2, 3).all()
    assert visible_keys("decoder", 3, 3).sum() == 6
