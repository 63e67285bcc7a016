import math
from itertools import product

import pytest
import torch
from torch.testing import assert_close

from model import hypotheses
from model.config import ModelConfig
from model.decoding import Candidate, Fate, beam_search, filtered, ranking, sample
from model.tokenizer import EOS
from model.trace import recording
from model.transformer import Transformer

SOURCES = [[7, 9, 12, 8, 2], [20, 11, 2], [5, 5, 18, 21, 6, 14, 2], [2]]
STARTS = [4, 3, 4, 3]
ENDED = (Fate.FINISHED, Fate.CUT)
GOES_ON = (Fate.KEPT, *ENDED)


@pytest.fixture
def model(model):
    """As the tiny model, but likelier to end a sentence: some searches end and some are cut."""
    model.decoder.layers[-1].add_and_norm_3.norm.bias.add_(3 * model.E.weight[EOS])
    return model


def log_probabilities(model, source, start, tokens):
    """What one teacher-forced pass says of each of these tokens, given those before."""
    target = torch.tensor([[start, *tokens[:-1]]])
    rows = model(torch.tensor([source]), target)[0].log_softmax(dim=-1)
    return rows[range(len(tokens)), tokens]


def test_the_tiny_model_shows_both_endings(model):
    for width in (1, 2):
        ranked = ranking(beam_search(model, SOURCES, STARTS, width))
        assert {c.fate for ends in ranked.values() for c in ends} == set(ENDED)


def test_width_one_is_greedy_search(model):
    for source, start in zip(SOURCES, STARTS, strict=True):
        tokens = []
        while EOS not in tokens and len(tokens) < len(source) + 50:
            logits = model(torch.tensor([source]), torch.tensor([[start, *tokens]]))
            tokens.append(logits[0, -1].argmax().item())
        [found] = ranking(beam_search(model, [source], [start], width=1))[0]
        assert found.tokens == tokens


@pytest.mark.parametrize("width", [1, 3])
def test_the_cache_changes_no_candidate(model, width):
    with_cache = beam_search(model, SOURCES, STARTS, width)
    without = beam_search(model, SOURCES, STARTS, width, cached=False)
    for ours, theirs in zip(with_cache, without, strict=True):
        assert ours.keys() == theirs.keys()
        for sentence in ours:
            assert [c.tokens for c in ours[sentence]] == [c.tokens for c in theirs[sentence]]
            assert [c.fate for c in ours[sentence]] == [c.fate for c in theirs[sentence]]
            assert_close(
                torch.tensor([c.log_probability for c in ours[sentence]]),
                torch.tensor([c.log_probability for c in theirs[sentence]]),
            )


def test_every_candidate_has_the_log_probability_of_a_teacher_forced_pass(model):
    for step in beam_search(model, SOURCES[:2], STARTS[:2], width=2):
        for sentence, candidates in step.items():
            for candidate in candidates:
                expected = log_probabilities(
                    model, SOURCES[sentence], STARTS[sentence], candidate.tokens
                )
                found = torch.tensor([node.log_probability for node in candidate.path])
                assert_close(found, expected)


def test_totals_are_sums_along_the_path(model):
    for step in beam_search(model, SOURCES, STARTS):
        for candidates in step.values():
            for candidate in candidates:
                total = sum(node.log_probability for node in candidate.path)
                assert candidate.total == pytest.approx(total)


def test_who_goes_on_had_a_parent_who_went_on(model):
    before = {}
    for step in beam_search(model, SOURCES, STARTS):
        for sentence, candidates in step.items():
            for candidate in candidates:
                if sentence in before:
                    assert candidate.parent in before[sentence]
                else:
                    assert candidate.parent.parent is None
            before[sentence] = [c for c in candidates if c.fate is Fate.KEPT]


@pytest.mark.parametrize("width", [1, 2, 4])
def test_a_step_keeps_the_best_and_no_more_than_its_width(model, width):
    for step in beam_search(model, SOURCES, STARTS, width):
        for candidates in step.values():
            totals = [c.total for c in candidates]
            assert totals == sorted(totals, reverse=True)
            assert len(candidates) <= 2 * width
            kept = [c for c in candidates if c.fate in (Fate.KEPT, Fate.CUT)]
            assert len(kept) <= width
            pruned = [c.total for c in candidates if c.fate is Fate.PRUNED and c.token != EOS]
            if kept and pruned:
                assert min(c.total for c in kept) >= max(pruned)


