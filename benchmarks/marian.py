"""The same network in Hugging Face's ``transformers``: its Marian model and its search."""

from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence
from transformers import GenerationConfig, MarianConfig, MarianMTModel

from model.config import ModelConfig
from model.hypotheses import EXTRA_LENGTH
from model.marian.weights import PARTS, PROJECTIONS, STREAM_READERS
from model.tokenizer import EOS, PAD
from model.transformer import Transformer

SENTENCES = (Path(__file__).parent / "sentences.txt").read_text(encoding="utf-8").splitlines()
Search = Callable[..., list[list[int]]]  # sources, start tokens, width -> best translations
SHARED = (
    "model.shared",
    "model.encoder.embed_tokens",
    "model.decoder.embed_tokens",
    "lm_head",
)
# Weights that are not copied: zeros, and the positions that Marian computes itself.
NOT_COPIED = {
    "final_logits_bias",
    "model.encoder.embed_positions.weight",
    "model.decoder.embed_positions.weight",
}


def build_marian(model: Transformer) -> MarianMTModel:
    """Build Hugging Face's Marian network with a copy of a model's weights.

    It is the paper's post-norm network too, with two differences. Its attentions have biases, which
    are zero here. Its positions are not sine beside cosine but first all sines, then all cosines;
    so the components of the stream are put in that order wherever they are read or written.
    """
    order = marian_component_order(model.config)
    marian = MarianMTModel(_marian_config(model.config)).eval().requires_grad_(False)
    marian.generation_config = _generation_config()
    ours = model.state_dict()
    weights = {f"{name}.weight": model.E.weight[:, order] for name in SHARED}
    for stack, parts in PARTS.items():
        for number, (own, name) in product(model.config.layers(stack), parts.items()):
            matrices = PROJECTIONS if "attention" in own else {"": ""}
            for matrix, there in matrices.items():
                here = f"{stack}.layers.{number}.{own}{matrix}"
                theirs = f"model.{stack}.layers.{number}.{name}{there}"
                W, reads = ours[f"{here}.weight"], here.endswith(STREAM_READERS)
                bias = ours.get(f"{here}.bias", torch.zeros(len(W)))
                weights[f"{theirs}.weight"] = W[:, order] if reads else W[order]
                weights[f"{theirs}.bias"] = bias if reads else bias[order]
    missing, unexpected = marian.load_state_dict(weights, strict=False)
    assert set(missing) == NOT_COPIED, missing
    assert not unexpected, unexpected
    return marian


def marian_component_order(config: ModelConfig) -> Tensor:
    """Return the stream's component indices in Marian's order: sines first, then cosines."""
    return torch.arange(config.d_model).view(-1, 2).T.flatten()


def _marian_config(config: ModelConfig) -> MarianConfig:
    """Return the configuration of a Marian model of the same size."""
    return MarianConfig(
        vocab_size=config.vocab_size,
        max_position_embeddings=config.max_positions,
        encoder_layers=config.N,
        decoder_layers=len(config.layers("decoder")),
        encoder_attention_heads=config.h,
        decoder_attention_heads=config.h,
        encoder_ffn_dim=config.d_ff,
        decoder_ffn_dim=config.d_ff,
        d_model=config.d_model,
        activation_function="relu",
        scale_embedding=True,
        pad_token_id=PAD,
        eos_token_id=EOS,
        forced_eos_token_id=None,
        decoder_start_token_id=EOS + 1,
    )


def _generation_config() -> GenerationConfig:
    """Return settings to search as ``beam_search`` does: ``width`` finished, ranked by total."""
    return GenerationConfig(
        pad_token_id=PAD,
        eos_token_id=EOS,
        decoder_start_token_id=EOS + 1,
        num_beams=4,
        early_stopping=True,
        length_penalty=0.0,
        return_dict_in_generate=True,
        output_scores=True,
    )


def hugging_face_search(marian: MarianMTModel) -> Search:
    """Return a search function around Hugging Face's ``generate``."""

    def search(sources: Sequence[list[int]], starts: Sequence[int], width: int) -> list[list[int]]:
        """Return the best translation of each source as token ids."""
        source = pad_sequence([torch.tensor(ids) for ids in sources], True, PAD)
        found = marian.generate(
            input_ids=source,
            attention_mask=(source != PAD).long(),
            decoder_start_token_id=list(starts),
            num_beams=width,
            max_new_tokens=source.shape[1] + EXTRA_LENGTH,
        )
        return [row[: row.index(EOS) + 1] for row in found.sequences[:, 1:].tolist()]

    return search
