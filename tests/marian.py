"""Tiny random Marian models in folders as Hugging Face's libraries write them."""

import json

import pytest
import sentencepiece
import torch

from model import storage
from model.marian.convert import convert

USUAL = {"scale_embedding": True, "activation_function": "swish"}  # as OPUS-MT has it


@pytest.fixture(scope="session")
def marian_made(lines, tmp_path_factory):
    """Return a function that makes a tiny random Marian folder: (folder, model, tokenizer)."""
    from transformers import MarianConfig, MarianMTModel, MarianTokenizer

    def pieces(folder, side, language):
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines[language] * 3),
            model_prefix=str(folder / side),
            vocab_size=60,
            model_type="unigram",
            hard_vocab_limit=False,
            minloglevel=2,
        )
        (folder / f"{side}.model").rename(folder / f"{side}.spm")
        loaded = sentencepiece.SentencePieceProcessor(str(folder / f"{side}.spm"))
        return [loaded.id_to_piece(i) for i in range(3, loaded.vocab_size())]

    def made(eos_token_id=0, asked=("fra",), **settings):
        folder = tmp_path_factory.mktemp("marian")
        own = dict.fromkeys([*pieces(folder, "source", "en"), *pieces(folder, "target", "fr")])
        own = [
            *(f">>{code}<<" for code in asked),
            *[piece for piece in own if piece not in ("<s>", "</s>", "<unk>")],
        ]
        own.insert(1, "<unk>")
        own.insert(eos_token_id, "</s>")
        ids = {piece: number for number, piece in enumerate([*own, "<pad>"])}
        (folder / "vocab.json").write_text(json.dumps(ids))
        layers = {"encoder_layers": 2, "decoder_layers": 2}
        config = MarianConfig(
            vocab_size=len(ids),
            d_model=24,
            encoder_attention_heads=3,
            decoder_attention_heads=3,
            encoder_ffn_dim=20,
            decoder_ffn_dim=20,
            max_position_embeddings=256,
            pad_token_id=len(ids) - 1,
            decoder_start_token_id=len(ids) - 1,
            eos_token_id=eos_token_id,
            forced_eos_token_id=None,
            init_std=0.4,
            **layers | {"activation_function": "swish"} | settings,
        )
        torch.manual_seed(5)
        twin = MarianMTModel(config).eval().requires_grad_(False)
        for parameter in twin.parameters():
            if parameter.dim() == 1:  # biases and norms differ from their plain start
                parameter += 0.3 * torch.randn(parameter.shape)
        twin.final_logits_bias += 0.5 * torch.randn(twin.final_logits_bias.shape)
        twin.final_logits_bias[0, eos_token_id] += 4  # or hardly a translation would end
        twin.save_pretrained(folder)
        tokenizer = MarianTokenizer(
            str(folder / "source.spm"), str(folder / "target.spm"), str(folder / "vocab.json")
        )
        return folder, twin, tokenizer

    return made


@pytest.fixture(scope="session")
def converted_marian(marian_made, tmp_path_factory):
    """The usual kind: its folder and ours, our model and tokenizer, and theirs."""
    folder, twin, theirs = marian_made(**USUAL)
    out = tmp_path_factory.mktemp("converted")
    convert(folder, out, "en", "fr")
    return folder, out, *storage.load(out), twin, theirs
