"""What does every head do, and which can go? ``python -m model.census --data DIR --lines N``.

On sentences of our own: where every head looks, how much of its attention's output it makes up, and
how much the translation loses without it, by silencing and by a gradient. On ``--lines`` validation
sentences of each direction: BLEU and chrF with more and more heads silenced, in both orders and by
chance. On forty professions: which gender their translations take. Prints a summary and stores the
table beside the weights. Alignment error rates come from ``python -m model.alignment``: run that
first for new weights.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from itertools import permutations
from pathlib import Path

import torch
from tqdm import tqdm

from model import storage
from model.census import curves, professions
from model.census.importance import gate_gradient, losses_by_silencing
from model.census.roles import HeadStatistics
from model.data.corpora import read_corpora
from model.data.own import ASSETS, COLUMNS, read_parallel_rows
from model.files import write_text
from model.parts import ATTENTIONS
from model.programs import exit_with_message
from model.storage import ALIGNMENT, CENSUS, MODEL, fingerprint
from model.tokenizer import EOS, Tokenizer
from model.transformer import Transformer

SENTENCES = 204  # of our own: 17 in each of twelve directions
FEWEST_WORDS = 4  # of the English side
IdPair = tuple[list[int], list[int]]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure what every head does and how important it is; store the table and print a summary.
    This is the command line program ``python -m model.census --data DIR``.

    Args:
        arguments: the words after the program's name; None for those of this process.
    """
    parser = argparse.ArgumentParser(
        prog="python -m model.census",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    parser.add_argument("--lines", type=int, default=20, help="sentences of each direction (20)")
    parser.add_argument("--model", type=Path, default=MODEL, help="its folder (assets/model)")
    parser.add_argument("--table", type=Path, help=f"where to write ({CENSUS} beside the weights)")
    options = parser.parse_args(arguments)
    with exit_with_message(parser):
        table = _measure_table(options)
        path = options.table or options.model / CENSUS
        write_text(path, to_json(table))
    print(format_summary(table))


def _measure_table(options: argparse.Namespace) -> dict[str, object]:
    """Return head statistics, pruning curves and gender probe results, for JSON."""
    if options.lines < 1:
        raise ValueError(f"--lines {options.lines} must be at least 1")
    model, tokenizer = storage.load(options.model)
    valid = read_corpora(options.data, "valid", tokenizer.languages)
    errors = read_alignment_errors(options.model)
    torch.set_num_threads(1)
    pairs = encode_own_pairs(tokenizer)
    with tqdm(total=len(pairs), unit=" sentences", disable=None) as bar:
        rows, uniform, importance = measure_heads(model, tokenizer, pairs, errors, bar.update)
    score = curves.make_scorer(model, tokenizer, valid, options.lines)
    count = curves.count_curves(len(importance))
    found = list(
        tqdm(
            curves.all_pruning_curves(importance, model, score),
            total=count,
            unit=" curves",
            disable=None,
        )
    )
    said = professions.probe_gender(model, tokenizer, professions.read_professions())
    return {
        "weights": fingerprint(options.model),
        "sentences": len(pairs),
        "lines": options.lines,
        "directions": 2 * len(valid),
        "aligned": errors is not None,
        "uniform": uniform,
        "heads": rows,
        "curves": found,
        "professions": professions.outcomes_to_rows(said),
    }


def encode_own_pairs(tokenizer: Tokenizer) -> list[IdPair]:
    """Return the token ids of up to 204 held-out sentence pairs from ``assets/own/valid.tsv.gz``.
    The translation directions take turns from pair to pair.

    Returns:
        For each pair, the source ids, with the end token last; and the target ids, from the start
        token to the end token.
    """
    known = [code for code in COLUMNS if code in tokenizer.languages]
    rows = [
        dict(zip(COLUMNS, row, strict=True))
        for row in read_parallel_rows(ASSETS / "own" / "valid.tsv.gz")
        if len(row[0].split()) >= FEWEST_WORDS
    ]
    ways = list(permutations(known, 2))
    result = []
    count = min(SENTENCES, len(rows))
    for number in range(count):  # spread over all topics
        row, (a, b) = rows[number * len(rows) // count], ways[number % len(ways)]
        target = [tokenizer.start(b), *tokenizer.encode_target(row[b]), EOS]
        result.append(([*tokenizer.encode(tokenizer.source_text(row[a], b)), EOS], target))
    return result


def measure_heads(
    model: Transformer,
    tokenizer: Tokenizer,
    pairs: Sequence[IdPair],
    alignment_errors: dict[tuple[int, int], float] | None,
    advance: Callable[[int], object] = lambda count: None,
) -> tuple[list[dict], dict[str, dict[str, float]], dict[str, torch.Tensor]]:
    """Measure the role and the importance of every head on some sentence pairs.

    Args:
        model: the trained network.
        tokenizer: the model's tokenizer.
        pairs: (source ids, target ids) of each pair; see ``encode_own_pairs``.
        alignment_errors: alignment error rate of cross-attention heads by (layer, head), from 0;
            None if it was not measured.
        advance: called with 1 after each pair, for a progress bar.

    Returns:
        A dict for each head, see ``HeadStatistics.rows``; by attention and role, the share of
        weight that uniform attention would put on the role's keys; and the importance of all
        heads, by measure: "silencing" and "gradient".
    """
    tally, lost, slopes = HeadStatistics(model, tokenizer), [], []
    for source, target in pairs:
        tally.add(source, target[:-1])
        lost.append(losses_by_silencing(model, source, target))
        slopes.append(gate_gradient(model, source, target).abs())
        advance(1)
    importance = {
        "silencing": curves.mean_importance(lost),
        "gradient": curves.mean_importance(slopes),
    }
    even = {
        kind: {name: round(share, 4) for name, share in tally.uniform_shares(kind).items()}
        for kind in ATTENTIONS
    }
    return tally.rows(importance, alignment_errors or {}), even, importance


def read_alignment_errors(folder: Path) -> dict[tuple[int, int], float] | None:
    """Read the alignment error rates of cross-attention heads, by (layer, head), from 0.
    Of a head's two shifts ("writes" and "reads", see ``predict_links``), the lower rate counts.

    Args:
        folder: the model's folder, where ``model.alignment`` stored them.

    Returns:
        The error rates, from 0 to 1; None if they were never measured, or with other weights.
    """
    path = folder / ALIGNMENT
    table = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if table.get("weights") != fingerprint(folder):
        return None
    errors: dict[tuple[int, int], float] = {}
    for row in table["rows"]:
        if row["head"] is not None:
            place = row["layer"], row["head"]
            errors[place] = min(row["mean"], errors.get(place, 1.0))
    return errors


def to_json(table: dict) -> str:
    """Return the table as JSON text, in which each item of a list has a line of its own."""
    lines = []
    for key, value in table.items():
        if isinstance(value, list):
            rows = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in value)
            lines.append(f' "{key}": [\n{rows}\n ]')
        else:
            lines.append(f' "{key}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def format_summary(table: dict) -> str:
    """Format a summary for the terminal: BLEU and chrF after pruning, and genders of professions.

    Args:
        table: what this program stores. Used are "curves", see ``all_pruning_curves``, and
            "professions", see ``outcomes_to_rows``.
    """
    lines = ["BLEU / chrF with a part of the heads silenced", ""]
    for found in table["curves"]:
        name = f"{found['group']}, {found['order']} {found.get('seed', '')}".strip()
        whole = found["silenced"][-1]
        points = zip(found["silenced"], found["bleu"], found["chrf"], strict=True)
        cells = [f"{bleu:5.1f}/{chrf:4.1f}" for n, bleu, chrf in points if n * 4 % whole == 0]
        lines.append(f"{name:<22}{'  '.join(cells)}")
    said = [professions.GenderOutcome(**row) for row in table["professions"]]
    lines += ["", "language   pronoun   right / told / sentences"]
    for language in dict.fromkeys(one.language for one in said):
        for pronoun in professions.PRONOUNS:
            some = [one for one in said if (one.language, one.pronoun) == (language, pronoun)]
            count = professions.count_outcomes(some)
            numbers = f"{count['right']} / {count['told']} / {count['sentences']}"
            lines.append(f"{language:<11}{pronoun:<10}{numbers}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
