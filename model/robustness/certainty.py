"""Learn from judged translations which others are wrong: ``python -m model.robustness.certainty``.

``assets/judged.tsv``, or the one that ``typed`` wrote beside a model of one's own, says of some
hundred translations whether somebody found them acceptable. A
logistic regression on how sure the model was of each tells how likely others are wrong; by
cross-validation it is measured on sentences that it was not fitted to. The table beside the weights
says what it is good for, and the app marks translations by it.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor

from model import storage
from model.files import write_text
from model.measures.certainty import (
    WRONG_THRESHOLD,
    Certainty,
    auroc,
    fit_certainty,
    mean_and_lowest_log_p,
)
from model.programs import exit_with_message
from model.robustness.typed import JudgedTranslation, judgements_file, read_judgements
from model.storage import CERTAINTY, fingerprint
from model.tokenizer import Tokenizer
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
        The fields of the fitted ``Certainty``; and, of the cross-validation, "auroc" (area under
        the ROC curve), "folds" (their number), "judged", "wrong" and "marked" (numbers of
        translations used, judged wrong, and flagged as probably wrong), "wrong_of_marked" (share of
        flagged ones that are wrong) and "marked_of_wrong" (share of wrong ones that are flagged).

    Raises:
        ValueError: if too few judgements are left.
    """
    sources, targets = model.config.read_languages, tokenizer.languages
    known = [row for row in judgements if row.source in sources and row.target in targets]
    read = [row for row in known if row.verdict]
    said = translate(model, tokenizer, [r.text for r in read], [r.target for r in read])
    kept = [(r, t) for r, t in zip(read, said, strict=True) if t.text == r.translation]
    texts = list(dict.fromkeys(row.text for row, _ in kept))
    if len(texts) < 2 * FOLDS:
        raise ValueError(f"{len(texts)} sentences with a judged translation are too few")
    x = torch.tensor([mean_and_lowest_log_p(tokenizer, t.hypotheses[0]) for _, t in kept])
    wrong = torch.tensor([float(row.verdict == "no") for row, _ in kept])
    # All translations of a sentence are in one fold: a hard one is hard in every language.
    fold = torch.tensor([texts.index(row.text) % FOLDS for row, _ in kept])
    chance = torch.zeros(len(kept))
    for number in range(FOLDS):
        held = fold == number
        chance[held] = _wrong_probabilities(fit_certainty(x[~held], wrong[~held]), x[held])
    marked = chance > WRONG_THRESHOLD
    return {
        "judged": len(kept),
        "wrong": int(wrong.sum()),
        "folds": FOLDS,
        "auroc": round(auroc(chance[wrong == 1].tolist(), chance[wrong == 0].tolist()), 3),
        "marked": int(marked.sum()),
        "wrong_of_marked": round(wrong[marked].mean().item(), 3),
        "marked_of_wrong": round(marked[wrong == 1].float().mean().item(), 3),
        **asdict(fit_certainty(x, wrong)),
    }


def _wrong_probabilities(
    certainty: Certainty, x: Float[Tensor, "translation 2"]
) -> Float[Tensor, " translation"]:
    """Return each translation's probability of being wrong, by the logistic regression."""
    return (certainty.intercept + x @ torch.tensor([certainty.mean, certainty.lowest])).sigmoid()


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
