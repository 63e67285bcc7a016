import pytest
import torch

from model.config import ModelConfig
from pages.background.history.compute import table_1
from pages.background.history.compute.recurrence import LSTM
from pages.background.history.compute.table_1 import (
    ATTENTION,
    CONVOLUTIONAL,
    LSTM_BUILTIN,
    LSTM_LOOP,
    RECURRENT,
    RESTRICTED,
    SELF_ATTENTION,
    count_attention_multiplications,
    count_lstm_multiplications,
    find_crossings,
    time_layers,
)
from pages.output.decoding.compute import MultiplicationCounter

CONFIG = ModelConfig(vocab_size=1, N=1, d_model=8, h=2, d_ff=1, max_positions=1)


def test_the_numbers_are_those_of_the_papers_formulas():
    n, d, k, r = 81, 512, 3, 9
    found = {
        name: (costs.operations, costs.sequential, pytest.approx(costs.path))
        for name, costs in table_1.compute_table_1(n, d, k, r).items()
    }
    assert found == {
        SELF_ATTENTION: (n**2 * d, 1, 1),
        RECURRENT: (n * d**2, n, n),
        CONVOLUTIONAL: (k * n * d**2, 1, 4),  # 3 to the power 4 is 81
        RESTRICTED: (r * n * d, 1, n / r),
    }


@pytest.mark.parametrize("n", [1, 7, 255, 256, 257, 10_000])
def test_self_attention_is_cheaper_than_recurrence_exactly_while_n_is_below_d(n):
    costs = table_1.compute_table_1(n, 256, 3, 16)
    assert (costs[SELF_ATTENTION].operations < costs[RECURRENT].operations) == (n < 256)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_in_short_sentences_nothing_looks_further_than_there_is(n):
    costs = table_1.compute_table_1(n, 64, k=9, r=50)
    assert costs[RESTRICTED] == costs[SELF_ATTENTION]
    assert costs[CONVOLUTIONAL].path == 1


@pytest.mark.parametrize("n", [1, 2, 5])
def test_a_kernel_that_never_joins_two_positions_is_refused(n):
    with pytest.raises(ValueError, match="k=1 never joins"):
        table_1.compute_table_1(n, 64, k=1, r=50)
    assert table_1.compute_table_1(n, 64, k=2, r=50)[CONVOLUTIONAL].path >= 1


@pytest.mark.parametrize("n", [1, 2, 9])
def test_multiplications_are_those_that_the_layers_ask_for(n):
    x, d = torch.randn(1, n, 8), 8
    with MultiplicationCounter() as count, torch.inference_mode():
        LSTM(d)(x)
    assert count.weight_multiplications == count_lstm_multiplications(n, d)
    with MultiplicationCounter() as count, torch.inference_mode():
        table_1._make_layers(n, CONFIG)[ATTENTION]()
    assert (
        count.weight_multiplications + count.attention_multiplications
        == count_attention_multiplications(n, d)
    )


def test_both_layers_multiply_equally_often_at_twice_the_width():
    assert count_attention_multiplications(512, 256) == count_lstm_multiplications(512, 256)
    assert count_attention_multiplications(511, 256) < count_lstm_multiplications(511, 256)


def test_layers_take_turns_a_few_times_and_fewer_when_they_are_slow(monkeypatch):
    runs = []

    def layers(n, config):
        return {
            name: lambda name=name: runs.append(name)
            for name in (LSTM_LOOP, LSTM_BUILTIN, ATTENTION)
        }

    monkeypatch.setattr(table_1, "_make_layers", layers)
    for patience, times in ((60.0, table_1.REPEATS), (0.0, 1)):
        runs.clear()
        monkeypatch.setattr(table_1, "TIMEOUT", patience)
        assert all(value >= 0 for value in time_layers(4, CONFIG).values())
        assert runs == [LSTM_LOOP, LSTM_BUILTIN, ATTENTION] * (
            1 + times
        )  # the first turn does not count


def test_the_layers_that_are_timed_have_the_models_sizes_and_disturb_no_random_numbers():
    before = torch.get_rng_state()
    taken = time_layers(3, CONFIG)
    assert list(taken) == [LSTM_LOOP, LSTM_BUILTIN, ATTENTION]
    assert all(value > 0 for value in taken.values())
    assert torch.equal(torch.get_rng_state(), before)
    outputs = [layer() for layer in table_1._make_layers(3, CONFIG).values()]
    assert [tuple((o[0] if isinstance(o, tuple) else o).shape) for o in outputs] == [(1, 3, 8)] * 3


def test_the_same_layers_are_timed_whoever_seeds_torchs_common_source():
    def outputs():
        return [layer() for layer in table_1._make_layers(3, CONFIG).values()]

    with torch.inference_mode():
        torch.testing.assert_close(outputs(), outputs(), rtol=0, atol=0)


def test_curves_cross_where_their_formulas_do():
    lengths = [1, 2, 4, 8, 16, 32]
    square, line = [float(n * n) for n in lengths], [5.0 * n for n in lengths]
    [(place, below)] = find_crossings(lengths, square, line)
    assert place == pytest.approx(5)
    assert not below
    assert find_crossings(lengths, line, square) == [(pytest.approx(5), True)]
    assert find_crossings(lengths, line, [2 * value for value in line]) == []
