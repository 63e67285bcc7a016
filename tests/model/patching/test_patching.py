"""Patching: the identities that hold in any model, and a second way to the same numbers."""

import pytest
import torch

from model import hypotheses
from model.changes.kinds import SilencedHead, SwappedEmbedding, collect_edits
from model.changes.patches import PatchSite
from model.decoding import beam_search, rank_hypotheses
from model.measures.pairs import align_tokens
from model.parts import SUBLAYERS, residual_tap
from model.passes import Search, forced_logits
from model.patching.predictions import (
    MIN_LOGIT_DIFFERENCE,
    logit_difference,
    normalized_effects,
    patched_predictions,
    predictions_from_logits,
)
from model.patching.runs import (
    floats_per_row,
    logits_at_each_step,
    patch_sites,
    record_run,
    translate_with_patch,
    truncate_run,
)
from model.patching.sites import MAPS, flatten_sites, patch_site_maps
from model.trace import recording
from tests.close import assert_near

CLEAN, CHANGED, LONGER = (7, 9, 12, 8, 2), (7, 9, 14, 8, 2), (7, 9, 14, 15, 16, 8, 2)
TARGET = (3, 10, 17, 11)
TOKENS = (13, 18)
BROKEN = [SilencedHead("encoder", 0, 1), SilencedHead("cross", 1, 2)]
SEARCH = Search(width=3)


@pytest.fixture(scope="module", autouse=True)
def _soon_cut():
    """A random model rarely ends a sentence: it is cut long before the paper's fifty tokens."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hypotheses, "EXTRA_LENGTH", 6)
        yield


@pytest.fixture
def broken(model):
    """What holds while a visitor edits the model holds without edits, too."""
    return collect_edits(model, BROKEN)


@pytest.fixture
def runs(model, broken):
    return [record_run(model, source, TARGET, broken) for source in (CLEAN, CHANGED)]


def places(model, source=CLEAN, other=CHANGED, everywhere=False):
    return flatten_sites(
        patch_site_maps(model.config, align_tokens(source, other), len(TARGET), everywhere)
    )


def all_at(stack, depth, length):
    every = tuple(range(length))
    return PatchSite(residual_tap(stack, depth), depth, every, every)


def patched_one_by_one(model, host, donor, some):
    return [next(patch_sites(model, host, donor, [place]))[1][0] for place in some]


def test_a_run_has_all_shorter_ones_in_it(model, broken):
    swapped = {**broken, **collect_edits(model, [SwappedEmbedding(13, 18)])}
    long = record_run(model, CLEAN, TARGET, swapped)
    each = logits_at_each_step(model, long)
    assert_near(each, forced_logits(model, CLEAN, TARGET, swapped))
    for step in range(len(TARGET)):
        found, own = (
            truncate_run(model, long, step),
            record_run(model, CLEAN, TARGET[: step + 1], swapped),
        )
        assert (found.source, found.target) == (own.source, own.target)
        assert_near(dict(found.values), dict(own.values))
        assert_near(found.logits, own.logits)


def test_all_positions_of_the_encoder_at_any_depth_give_exactly_the_other_run(model, runs):
    host, donor = runs
    for depth in range(model.config.N + 1):
        [logits] = patched_one_by_one(model, host, donor, [all_at("encoder", depth, len(CLEAN))])
        [same] = patched_one_by_one(model, donor, donor, [all_at("encoder", depth, len(CLEAN))])
        assert torch.equal(logits, same) or not depth  # there the donor's run is not run again
        assert_near(logits, donor.logits)


def test_after_the_encoders_last_layer_all_positions_are_the_other_memory(model, runs):
    host, donor = runs
    last = all_at("encoder", model.config.N, len(CLEAN))
    memory = host.values[last.tap].clone()
    last.write_into(memory, donor.values[last.tap])
    assert torch.equal(memory, donor.values["memory"])


@pytest.mark.parametrize("everywhere", [False, True])
def test_a_place_with_its_own_numbers_changes_nothing_bit_for_bit(model, runs, everywhere):
    host, _ = runs
    for place in places(model, everywhere=everywhere):
        nowhere = PatchSite(place.tap, place.depth, (), (), place.heads)
        own, plain = patched_one_by_one(model, host, host, [place, nowhere])
        assert torch.equal(own, plain)


@pytest.mark.parametrize("changes", [[], BROKEN])
@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("other", [CHANGED, LONGER])
def test_each_patch_is_what_an_edit_of_a_whole_pass_gives(model, other, everywhere, changes):
    """Also where nothing is edited, and only the decoder's last position is computed again."""
    own = collect_edits(model, changes)
    host, donor = (record_run(model, source, TARGET, own) for source in (CLEAN, other))
    some = places(model, CLEAN, other, everywhere)
    found = torch.full((len(some), model.config.vocab_size), torch.nan)
    for numbers, logits in patch_sites(model, host, donor, some):
        found[numbers] = logits
    for place, logits in zip(some, found, strict=True):
        torch.testing.assert_close(logits, whole_pass(model, host, donor, place), rtol=0, atol=1e-5)


