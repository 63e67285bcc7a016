"""Save and load a trained model: weights (safetensors), configuration and vocabulary."""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from model.config import LEAST_POSITIONS, MARIAN, ModelConfig
from model.eight_bits import dequantize_int8
from model.embedding import Embedding, positional_encoding
from model.files import check_file, read_bytes, write_bytes, write_tensors, write_text
from model.marian.tokenizer import MarianTokenizer
from model.tokenizer import Tokenizer
from model.transformer import Transformer

WEIGHTS, CONFIG, VOCABULARY = "weights.safetensors", "config.json", "tokenizer.model"
CHECKSUM = "weights.sha256"  # in the format of sha256sum; optional
# Tables that the programs of the same names write.
ALIGNMENT, ROBUSTNESS, CENSUS = "alignment.json", "robustness.json", "census.json"
SOURCE_PIECES, TARGET_PIECES, PIECES = "source.spm", "target.spm", "pieces.json"  # of Marian
ATTRIBUTION, CERTAINTY, FLOW = "attribution.json", "certainty.json", "flow.json"
STEERING, END_TOKEN = "steering.json", "end_token.json"
RECORD, FILM = "training.json", "film"  # of a training: its metrics; a folder of snapshots
TRAINING_SENTENCES = "training_sentences.safetensors"  # which sentences were trained on
# Most bytes of a file that are read; every model that pages can show is smaller.
LARGEST_CONFIG, LARGEST_VOCABULARY, LARGEST_WEIGHTS = 1_000_000, 50_000_000, 8_000_000_000
MODEL = Path(__file__).parents[1] / "assets" / "model"  # the shipped model


def save(model: Transformer, tokenizer: Tokenizer, folder: Path) -> None:
    """Write network and tokenizer to a folder, the weights in half precision."""
    folder.mkdir(parents=True, exist_ok=True)
    write_weights(folder, {name: tensor.half() for name, tensor in model.state_dict().items()})
    write_text(folder / CONFIG, json.dumps(asdict(model.config), indent=2) + "\n")
    if isinstance(tokenizer, MarianTokenizer):
        pieces = tokenizer.pieces(range(len(tokenizer)))
        write_bytes(folder / SOURCE_PIECES, tokenizer.model)
        write_bytes(folder / TARGET_PIECES, tokenizer.target_model)
        write_text(folder / PIECES, json.dumps(pieces, ensure_ascii=False) + "\n")
    else:
        write_bytes(folder / VOCABULARY, tokenizer.model)


def write_weights(folder: Path, weights: Mapping[str, Tensor]) -> None:
    """Write the weights, and a checksum file that reveals damage."""
    (folder / CHECKSUM).unlink(missing_ok=True)  # so that an interruption leaves no stale checksum
    write_tensors(folder / WEIGHTS, weights)
    write_text(folder / CHECKSUM, f"{fingerprint(folder)}  {WEIGHTS}\n")


def load(folder: Path) -> tuple[Transformer, Tokenizer]:
    """Load network and tokenizer from a folder, in float32 and evaluation mode.

    Raises:
        ValueError: if a file is missing, damaged or of another format; the message is one sentence.
    """
    network, tokenizer, _ = load_with_fingerprint(folder)
    return network, tokenizer


def load_with_fingerprint(folder: Path) -> tuple[Transformer, Tokenizer, str]:
    """Load a model from a folder: its network, tokenizer, and the weights' fingerprint.

    Raises:
        ValueError: as ``load``.
    """
    try:
        return _load_and_check(folder)
    except OSError as error:
        reason = error.strerror or error
        raise ValueError(f"{error.filename or folder} cannot be read: {reason}") from error


