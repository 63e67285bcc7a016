"""Train tokenizer and model; ``python -m model.training`` is its command.

The recipe is the paper's (section 5): Adam, warm-up, label smoothing, dropout, and the average of
the last checkpoints. Kill it at any time: the same command goes on from the last checkpoint, to
the same weights on the same machine. ``torchrun --nproc-per-node 2 -m model.training`` shares steps
among processes.
"""

import os
import time
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path

import torch
import torch.distributed as dist
from tqdm import tqdm

from model import storage
from model.config import ModelConfig
from model.data.corpora import both_directions, read_corpora
from model.data.vocabulary import add_missing_characters
from model.files import write_bytes
from model.tokenizer import PAD, Tokenizer, normalize
from model.training.batches import Batch, TrainingSet, collate
from model.training.checkpoint import CHECKPOINT, TrainingRun, begin_from_model, resume_or_begin
from model.training.film import record_film_frame
from model.training.loss import smoothed_cross_entropy
from model.training.precision import PRECISIONS, choose_faster_precision
from model.training.recipe import TrainConfig
from model.training.result import evaluate_quality, finish_training, read_validation_pairs
from model.training.schedule import cooldown_rate, learning_rate
from model.training.vocabulary import train_tokenizer
from model.transformer import Transformer

FILM_STEPS = {0, *(round(10 ** (i / 5)) for i in range(31))}  # log-spaced, up to a million
CURVE_EVERY = 20  # steps between points of the loss curve


def train(
    model_config: ModelConfig,
    config: TrainConfig,
    data: Path,
    folder: Path,
    begin: Path | None = None,
) -> None:
    """Train to ``config.steps``; resume from the folder's checkpoint if it has one.

    Args:
        model_config: sizes of the network.
        config: the recipe.
        data: folder of ``<part>.<a>-<b>.tsv.gz`` files, ``valid`` among the parts.
        folder: the run's folder: checkpoint, vocabulary, record; at the end, ``model`` to ship.
        begin: folder of a shipped model, whose weights, vocabulary and record a new run goes on
            from; the optimizer begins afresh.

    Raises:
        ValueError: if the folder's checkpoint, vocabulary or data do not fit the sizes and the
            recipe.
    """
    rank, world_size, device = _join_process_group()
    if begin is not None and rank == 0 and not (folder / CHECKPOINT).exists():
        begin_from_model(begin, model_config, folder)
    corpora = [c for part in config.parts for c in read_corpora(data, part, config.languages)]
    held_out = read_validation_pairs(data, config.languages)
    vocabulary = folder / storage.VOCABULARY
    tokenizer = _load_or_train_tokenizer(
        corpora, config.languages, model_config.vocab_size, vocabulary
    )
    run = resume_or_begin(
        model_config, config.seed, folder, device
    )  # all wait for the vocabulary above
    if config.warm_from > run.step:  # no rate is defined before the first step of the warm-up
        raise ValueError(f"warm_from={config.warm_from} lies ahead: this run is at step {run.step}")
    if rank == 0 and run.step == 0:
        _evaluate_and_checkpoint(run, tokenizer, held_out, config, folder)
    run.record["directions"] = sorted({corpus.direction for corpus in both_directions(corpora)})
    examples = TrainingSet(corpora, tokenizer, config)
    bar = tqdm(total=config.steps, initial=run.step, disable=rank > 0, unit="step")
    began = run.step
    for batch in batches_of_process(run, examples, config.steps, rank, world_size):
        if run.step == began:
            line = choose_precision(run, batch.to(device), config, world_size)
            if not bar.disable:
                bar.write(line)
        loss = train_step(run, batch.to(device), model_config, config, rank)
        bar.update()
        bar.set_postfix(loss=f"{loss:.3f}", epoch=run.epoch, refresh=False)
        if rank == 0:
            _evaluate_and_checkpoint(run, tokenizer, held_out, config, folder)
    bar.close()
    if rank == 0:
        finish_training(run, tokenizer, held_out, config, folder)
    if dist.is_initialized():
        dist.barrier()  # torchrun ends all of them as soon as one leaves in disorder
        dist.destroy_process_group()


