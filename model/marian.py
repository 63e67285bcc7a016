"""Convert a Marian model, such as OPUS-MT's, once: ``python -m model.marian FOLDER OUT``.

FOLDER is what Hugging Face's libraries download, with model.safetensors; OUT becomes one like those
of ``model.training``. The network is the same, with sines and cosines interleaved. Where Marian
does not multiply by sqrt(d_model), the rows of E are made smaller by it, and what is compared with
them larger: the logits stay what they were.
"""

import argparse
import json
import math
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path

import torch
from jaxtyping import Int
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from model import storage
from model.config import ModelConfig
from model.files import write_tensors, write_text
from model.transformer import Transformer

WEIGHTS, VOCABULARY = "model.safetensors", "vocab.json"
PIECES = (storage.SOURCE_PIECES, storage.TARGET_PIECES)
ACTIVATIONS = {"relu": "relu", "swish": "swish", "silu": "swish"}
LEAST_POSITIONS = 256  # sinusoids have no end, and texts of 128 pieces are read
NEVER = -1e4  # the bias of a token that is never said: e to the power of it is 0
NEEDED = {
    "normalize_before": False,
    "normalize_embedding": False,
    "add_final_layer_norm": False,
    "static_position_embeddings": True,
    "tie_word_embeddings": True,
    "share_encoder_decoder_embeddings": True,
}
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
TIED = ("model.shared.weight", "lm_head.weight", "model.decoder.embed_tokens.weight")
READS = ("W_Q", "W_K", "W_V", "W_1")  # matrices whose columns read the stream


def convert(folder: Path, out: Path, source: str = "", target: str = "") -> ModelConfig:
    """Write a Marian model as a folder of ours; return its configuration.

    Args:
        folder: of the Marian model.
        out: the new folder.
        source: code of the language that is read; "" to take it from the tokenizer's settings.
        target: likewise, of the language that is written.

    Raises:
        ValueError: if it is no Marian model, or one that cannot be shown.
    """
    values = _read_json(folder, storage.CONFIG)
    _refuse_strangers(folder, values)
    vocabulary = _read_json(folder, VOCABULARY)
    rows = _rows(values, vocabulary)
    languages = _languages(folder, source, target)
    config = _config(values, len(rows), languages)
    weights = _weights(folder, values, config, rows)
    Transformer(config).load_state_dict(weights)  # all of them, and nothing besides
    names = {number: piece for piece, number in vocabulary.items()}
    pieces = ["<pad>", "<unk>", "</s>", f"<2{languages[1]}>", *(names[i] for i in rows[4:])]
    out.mkdir(parents=True, exist_ok=True)
    for name in PIECES:
        shutil.copy(folder / name, out / name)
    write_text(out / storage.PIECES, json.dumps(pieces, ensure_ascii=False) + "\n")
    write_text(out / storage.CONFIG, json.dumps(asdict(config), indent=2) + "\n")
    write_tensors(out / storage.WEIGHTS, weights)  # in full precision, as it was
    return config


def _read_json(folder: Path, name: str) -> dict:
    try:
        return dict(json.loads((folder / name).read_text(encoding="utf-8")))
    except OSError as error:
        raise ValueError(f"there is no Marian model in {folder}: {name} is missing") from error
    except (ValueError, TypeError) as error:
        raise ValueError(f"{folder / name} is damaged: {error}") from error


def _refuse_strangers(folder: Path, values: dict) -> None:
    """Refuse, in one sentence, what is no Marian model or cannot be shown."""
    if (kind := values.get("model_type")) != "marian":
        raise ValueError(f"{folder} holds a model of the kind {kind!r}, not 'marian'")
    if not (folder / WEIGHTS).is_file():
        raise ValueError(
            f"{folder} has no {WEIGHTS}; a pytorch_model.bin is a pickle and is never read here: "
            "load it with transformers and call save_pretrained, which writes safetensors"
        )
    missing = [name for name in PIECES if not (folder / name).is_file()]
    if missing:
        raise ValueError(f"there is no Marian model in {folder}: {missing[0]} is missing")
    if (folder / "target_vocab.json").is_file():
        raise ValueError(f"{folder} has two vocabularies, and pages show models with one E")
    for name, wanted in NEEDED.items():
        if values.get(name, wanted) != wanted:
            raise ValueError(f"{folder} has {name} = {values[name]}; known is only {wanted}")
    for here, there in (
        ("encoder_layers", "decoder_layers"),
        ("encoder_attention_heads", "decoder_attention_heads"),
        ("encoder_ffn_dim", "decoder_ffn_dim"),
    ):
        if values[here] != values[there]:
            raise ValueError(
                f"{folder} has {here} = {values[here]} and {there} = {values[there]}; pages show "
                "models with two equal stacks"
            )
    if values.get("activation_function", "gelu") not in ACTIVATIONS:
        known = " or ".join(("relu", "swish"))
        raise ValueError(
            f"{folder} has the activation {values['activation_function']!r}, not {known}"
        )


