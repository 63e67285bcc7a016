"""Checkpoints: the whole state of a training run, and recent weights to average at the end."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file
from torch import Tensor

from model import storage
from model.config import ModelConfig
from model.files import write_bytes, write_tensors
from model.training.recipe import TrainConfig
from model.transformer import Transformer

CHECKPOINT = "checkpoint.safetensors"


@dataclass
class TrainingRun:
    """State of a training run: all that a checkpoint holds."""

    model: Transformer
    optimizer: torch.optim.Adam
    step: int = 0  # updates done
    epoch: int = 0
    batch: int = 0  # batches of this epoch that are done
    tokens: int = 0  # target tokens seen
    seconds: float = 0.0  # spent in steps, over all resumptions
    record: dict[str, list] = field(
        default_factory=lambda: {"settings": [], "curve": [], "validation": [], "film": []}
    )

    def save(self, path: Path) -> None:
        """Write the run's state (weights, optimizer, position in the data) to a checkpoint file."""
        names = [name for name, _ in self.model.named_parameters()]
        tensors = {f"model.{k}": v for k, v in self.model.state_dict().items()}
        for number, state in self.optimizer.state_dict()["state"].items():
            tensors |= {f"adam.{names[number]}.{k}": v for k, v in state.items()}
        place = {k: getattr(self, k) for k in ("step", "epoch", "batch", "tokens", "seconds")}
        run = json.dumps(place | {"record": self.record})
        write_tensors(path, tensors, {"run": run, "model": json.dumps(asdict(self.model.config))})

    def restore(self, path: Path) -> None:
        """Load the run's state from a checkpoint file.

        Raises:
            ValueError: if it belongs to a model of other sizes.
        """
        with safe_open(path, "pt") as file:
            told = file.metadata()
        sizes = json.loads(told.get("model", "{}"))  # older ones do not tell them
        _check_sizes(path, sizes, self.model.config)
        for name, value in json.loads(told["run"]).items():
            setattr(self, name, value)
        tensors = load_file(path)
        self.model.load_state_dict(_without_prefix("model.", tensors))
        state = self.optimizer.state_dict()
        state["state"] = {
            number: _without_prefix(f"adam.{name}.", tensors)
            for number, (name, _) in enumerate(self.model.named_parameters())
        }
        self.optimizer.load_state_dict(state)

    @property
    def precision(self) -> str | None:
        """Name of the dtype of recent training steps, from the record; None before the first."""
        return self.record["settings"][-1].get("precision") if self.record["settings"] else None

    def record_settings(self, config: TrainConfig, processes: int, precision: str) -> None:
        """Record the settings that hold from this step on, unless they are unchanged.

        Args:
            config: the recipe.
            processes: number of processes that share each step, each with its own batch.
            precision: name of the dtype that steps are computed in.
        """
        settings = json.loads(json.dumps(asdict(config)))  # tuples become lists, as when restored
        del settings["steps"]  # how far to go changes nothing on the way
        now = {"processes": processes, "precision": precision, "settings": settings}
        if not any(now.items() <= last.items() for last in self.record["settings"][-1:]):
            self.record["settings"].append({"from_step": self.step, **now})

    def save_checkpoint(self, folder: Path, file_count: int) -> None:
        """Write the run's checkpoint and a file of the current weights; delete old weight files.

        The weights are written before the checkpoint. If the program is killed in between, the
        resumed run goes back to the older checkpoint, repeats the steps since then and writes these
        weights again.

        Args:
            folder: the run's folder.
            file_count: number of weight files to keep, the latest ones.
        """
        weights = folder / "weights" / f"{self.step}.safetensors"
        weights.parent.mkdir(exist_ok=True)
        write_tensors(weights, self.model.state_dict())
        self.save(folder / CHECKPOINT)
        for old in weight_files(folder)[:-file_count]:
            old.unlink()


def resume_or_begin(
    model_config: ModelConfig, seed: int, folder: Path, device: torch.device
) -> TrainingRun:
    """Return the run restored from the folder's checkpoint, or a new one with initial weights.

    Raises:
        ValueError: if the checkpoint is damaged, or of a model of other sizes.
    """
    torch.manual_seed(seed)
    model = Transformer(model_config).to(device)
    run = TrainingRun(model, _make_adam(model))
    if (folder / CHECKPOINT).exists():
        try:
            run.restore(folder / CHECKPOINT)
        except (SafetensorError, RuntimeError) as error:
            reason = f"{folder / CHECKPOINT} is damaged, or of a model of other sizes"
            raise ValueError(reason) from error
    return run


def _check_sizes(path: Path, saved_config: Mapping[str, object], config: ModelConfig) -> None:
    """Raise ValueError if a checkpoint's model has other sizes; dropout may differ."""
    now = json.loads(json.dumps(asdict(config)))  # tuples become lists, as when written
    for name, size in saved_config.items():
        if name != "P_drop" and size != now.get(name):
            raise ValueError(f"{path} is of a model with {name}={size}, not {now.get(name)}")


def begin_from_model(shipped: Path, model_config: ModelConfig, folder: Path) -> None:
    """Write into a run's folder what is needed to continue the training of a shipped model.

    That is the checkpoint, the vocabulary and the film: attention weights recorded in the training.

    Args:
        shipped: folder of the model.
        model_config: sizes that the model must have; its dropout may differ.
        folder: folder of the new run.

    Raises:
        ValueError: if ``shipped`` holds no model, one of other sizes, or a converted one.
    """
    model, tokenizer = storage.load_to_train(shipped)
    if replace(model.config, P_drop=model_config.P_drop) != model_config:
        raise ValueError(f"the model in {shipped} has other sizes: {model.config}")
    run = TrainingRun(model, _make_adam(model))
    record = json.loads((shipped / "training.json").read_text())
    run.step, run.tokens, run.seconds = (record[name] for name in ("steps", "tokens", "seconds"))
    run.epoch = record["epochs"] + 1
    run.record = {name: record[name] for name in run.record}
    shutil.copytree(shipped / "film", folder / "film", dirs_exist_ok=True)
    write_bytes(folder / storage.VOCABULARY, tokenizer.model)
    run.save(folder / CHECKPOINT)


def _make_adam(model: Transformer) -> torch.optim.Adam:
    """Return the paper's Adam; its learning rate is set at each step."""
    return torch.optim.Adam(model.parameters(), lr=0, betas=(0.9, 0.98), eps=1e-9, fused=True)


def weight_files(folder: Path) -> list[Path]:
    """Return a run's weight files, oldest first."""
    return sorted((folder / "weights").glob("*.safetensors"), key=lambda path: int(path.stem))


def mean_weights(paths: list[Path]) -> dict[str, Tensor]:
    """Return the average of several checkpoints' weights, by name (section 6.1)."""
    checkpoints = [load_file(path) for path in paths]
    return {k: torch.stack([c[k] for c in checkpoints]).mean(0) for k in checkpoints[0]}


def _without_prefix(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the tensors whose names begin with a prefix, without it."""
    return {k.removeprefix(prefix): v for k, v in tensors.items() if k.startswith(prefix)}