def whole_pass(model, host, donor, place):
    """The logits of one pass from the sentence on, with one tap edited."""

    def edit(value):
        value = host.edits[place.tap](value) if place.tap in host.edits else value
        value = value.clone()
        for head in [(head,) for head in place.heads] or [()]:
            for here, there in zip(place.positions, place.source_positions, strict=True):
                value[0, *head, here] = donor.values[place.tap][*head, there]
        return value

    with recording(model, {**host.edits, place.tap: edit}):
        return model(torch.tensor([host.source]), torch.tensor([host.target]))[0, -1]


def test_rows_of_a_batch_do_not_disturb_each_other(model, runs):
    some = places(model)
    one = floats_per_row(model, len(CLEAN), len(TARGET))
    *_, together = patched_predictions(model, runs, some, TOKENS)
    *steps, alone = patched_predictions(model, runs, some, TOKENS, max_floats=one)
    read = len(CLEAN) - 1 + len(TARGET)  # what both runs read is known at once
    assert [step.done for step in (*steps, alone)] == list(range(read, len(some) + 1))
    assert_near(together.differences, alone.differences)
    assert_near(together.probabilities, alone.probabilities)
    assert together.done == len(some)


def test_a_token_that_both_runs_read_changes_nothing(model, runs):
    here = [place for place in places(model) if place.in_stream and not place.depth]
    for place, logits in zip(here, patched_one_by_one(model, *runs, here), strict=True):
        differs = (
            place.stack == "encoder"
            and CLEAN[place.positions[0]] != CHANGED[place.source_positions[0]]
        )
        assert torch.equal(logits, runs[0].logits) != differs


def test_after_the_decoders_last_layer_only_the_last_position_counts(model, runs):
    host, donor = runs
    last = patch_site_maps(model.config, align_tokens(CLEAN, CHANGED), len(TARGET), False)[
        "decoder"
    ][-1]
    *earlier, decides = patched_one_by_one(model, host, donor, last)
    assert_near(decides, donor.logits)
    for logits in earlier:
        assert_near(logits, host.logits)


def test_the_maps_have_a_row_for_each_depth_or_layer(model):
    config = model.config
    found = patch_site_maps(config, align_tokens(CLEAN, CHANGED), len(TARGET), False)
    assert tuple(found) == MAPS
    shapes = {name: (len(rows), len(rows[0])) for name, rows in found.items()}
    assert shapes == {
        "encoder": (config.N + 1, len(CLEAN)),
        "decoder": (config.N + 1, len(TARGET)),
        "sublayers": (config.N, len(SUBLAYERS)),
        **{f"{name}-heads": (config.N, config.h + 1) for name in ("encoder", "decoder", "cross")},
    }
    assert {place.positions for place in found["cross-heads"][0]} == {(len(TARGET) - 1,)}
    assert {place.positions for place in found["encoder-heads"][0]} == {tuple(range(len(CLEAN)))}
    everywhere = patch_site_maps(config, align_tokens(CLEAN, CHANGED), len(TARGET), True)
    assert {place.positions for place in everywhere["cross-heads"][0]} == {
        tuple(range(len(TARGET)))
    }