def _rows(values: dict, vocabulary: Mapping[str, int]) -> list[int]:
    """Return which row of Marian's E each of ours is: PAD, UNK, EOS, the start token, the rest."""
    pad, eos = values["pad_token_id"], values["eos_token_id"]
    start = values.get("decoder_start_token_id", pad)
    first = [pad, vocabulary["<unk>"], eos, start]
    count = values["vocab_size"]
    if sorted(vocabulary.values()) != list(range(count)):
        raise ValueError(f"vocab.json numbers {len(vocabulary)} pieces, not 0 to {count - 1}")
    return [*first, *(i for i in range(count) if i not in first)]


def _languages(folder: Path, source: str, target: str) -> tuple[str, str]:
    path = folder / "tokenizer_config.json"
    values = _read_json(folder, path.name) if path.is_file() else {}
    found = source or values.get("source_lang"), target or values.get("target_lang")
    for code, option in zip(found, ("--from", "--to"), strict=True):
        if not code:
            raise ValueError(f"{folder} does not tell its languages: name one with {option}")
    return found


def _config(values: dict, vocab_size: int, languages: tuple[str, str]) -> ModelConfig:
    return ModelConfig(
        vocab_size=vocab_size,
        languages=languages[1:],
        source_languages=languages[:1],
        N=values["encoder_layers"],
        d_model=values["d_model"],
        h=values["encoder_attention_heads"],
        d_ff=values["encoder_ffn_dim"],
        P_drop=values.get("dropout", 0.1),
        max_positions=max(values.get("max_position_embeddings", 512), LEAST_POSITIONS),
        biases=True,
        activation=ACTIVATIONS[values.get("activation_function", "gelu")],
    )


def interleaved(d_model: int) -> Int[Tensor, " d_model"]:
    """Return where Marian, which has all sines before all cosines, keeps each number of ours."""
    return torch.arange(d_model).view(2, -1).T.flatten()


def _weights(
    folder: Path, values: dict, config: ModelConfig, rows: Sequence[int]
) -> dict[str, Tensor]:
    try:
        theirs = load_file(folder / WEIGHTS)
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{folder / WEIGHTS} is damaged or not a safetensors file") from error
    try:
        return _translated(theirs, values, config, torch.tensor(rows), interleaved(config.d_model))
    except (KeyError, IndexError, RuntimeError) as error:
        raise ValueError(
            f"{folder / WEIGHTS} does not hold what its configuration describes: {error}"
        ) from error


def _translated(
    theirs: Mapping[str, Tensor],
    values: dict,
    config: ModelConfig,
    rows: Int[Tensor, " vocab"],
    order: Int[Tensor, " d_model"],
) -> dict[str, Tensor]:
    kept = [name for name in TIED if name in theirs]  # one of them, and not always the same
    E = theirs[kept[0] if kept else TIED[0]].float()
    bias = theirs.get("final_logits_bias", torch.zeros(1, values["vocab_size"]))[0].float()
    ours = {"E.weight": E[rows][:, order], "b": bias[rows].clone()}
    if rows[3] == rows[0]:  # Marian begins with PAD, whose row stands twice in ours
        ours["b"][3] = NEVER
    for stack, parts in PARTS.items():
        for number, (part, name) in product(range(config.N), parts.items()):
            there = f"model.{stack}.layers.{number}.{name}"
            here = f"{stack}.layers.{number}.{part}"
            for matrix, name_there in (PROJECTIONS if "attention" in part else {"": ""}).items():
                ours |= _part(theirs, f"{here}{matrix}", f"{there}{name_there}", order)
    if not values.get("scale_embedding", False):
        root = math.sqrt(config.d_model)
        ours["E.weight"] /= root
        for kind in ("weight", "bias"):
            ours[f"decoder.layers.{config.N - 1}.add_and_norm_3.norm.{kind}"] *= root
    return {name: tensor.contiguous() for name, tensor in ours.items()}


def _part(
    theirs: Mapping[str, Tensor], here: str, there: str, order: Int[Tensor, " d_model"]
) -> dict[str, Tensor]:
    """Return a matrix or a norm, with its bias, where the stream's numbers are in our order."""
    weight, bias = (theirs[f"{there}.{kind}"].float() for kind in ("weight", "bias"))
    if here.endswith(READS):
        return {f"{here}.weight": weight[:, order], f"{here}.bias": bias}
    return {f"{here}.weight": weight[order], f"{here}.bias": bias[order]}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m model.marian", description=__doc__)
    for name, what in (("folder", "of the Marian model"), ("out", "the folder that is written")):
        parser.add_argument(name, type=Path, help=what)
    parser.add_argument("--from", dest="source", default="", help="code of the language it reads")
    parser.add_argument("--to", dest="target", default="", help="code of the one it writes")
    chosen = parser.parse_args(arguments)
    try:
        config = convert(chosen.folder, chosen.out, chosen.source, chosen.target)
    except (ValueError, OSError) as error:
        return print(f"{parser.prog}: {error}", file=sys.stderr) or 2
    return print(f"N = {config.N}, h = {config.h}: GLASS_MODEL={chosen.out} make run") or 0


if __name__ == "__main__":
    sys.exit(main())
