from functools import cache

import pytest
import torch
from torch.testing import assert_close

from model.decoding import Candidate, Fate, beam_search, rank_hypotheses
from model.tokenizer import EOS
from model.trace import recording
from tests.close import assert_near, near
from tests.model.searches import ENDED, SOURCES, STARTS, log_probabilities
from tests.tiny import SIZES, livelier, random_model


@pytest.fixture(scope="module")
def model():
    return livelier(random_model(SIZES))


@pytest.fixture(scope="module")
def searched(model):
    """Return a function that searches with a beam of that width: once for all tests."""
    return cache(lambda width=4: list(beam_search(model, SOURCES, STARTS, width)))


def test_the_tiny_model_shows_both_endings(searched):
    for width in (1, 2):
        ranked = rank_hypotheses(searched(width))
        assert {c.fate for ends in ranked.values() for c in ends} == set(ENDED)


def test_width_one_is_greedy_search(model):
    """Each token is the likeliest after those before it, up to the end token or the limit."""
    for source, start in zip(SOURCES, STARTS, strict=True):
        [found] = rank_hypotheses(beam_search(model, [source], [start], width=1))[0]
        *before, last = found.tokens
        logits = model(torch.tensor([source]), torch.tensor([[start, *before]]))
        assert found.tokens == logits[0].argmax(dim=-1).tolist()
        assert EOS not in before
        assert last == EOS or len(found.tokens) == len(source) + 50


@pytest.mark.parametrize("width", [1, 3])
def test_the_cache_changes_no_candidate(model, searched, width):
    with_cache = searched(width)
    without = beam_search(model, SOURCES, STARTS, width, use_cache=False)
    for ours, theirs in zip(with_cache, without, strict=True):
        assert ours.keys() == theirs.keys()
        for sentence in ours:
            assert [c.tokens for c in ours[sentence]] == [c.tokens for c in theirs[sentence]]
            assert [c.fate for c in ours[sentence]] == [c.fate for c in theirs[sentence]]
            assert_near(
                torch.tensor([c.log_probability for c in ours[sentence]]),
                torch.tensor([c.log_probability for c in theirs[sentence]]),
            )


def test_every_candidate_has_the_log_probability_of_a_teacher_forced_pass(model):
    for step in beam_search(model, SOURCES[:2], STARTS[:2], width=2):
        for sentence, candidates in step.items():
            said = [candidate.tokens for candidate in candidates]
            expected = log_probabilities(model, SOURCES[sentence], STARTS[sentence], said)
            found = [[node.log_probability for node in one.path] for one in candidates]
            assert_near(torch.tensor(found), expected)


def test_totals_are_sums_along_the_path(searched):
    for step in searched():
        for candidates in step.values():
            for candidate in candidates:
                total = sum(node.log_probability for node in candidate.path)
                assert candidate.total == near(total)


def test_who_goes_on_had_a_parent_who_went_on(searched):
    before = {}
    for step in searched():
        for sentence, candidates in step.items():
            for candidate in candidates:
                if sentence in before:
                    assert candidate.parent in before[sentence]
                else:
                    assert candidate.parent.parent is None
            before[sentence] = [c for c in candidates if c.fate is Fate.KEPT]


@pytest.mark.parametrize("width", [1, 2, 4])
def test_a_step_keeps_the_best_and_no_more_than_its_width(searched, width):
    for step in searched(width):
        for candidates in step.values():
            totals = [c.total for c in candidates]
            assert totals == sorted(totals, reverse=True)
            assert len(candidates) <= 2 * width
            kept = [c for c in candidates if c.fate in (Fate.KEPT, Fate.TRUNCATED)]
            assert len(kept) <= width
            pruned = [c.total for c in candidates if c.fate is Fate.PRUNED and c.token != EOS]
            if kept and pruned:
                assert min(c.total for c in kept) >= max(pruned)


def test_an_ending_counts_only_among_the_best_candidates(searched):
    for step in searched(3):
        for candidates in step.values():
            for rank, candidate in enumerate(candidates):
                if candidate.token == EOS:
                    assert candidate.fate is (Fate.FINISHED if rank < 3 else Fate.PRUNED)
                else:
                    assert candidate.fate is not Fate.FINISHED


