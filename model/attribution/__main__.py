"""Which method points at the right words? ``python -m model.attribution alignment.en-fr.jsonl.gz``.

Measures the alignment error rate of each method on sentences that people aligned by hand, in
both directions of each file; how alike each is to occlusion, and how well a translation that does
not belong to its sentence is told, on sentences of our own. Prints the table and stores it beside
the weights, whose table of alignment errors must be there.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from model import storage
from model.alignment.aligned import AlignedPair, read_alignments
from model.alignment.error_rate import mean_over_directions
from model.attribution import faithfulness
from model.attribution.methods import METHODS, Aligner, best_aligner
from model.attribution.paths import FIRST_STEPS
from model.attribution.wrong_pairs import draw_contrastive_pairs, read_parallel_sentences
from model.files import write_text
from model.programs import exit_with_message
from model.storage import ALIGNMENT, ATTRIBUTION, MODEL, fingerprint

OWN = Path(__file__).parents[2] / "assets" / "own" / "valid.tsv.gz"


def main(arguments: Sequence[str] | None = None) -> None:
    """Evaluate the attribution methods; write the results as JSON and print them.
    This is the command line program ``python -m model.attribution FILE ...``, whose files hold
    word-aligned sentences.

    Args:
        arguments: the words after the program's name; None for those of this process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m model.attribution",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    count: dict[str, Any] = {"type": _positive_int, "metavar": "N"}
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="aligned sentences")
    parser.add_argument("--model", type=Path, default=MODEL, help="its folder (assets/model)")
    parser.add_argument("--own", type=Path, default=OWN, help="sentences of our own")
    parser.add_argument("--lines", default=100, help="of each direction (100)", **count)
    parser.add_argument("--pairs", default=200, help="of our own sentences (200)", **count)
    parser.add_argument(
        "--slow", default=10, help="sentences for integrated gradients, each (10)", **count
    )
    options = parser.parse_args(arguments)
    with exit_with_message(parser):
        table = _measure_table(options)
        write_text(options.model / ATTRIBUTION, json.dumps(table, indent=1) + "\n")
    print(format_table(table))


def _positive_int(text: str) -> int:
    """Parse a number of 1 or more from the command line."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number of 1 or more")
    return int(text)


def _measure_table(options: argparse.Namespace) -> dict[str, object]:
    """Return each attribution method's error rates, rank correlations and AUROC, for JSON."""
    aligned = _sample_aligned_pairs(options.files, options.lines)
    model, tokenizer = storage.load(options.model)
    aligners = _read_best_aligners(options.model)
    own = draw_contrastive_pairs(
        read_parallel_sentences(options.own, model.config.languages), options.pairs
    )
    some = own[: max(1, options.pairs // 5)]
    torch.set_num_threads(1)
    total = sum(map(len, aligned.values())) + len(own) + len(some)
    with tqdm(total=total, unit=" sentences", disable=None) as bar:
        setup = faithfulness.EvaluationSetup(model, tokenizer, aligners, options.slow)
        errors = faithfulness.alignment_errors(setup, aligned, bar.update)
        alike = faithfulness.correlations_with_occlusion(setup, some, bar.update)
        told = faithfulness.detachment_auroc(model, tokenizer, own, bar.update)
    return {
        "files": sorted({path.name for path in options.files}),
        "weights": fingerprint(options.model),
        "sentences": {direction: len(each) for direction, each in aligned.items()},
        "integrated": {
            "sentences of each direction": min(options.slow, *map(len, aligned.values())),
            "own sentences": min(options.slow, len(some)),
            "steps": FIRST_STEPS,
        },
        "attention": {shift: vars(one) for shift, one in aligners.items()},
        "errors": {
            name: {
                shift: rates | {"mean": mean_over_directions(rates)}
                for shift, rates in by_shift.items()
            }
            for name, by_shift in errors.items()
        },
        "spearman": {"sentences": len(some), "with occlusion": alike},
        "detachment": told,
    }


def _sample_aligned_pairs(files: Sequence[Path], lines: int) -> dict[str, list[AlignedPair]]:
    """Return up to ``lines`` evenly spaced pairs of each file, in both directions."""
    result: dict[str, list[AlignedPair]] = {}
    for path in files:
        (a, b), aligned = read_alignments(path)
        some = aligned[:: max(1, len(aligned) // lines)][:lines]
        result.setdefault(f"{a}-{b}", []).extend(some)
        result.setdefault(f"{b}-{a}", []).extend(pair.reverse for pair in some)
    return result


def _read_best_aligners(folder: Path) -> dict[str, Aligner]:
    """Read, for each shift, the head with the lowest alignment error rate in the stored table.

    Raises:
        ValueError: if that was not measured with these weights.
    """
    path = folder / ALIGNMENT
    table = json.loads(path.read_text()) if path.exists() else {}
    if table.get("weights") != fingerprint(folder):
        raise ValueError(f"{path} was not measured with these weights: run model.alignment first")
    return {shift: best_aligner(table["rows"], shift) for shift in ("writes", "reads")}


def format_table(table: dict) -> str:
    """Format the stored evaluation as text for the terminal.
    For each method: alignment error rates in percent, for both shifts ("writes", "reads"), and the
    rank correlation with occlusion (rho). For each kind of wrong translation: the AUROC of two
    scores that are to detect it.

    Args:
        table: what this program stores. The keys "errors", "spearman" and "detachment" are used.
    """
    alike = table["spearman"]["with occlusion"]
    lines = [f"{'method':24}{'writes':>8}{'reads':>8}{'rho':>8}"]
    for key, errors in table["errors"].items():
        rates = "".join(f"{100 * errors[shift]['mean']:8.1f}" for shift in ("writes", "reads"))
        rho = f"{alike[key]:8.2f}" if key in alike else f"{'itself':>8}"
        lines.append(f"{METHODS[key]:24}{rates}{rho}")
    lines.append(f"{'wrong translation':24}{'share':>8}{'log p':>8}{'pairs':>8}")
    for kind, found in table["detachment"].items():
        lines.append(f"{kind:24}{found['share']:8.3f}{found['log_p']:8.3f}{found['pairs']:8}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
