"""Save and load a trained model: weights (safetensors), configuration and vocabulary."""

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from model.config import ModelConfig
from model.tokenizer import Tokenizer
from model.transformer import Transformer

WEIGHTS, CONFIG, VOCABULARY = "weights.safetensors", "config.json", "tokenizer.model"
# Tables of the programs of that name.
ALIGNMENT, ROBUSTNESS, CENSUS = "alignment.json", "robustness.json", "census.json"
ATTRIBUTION = "attribution.json"
MODEL = Path(__file__).parents[1] / "assets" / "model"  # the one that is shipped


def save(model: Transformer, tokenizer: Tokenizer, folder: Path) -> None:
    """Write a model to a folder; the weights in half precision, the size that is shipped."""
    folder.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.half().contiguous() for name, tensor in model.state_dict().items()}
    save_file(weights, folder / WEIGHTS)
    (folder / CONFIG).write_text(json.dumps(asdict(model.config), indent=2) + "\n")
    (folder / VOCABULARY).write_bytes(tokenizer.model)


def load(folder: Path) -> tuple[Transformer, Tokenizer]:
    """Read a model from a folder, ready to translate: float32, evaluation mode.

    Raises:
        ValueError: if a file is missing, damaged or not of this kind, in one clear sentence.
    """
    for name in (WEIGHTS, CONFIG, VOCABULARY):
        if not (folder / name).is_file():
            raise ValueError(f"there is no model in {folder}: {name} is missing")
    config = _read_config(folder / CONFIG)
    try:
        tokenizer = Tokenizer((folder / VOCABULARY).read_bytes(), config.languages)
    except (RuntimeError, IndexError) as error:  # what SentencePiece raises on foreign bytes
        raise ValueError(f"{folder / VOCABULARY} is not a SentencePiece vocabulary") from error
    if len(tokenizer) != config.vocab_size:
        raise ValueError(
            f"the vocabulary in {folder} has {len(tokenizer)} pieces, "
            f"its configuration says {config.vocab_size}"
        )
    model = Transformer(config)
    _read_weights(model, folder / WEIGHTS)
    return model.eval().requires_grad_(False), tokenizer


def _read_config(path: Path) -> ModelConfig:
    try:
        values = json.loads(path.read_text())
        return ModelConfig(**{**values, "languages": tuple(values["languages"])})
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{path} does not describe a model: {error}") from error


def _read_weights(model: Transformer, path: Path) -> None:
    try:
        weights = load_file(path)
    except (SafetensorError, OSError) as error:
        raise ValueError(f"{path} is damaged or not a safetensors file") from error
    try:
        model.load_state_dict({name: tensor.float() for name, tensor in weights.items()})
    except RuntimeError as error:  # other names or other sizes
        raise ValueError(
            f"{path} does not hold the weights that its configuration describes"
        ) from error
    if not all(torch.isfinite(parameter).all() for parameter in model.parameters()):
        raise ValueError(f"{path} holds numbers that are not finite")


def fingerprint(folder: Path) -> str:
    """Return what tells the weights of a folder from all others: a table belongs to its weights."""
    return hashlib.sha256((folder / WEIGHTS).read_bytes()).hexdigest()
