"""A Marian model as Hugging Face keeps it, written as a folder of ours."""

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from model import storage
from model.config import LEAST_POSITIONS, MARIAN, ModelConfig
from model.files import check_file, read_bytes, write_text
from model.marian.tokenizer import LANGUAGE_PIECE, MarianTokenizer, start_piece
from model.marian.weights import PARTS, WEIGHTS, convert_weights

VOCABULARY = "vocab.json"
PIECES = (storage.SOURCE_PIECES, storage.TARGET_PIECES)
# A language code, such as fr or sr_Latn.
CODE = re.compile(r"[A-Za-z]{2,8}([_-][A-Za-z0-9]{1,8}){0,3}")
ACTIVATIONS = {"relu": "relu", "swish": "swish", "silu": "swish"}
OF_STACKS = ("layers", "attention_heads", "ffn_dim")
REQUIRED_SIZES = (
    *("vocab_size", "d_model", "pad_token_id", "eos_token_id"),
    *(f"{stack}_{size}" for stack in PARTS for size in OF_STACKS),
)
REQUIRED_SETTINGS = {
    "normalize_before": False,
    "normalize_embedding": False,
    "add_final_layer_norm": False,
    "static_position_embeddings": True,
    "tie_word_embeddings": True,
    "share_encoder_decoder_embeddings": True,
}


def convert(
    folder: Path, output_folder: Path, source_language: str = "", target_language: str = ""
) -> ModelConfig:
    """Convert a Marian model's folder to the format of this app; return its configuration.

    Args:
        folder: the Marian model's folder.
        output_folder: the folder to write.
        source_language: code of the source language; "" takes the tokenizer's setting.
        target_language: code of the target language, or several codes with commas; "" takes all
            languages for which the vocabulary has a piece such as >>fra<<.

    Raises:
        ValueError: if the folder holds no Marian model, or one that the app cannot run.
    """
    values = _read_json(folder, storage.CONFIG)
    _refuse_unsupported(folder, values)
    vocabulary = _read_json(folder, VOCABULARY)
    rows = _embedding_row_order(values, vocabulary)
    names = {number: piece for piece, number in vocabulary.items()}
    languages = _find_languages(folder, list(vocabulary), source_language, target_language)
    config = _build_config(folder, values, len(rows), languages)
    found = convert_weights(folder, values, config, rows)
    try:
        storage.build_network(config, found)
    except ValueError as error:
        reason = f"{folder / WEIGHTS} does not hold what its configuration describes"
        raise ValueError(reason) from error
    pieces = ["<pad>", "<unk>", "</s>", start_piece(languages[1]), *(names[i] for i in rows[4:])]
    _check_vocabularies(folder, pieces, config)
    output_folder.mkdir(parents=True, exist_ok=True)
    for name in PIECES:
        shutil.copy(folder / name, output_folder / name)
    write_text(output_folder / storage.PIECES, json.dumps(pieces, ensure_ascii=False) + "\n")
    write_text(output_folder / storage.CONFIG, json.dumps(asdict(config), indent=2) + "\n")
    storage.write_weights(output_folder, found)  # in full precision, as it was
    return config


def _read_json(folder: Path, name: str) -> dict:
    """Read a JSON object in a Marian folder; raise ValueError if it is missing or damaged."""
    try:
        return dict(json.loads(read_bytes(folder / name, storage.LARGEST_VOCABULARY)))
    except OSError as error:
        raise ValueError(f"there is no Marian model in {folder}: {name} is missing") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"{folder / name} is damaged: {error}") from error


def _refuse_unsupported(folder: Path, values: dict) -> None:
    """Raise ValueError if a folder holds no Marian model, or one that cannot be shown."""
    if (kind := values.get("model_type")) != MARIAN:
        raise ValueError(f"{folder} holds a model of the kind {kind!r}, not {MARIAN!r}")
    if not (folder / WEIGHTS).exists():
        raise ValueError(
            f"{folder} has no {WEIGHTS}; a pytorch_model.bin is a pickle and is never read here: "
            "load it with transformers and call save_pretrained, which writes safetensors"
        )
    missing = [name for name in PIECES if not (folder / name).exists()]
    if missing:
        raise ValueError(f"there is no Marian model in {folder}: {missing[0]} is missing")
    check_file(folder / WEIGHTS, storage.LARGEST_WEIGHTS)
    if (folder / "target_vocab.json").is_file():
        raise ValueError(f"{folder} has two vocabularies, and pages show models with one E")
    for name, wanted in REQUIRED_SETTINGS.items():
        if values.get(name, wanted) != wanted:
            raise ValueError(f"{folder} has {name} = {values[name]}; known is only {wanted}")
    if lost := [name for name in REQUIRED_SIZES if not isinstance(values.get(name), int)]:
        raise ValueError(f"{folder / storage.CONFIG} does not tell {lost[0]}")
    for here, there in (
        ("encoder_attention_heads", "decoder_attention_heads"),
        ("encoder_ffn_dim", "decoder_ffn_dim"),
    ):
        if values[here] != values[there]:
            raise ValueError(
                f"{folder} has {here} = {values[here]} and {there} = {values[there]}; pages show "
                "models whose two stacks have the same"
            )
    if str(activation := values.get("activation_function", "gelu")) not in ACTIVATIONS:
        known = " or ".join(("relu", "swish"))
        raise ValueError(f"{folder} has the activation {activation!r}, not {known}")