def test_a_sentence_is_done_when_enough_of_its_hypotheses_ended(searched):
    ended = {}
    for step in searched(2):
        for sentence, candidates in step.items():
            assert ended.get(sentence, 0) < 2
            finished = sum(c.fate is Fate.FINISHED for c in candidates)
            ended[sentence] = ended.get(sentence, 0) + finished


def test_sentences_of_a_batch_do_not_disturb_each_other(model, searched):
    together = rank_hypotheses(searched(3))
    for sentence, (source, start) in enumerate(zip(SOURCES, STARTS, strict=True)):
        alone = rank_hypotheses(beam_search(model, [source], [start], width=3))[0]
        assert [c.tokens for c in together[sentence]] == [c.tokens for c in alone]
        assert [c.total for c in together[sentence]] == near([c.total for c in alone])


def row(tensor, axes, t):
    """What concerns target position t in a tensor of the decoder."""
    for axis, name in enumerate(axes):
        if name in {"query", "target", "position"} and tensor.shape[axis] > 1:
            tensor = tensor.narrow(axis, t, 1)
    return tensor


def test_each_cached_step_is_one_row_of_a_teacher_forced_pass(model):
    source, start = SOURCES[0], STARTS[0]
    steps, search = [], beam_search(model, [source], [start], width=1)
    while True:
        with recording(model) as trace:
            step = next(search)
        steps.append(trace)
        if step[0][0].fate in ENDED:
            break
    tokens = step[0][0].tokens
    assert len(tokens) > 3
    with recording(model) as whole:
        model(torch.tensor([source]), torch.tensor([[start, *tokens[:-1]]]))
    for t, trace in enumerate(steps):
        for name, tensor in trace.items():
            expected = whole[name]
            if not name.startswith(("encoder", "memory")):
                expected = row(expected, whole.axes[name], t)
            if "decoder" in name and "self_attention" in name and "key" in whole.axes[name]:
                expected = expected.narrow(whole.axes[name].index("key"), 0, t + 1)
            assert_close(tensor, expected, msg=lambda text, name=name: f"{name}: {text}")


def test_a_prefix_begins_every_hypothesis(model):
    prefix = [6, 19, 10]
    ranked = rank_hypotheses(beam_search(model, SOURCES, STARTS, prefix=prefix))
    assert ranked.keys() == {0, 1, 2, 3}
    for sentence, ends in ranked.items():
        assert all(c.tokens[:3] == prefix for c in ends)
        [expected] = log_probabilities(model, SOURCES[sentence], STARTS[sentence], [ends[0].tokens])
        assert ends[0].total == pytest.approx(expected.sum().item(), abs=1e-4)


def test_no_hypothesis_grows_longer_than_the_source_and_fifty(searched):
    ranked = rank_hypotheses(searched(2))
    for sentence, ends in ranked.items():
        limit = len(SOURCES[sentence]) + 50
        for c in ends:
            assert len(c.tokens) == limit if c.fate is Fate.TRUNCATED else len(c.tokens) <= limit


def test_what_finished_ranks_before_what_was_cut(searched):
    for ends in rank_hypotheses(searched(2)).values():
        fates = [c.fate for c in ends]
        assert fates == sorted(fates, key=ENDED.index)
        for fate in ENDED:
            scores = [c.score(0.6) for c in ends if c.fate is fate]
            assert scores == sorted(scores, reverse=True)


def test_ranking_asks_for_the_length_penalty():
    root = Candidate(None, 4)
    short = Candidate(root, EOS, -2.0, -2.0, Fate.FINISHED)
    node = root
    for _ in range(6):
        node = Candidate(node, 5, -0.35, node.total - 0.35)
    long = Candidate(node, EOS, -0.4, node.total - 0.4, Fate.FINISHED)
    steps = [{0: [short]}, {0: [long]}]
    assert rank_hypotheses(steps, alpha=0.0)[0] == [short, long]
    assert rank_hypotheses(steps, alpha=1.0)[0] == [long, short]


def test_a_beam_that_keeps_nothing_is_refused(model):
    with pytest.raises(ValueError, match="width 0"):
        list(beam_search(model, SOURCES, STARTS, width=0))


def test_the_model_is_not_asked_again_after_the_search_stopped(model):
    search = beam_search(model, SOURCES[:1], STARTS[:1], width=1)
    next(search)
    search.close()
    assert list(search) == []
