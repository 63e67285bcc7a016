r"""Train the model on a lesson: Adam on all weights, or on low-rank updates of some.

The loss is the one of the large training, label smoothing included (section 5.4); dropout is off,
since thirty steps on a few pairs leave nothing to average over. Rehearsal repeats pairs that the
model knows beside the new ones, the oldest cure of catastrophic forgetting (French 1999).
"""

import copy
import operator
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils import parametrize

from model.changes.lesson import Lesson, LessonPair
from model.data.own import ASSETS, COLUMNS, read_parallel_rows
from model.faults import Fault
from model.teach.pairs import check_pairs
from model.tokenizer import PAD, Tokenizer
from model.trace import grad_mode
from model.training.batches import Batch, collate
from model.transformer import Transformer

SMOOTHING = 0.1
LONGEST_REHEARSED = 24  # pieces of either side: longer pairs cost a step more than they keep
HELD_OUT = 60  # pairs by which forgetting is measured
AT_ONCE = 30  # pairs in a batch


@dataclass(frozen=True)
class LessonStep:
    """The model after a step of a lesson.

    Args:
        step: number of steps so far.
        loss: smoothed cross-entropy of the lesson and the rehearsed pairs, of the step's
            batch before it changed the weights, in nats per token; of the first batch at step 0.
        network: the model after this step; the next step changes it.
    """

    step: int
    loss: float
    network: Transformer


class LowRank(nn.Module):
    r"""A parametrization that adds a low-rank update to a matrix, $W + BA$ (LoRA, Hu et al. 2021).

    B is initialized to zero, so that nothing is changed at first.
    """

    def __init__(self, W: Float[Tensor, "_ _"], rank: int, generator: torch.Generator) -> None:
        """Create A at random and B as zeros.

        Args:
            W: the matrix to be updated, of which only the shape counts.
            rank: rank of the update.
            generator: the generator of A.
        """
        super().__init__()
        rows, columns = W.shape
        self.A = nn.Parameter(torch.randn(rank, columns, generator=generator) / columns**0.5)
        self.B = nn.Parameter(torch.zeros(rows, rank))

    def forward(self, W: Float[Tensor, "_ _"]) -> Float[Tensor, "_ _"]:
        """Return the matrix with its low-rank update added: W + BA."""
        return W + self.B @ self.A


def teach(model: Transformer, tokenizer: Tokenizer, lesson: Lesson) -> Iterator[LessonStep]:
    """Fine-tune a copy of the model on a lesson; yield it before training and after each step.

    If the loss is no longer finite, the lesson ends early.

    Args:
        model: the trained network, which is copied; it stays as it is.
        tokenizer: its vocabulary.
        lesson: pairs to teach, and settings of the training.

    Yields:
        A ``LessonStep`` for each step, from step 0, before training. All of them hold the same
        network object, which the next step changes: read from it what is needed before asking for
        the next one, or keep its weights with ``merge_low_rank``.
    """
    taught = copy.deepcopy(model).eval()
    weights = _make_trainable(taught, lesson)
    adam = torch.optim.Adam(weights, lr=lesson.rate, betas=(0.9, 0.98), eps=1e-9)
    generator = random.Random(lesson.seed)
    own = [_encode_example(tokenizer, pair) for pair in lesson.pairs]
    known = rehearsal_pairs(model.config.read_languages, model.config.languages)
    for step in range(lesson.steps + 1):
        rehearsed = _draw_rehearsal(tokenizer, known, lesson.rehearsal, generator)
        with torch.enable_grad():  # pages compute without gradients
            loss = _mean_loss(taught, collate([*own, *rehearsed]))
        if step == 0:
            yield LessonStep(0, loss.item(), taught)
        if step == lesson.steps or not loss.isfinite():
            return
        adam.param_groups[0]["lr"] = lesson.rate * (1 - step / lesson.steps)
        adam.zero_grad()
        loss.backward()
        adam.step()
        yield LessonStep(step + 1, loss.item(), taught)


def merge_low_rank(model: Transformer) -> dict[str, Tensor]:
    """Return the weights, by name, of a network in training, low-rank updates merged in."""
    names = (
        name.replace("parametrizations.weight.original", "weight")
        for name in _base_weight_names(model)
    )
    return {name: operator.attrgetter(name)(model).detach().clone() for name in names}


def _base_weight_names(model: Transformer) -> Iterator[str]:
    """Yield the names of the weights that the original network has, without LoRA's A and B."""
    return (name for name, _ in model.named_parameters() if not name.endswith((".A", ".B")))


def copy_with_weights(model: Transformer, weights: Mapping[str, Tensor]) -> Transformer:
    """Return a copy of a network with other weights, ready to translate."""
    result = copy.deepcopy(model)
    result.load_state_dict(weights)
    return result.eval().requires_grad_(False)


