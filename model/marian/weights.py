"""The weights of a Marian model, by the names and in the order that they have here."""

import math
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path

import torch
from jaxtyping import Int
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from model.config import ModelConfig

WEIGHTS = "model.safetensors"
NEVER_BIAS = -1e4  # bias of a token that is never written: e to the power of it is 0
PARTS = {  # of a layer: ours and Marian's
    "encoder": {
        "self_attention": "self_attn",
        "add_and_norm_1.norm": "self_attn_layer_norm",
        "feed_forward.W_1": "fc1",
        "feed_forward.W_2": "fc2",
        "add_and_norm_2.norm": "final_layer_norm",
    },
    "decoder": {
        "self_attention": "self_attn",
        "add_and_norm_1.norm": "self_attn_layer_norm",
        "cross_attention": "encoder_attn",
        "add_and_norm_2.norm": "encoder_attn_layer_norm",
        "feed_forward.W_1": "fc1",
        "feed_forward.W_2": "fc2",
        "add_and_norm_3.norm": "final_layer_norm",
    },
}
PROJECTIONS = {".W_Q": ".q_proj", ".W_K": ".k_proj", ".W_V": ".v_proj", ".W_O": ".out_proj"}
TIED_EMBEDDINGS = ("model.shared.weight", "lm_head.weight", "model.decoder.embed_tokens.weight")
STREAM_READERS = ("W_Q", "W_K", "W_V", "W_1")  # matrices whose columns read the stream


def interleave_order(d_model: int) -> Int[Tensor, " d_model"]:
    """Return, for each dimension of this app's vectors, its index in Marian's vectors.

    In this app, sines and cosines of positions alternate; Marian has all sines first, then all
    cosines. So for d_model = 4 the order is 0, 2, 1, 3.
    """
    return torch.arange(d_model).view(2, -1).T.flatten()


def convert_weights(
    folder: Path, marian_config: Mapping, config: ModelConfig, marian_rows: Sequence[int]
) -> dict[str, Tensor]:
    """Return the weights of a Marian model by this app's names, their dimensions in its order.

    Args:
        folder: the Marian model's folder.
        marian_config: its configuration, as read from JSON.
        config: configuration of the converted model.
        marian_rows: for each piece id of the converted model, that piece's row in the embedding
            matrix of the Marian model.

    Raises:
        ValueError: if the weights are damaged, or not those that the configuration describes.
    """
    try:
        theirs = load_file(folder / WEIGHTS)
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{folder / WEIGHTS} is damaged or not a safetensors file") from error
    try:
        return _map_weights(
            theirs,
            marian_config,
            config,
            torch.tensor(marian_rows),
            interleave_order(config.d_model),
        )
    except (KeyError, IndexError, RuntimeError) as error:
        raise ValueError(
            f"{folder / WEIGHTS} does not hold what its configuration describes: {error}"
        ) from error


def _map_weights(
    marian_weights: Mapping[str, Tensor],
    values: Mapping,
    config: ModelConfig,
    rows: Int[Tensor, " vocab"],
    order: Int[Tensor, " d_model"],
) -> dict[str, Tensor]:
    """Return Marian's weights under our names, with dimensions and rows in our order."""
    kept = [
        name for name in TIED_EMBEDDINGS if name in marian_weights
    ]  # one of them, and not always the same
    E = marian_weights[kept[0] if kept else TIED_EMBEDDINGS[0]].float()
    bias = marian_weights.get("final_logits_bias", torch.zeros(1, values["vocab_size"]))[0].float()
    ours = {"E.weight": E[rows][:, order], "b": bias[rows].clone()}
    if rows[3] == rows[0]:  # Marian begins with PAD, whose row stands twice in ours
        ours["b"][3] = NEVER_BIAS
    for stack, parts in PARTS.items():
        for number, (part, name) in product(config.layers(stack), parts.items()):
            there = f"model.{stack}.layers.{number}.{name}"
            here = f"{stack}.layers.{number}.{part}"
            for matrix, name_there in (PROJECTIONS if "attention" in part else {"": ""}).items():
                ours |= _reorder_part(
                    marian_weights, f"{here}{matrix}", f"{there}{name_there}", order
                )
    if not values.get("scale_embedding", False):
        root = math.sqrt(config.d_model)
        ours["E.weight"] /= root
        for kind in ("weight", "bias"):
            last = config.layers("decoder")[-1]
            ours[f"decoder.layers.{last}.add_and_norm_3.norm.{kind}"] *= root
    return {name: tensor.contiguous() for name, tensor in ours.items()}


def _reorder_part(
    marian_weights: Mapping[str, Tensor],
    name: str,
    marian_name: str,
    order: Int[Tensor, " d_model"],
) -> dict[str, Tensor]:
    """Return a matrix or norm with its bias, with the model dimensions in our order."""
    weight, bias = (marian_weights[f"{marian_name}.{kind}"].float() for kind in ("weight", "bias"))
    if name.endswith(STREAM_READERS):
        return {f"{name}.weight": weight[:, order], f"{name}.bias": bias}
    return {f"{name}.weight": weight[order], f"{name}.bias": bias[order]}
