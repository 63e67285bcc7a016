"""Train tokenizer and model; ``python -m model.training`` is its command.

The recipe is the paper's (section 5): Adam, warm-up, label smoothing, dropout, and the average of
the last checkpoints. Kill it at any time: the same command goes on from the last checkpoint, to
the same weights. ``torchrun --nproc-per-node 2 -m model.training`` shares steps among processes.
"""

import json
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import torch
import torch.distributed as dist
from tqdm import tqdm

from model import storage
from model.config import ModelConfig
from model.data.corpora import read_corpora
from model.tokenizer import PAD, Tokenizer, normalize, train_tokenizer
from model.training.batches import Batch, TrainingSet, collate
from model.training.checkpoint import CHECKPOINT, Run, kept_weights, mean_weights
from model.training.film import film, film_frame
from model.training.loss import smoothed_cross_entropy
from model.training.recipe import TrainConfig
from model.training.schedule import learning_rate
from model.training.scores import scores, validation_loss
from model.transformer import Transformer

FILM_STEPS = {0, *(round(10 ** (i / 5)) for i in range(31))}  # log-spaced, up to a million
CURVE_EVERY = 20  # steps between points of the loss curve


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
    vocabulary = folder / storage.VOCABULARY
    tokenizer = _tokenizer(corpora, config.languages, model_config.vocab_size, vocabulary)
    run = _begun(model_config, config.seed, folder, device)
    if rank == 0 and run.step == 0:
        _look(run, tokenizer, valid, config, folder)
    run.note(config, world)
    ordered = (pair for c in corpora for pair in (c.languages, c.languages[::-1]))
    run.record["directions"] = sorted({"-".join(pair) for pair in ordered})
    names = ("tokens", "join", "noise", "names", "seed")
    examples = TrainingSet(corpora, tokenizer, **{name: getattr(config, name) for name in names})
    bar = tqdm(total=config.steps, initial=run.step, disable=not progress or rank > 0, unit="step")
    for batch in _batches(run, examples, config.steps, rank, world):
        loss = update(run, batch.to(device), model_config, config, rank)
        bar.update()
        bar.set_postfix(loss=f"{loss:.3f}", epoch=run.epoch, refresh=False)
        if rank == 0:
            _look(run, tokenizer, valid, config, folder)
    bar.close()
    if rank == 0:
        _finish(run, tokenizer, valid, config, folder)
    if dist.is_initialized():
        dist.barrier()  # torchrun ends all of them as soon as one leaves in disorder
        dist.destroy_process_group()


def _begun(model_config: ModelConfig, seed: int, folder: Path, device: torch.device) -> Run:
    """Return the run at the folder's checkpoint, or with fresh weights."""
    torch.manual_seed(seed)
    model = Transformer(model_config).to(device)
    run = Run(model, torch.optim.Adam(model.parameters(), lr=0, betas=(0.9, 0.98), eps=1e-9))
    if (folder / CHECKPOINT).exists():
        run.restore(folder / CHECKPOINT)
    return run


def _batches(run: Run, examples: TrainingSet, steps: int, rank: int, world: int) -> Iterator[Batch]:
    """Yield this process's batch of each step that is left, epoch after epoch."""
    while run.step < steps:
        batches = examples.epoch(run.epoch)
        if len(batches) < world:
            raise ValueError(f"{len(batches)} batches an epoch are too few for {world} processes")
        while run.batch + world <= len(batches) and run.step < steps:
            run.batch += world  # before the step, so that its checkpoint goes on after it
            yield collate(batches[run.batch - world + rank])
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
    smoothed, plain, count = _gradient(run.model, batch, config.smoothing)
    norm = torch.nn.utils.clip_grad_norm_(run.model.parameters(), config.clip).item()
    rate = learning_rate(run.step, model_config.d_model, config.warmup, config.factor)
    run.optimizer.param_groups[0]["lr"] = rate
    run.optimizer.step()
    run.optimizer.zero_grad()
    run.tokens += count
    run.seconds += time.perf_counter() - began
    if run.step % CURVE_EVERY == 0 or run.step in FILM_STEPS:
        run.record["curve"].append(
            {
                "step": run.step,
                "tokens": run.tokens,
                "seconds": round(run.seconds, 1),
                "loss": round(smoothed, 4),
                "plain": round(plain, 4),
                "rate": rate,
                "gradient_norm": round(norm, 4),
            }
        )
    return smoothed


