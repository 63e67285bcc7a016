import pytest

from model.config import ModelConfig
from model.training.recipe import TrainConfig


def test_heads_share_the_width_of_the_stream():
    assert ModelConfig(d_model=512, h=8).d_k == 64  # the paper's base model


@pytest.mark.parametrize(("sizes", "decoder"), [({"N": 6}, 6), ({"N": 6, "decoder_N": 1}, 1)])
def test_both_stacks_have_n_layers_unless_the_decoder_has_its_own_number(sizes, decoder):
    config = ModelConfig(**sizes)
    assert [len(config.layers(part)) for part in ("encoder", "encoder-feed-forward")] == [6, 6]
    of_decoder = ("decoder", "cross", "decoder-attention", "decoder.layers.0.cross_attention")
    assert [len(config.layers(part)) for part in of_decoder] == [decoder] * 4
    assert config.max_depth == 6


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ({"d_model": 10, "h": 4}, "d_model=10 does not split into h=4"),
        ({"d_model": 9, "h": 3}, "d_model=9 must be even"),
        ({"vocab_size": 0}, "vocab_size=0"),
        ({"N": -1}, "N=-1"),
        ({"decoder_N": -1}, "decoder_N=-1"),
        ({"max_positions": 0}, "max_positions=0"),
        ({"P_drop": 1.0}, "P_drop=1.0"),
        ({"languages": ()}, "at least one language"),
    ],
)
def test_sizes_that_make_no_sense_are_refused(sizes, words):
    with pytest.raises(ValueError, match=words):
        ModelConfig(**sizes)


@pytest.mark.parametrize(
    "settings",
    [{"steps": 0}, {"average": 0}, {"validate_lines": 0}, {"smoothing": 1.0}, {"noise": -0.1}],
)
def test_a_recipe_that_makes_no_sense_is_refused(settings):
    [(name, value)] = settings.items()
    with pytest.raises(ValueError, match=f"{name}={value}"):
        TrainConfig(**settings)
