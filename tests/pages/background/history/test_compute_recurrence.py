import pytest
import torch
from torch import nn

from model.attention import MultiHeadAttention
from model.config import ModelConfig
from model.transformer import Transformer
from pages.background.history.compute import recurrence
from pages.background.history.compute.recurrence import (
    ATTENTION,
    LSTM,
    LSTM_KIND,
    RNN,
    RNN_KIND,
    compute_jacobian,
    measure_gradient_reach,
)
from tests.close import assert_near


@pytest.mark.parametrize(("ours", "theirs"), [(RNN, nn.RNN), (LSTM, nn.LSTM)])
def test_the_chains_are_those_of_torch(ours, theirs):
    ours, theirs = ours(6), theirs(6, 6, batch_first=True)
    with torch.no_grad():
        theirs.weight_ih_l0.copy_(ours.W.weight)
        theirs.weight_hh_l0.copy_(ours.U.weight)
        theirs.bias_ih_l0.copy_(ours.W.bias)
        theirs.bias_hh_l0.zero_()
    x = torch.randn(2, 5, 6)
    assert_near(ours(x), theirs(x)[0])


def test_the_jacobian_of_a_linear_chain_is_a_power_of_its_matrix():
    U = torch.randn(4, 4, dtype=torch.float64)

    def last_output(x):
        h = torch.zeros_like(x[:, 0])
        for now in x.unbind(dim=1):
            h = now + h @ U.T
        return h

    for n in (1, 2, 6):
        found = compute_jacobian(last_output, torch.randn(n, 4, dtype=torch.float64))
        assert_near(found, torch.linalg.matrix_power(U, n - 1))


def test_near_zero_an_rnn_is_linear_too():
    network = RNN(4).double()
    nn.init.zeros_(network.W.bias)
    found = compute_jacobian(lambda x: network(x)[:, -1], torch.zeros(5, 4, dtype=torch.float64))
    assert_near(found, torch.linalg.matrix_power(network.U.weight, 4) @ network.W.weight)


def test_without_states_a_cell_keeps_what_its_forget_gates_leave():
    network, bias, n = LSTM(4).double(), 1.5, 7
    nn.init.zeros_(network.U.weight)
    nn.init.zeros_(network.W.bias)
    with torch.no_grad():
        network.W.bias[4:8] = bias
    found = compute_jacobian(lambda x: network(x)[:, -1], torch.zeros(n, 4, dtype=torch.float64))
    kept = torch.tensor(bias, dtype=torch.float64).sigmoid() ** (n - 1)
    assert_near(found, 0.25 * kept * network.W.weight[8:12])  # both other gates are half open


def test_attention_that_spreads_evenly_passes_the_nth_part(monkeypatch):
    begin = nn.init.xavier_uniform_
    kept = {}

    def without_queries(matrix, gain, generator):
        name = ("W_Q", "W_K", "W_V", "W_O")[len(kept)]
        kept[name] = nn.init.zeros_(matrix) if name == "W_Q" else begin(matrix, gain, generator)

    monkeypatch.setattr(nn.init, "xavier_uniform_", without_queries)
    attention = recurrence.make_untrained_network(ATTENTION, torch.Generator().manual_seed(3))
    x = torch.randn(8, recurrence.D_MODEL, dtype=torch.float64)
    assert_near(compute_jacobian(attention, x), kept["W_O"] @ kept["W_V"] / 8)


def test_the_attention_is_the_last_row_of_the_models_own():
    ours = recurrence.make_untrained_network(ATTENTION, torch.Generator().manual_seed(3), 1)
    chance = torch.Generator().manual_seed(3)
    config = ModelConfig(vocab_size=1, N=1, d_model=32, h=4, d_ff=1, max_positions=1)
    whole = MultiHeadAttention(config).double()
    for matrix in whole.parameters():
        nn.init.xavier_uniform_(matrix, generator=chance)
    x = torch.randn(2, 5, 32, dtype=torch.float64)
    causal = torch.ones(5, 5, dtype=torch.bool).tril().unsqueeze(0)
    assert_near(ours(x), whole(x, x, causal)[:, -1])


def test_attention_that_begins_as_in_the_model_passes_on_less_by_both_its_gains():
    small, full = (measure_gradient_reach(ATTENTION, 6, setting, seed=1) for setting in (0, 1))
    model = Transformer(ModelConfig(vocab_size=8, N=1, d_model=64, h=4, d_ff=8, max_positions=8))
    attention = model.encoder.layers[0].self_attention
    drawn = attention.W_V.weight.std().item() / attention.W_Q.weight.std().item()
    assert [a / b for a, b in zip(small, full, strict=True)] == pytest.approx(
        [drawn**2] * len(full), rel=0.1
    )


def test_what_arrives_through_an_rnn_grows_with_its_states_and_through_an_lstm_with_its_gates():
    def mean(kind, setting):
        return torch.tensor(measure_gradient_reach(kind, 24, setting, seed=1)).log().mean()

    assert mean(RNN_KIND, 0) < mean(RNN_KIND, 1) < mean(RNN_KIND, 2)
    assert mean(LSTM_KIND, 0) < mean(LSTM_KIND, 1) < mean(LSTM_KIND, 3)


def test_measuring_comes_out_the_same_again_and_disturbs_no_other_random_numbers():
    before = torch.get_rng_state()
    with torch.no_grad():  # whoever asks, gradients are there
        first, second, other = (measure_gradient_reach(LSTM_KIND, 3, 1, seed) for seed in (1, 1, 2))
    assert first == second
    assert not set(first) & set(other)
    assert len(set(first)) == recurrence.NETWORKS
    assert torch.equal(torch.get_rng_state(), before)


@pytest.mark.parametrize("kind", [RNN_KIND, LSTM_KIND, ATTENTION])
def test_another_thread_that_seeds_torchs_common_source_changes_nothing(monkeypatch, kind):
    alone, normal = measure_gradient_reach(kind, 3, 1, seed=1), torch.randn

    def disturbed(*size, **settings):  # as a thread might do at this very moment
        torch.manual_seed(99)
        return normal(*size, **settings)

    monkeypatch.setattr(torch, "randn", disturbed)
    assert measure_gradient_reach(kind, 3, 1, seed=1) == alone