def test_sentences_of_unequal_length_share_their_equal_beginning_and_end(model):
    assert align_tokens((5, 6, 2), (5, 9, 2)) == ((0, 0), (1, 1), (2, 2))
    assert align_tokens((5, 6, 2), (5, 7, 8, 2)) == (
        (0, 0),
        (1, None),
        (None, 1),
        (None, 2),
        (2, 3),
    )
    assert align_tokens((5, 5, 2), (5, 5, 5, 2)) == ((0, 0), (1, 1), (None, 2), (2, 3))
    assert align_tokens((4,), (5, 6)) == ((0, None), (None, 0), (None, 1))
    rows = patch_site_maps(model.config, align_tokens(CLEAN, LONGER), 1, False)["encoder"]
    partners = [
        None if place is None else (*place.positions, *place.source_positions) for place in rows[0]
    ]
    assert partners == [(0, 0), (1, 1), None, None, None, None, (3, 5), (4, 6)]


def test_the_effect_is_0_where_nothing_changes_and_1_at_the_other_runs_answer():
    host, donor = torch.tensor(-2.0), torch.tensor(3.0)
    d = torch.tensor([-2.0, 3.0, 0.5, 8.0])
    assert normalized_effects(d, host, donor).tolist() == [0, 1, 0.5, 2]
    assert normalized_effects(d, donor, host).tolist() == [1, 0, 0.5, -1]
    with pytest.raises(ValueError, match=str(MIN_LOGIT_DIFFERENCE)):
        normalized_effects(d, host, host + 0.4)


def test_an_answer_names_the_likeliest_tokens_and_the_two_that_compete(runs):
    host, _ = runs
    found = predictions_from_logits(host.logits.unsqueeze(0), TOKENS)
    p = host.logits.softmax(0)
    assert found.tokens[0].tolist() == p.argsort(descending=True)[:5].tolist()
    assert found.competing[0].tolist() == [p[token].item() for token in TOKENS]
    assert found.differences[0] == logit_difference(host.logits, TOKENS)
    assert logit_difference(host.logits, TOKENS) == host.logits[TOKENS[1]] - host.logits[TOKENS[0]]


def test_a_run_as_it_is_writes_what_the_search_finds(model):
    host = record_run(model, CLEAN, TARGET, {})
    steps = beam_search(model, [CLEAN], TARGET[:1], 3, TARGET[1:])
    expected = rank_hypotheses(steps, 0.6)[0][0].tokens
    assert translate_with_patch(model, [host], host, None, SEARCH) == [expected]


def test_with_the_whole_memory_of_the_other_run_its_translation_is_written(model, runs):
    host, donor = runs
    every = all_at("encoder", model.config.N, len(CLEAN))
    assert translate_with_patch(model, [host], donor, every, SEARCH) == translate_with_patch(
        model, [donor], donor, None, SEARCH
    )


def test_one_search_writes_what_three_of_their_own_do(model):
    host, donor = (record_run(model, source, TARGET, {}) for source in (CLEAN, LONGER))
    plain = [
        *translate_with_patch(model, [host], donor, None, SEARCH),
        *translate_with_patch(model, [donor], donor, None, SEARCH),
    ]
    for place in [*places(model, CLEAN, LONGER)[:3], all_at("encoder", 1, len(CLEAN))]:
        alone = [*plain, *translate_with_patch(model, [host], donor, place, SEARCH)]
        assert translate_with_patch(model, [host, donor, host], donor, place, SEARCH) == alone


def test_a_place_in_the_decoder_is_patched_as_soon_as_it_is_there_and_stays(model, runs):
    host, donor = runs
    place = all_at("decoder", model.config.N, len(TARGET))
    [tokens] = translate_with_patch(model, [host], donor, place, SEARCH)
    assert tuple(tokens[: len(TARGET) - 1]) == TARGET[1:]
    own = translate_with_patch(model, [host], host, place, SEARCH)
    assert own == translate_with_patch(model, [host], host, None, SEARCH)


def test_rows_that_a_long_pair_computes_at_a_time_fit_a_bounded_room(model):
    config = model.config
    short, long = (floats_per_row(model, n, n) for n in (10, 128))
    assert long > 3 * config.h * 128**2
    assert short < long