@grad_mode(False)
def network_after_lesson(model: Transformer, tokenizer: Tokenizer, lesson: Lesson) -> Transformer:
    """Return a copy of the model fine-tuned on a whole lesson, ready to translate.

    Raises:
        ValueError: if a pair cannot be taught, if the rank is too high, or if the loss is no longer
            a finite number after some step, because the learning rate is too high.
    """
    check_pairs(lesson.pairs, tokenizer, model.config)
    if lesson.rank > (most := model.config.d_model):
        raise Fault(
            "rank {rank} is above {most}, the rank of the matrices", rank=lesson.rank, most=most
        )
    for moment in teach(model, tokenizer, lesson):
        last = moment
    if last.step < lesson.steps:
        raise ValueError(f"the loss is no number after step {last.step}: choose a lower rate")
    return copy_with_weights(model, merge_low_rank(last.network))


def count_trainable(model: Transformer) -> int:
    """Return the number of trainable weights."""
    return sum(parameter.numel() for parameter in model.parameters() if parameter.requires_grad)


def _make_trainable(model: Transformer, lesson: Lesson) -> list[nn.Parameter]:
    """Make trainable what the lesson trains, all weights or low-rank updates; return it."""
    model.requires_grad_(not lesson.rank)
    if lesson.rank:
        generator = torch.Generator().manual_seed(lesson.seed)
        for name, module in list(model.named_modules()):
            if name.endswith(("W_Q", "W_V")):
                low = LowRank(module.weight, lesson.rank, generator)
                parametrize.register_parametrization(module, "weight", low)
    return [parameter for parameter in model.parameters() if parameter.requires_grad]


def _mean_loss(model: Transformer, batch: Batch) -> Float[Tensor, ""]:
    """Return the label-smoothed loss of a batch, in nats per token."""
    logits = model(batch.source, batch.target).flatten(0, 1)
    target = batch.labels.flatten()
    return cross_entropy(logits, target, ignore_index=PAD, label_smoothing=SMOOTHING)


@cache
def rehearsal_pairs(sources: tuple[str, ...], targets: tuple[str, ...]) -> tuple[LessonPair, ...]:
    """Return the app's own sentence pairs, which lessons rehearse so that the model forgets less.

    Args:
        sources: codes of the languages to translate from: those that the model reads.
        targets: codes of the languages to translate into: those that it writes.

    Returns:
        Pairs for every two different languages, as far as the app has sentences in both.
    """
    directions = [pair for pair in product(sources, targets) if pair[0] != pair[1]]
    return tuple(pair for both in directions for pair in _own_pairs("own.tsv.gz", *both))


@cache
def held_out_pairs(source_language: str, target_language: str) -> tuple[LessonPair, ...]:
    """Return the 60 sentence pairs that show what a lesson made the model forget.

    None of them is trained on. They are the first of the app's own validation sentences.

    Args:
        source_language: code of the language to translate from.
        target_language: code of the language to translate into.

    Returns:
        The pairs; none if both languages are the same, or if the app has no sentences in one.
    """
    return (
        _own_pairs("valid.tsv.gz", source_language, target_language)[:HELD_OUT]
        if source_language != target_language
        else ()
    )


def _own_pairs(name: str, source_language: str, target_language: str) -> tuple[LessonPair, ...]:
    """Read our own parallel sentences from a file as pairs of one direction."""
    if not {source_language, target_language} <= {*COLUMNS}:
        return ()
    rows = (
        dict(zip(COLUMNS, row, strict=True)) for row in read_parallel_rows(ASSETS / "own" / name)
    )
    return tuple(
        LessonPair(source_language, row[source_language], target_language, row[target_language])
        for row in rows
    )


def _draw_rehearsal(
    tokenizer: Tokenizer, pairs: Sequence[LessonPair], example_count: int, generator: random.Random
) -> list[tuple[np.ndarray, int, np.ndarray]]:
    """Draw random pairs to rehearse as encoded examples, leaving out long ones."""
    drawn = generator.sample(
        pairs, min(len(pairs), 20 * example_count)
    )  # enough: some are too long
    examples = (_encode_example(tokenizer, pair) for pair in drawn)
    short = (one for one in examples if max(len(one[0]), len(one[2])) <= LONGEST_REHEARSED)
    return list(islice(short, example_count))


def _encode_example(tokenizer: Tokenizer, pair: LessonPair) -> tuple[np.ndarray, int, np.ndarray]:
    """Encode a pair for training: source ids, start token, target ids."""
    source = tokenizer.encode(tokenizer.source_text(pair.source, pair.target_language))
    target = tokenizer.encode_target(pair.target)
    return np.array(source), tokenizer.start(pair.target_language), np.array(target)


@torch.inference_mode()
def mean_log_probability(
    model: Transformer, tokenizer: Tokenizer, pairs: Sequence[LessonPair]
) -> float:
    """Return the network's mean ln p per token of the pairs' translations, in nats.

    Args:
        model: the network, taught or not.
        tokenizer: its vocabulary.
        pairs: sentences with the translations that are scored, the end token included.
    """
    examples = sorted(
        (_encode_example(tokenizer, pair) for pair in pairs), key=lambda one: len(one[2])
    )
    total, count = 0.0, 0
    for first in range(0, len(examples), AT_ONCE):
        batch = collate(examples[first : first + AT_ONCE])
        logits, target = model(batch.source, batch.target), batch.labels
        total -= cross_entropy(
            logits.flatten(0, 1), target.flatten(), ignore_index=PAD, reduction="sum"
        ).item()
        count += int((target != PAD).sum())
    return total / count