def batches_of_process(
    training_run: TrainingRun, examples: TrainingSet, steps: int, rank: int, world_size: int
) -> Iterator[Batch]:
    """Yield the batches that this process computes, until the run has made all its steps.

    At every step each process takes another batch. Epochs follow each other; batches at the end of
    an epoch that are too few for all processes are left out.

    Args:
        training_run: the run; its epoch and its position in the epoch are advanced here.
        examples: gives the batches of each epoch.
        steps: number of the last step.
        rank: number of this process, from 0.
        world_size: number of processes.

    Raises:
        ValueError: if an epoch has fewer batches than there are processes.
    """
    while training_run.step < steps:
        batches = examples.epoch(training_run.epoch)
        if len(batches) < world_size:
            raise ValueError(
                f"{len(batches)} batches an epoch are too few for {world_size} processes"
            )
        while training_run.batch + world_size <= len(batches) and training_run.step < steps:
            training_run.batch += (
                world_size  # before the step, so that its checkpoint goes on after it
            )
            yield collate(batches[training_run.batch - world_size + rank])
        if training_run.batch + world_size > len(batches):
            training_run.epoch, training_run.batch = training_run.epoch + 1, 0


def choose_precision(
    training_run: TrainingRun, batch: Batch, config: TrainConfig, world_size: int
) -> str:
    """Choose the precision for the next steps by timing each; note it in the run's record.

    Args:
        training_run: the run; its weights stay as they are.
        batch: the batch that the timing computes.
        config: the recipe.
        world_size: number of processes, which is noted in the record.

    Returns:
        A line for the log that tells the choice and the times.
    """
    step = partial(compute_gradient, training_run.model, smoothing=config.smoothing)
    precision, line = choose_faster_precision(step, batch, training_run.precision)
    training_run.optimizer.zero_grad()
    training_run.record_settings(config, world_size, precision)
    return line


def train_step(
    training_run: TrainingRun,
    batch: Batch,
    model_config: ModelConfig,
    config: TrainConfig,
    rank: int,
) -> float:
    """Take one optimizer step on the batches of all processes; return the label-smoothed loss.

    Args:
        training_run: the run; its weights, counts and record are updated.
        batch: this process's batch.
        model_config: sizes of the network.
        config: the recipe.
        rank: number of this process, from 0, so that each draws its own dropout.

    Returns:
        The mean label-smoothed loss over all processes' target tokens, in nats per token.
    """
    began = time.perf_counter()
    training_run.step += 1
    # Dropout depends on the step alone, so that a resumed run repeats it.
    torch.manual_seed((config.seed << 40) + (training_run.step << 8) + rank)
    precision = training_run.precision or PRECISIONS[0]
    smoothed, plain, count = compute_gradient(
        training_run.model, batch, precision, config.smoothing
    )
    norm = torch.nn.utils.clip_grad_norm_(training_run.model.parameters(), config.clip).item()
    since = training_run.step - config.warm_from
    rate = learning_rate(since, model_config.d_model, config.warmup, config.factor)
    rate = cooldown_rate(rate, training_run.step, config.steps, config.cooldown)
    training_run.optimizer.param_groups[0]["lr"] = rate
    training_run.optimizer.step()
    training_run.optimizer.zero_grad()
    training_run.tokens += count
    training_run.seconds += time.perf_counter() - began
    if training_run.step % CURVE_EVERY == 0 or training_run.step in FILM_STEPS:
        training_run.record["curve"].append(
            {
                "step": training_run.step,
                "tokens": training_run.tokens,
                "seconds": round(training_run.seconds, 1),
                "loss": round(smoothed, 4),
                "plain": round(plain, 4),
                "rate": rate,
                "gradient_norm": round(norm, 4),
            }
        )
    return smoothed


