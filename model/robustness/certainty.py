"""Learn from judged translations which others are wrong: ``python -m model.robustness.certainty``.

``assets/judged.tsv``, or the one that ``typed`` wrote beside a model of one's own, says of some
hundred translations whether somebody found them acceptable. A logistic regression on how sure the
model was of each, and on how well it can read the source back from it, tells how likely others are
wrong; by cross-validation it is measured on sentences that it was not fitted to. The table beside
the weights says what it is good for, also without reading back, and the app marks translations by
it.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean

import torch
from jaxtyping import Float, Int
from torch import Tensor

from model import storage
from model.files import write_text
from model.hypotheses import Candidate
from model.measures.certainty import (
    WRONG_THRESHOLD,
    Evidence,
    auroc,
    fit_certainty,
    mean_and_lowest_log_p,
    reconstruction_log_p,
)
from model.programs import exit_with_message
from model.robustness.typed import JudgedTranslation, judgements_file, read_judgements
from model.storage import CERTAINTY, fingerprint
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer
from model.translate import translate

FOLDS = 10


def fit_and_cross_validate(
    model: Transformer, tokenizer: Tokenizer, judgements: Sequence[JudgedTranslation]
) -> dict:
    """Fit a ``Certainty``, the classifier of wrong translations, and cross-validate it.

    Args:
        model: the trained network.
        tokenizer: its vocabulary.
        judgements: translations with a person's verdict. Left out are those without a verdict,
            those in a language that the model lacks, and those that differ from what the model
            now writes.

    Returns:
        What ``_fit_and_score`` returns of the full evidence; the same, under "without
        reconstruction", of the translation's own probabilities alone; and "judged" and "wrong"
        (numbers of translations used, and judged wrong) and "folds" of the cross-validation.

    Raises:
        ValueError: if too few judgements are left.
    """
    sources, targets = model.config.read_languages, tokenizer.languages
    known = [row for row in judgements if row.source in sources and row.target in targets]
    read = [row for row in known if row.verdict]
    said = translate(model, tokenizer, [r.text for r in read], [r.target for r in read])
    kept = [
        (r, t.hypotheses[0]) for r, t in zip(read, said, strict=True) if t.text == r.translation
    ]
    texts = list(dict.fromkeys(row.text for row, _ in kept))
    if len(texts) < 2 * FOLDS:
        raise ValueError(f"{len(texts)} sentences with a judged translation are too few")
    x = torch.tensor([_gather_evidence(model, tokenizer, row, best) for row, best in kept])
    wrong = torch.tensor([float(row.verdict == "no") for row, _ in kept])
    # All translations of a sentence are in one fold: a hard one is hard in every language.
    fold = torch.tensor([texts.index(row.text) % FOLDS for row, _ in kept])
    return {
        "judged": len(kept),
        "wrong": int(wrong.sum()),
        "folds": FOLDS,
        **_fit_and_score(x, wrong, fold),
        "without reconstruction": _fit_and_score(x * torch.tensor([1.0, 1.0, 0.0]), wrong, fold),
    }


def _gather_evidence(
    model: Transformer, tokenizer: Tokenizer, row: JudgedTranslation, best: Candidate
) -> Evidence:
    """Return the evidence on a translation; without reading back if the model can't always."""
    mean, lowest = mean_and_lowest_log_p(tokenizer, best)
    if not set(model.config.read_languages) <= set(tokenizer.languages):
        return Evidence(mean, lowest)
    source = [*tokenizer.encode(row.text), EOS]
    back = reconstruction_log_p(model, tokenizer, source, row.source, best.tokens)
    return Evidence(mean, lowest, fmean(back))


def _fit_and_score(
    x: Float[Tensor, "translation 3"],
    wrong: Float[Tensor, " translation"],
    fold: Int[Tensor, " translation"],
) -> dict[str, float]:
    """Fit a ``Certainty``, and cross-validate it.

    Args:
        x: the ``Evidence`` on each translation.
        wrong: 1 where a translation is wrong, else 0.
        fold: number of the fold in which a translation is held out.

    Returns:
        The fields of the ``Certainty`` fitted to all; and, of the cross-validation, "auroc" (area
        under the ROC curve), "marked" (how many translations are flagged as probably wrong),
        "wrong_of_marked" (share of flagged ones that are wrong), "marked_of_wrong" (share of
        wrong ones that are flagged) and "calibration" (see ``_calibrate``).
    """
    chance = torch.zeros(len(x))
    for number in range(FOLDS):
        held = fold == number
        fitted = fit_certainty(x[~held], wrong[~held])
        chance[held] = torch.tensor(
            [fitted.probability_wrong(Evidence(*one)) for one in x[held].tolist()]
        )
    marked = chance > WRONG_THRESHOLD
    return {
        "auroc": round(auroc(chance[wrong == 1].tolist(), chance[wrong == 0].tolist()), 3),
        "marked": int(marked.sum()),
        "wrong_of_marked": round(wrong[marked].mean().item(), 3),
        "marked_of_wrong": round(marked[wrong == 1].float().mean().item(), 3),
        "calibration": _calibrate(chance, wrong),
        **asdict(fit_certainty(x, wrong)),
    }


def _calibrate(
    chance: Float[Tensor, " translation"], wrong: Float[Tensor, " translation"]
) -> list[list[float]]:
    """Return (mean estimated probability, share that is wrong, count) of each tenth of the range.

    Tenths without a translation are left out. The first two agree where the estimate is calibrated.

    Args:
        chance: estimated probability that a translation is wrong.
        wrong: 1 where it is wrong, else 0.
    """
    tenth = (chance * 10).int().clamp(max=9)
    bins = [tenth == number for number in range(10)]
    return [
        [round(chance[b].mean().item(), 3), round(wrong[b].mean().item(), 3), int(b.sum())]
        for b in bins
        if b.any()
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit the classifier of wrong translations; print and store it (command line)."""
    name = "python -m model.robustness.certainty"
    parser = argparse.ArgumentParser(prog=name, description=__doc__)
    parser.add_argument("--model", type=Path, default=storage.MODEL, help="folder of the model")
    parser.add_argument("--judged", type=Path, help="file of judged translations, if another")
    chosen = parser.parse_args(arguments)
    judged = chosen.judged or judgements_file(chosen.model)
    with exit_with_message(parser):
        table = fit_and_cross_validate(*storage.load(chosen.model), read_judgements(judged))
        table = {"weights": fingerprint(chosen.model), **table}
        write_text(chosen.model / CERTAINTY, json.dumps(table, indent=2) + "\n")
    for name, value in table.items():
        print(f"{name}  {value}")


if __name__ == "__main__":
    main()
