import math

import pytest

from model.config import ModelConfig
from model.decoding import Candidate, Fate
from model.tokenizer import EOS
from pages.output.decoding import remarks
from pages.output.decoding.compute import StepCost
from tests.pages.output.decoding.multiplications import count_multiplications

ROOT = Candidate(None, 4)


def path(*tokens, fate=Fate.FINISHED, after=ROOT):
    """A hypothesis from tokens and their probabilities."""
    node, total = after, after.total
    for place, (token, p) in enumerate(tokens):
        last = place == len(tokens) - 1
        total += math.log(p)
        node = Candidate(node, token, math.log(p), total, fate if last else Fate.KEPT)
    return node


def steps(*endings, beside=()):
    """The steps of a search that kept these paths; further candidates stand behind them."""
    length = max(len(one.path) for one in endings)
    found = []
    for step in range(length):
        nodes = {one.path[step] for one in endings if step < len(one.path)}
        nodes = sorted(nodes, key=lambda node: -node.total)
        found.append([*nodes, *(one for one in beside if len(one.path) == step + 1)])
    return found


def names(candidates):
    return ["“</s>”" if one.token == EOS else f"“t{one.token}”" for one in candidates]


GREEDY = path((10, 0.5), (11, 0.4), (EOS, 0.5))
BETTER = path((12, 0.3), (EOS, 0.9), after=GREEDY.path[0])


def test_a_parting_names_the_step_both_tokens_and_the_gain():
    text = remarks.describe_takeaway(
        steps(GREEDY, BETTER), steps(GREEDY), width=2, alpha=0.6, prefix_length=0, names=names
    )
    assert "At step **2**, “t11” (.40) is ahead of “t12” (.30), and greedy search takes it" in text
    assert f"{math.exp(BETTER.total - GREEDY.total):.2f} times" in text


def test_two_probabilities_that_would_look_alike_get_a_third_decimal():
    first = path((10, 0.5), (11, 0.402), (EOS, 0.5))
    second = path((12, 0.398), (EOS, 0.9), after=first.path[0])
    text = remarks.describe_takeaway(steps(first, second), steps(first), 2, 0.6, 0, names)
    assert "“t11” (.402) is ahead of “t12” (.398)" in text


def test_the_end_multiplies_the_probabilities_of_each_sentence():
    def text_of(candidate):
        return f"t{candidate.tokens[-2]}"

    text = str(remarks.describe_products(BETTER, GREEDY, text_of))
    assert f"“t12” has {100 * math.exp(BETTER.total):.1f}%" in text
    assert f"“t11” has {100 * math.exp(GREEDY.total):.1f}%" in text
    alone = str(remarks.describe_products(GREEDY, GREEDY, text_of))
    assert "its 3 tokens" in alone
    tiny = path(*[(10, 0.001)] * 3, (EOS, 0.5))
    assert "5.0 · 10⁻¹⁰" in str(remarks.describe_products(tiny, tiny, text_of))


@pytest.mark.parametrize(
    ("times", "said"),
    [(1.354, "1.35 times"), (485.2, "485 times"), (8.97e14, "about 9 · 10¹⁴ times"),
     (9.7e5, "about 1 · 10⁶ times"), (1e300, "about 1 · 10³⁰⁰ times")],
)  # fmt: skip
def test_a_gain_is_told_as_it_is_however_large(times, said):
    greedy = Candidate(ROOT, 10, -700.0, -700.0, Fate.FINISHED)
    total = -700.0 + math.log(times)
    better = Candidate(ROOT, 11, total, total, Fate.FINISHED)
    text = remarks.describe_takeaway(
        [[better, greedy]], [[greedy]], width=2, alpha=0.0, prefix_length=0, names=names
    )
    assert f"**{said}** as likely" in text


def test_a_longer_winner_owes_it_to_the_penalty():
    longer = path((10, 0.5), (12, 0.4), (13, 0.9), (14, 0.9), (EOS, 0.6))
    assert longer.total < GREEDY.total
    assert longer.score(2.0) > GREEDY.score(2.0)
    text = remarks.describe_takeaway(
        steps(GREEDY, longer), steps(GREEDY), width=2, alpha=2.0, prefix_length=0, names=names
    )
    assert "less likely" in text
    assert "α = 2.0" in text


def test_a_beam_that_lost_the_better_path_is_no_success():
    worse = path((10, 0.5), (12, 0.2), (EOS, 0.2))
    text = remarks.describe_takeaway(
        steps(worse), steps(GREEDY), width=2, alpha=0.6, prefix_length=0, names=names
    )
    assert "guarantees nothing" in text