def test_an_ending_counts_only_among_the_best_candidates(model):
    for step in beam_search(model, SOURCES, STARTS, width=3):
        for candidates in step.values():
            for rank, candidate in enumerate(candidates):
                if candidate.token == EOS:
                    assert candidate.fate is (Fate.FINISHED if rank < 3 else Fate.PRUNED)
                else:
                    assert candidate.fate is not Fate.FINISHED


def test_a_sentence_is_done_when_enough_of_its_hypotheses_ended(model):
    ended = {}
    for step in beam_search(model, SOURCES, STARTS, width=2):
        for sentence, candidates in step.items():
            assert ended.get(sentence, 0) < 2
            finished = sum(c.fate is Fate.FINISHED for c in candidates)
            ended[sentence] = ended.get(sentence, 0) + finished


def test_sentences_of_a_batch_do_not_disturb_each_other(model):
    together = ranking(beam_search(model, SOURCES, STARTS, width=3))
    for sentence, (source, start) in enumerate(zip(SOURCES, STARTS, strict=True)):
        alone = ranking(beam_search(model, [source], [start], width=3))[0]
        assert [c.tokens for c in together[sentence]] == [c.tokens for c in alone]
        assert [c.total for c in together[sentence]] == pytest.approx([c.total for c in alone])


def test_a_beam_wide_enough_for_everything_finds_the_best_of_all(monkeypatch):
    monkeypatch.setattr(hypotheses, "EXTRA_LENGTH", 1)  # with two pieces of source: three tokens
    torch.manual_seed(9)
    vocab, source, start = 6, [5, EOS], 3
    config = ModelConfig(
        vocab_size=vocab, languages=("en",), N=1, d_model=8, h=2, d_ff=16, max_positions=8
    )
    tiny = Transformer(config).eval().requires_grad_(False)
    others = [token for token in range(vocab) if token != EOS]
    sequences = [
        (*before, last)
        for length in range(3)
        for before in product(others, repeat=length)
        for last in ([EOS] if length < 2 else range(vocab))
    ]
    totals = {
        tokens: log_probabilities(tiny, source, start, list(tokens)).sum().item()
        for tokens in sequences
    }
    found = ranking(beam_search(tiny, [source], [start], width=vocab**3), alpha=0.0)[0]
    assert {tuple(c.tokens) for c in found} == set(sequences)
    assert all(c.total == pytest.approx(totals[tuple(c.tokens)], abs=1e-5) for c in found)
    best = max((t for t in sequences if t[-1] == EOS), key=totals.__getitem__)
    assert tuple(found[0].tokens) == best
    assert sum(map(math.exp, totals.values())) == pytest.approx(1)


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
    ranked = ranking(beam_search(model, SOURCES, STARTS, prefix=prefix))
    assert ranked.keys() == {0, 1, 2, 3}
    for sentence, ends in ranked.items():
        assert all(c.tokens[:3] == prefix for c in ends)
        expected = log_probabilities(model, SOURCES[sentence], STARTS[sentence], ends[0].tokens)
        assert ends[0].total == pytest.approx(expected.sum().item(), abs=1e-4)


def test_no_hypothesis_grows_longer_than_the_source_and_fifty(model):
    ranked = ranking(beam_search(model, SOURCES, STARTS, width=2))
    for sentence, ends in ranked.items():
        limit = len(SOURCES[sentence]) + 50
        for c in ends:
            assert len(c.tokens) == limit if c.fate is Fate.CUT else len(c.tokens) <= limit


def test_what_finished_ranks_before_what_was_cut(model):
    for ends in ranking(beam_search(model, SOURCES, STARTS, width=2)).values():
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
    assert ranking(steps, alpha=0.0)[0] == [short, long]
    assert ranking(steps, alpha=1.0)[0] == [long, short]


def test_a_beam_that_keeps_nothing_is_refused(model):
    with pytest.raises(ValueError, match="width 0"):
        list(beam_search(model, SOURCES, STARTS, width=0))


def test_the_model_is_not_asked_again_after_the_search_stopped(model):
    search = beam_search(model, SOURCES[:1], STARTS[:1], width=1)
    next(search)
    search.close()
    assert list(search) == []


def drawn(steps):
    """The drawn candidate of each sentence's last step."""
    last = {}
    for step in steps:
        for sentence, candidates in step.items():
            [last[sentence]] = [c for c in candidates if c.fate in GOES_ON]
    return {sentence: candidate.tokens for sentence, candidate in last.items()}