def move(network: Transformer, device: str | torch.device) -> Transformer:
    """Move the network to a torch device, and return it.

    Raises:
        ValueError: if torch cannot compute on this device here, such as "cuda" without a GPU.
    """
    try:
        return network.to(device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        reason = str(error).partition("\n")[0]
        raise ValueError(f"torch computes nothing on {str(device)!r} here: {reason}") from error


def load_to_train(folder: Path) -> tuple[Transformer, Tokenizer]:
    """Load network and tokenizer from a folder, to continue training.

    Raises:
        ValueError: as ``load``; or if it is a converted model.
    """
    model, tokenizer = load(folder)
    if model.config.converted_from:
        how = "it can be taught, but not trained on"
        raise ValueError(f"the model in {folder} was converted: {how}")
    return model, tokenizer


def _load_and_check(folder: Path) -> tuple[Transformer, Tokenizer, str]:
    """Check and load all files of a model; return network, tokenizer and fingerprint."""
    _check_files(folder)
    config = read_config(folder)
    try:
        tokenizer = _read_tokenizer(folder, config)
    except (RuntimeError, IndexError) as error:  # raised by SentencePiece
        raise ValueError(f"{folder / VOCABULARY} is not a SentencePiece vocabulary") from error
    if len(tokenizer) != config.vocab_size:
        raise ValueError(
            f"the vocabulary in {folder} has {len(tokenizer)} pieces, "
            f"its configuration says {config.vocab_size}"
        )
    check_file(folder / WEIGHTS, LARGEST_WEIGHTS)
    weights = fingerprint(folder)
    model = _read_weights(config, folder / WEIGHTS)
    if fingerprint(folder) != weights:
        raise ValueError(f"{folder / WEIGHTS} was exchanged while it was read: begin again")
    _compare_checksum(folder, weights)
    return model.eval().requires_grad_(False), tokenizer, weights


def _compare_checksum(folder: Path, weights: str) -> None:
    """Raise ValueError if the checksum file beside the weights does not match them."""
    path = folder / CHECKSUM
    if not path.exists():
        return
    if read_bytes(path, LARGEST_CONFIG).split()[:1] != [weights.encode()]:
        raise ValueError(
            f"{folder / WEIGHTS} is damaged, or {CHECKSUM} beside it belongs to other weights"
        )


def _read_tokenizer(folder: Path, config: ModelConfig) -> Tokenizer:
    """Return a folder's tokenizer: ours, or that of a converted Marian model."""
    if (folder / VOCABULARY).exists():
        return Tokenizer(read_bytes(folder / VOCABULARY, LARGEST_VOCABULARY), config.languages)
    source, target, names = (
        read_bytes(folder / name, LARGEST_VOCABULARY)
        for name in (SOURCE_PIECES, TARGET_PIECES, PIECES)
    )
    try:
        pieces = json.loads(names.decode())
        return MarianTokenizer(source, target, pieces, config.languages)
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"{folder / PIECES} is no vocabulary: {error}") from error


def _check_files(folder: Path) -> None:
    """Raise ValueError, with the likely cause, if a folder lacks one of a model's files."""
    effective = os.access in os.supports_effective_ids
    may = os.access(folder, os.R_OK | os.X_OK, effective_ids=effective)
    if folder.is_dir() and not may:
        raise ValueError(f"{folder} may not be opened: its permissions forbid it to this user")
    own, converted = (VOCABULARY,), (SOURCE_PIECES, TARGET_PIECES, PIECES)
    vocabulary = converted if (folder / PIECES).exists() else own
    needed = (WEIGHTS, CONFIG, *vocabulary)
    missing = [name for name in needed if not (folder / name).exists()]
    if not missing:
        return
    kind = _foreign_model_type(folder / CONFIG)
    if kind == MARIAN:
        raise ValueError(
            f"{folder} is a Marian model as Hugging Face keeps it: convert it once with "
            f"python -m {__package__}.marian {folder} OUT, and open OUT"
        )
    if kind:
        raise ValueError(f"{folder} holds a model of the kind {kind!r}, which is not known here")
    if WEIGHTS in missing and (pickled := _find_pickled_weights(folder)):
        raise ValueError(
            f"{folder} has its weights only as {pickled}, a pickle, which could do anything while "
            f"it is read: save them as {WEIGHTS} first"
        )
    raise ValueError(f"there is no model in {folder}: {missing[0]} is missing")


def _foreign_model_type(path: Path) -> str:
    """Return the ``model_type`` in a Transformers-style config file; "" if there is none."""
    try:
        values = json.loads(read_bytes(path, LARGEST_CONFIG))
    except (OSError, ValueError, RecursionError):
        return ""
    return str(values.get("model_type", "")) if isinstance(values, dict) else ""