def _check_vocabularies(folder: Path, pieces: Sequence[str], config: ModelConfig) -> None:
    """Raise ValueError if a folder's SentencePiece models cannot be read, before any writing."""
    first, second = (read_bytes(folder / name, storage.LARGEST_VOCABULARY) for name in PIECES)
    if not (first and second):
        raise ValueError(f"{' or '.join(PIECES)} in {folder} is empty")
    try:
        MarianTokenizer(first, second, pieces, config.languages)
    except RuntimeError as error:
        raise ValueError(f"{' or '.join(PIECES)} in {folder} is no SentencePiece model") from error


def _embedding_row_order(values: dict, vocabulary: Mapping[str, int]) -> list[int]:
    """Return, for each row of our E, Marian's row: PAD, UNK, EOS, start token, then the rest."""
    count = values["vocab_size"]
    if len(vocabulary) != count or not all(type(one) is int for one in vocabulary.values()):
        raise ValueError(f"{VOCABULARY} does not number {count:,} pieces")
    if set(vocabulary.values()) != set(range(count)):
        raise ValueError(f"{VOCABULARY} numbers {len(vocabulary)} pieces, not 0 to {count - 1}")
    if "<unk>" not in vocabulary:
        raise ValueError(f"{VOCABULARY} has no <unk>")
    pad = values["pad_token_id"]
    start = values.get("decoder_start_token_id", pad)
    first = [pad, vocabulary["<unk>"], values["eos_token_id"], start]
    if outside := [one for one in first if one not in range(count)]:
        raise ValueError(f"{storage.CONFIG} names token {outside[0]}, but there are {count}")
    return [*first, *(i for i in range(count) if i not in first)]


def _find_languages(
    folder: Path, vocabulary: Sequence[str], source_language: str, target_language: str
) -> tuple[str, tuple[str, ...]]:
    """Return the code of the source language, and the codes of the target languages."""
    path = folder / "tokenizer_config.json"
    values = _read_json(folder, path.name) if path.is_file() else {}
    asked = tuple(piece[2:-2] for piece in vocabulary if LANGUAGE_PIECE.fullmatch(piece))
    if target_language:
        targets = tuple(target_language.split(","))
        unknown = [code for code in targets if code not in asked]
        if unknown and len(targets) > 1:
            raise ValueError(f"{folder} has no piece >>{unknown[0]}<<, by which it could be asked")
    elif len(asked) > 1:
        targets = asked
    else:
        targets = tuple(filter(None, [values.get("target_lang")]))
    read = source_language or values.get("source_lang") or ""
    for found, option in ((read, "--from"), (targets, "--to")):
        if not found:
            raise ValueError(f"{folder} does not tell its languages: name one with {option}")
    for code in (read, *targets):
        if not isinstance(code, str) or not CODE.fullmatch(code):
            raise ValueError(f"{code!r} is no code of a language, such as fr")
    return read, targets


def _build_config(
    folder: Path, values: Mapping, vocab_size: int, languages: tuple[str, tuple[str, ...]]
) -> ModelConfig:
    """Return our configuration of a Marian model; raise ValueError if its values are invalid."""
    try:
        config = ModelConfig(
            vocab_size=vocab_size,
            languages=languages[1],
            source_languages=languages[:1],
            N=values["encoder_layers"],
            decoder_N=values["decoder_layers"],
            d_model=values["d_model"],
            h=values["encoder_attention_heads"],
            d_ff=values["encoder_ffn_dim"],
            P_drop=values.get("dropout", 0.1),
            max_positions=max(values.get("max_position_embeddings", 512), LEAST_POSITIONS),
            biases=True,
            converted_from=MARIAN,
            activation=ACTIVATIONS[values.get("activation_function", "gelu")],
        )
        config.check_size_limits()
        return config
    except (ValueError, TypeError) as error:
        raise ValueError(f"{folder / storage.CONFIG} does not describe a model: {error}") from error
