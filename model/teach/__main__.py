"""Teach the model a few sentence pairs: ``python -m model.teach lesson.tsv --out DIR``.

Each line of the lesson has four columns with tabs between them: a language, a sentence, another
language, and the sentence in it. The folder that is written holds the taught model; the website
opens it with ``GLASS_MODEL=DIR``, ``python -m model.translate`` with ``--model DIR``.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch

from model import storage
from model.changes.lesson import Lesson
from model.programs import exit_with_message
from model.teach.pairs import check_pairs, read_pairs
from model.teach.teaching import (
    copy_with_weights,
    held_out_pairs,
    mean_log_probability,
    merge_low_rank,
    teach,
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Fine-tune the model on the sentence pairs of a file, and save it (command line)."""
    parser = _build_parser()
    options = parser.parse_args(arguments)
    with exit_with_message(parser):
        _teach_and_save(options)


def _build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m model.teach", description=__doc__)
    parser.add_argument("lesson", type=Path, help="file of sentence pairs")
    parser.add_argument("--out", type=Path, required=True, help="folder of the taught model")
    parser.add_argument("--model", type=Path, default=storage.MODEL, help="folder of the untaught")
    parser.add_argument("--steps", type=int, default=Lesson.steps, help="updates (%(default)s)")
    parser.add_argument("--rate", type=float, default=Lesson.rate, help="Adam's (%(default)s)")
    parser.add_argument(
        "--rehearse", type=int, default=Lesson.rehearsal, help="own pairs a step (%(default)s)"
    )
    parser.add_argument("--rank", type=int, default=0, help="of low-rank updates; 0: all weights")
    parser.add_argument("--seed", type=int, default=Lesson.seed, help="(%(default)s)")
    return parser


def _teach_and_save(options: argparse.Namespace) -> None:
    """Fine-tune on the lesson, print losses and what was forgotten, and save the result."""
    model, tokenizer = storage.load(options.model)
    try:
        pairs = read_pairs(options.lesson.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise ValueError(f"{options.lesson} is not a text in UTF-8") from error
    check_pairs(pairs, tokenizer, model.config)
    lesson = Lesson(
        pairs=pairs,
        steps=options.steps,
        rate=options.rate,
        rehearsal=options.rehearse,
        rank=options.rank,
        seed=options.seed,
    )
    torch.set_num_threads(1)
    for moment in teach(model, tokenizer, lesson):
        print(f"step {moment.step}: loss {moment.loss:.3f}", flush=True)
    if moment.step < lesson.steps:
        raise ValueError(f"the loss is no number after step {moment.step}: lower the rate")
    taught = copy_with_weights(model, merge_low_rank(moment.network))
    for source, target in lesson.language_pairs:
        if held_out := held_out_pairs(source, target):
            scores = [mean_log_probability(one, tokenizer, held_out) for one in (model, taught)]
            print(f"{source}-{target}, held out: {scores[0]:.3f} before, {scores[1]:.3f} now")
    storage.save(taught, tokenizer, options.out)


if __name__ == "__main__":
    main()