def seeded(seed):
    return torch.Generator().manual_seed(seed)


def test_the_same_seed_draws_the_same_translation(model):
    once = drawn(sample(model, SOURCES, STARTS, seeded(1)))
    again = drawn(sample(model, SOURCES, STARTS, seeded(1)))
    other = drawn(sample(model, SOURCES, STARTS, seeded(2)))
    assert once == again
    assert once != other


def test_drawing_from_the_single_best_token_is_greedy_search(model):
    greedy = ranking(beam_search(model, SOURCES, STARTS, width=1))
    draws = drawn(sample(model, SOURCES, STARTS, seeded(1), temperature=3.0, top_k=1))
    assert draws == {sentence: ends[0].tokens for sentence, ends in greedy.items()}


def test_a_draw_records_what_else_was_likely(model):
    for step in sample(model, SOURCES, STARTS, seeded(1)):
        for first, *others in step.values():
            assert first.fate in GOES_ON
            assert all(c.fate is Fate.PRUNED and c.token != first.token for c in others)
            values = [c.log_probability for c in others]
            assert values == sorted(values, reverse=True)
            assert len({c.token for c in (first, *others)}) == len(others) + 1 >= 8


def test_draws_have_the_models_own_log_probabilities(model):
    last = None
    for step in sample(model, SOURCES[:1], STARTS[:1], seeded(3), temperature=2.0, top_p=0.9):
        last = step[0][0]
    expected = log_probabilities(model, SOURCES[0], STARTS[0], last.tokens)
    assert_close(torch.tensor([c.log_probability for c in last.path]), expected)


@pytest.fixture
def logits():
    torch.manual_seed(10)
    return 2 * torch.randn(5, 40)


@pytest.mark.parametrize(
    "settings",
    [{}, {"temperature": 0.3}, {"top_k": 3}, {"top_p": 0.5}, {"top_k": 5, "top_p": 0.7}],
)
def test_what_is_drawn_from_sums_to_one(logits, settings):
    allowed = filtered(logits, **settings)
    assert_close(allowed.sum(-1), torch.ones(5))
    likelier = logits.argsort(descending=True)
    assert (allowed.gather(1, likelier).diff() <= 0).all()  # nobody overtakes


def test_without_filters_the_distribution_is_the_softmax(logits):
    assert_close(filtered(logits), logits.softmax(dim=-1))
    certain = torch.tensor([0.0, -40.0, -60.0, -80.0])
    assert (filtered(certain) > 0).all()


def test_temperature_divides_the_logits(logits):
    assert_close(filtered(logits, temperature=0.5), (2 * logits).softmax(dim=-1))
    cold, hot = filtered(logits, temperature=0.01), filtered(logits, temperature=1e6)
    assert (cold.max(dim=-1).values > 0.9).all()
    assert_close(hot, torch.full_like(hot, 1 / 40), atol=1e-4, rtol=0)


def test_top_k_keeps_the_k_most_probable(logits):
    allowed = filtered(logits, top_k=3)
    assert ((allowed > 0).sum(-1) == 3).all()
    chosen = logits.topk(3)
    assert_close(allowed.gather(1, chosen.indices), chosen.values.softmax(dim=-1))


@pytest.mark.parametrize("top_p", [0.1, 0.5, 0.9, 0.999])
def test_top_p_keeps_the_fewest_tokens_that_reach_the_share(logits, top_p):
    shares = logits.softmax(dim=-1)
    for share, allowed in zip(shares, filtered(logits, top_p=top_p), strict=True):
        kept = share[allowed > 0].sort().values
        assert kept.sum() >= top_p - 1e-6
        assert kept[1:].sum() < top_p  # without the least of them it is not reached
        assert kept.min() >= share[allowed == 0].max()


def test_the_most_probable_token_always_stays():
    assert filtered(torch.tensor([3.0, 0.0]), top_p=1e-9).tolist() == [1, 0]


@pytest.mark.parametrize(
    "settings",
    [
        {"temperature": 0.0},
        {"temperature": -1.0},
        {"temperature": math.nan},
        {"top_k": 0},
        {"top_p": 0.0},
        {"top_p": 1.1},
    ],
)
def test_settings_out_of_their_range_are_refused(logits, settings):
    with pytest.raises(ValueError, match=next(iter(settings))):
        filtered(logits, **settings)
