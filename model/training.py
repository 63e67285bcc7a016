"""Train tokenizer and model: ``python -m model.training --data DIR --languages en,fr,de,es``.

The recipe is the paper's (section 5): Adam, warm-up, label smoothing, dropout, and the average of
the last checkpoints. Kill it at any time: the same command goes on from the last checkpoint, to
the same weights. ``torchrun --nproc-per-node 2 -m model.training ...`` shares each step among
processes, on one machine or several.
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

import torch
import torch.distributed as dist
from safetensors import safe_open
from safetensors.torch import load_file, save_file
from tqdm import tqdm

from model import storage
from model.batches import Batch, TrainingSet, collate, read_corpora
from model.config import ModelConfig, TrainConfig
from model.evaluation import as_rows, film, film_frame, scores, validation_loss
from model.loss import smoothed_cross_entropy
from model.tokenizer import PAD, Tokenizer, normalize, train_tokenizer
from model.transformer import Transformer

CHECKPOINT = "checkpoint.safetensors"
FILM_STEPS = {0, *(round(10 ** (i / 5)) for i in range(31))}  # log-spaced, up to a million
CURVE_EVERY = 20  # steps between points of the loss curve


def learning_rate(step: int, d_model: int, warmup: int) -> float:
    r"""Return $d_{model}^{-0.5} \min(step^{-0.5}, step \cdot warmup^{-1.5})$ (section 5.3)."""
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


@dataclass
class Run:
    """A training under way: all that a checkpoint holds."""

    model: Transformer
    optimizer: torch.optim.Adam
    step: int = 0  # updates done
    epoch: int = 0
    batch: int = 0  # batches of this epoch that are done
    tokens: int = 0  # target tokens seen
    seconds: float = 0.0  # spent in steps, over all resumptions
    record: dict[str, list] = field(
        default_factory=lambda: {"curve": [], "validation": [], "film": []}
    )

    def save(self, path: Path) -> None:
        """Write the checkpoint in one piece, so that a kill leaves the old one or the new one."""
        names = [name for name, _ in self.model.named_parameters()]
        tensors = {f"model.{k}": v for k, v in self.model.state_dict().items()}
        for number, state in self.optimizer.state_dict()["state"].items():
            tensors |= {f"adam.{names[number]}.{k}": v for k, v in state.items()}
        place = {k: getattr(self, k) for k in ("step", "epoch", "batch", "tokens", "seconds")}
        metadata = {"run": json.dumps(place | {"record": self.record})}
        save_file(tensors, path.with_suffix(".new"), metadata)
        path.with_suffix(".new").replace(path)

    def restore(self, path: Path) -> None:
        """Go back to a checkpoint."""
        with safe_open(path, "pt") as file:
            for name, value in json.loads(file.metadata()["run"]).items():
                setattr(self, name, value)
        tensors = load_file(path)
        self.model.load_state_dict(_below("model.", tensors))
        state = self.optimizer.state_dict()
        state["state"] = {
            number: _below(f"adam.{name}.", tensors)
            for number, (name, _) in enumerate(self.model.named_parameters())
        }
        self.optimizer.load_state_dict(state)


def train(
    model_config: ModelConfig, config: TrainConfig, data: Path, folder: Path, progress: bool = True
) -> None:
    """Train to ``config.steps``, from the folder's checkpoint if there is one.

    Args:
        model_config: sizes of the network.
        config: the recipe.
        data: folder of ``<part>.<a>-<b>.tsv.gz`` files, ``valid`` among the parts.
        folder: of the run: checkpoint, vocabulary, record; at the end, ``model`` to be shipped.
        progress: whether a bar is shown.
    """
    rank, world, device = _processes()
    corpora = [c for part in config.parts for c in read_corpora(data, part, config.languages)]
    valid = read_corpora(data, "valid", config.languages)
    tokenizer = _tokenizer(corpora, model_config, config, folder, rank)
    torch.manual_seed(config.seed)
    model = Transformer(model_config).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0, betas=(0.9, 0.98), eps=1e-9)
    run = Run(model, optimizer)
    if (folder / CHECKPOINT).exists():
        run.restore(folder / CHECKPOINT)
    elif rank == 0:
        _look(run, tokenizer, valid, config, folder)
    examples = TrainingSet(
        corpora,
        tokenizer,
        tokens=config.tokens,
        join=config.join,
        noise=config.noise,
        seed=config.seed,
    )
    bar = tqdm(total=config.steps, initial=run.step, disable=not progress or rank > 0, unit="step")
    model.train()
    for batch in _batches(run, examples, config.steps, rank, world):
        loss = update(run, batch.to(device), model_config, config, rank)
        bar.update()
        bar.set_postfix(loss=f"{loss:.3f}", epoch=run.epoch, refresh=False)
        if rank == 0:
            _look(run, tokenizer, valid, config, folder)
    bar.close()
    if rank == 0:
        finish(run, tokenizer, model_config, config, valid, folder)
    if world > 1:
        dist.barrier()
        dist.destroy_process_group()


def _batches(run: Run, examples: TrainingSet, steps: int, rank: int, world: int) -> Iterator[Batch]:
    """Yield this process's batch of each step that is left, epoch after epoch."""
    while run.step < steps:
        batches = examples.epoch(run.epoch)
        while run.batch + world <= len(batches) and run.step < steps:
            examples_now = batches[run.batch + rank]
            run.batch += world  # before the step, so that its checkpoint goes on after it
            yield collate(examples_now)
        if run.batch + world > len(batches):
            run.epoch, run.batch = run.epoch + 1, 0