def _find_pickled_weights(folder: Path) -> str:
    """Return the name of a pickled weights file in a folder; "" if it has none."""
    names = sorted(p.name for p in folder.glob("*") if p.suffix in (".bin", ".pt", ".pth", ".pkl"))
    return next(iter(names), "")


def read_config(folder: Path) -> ModelConfig:
    """Read and validate the configuration of a model from its folder.

    Raises:
        OSError: if the file cannot be read.
        ValueError: if it does not describe a model.
    """
    path = folder / CONFIG
    text = read_bytes(path, LARGEST_CONFIG)
    try:
        values = json.loads(text)
        _check_config_fields(values)
        if values.get("biases"):  # of an older format: only converted models have any
            values = {"converted_from": MARIAN} | values
        read, written = tuple(values.get("source_languages", ())), tuple(values["languages"])
        config = ModelConfig(**values | {"languages": written, "source_languages": read})
        config.check_size_limits()
        return config
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"{path} does not describe a model: {error}") from error


def _check_config_fields(values: object) -> None:
    """Raise ValueError unless the values have the names and types of a configuration."""
    if not isinstance(values, dict):
        raise ValueError("it holds no names with values")
    if not isinstance(values.get("languages"), list):
        raise ValueError("it has no list of languages")
    for name in ("languages", "source_languages"):
        codes = values.get(name, [])
        if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
            raise ValueError(f"{name}={codes!r} is no list of codes")
    for name, kind in (("biases", bool), ("activation", str), ("converted_from", str)):
        if name in values and not isinstance(values[name], kind):
            raise ValueError(f"{name}={values[name]!r} is no {kind.__name__}")
    if foreign := sorted(values.keys() - {field.name for field in fields(ModelConfig)}):
        raise ValueError(f"{foreign[0]!r} is not known here")


def build_network(config: ModelConfig, weights: Mapping[str, Tensor]) -> Transformer:
    """Build the network of a configuration with these weights, in single precision.

    Sizes are compared first: nothing larger than the weights is allocated.

    Raises:
        ValueError: if names or sizes of the weights differ from the configuration's.
    """
    sizes = {"E.weight": (config.vocab_size, config.d_model)}
    for stack in ("encoder", "decoder"):
        first_and_last = {f"{stack}.layers.{n}" for n in (0, config.layers(stack)[-1])}
        wide = (config.d_ff, config.d_model)
        sizes |= dict.fromkeys((f"{at}.feed_forward.W_1.weight" for at in first_and_last), wide)
    if any(name not in weights or weights[name].shape != size for name, size in sizes.items()):
        raise ValueError("weights of other sizes")
    model = Transformer(config)
    try:
        model.load_state_dict({name: tensor.float() for name, tensor in weights.items()})
    except RuntimeError as error:
        raise ValueError("weights of other names or sizes") from error
    _extend_positions(model)
    return model


def _extend_positions(model: Transformer) -> None:
    """Extend the positional encodings to ``LEAST_POSITIONS``, so that long sentences fit."""
    for part in model.modules():
        if isinstance(part, Embedding) and len(part.encoding) < LEAST_POSITIONS:
            part.encoding = positional_encoding(LEAST_POSITIONS, part.d_model)


def _read_weights(config: ModelConfig, path: Path) -> Transformer:
    """Return the network of a configuration with the weights of a safetensors file."""
    try:
        weights = load_file(path)
    except SafetensorError as error:
        raise ValueError(f"{path} is damaged or not a safetensors file") from error
    try:
        model = build_network(config, dequantize_int8(weights))
    except ValueError as error:
        raise ValueError(
            f"{path} does not hold the weights that its configuration describes"
        ) from error
    for parameter in model.parameters():
        if parameter.dim() == 2:  # column-major: faster x Wᵀ for the few rows of a beam
            parameter.data = parameter.data.T.contiguous().T
    if not all(torch.isfinite(parameter).all() for parameter in model.parameters()):
        raise ValueError(f"{path} holds numbers that are not finite")
    return model


def fingerprint(folder: Path) -> str:
    """Return the SHA-256 of a folder's weights file, to which stored measurements refer."""
    with (folder / WEIGHTS).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