def compute_gradient(
    model: Transformer, batch: Batch, precision: str, smoothing: float
) -> tuple[float, float, int]:
    """Compute the gradient of the mean loss of all processes' batches, as ``grad`` of each weight.

    Args:
        model: the network; its weights stay as they are.
        batch: this process's batch.
        precision: name of the dtype to compute in, such as "bfloat16".
        smoothing: share of the target distribution that is spread evenly.

    Returns:
        The label-smoothed loss and the plain one, both in nats per token, and the number of target
        tokens; all three over all processes.
    """
    # A copy in that precision does the work: no number is rounded back and forth on the way, as it
    # is under autocast. What changes, and what Adam knows of it, stays exact.
    low = deepcopy(model).to(getattr(torch, precision))
    real = batch.labels != PAD
    x = low.decode(batch.target, low.encode(batch.source), batch.source != PAD)
    loss, plain = smoothed_cross_entropy(x[real], low.E.weight, batch.labels[real], smoothing)
    loss.backward()
    gradient = torch.cat(
        [one.grad.flatten() for one in low.parameters() if one.grad is not None]
    ).float()
    sums = torch.stack([loss.detach().float(), plain.float(), real.sum().float()])
    if dist.is_initialized():
        for summed in (sums, gradient):
            dist.all_reduce(summed)
    total, total_plain, count = sums.tolist()
    gradient /= count  # in place: a second one costs as much as Adam's whole step
    parts = gradient.split([parameter.numel() for parameter in model.parameters()])
    for parameter, part in zip(model.parameters(), parts, strict=True):
        parameter.grad = part.view_as(parameter)
    return total / count, total_plain / count, int(count)


def _evaluate_and_checkpoint(
    training_run: TrainingRun,
    tokenizer: Tokenizer,
    held_out: dict,
    config: TrainConfig,
    folder: Path,
) -> None:
    """Run what is due at this step: record the film sentences, validate, write a checkpoint."""
    training_run.model.eval()
    if training_run.step in FILM_STEPS:
        sentences = record_film_frame(
            training_run.model, tokenizer, folder / "film" / f"{training_run.step}.npz"
        )
        training_run.record["film"].append({"step": training_run.step, "sentences": sentences})
    if training_run.step and training_run.step % config.validate_every == 0:
        found = evaluate_quality(training_run.model, tokenizer, held_out, config, thorough=False)
        training_run.record["validation"].append({"step": training_run.step, **found})
    training_run.model.train()
    if training_run.step and training_run.step % config.checkpoint_every == 0:
        training_run.save_checkpoint(folder, config.average)


def _load_or_train_tokenizer(
    corpora: list, languages: tuple[str, ...], size: int, path: Path
) -> Tokenizer:
    """Load the run's tokenizer; the first process trains it if there is none yet."""
    first = not dist.is_initialized() or dist.get_rank() == 0
    if first and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        distinct = (line for c in corpora for side in c.sentences for line in dict.fromkeys(side))
        lines = map(normalize, distinct)
        learned, _ = add_missing_characters(train_tokenizer(lines, languages, size))
        write_bytes(path, learned.model)
    if dist.is_initialized():
        dist.barrier()
    return Tokenizer(path.read_bytes(), languages)


def _join_process_group() -> tuple[int, int, torch.device]:
    """Join torchrun's process group, if any; return rank, world size and device."""
    cuda = torch.cuda.is_available()
    if "RANK" not in os.environ:
        return 0, 1, torch.device("cuda" if cuda else "cpu")
    dist.init_process_group("nccl" if cuda else "gloo")
    device = torch.device("cuda", int(os.environ["LOCAL_RANK"])) if cuda else torch.device("cpu")
    return dist.get_rank(), dist.get_world_size(), device