def update(
    run: Run, batch: Batch, model_config: ModelConfig, config: TrainConfig, rank: int
) -> float:
    """Change the weights once; return the smoothed loss per token."""
    began = time.perf_counter()
    run.step += 1
    # Dropout depends on the step alone, so that a resumed run repeats it.
    torch.manual_seed((config.seed << 40) + (run.step << 8) + rank)
    model, device = run.model, batch.source.device
    real = batch.following != PAD
    with torch.autocast(device.type, torch.bfloat16):
        x = model.decode(batch.target, model.encode(batch.source), batch.source != PAD)
        losses = smoothed_cross_entropy(
            x[real], model.E.weight, batch.following[real], config.smoothing
        )
    sums = torch.stack([losses[0].detach(), losses[1], real.sum().float()])
    losses[0].backward()
    if dist.is_initialized():
        dist.all_reduce(sums)
        for parameter in model.parameters():
            dist.all_reduce(parameter.grad)
    smoothed, plain, count = sums.tolist()
    for parameter in model.parameters():
        parameter.grad /= count
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip).item()
    rate = learning_rate(run.step, model_config.d_model, config.warmup)
    run.optimizer.param_groups[0]["lr"] = rate
    run.optimizer.step()
    run.optimizer.zero_grad()
    run.tokens += int(count)
    run.seconds += time.perf_counter() - began
    if run.step % CURVE_EVERY == 0 or run.step in FILM_STEPS:
        run.record["curve"].append(
            {
                "step": run.step,
                "tokens": run.tokens,
                "seconds": round(run.seconds, 1),
                "loss": round(smoothed / count, 4),
                "plain": round(plain / count, 4),
                "rate": rate,
                "gradient_norm": round(norm, 4),
            }
        )
    return smoothed / count


def _look(run: Run, tokenizer: Tokenizer, valid: list, config: TrainConfig, folder: Path) -> None:
    """Record what is due at this step: a frame of the film, a validation, a checkpoint."""
    run.model.eval()
    with torch.autocast(run.model.E.weight.device.type, torch.bfloat16, enabled=False):
        if run.step in FILM_STEPS:
            path = folder / "film" / f"{run.step}.npz"
            sentences = film_frame(run.model, tokenizer, path)
            run.record["film"].append({"step": run.step, "sentences": sentences})
        if run.step and run.step % config.validate_every == 0:
            run.record["validation"].append(
                {
                    "step": run.step,
                    "loss": validation_loss(run.model, tokenizer, valid, config.smoothing),
                    "scores": as_rows(
                        scores(run.model, tokenizer, valid, config.validate_lines, width=1)
                    ),
                }
            )
    run.model.train()
    if run.step and run.step % config.checkpoint_every == 0:
        run.save(folder / CHECKPOINT)
        weights = folder / "weights" / f"{run.step}.safetensors"
        weights.parent.mkdir(exist_ok=True)
        save_file(run.model.state_dict(), weights)
        for old in _recent(folder)[: -config.average]:
            old.unlink()