def _gradient(model: Transformer, batch: Batch, smoothing: float) -> tuple[float, float, int]:
    """Leave the gradient of the mean loss over the batches of all processes in the weights.

    Returns:
        The smoothed loss and the plain one, in nats per token, and the number of tokens.
    """
    real = batch.following != PAD
    with torch.autocast(batch.source.device.type, torch.bfloat16):
        x = model.decode(batch.target, model.encode(batch.source), batch.source != PAD)
        loss, plain = smoothed_cross_entropy(
            x[real], model.E.weight, batch.following[real], smoothing
        )
    loss.backward()
    sums = torch.stack([loss.detach(), plain, real.sum().float()])
    if dist.is_initialized():
        for summed in (sums, *(parameter.grad for parameter in model.parameters())):
            dist.all_reduce(summed)
    total, total_plain, count = sums.tolist()
    for parameter in model.parameters():
        parameter.grad /= count
    return total / count, total_plain / count, int(count)


def _look(run: Run, tokenizer: Tokenizer, valid: list, config: TrainConfig, folder: Path) -> None:
    """Record what is due at this step: a frame of the film, a validation, a checkpoint."""
    run.model.eval()
    if run.step in FILM_STEPS:
        sentences = film_frame(run.model, tokenizer, folder / "film" / f"{run.step}.npz")
        run.record["film"].append({"step": run.step, "sentences": sentences})
    if run.step and run.step % config.validate_every == 0:
        results = scores(run.model, tokenizer, valid, config.validate_lines, width=1)
        run.record["validation"].append(
            {
                "step": run.step,
                "loss": validation_loss(run.model, tokenizer, valid, config.smoothing),
                "scores": [asdict(score) for score in results],
            }
        )
    run.model.train()
    if run.step and run.step % config.checkpoint_every == 0:
        run.keep(folder, config.average)


def _finish(run: Run, tokenizer: Tokenizer, valid: list, config: TrainConfig, folder: Path) -> None:
    """Average the last checkpoints, score the result and write what is shipped to ``model``."""
    run.keep(folder, config.average)
    single = validation_loss(run.model.eval(), tokenizer, valid, config.smoothing)
    averaged = kept_weights(folder)
    run.model.load_state_dict(mean_weights(averaged))
    storage.save(run.model, tokenizer, folder / "model")
    model, _ = storage.load(folder / "model")  # what is scored is what is shipped: half precision
    model = model.to(run.model.E.weight.device)
    lines = max(len(corpus.sentences[0]) for corpus in valid)
    record = {
        "model": asdict(model.config),
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "steps": run.step,
        "epochs": run.epoch,
        "tokens": run.tokens,
        "seconds": round(run.seconds),
        "averaged": [int(path.stem) for path in averaged],
        "last_checkpoint": {"loss": single},
        "final": {
            "loss": validation_loss(model, tokenizer, valid, config.smoothing),
            "scores": [asdict(score) for score in scores(model, tokenizer, valid, lines, width=4)],
        },
        "film_sentences": [asdict(sentence) for sentence in film(tokenizer)],
        **run.record,
    }
    (folder / "model" / "training.json").write_text(json.dumps(record, ensure_ascii=False) + "\n")
    shutil.copytree(folder / "film", folder / "model" / "film", dirs_exist_ok=True)


def _tokenizer(corpora: list, languages: tuple[str, ...], size: int, path: Path) -> Tokenizer:
    """Read the run's vocabulary, or learn it first."""
    first = not dist.is_initialized() or dist.get_rank() == 0
    if first and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        distinct = (line for c in corpora for side in c.sentences for line in dict.fromkeys(side))
        lines = map(normalize, distinct)
        train_tokenizer(lines, languages, size, path)
    if dist.is_initialized():
        dist.barrier()
    return Tokenizer(path.read_bytes(), languages)


def _processes() -> tuple[int, int, torch.device]:
    """Join the other processes that torchrun started, if any: rank, number of them, device."""
    cuda = torch.cuda.is_available()
    if "RANK" not in os.environ:
        return 0, 1, torch.device("cuda" if cuda else "cpu")
    dist.init_process_group("nccl" if cuda else "gloo")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"])) if cuda else torch.device("cpu")
    return dist.get_rank(), dist.get_world_size(), device
