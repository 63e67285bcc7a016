import math

import pytest

from pages.background.history.compute.families import FAMILIES, KERNEL, WINDOW

SIZES = [(2, 1), (2, 5), (3, 3), (10, 11), (30, 4), (81, 80)]


@pytest.fixture(params=SIZES, ids=str)
def size(request):
    return request.param


def far(graph, n):
    """The length of the way from each token to the end."""
    return [length for _, length in graph.find_shortest_paths()[:n]]


@pytest.mark.parametrize("name", FAMILIES)
def test_whatever_is_computed_waits_for_all_that_it_is_computed_from(name, size):
    graph = FAMILIES[name](*size)
    for source, target, _ in graph.edges:
        (_, row, step), (_, own_row, own_step) = graph.nodes[source], graph.nodes[target]
        assert (step, row) < (own_step, own_row)
        assert step < own_step or row < own_row
    assert {node[2] for node in graph.nodes} == set(range(graph.steps + 1))


@pytest.mark.parametrize("name", FAMILIES)
def test_a_way_goes_along_edges_and_is_as_long_as_it_says(name, size):
    graph = FAMILIES[name](*size)
    edges, ways = {(a, b) for a, b, _ in graph.edges}, graph.find_shortest_paths()
    for node, (following, length) in enumerate(ways):
        if length > 0:
            assert (node, following) in edges
            assert ways[following][1] == length - 1
    assert ways[-1] == (-1, 0)


def test_chains_take_a_step_for_each_token_and_their_first_word_is_far(size):
    n, m = size
    assert FAMILIES["rnn"](n, m).steps == FAMILIES["lstm"](n, m).steps == n
    assert far(FAMILIES["rnn"](n, m), n) == list(range(n, 0, -1))
    assert far(FAMILIES["lstm"](n, m), n) == list(range(n + 1, 1, -1))
    both = FAMILIES["sequence_to_sequence"](n, m)
    assert both.steps == n + m
    assert far(both, n) == list(range(n + m, m, -1))


def test_attention_brings_every_word_near_and_only_the_transformer_needs_no_chain(size):
    n, m = size
    attention, transformer = (FAMILIES[name](n, m) for name in ("with_attention", "transformer"))
    assert far(attention, n) == far(transformer, n) == [2] * n
    assert (attention.steps, transformer.steps) == (n + m, 2)


def test_a_window_sees_its_own_words_only(size):
    n, m = size
    graph = FAMILIES["feed_forward"](n, m)
    assert far(graph, n) == [-1] * max(0, n - WINDOW) + [1] * min(n, WINDOW)
    assert graph.steps == 1


def test_convolutions_need_as_many_layers_as_the_logarithm_of_the_length(size):
    n, m = size
    graph = FAMILIES["convolutions"](n, m)
    assert graph.steps == math.ceil(round(math.log(n, KERNEL), 6))
    assert far(graph, n) == [graph.steps] * n


def test_both_rows_of_words_are_equally_wide(size):
    n, m = size
    graph = FAMILIES["transformer"](n, m)
    if m > 1:
        assert graph.nodes[graph.outputs[-1]][0] == pytest.approx(n - 1)
    assert len(graph.outputs) == m