def test_when_both_agree_the_closest_free_decision_is_named():
    others = [path((20, 0.49), fate=Fate.PRUNED), path((10, 0.5), (21, 0.3), fate=Fate.PRUNED),
              path((10, 0.5), (11, 0.4), (22, 0.1), fate=Fate.PRUNED)]  # fmt: skip
    alone = steps(GREEDY, beside=others)
    both = {"width": 4, "alpha": 0.6, "names": names}
    text = remarks.describe_takeaway(steps(GREEDY), alone, prefix_length=0, **both)
    assert "agree" in text
    assert "step **1**: “t10” (.50) ahead of “t20” (.49)" in text
    text = remarks.describe_takeaway(steps(GREEDY), alone, prefix_length=1, **both)
    assert "step **2**: “t11” (.40) ahead of “t21” (.30)" in text
    assert "nothing left to decide" in remarks.describe_takeaway(
        steps(GREEDY), alone, prefix_length=3, **both
    )


def test_an_empty_winner_and_a_cut_one_are_told():
    empty = path((EOS, 0.7))
    beside = [path((9, 0.2), fate=Fate.PRUNED)]
    search = steps(empty, beside=beside)
    assert "empty" in remarks.describe_takeaway(search, search, 1, 0.6, 0, names)
    cut = path((10, 0.5), fate=Fate.TRUNCATED)
    search = steps(cut, beside=beside)
    assert "No translation ended within the limit of 1 " in remarks.describe_takeaway(
        search, search, 1, 0.6, 0, names
    )


def test_the_boldest_draw_is_the_least_probable_one():
    drawn = path((10, 0.5), (11, 0.02), (EOS, 0.9))
    beside = [path((10, 0.5), (30, 0.6)), path((10, 0.5), (31, 0.1))]
    sampled = [[drawn.path[0]], [drawn.path[1], beside[0], beside[1]], [drawn]]
    both = steps(GREEDY), steps(GREEDY), 2, 0.6, 0, names
    text = remarks.describe_takeaway(*both, sampled)
    assert "1 of 3 steps" in text
    assert "step **2**: “t11” (.02, not among the top 2) over “t30” (.60)" in text
    assert "most likely token" in remarks.describe_takeaway(*both, [[one] for one in GREEDY.path])


def test_where_all_is_typed_nothing_was_drawn():
    all_typed = steps(GREEDY), steps(GREEDY), 2, 0.6, len(GREEDY.path), names
    assert remarks.describe_takeaway(*all_typed, [[one] for one in GREEDY.path]) == remarks.FIXED


def test_the_formula_ends_in_the_score():
    text = remarks.score_latex(GREEDY, 0.6)
    assert text.endswith(f"= {GREEDY.score(0.6):.3f}")
    assert "(5 + 3)" in text


@pytest.mark.parametrize("count", [1, 4])
def test_savings_are_sums_of_what_was_counted(count):
    without = [StepCost(t, t, 1_000_000 * t, 0) for t in range(1, count + 1)]
    cached = [StepCost(1, t, 1_000_000, 0) for t in range(1, count + 1)]
    text = remarks.describe_cache_savings(without, cached, count)
    if count == 1:
        assert "saves nothing" in text
    else:
        assert " 4 steps send **4** rows" in text
        longer = remarks.describe_cache_savings(without, cached, 9)
        assert " the first 4 of 9 steps send **4** rows" in longer
        assert "Without it, they send **10**." in text
        assert "4.0 million" in text
        assert "**2.5 times**" in text


def test_the_numbers_of_the_last_step_make_what_was_counted():
    config = ModelConfig(vocab_size=50, N=2, d_model=16, h=4, d_ff=24)
    without, cached = (
        StepCost(r, 5, count_multiplications(config, r, 5, 7, r == 5), 0) for r in (5, 1)
    )
    text = remarks.last_step_multiplications_latex(config, 7, without, cached)
    arithmetic = text.replace(r"\cdot", "*").replace("^", "**").replace(r"\,", "")
    arithmetic = arithmetic.removesuffix(r"\end{gathered}").replace("{}", "")
    _, _, *lines = arithmetic.split(r"\\")
    for parts, cost in ((lines[:3], without), (lines[4:], cached)):
        calculation, result = "".join(parts).split("=")
        assert eval(calculation) == int(result) == cost.multiplications