def finish(
    run: Run,
    tokenizer: Tokenizer,
    model_config: ModelConfig,
    config: TrainConfig,
    valid: list,
    folder: Path,
) -> None:
    """Average the last checkpoints, score the result and write what is shipped to ``model``."""
    run.save(folder / CHECKPOINT)
    single = validation_loss(run.model.eval(), tokenizer, valid, config.smoothing)
    paths = _recent(folder)[-config.average :]
    if paths:
        checkpoints = [load_file(path) for path in paths]
        mean = {k: torch.stack([c[k] for c in checkpoints]).mean(0) for k in checkpoints[0]}
        run.model.load_state_dict(mean)
    storage.save(run.model, tokenizer, folder / "model")
    model, _ = storage.load(folder / "model")  # what is scored is what is shipped: half precision
    model = model.to(run.model.E.weight.device)
    lines = max(len(corpus.sentences[0]) for corpus in valid)
    record = {
        "model": asdict(model_config),
        "training": asdict(config),
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "steps": run.step,
        "epochs": run.epoch,
        "tokens": run.tokens,
        "seconds": round(run.seconds),
        "averaged": [int(path.stem) for path in paths],
        "last_checkpoint": {"loss": single},
        "final": {
            "loss": validation_loss(model, tokenizer, valid, config.smoothing),
            "scores": as_rows(scores(model, tokenizer, valid, lines, width=4)),
        },
        "film_sentences": [asdict(sentence) for sentence in film(tokenizer)],
        **run.record,
    }
    (folder / "model" / "training.json").write_text(json.dumps(record, ensure_ascii=False) + "\n")


def _tokenizer(
    corpora: list, model_config: ModelConfig, config: TrainConfig, folder: Path, rank: int
) -> Tokenizer:
    """Read the run's vocabulary, or learn it first."""
    path = folder / storage.VOCABULARY
    if rank == 0 and not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        lines = (normalize(line) for c in corpora for side in c.sentences for line in set(side))
        train_tokenizer(lines, config.languages, model_config.vocab_size, path)
    if dist.is_initialized():
        dist.barrier()
    return Tokenizer(path.read_bytes(), config.languages)


def _processes() -> tuple[int, int, torch.device]:
    """Join the other processes that torchrun started, if any: rank, number of them, device."""
    cuda = torch.cuda.is_available()
    if "RANK" not in os.environ:
        return 0, 1, torch.device("cuda" if cuda else "cpu")
    dist.init_process_group("nccl" if cuda else "gloo")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"])) if cuda else torch.device("cpu")
    return dist.get_rank(), dist.get_world_size(), device


def _recent(folder: Path) -> list[Path]:
    """The weights of recent checkpoints, oldest first."""
    return sorted((folder / "weights").glob("*.safetensors"), key=lambda path: int(path.stem))


def _below(prefix: str, tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {k.removeprefix(prefix): v for k, v in tensors.items() if k.startswith(prefix)}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m model.training", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    parser.add_argument("--folder", type=Path, default=Path("runs/default"), help="of the run")
    for config in (ModelConfig, TrainConfig):
        for setting in fields(config):
            if setting.name == "languages" and config is ModelConfig:
                continue  # the same for both
            many = isinstance(setting.default, tuple)
            parser.add_argument(
                f"--{setting.name.replace('_', '-')}",
                type=(lambda text: tuple(text.split(","))) if many else type(setting.default),
                default=setting.default,
                help=f"{setting.default}",
            )
    return parser.parse_args()


if __name__ == "__main__":
    arguments = vars(_arguments())
    chosen = [
        config(**{f.name: arguments[f.name] for f in fields(config)})
        for config in (ModelConfig, TrainConfig)
    ]
    train(*chosen, arguments["data"], arguments["folder"])
