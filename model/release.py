"""Ship the weights of a training: ``python -m model.release runs/NAME --data data ALIGNED ...``.

All that new weights need, in order: they are quantized to eight bits and scored again, so that the
scores are those of the shipped weights; then each program that measures weights runs; at last it
lists the sentences of texts and documentation that quote a number of the older weights. An
interrupted release resumes where it stopped: ``release.json`` in the run's folder has what is done.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from model import storage
from model.eight_bits import dequantize_int8, quantize_int8
from model.files import write_text
from model.programs import exit_with_message
from model.robustness.two_readers import JUDGED_TEST, read_verdicts
from model.robustness.typed import JUDGED, read_judgements
from model.training.film import record_film_frame
from model.training.recipe import TrainConfig
from model.training.result import evaluate_quality, read_validation_pairs

ROOT = storage.MODEL.parents[1]
STATE = "release.json"
TEXTS = ("README.md", "docs/*.md", "assets/model/README.md", "pages/*/*/text.md")
WORDS = ("ui/frame/glossary.tsv",)
NUMBER = re.compile(r"\d+(?:,\d{3})*(?:\.\d+)?")


def main(arguments: Sequence[str] | None = None) -> None:
    """Ship newly trained weights: quantize them, measure them, list outdated sentences.

    This is the command line program. The sentences that it prints at the end are those of pages and
    documentation that quote a number measured on the older weights.
    """
    parser = argparse.ArgumentParser(prog="python -m model.release", description=__doc__)
    parser.add_argument("run", type=Path, help="folder of a training that ended")
    parser.add_argument("aligned", nargs="+", type=Path, help="aligned sentences")
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    parser.add_argument(
        "--earlier-share", type=float, default=0.0, help="of the weights shipped before in a mix"
    )
    chosen = parser.parse_args(arguments)
    with exit_with_message(parser):
        aligned = [str(path) for path in chosen.aligned]
        _run_release_steps(chosen.run, chosen.data, aligned, chosen.earlier_share)


def _run_release_steps(run: Path, data: Path, aligned: list[str], earlier_share: float) -> None:
    """Run the release steps not done yet; print the sentences whose numbers are outdated."""
    source = storage.fingerprint(run / "model")
    state = _read_state(run / STATE, source)
    if "rounded" not in state["done"]:
        state["before"] = sorted(collect_measured_numbers(storage.MODEL))
        ship(run / "model", storage.MODEL, data, earlier_share)
        _save_done(run / STATE, state, "rounded")
    for command in measurement_commands(data, aligned):
        name = " ".join(command)
        if name not in state["done"]:
            print(f"python -m {name}", flush=True)
            if subprocess.run([sys.executable, "-m", *command], cwd=ROOT).returncode:
                raise ValueError(f"python -m {name} failed; once mended, this goes on from there")
            _save_done(run / STATE, state, name)
        if command[0] == "model.robustness.typed" and (unread := count_unjudged_translations()):
            raise ValueError(
                f"{unread} translations in {JUDGED.name} and {JUDGED_TEST.name} are to be judged; "
                "then run this again"
            )
    gone = set(state["before"]) - collect_measured_numbers(storage.MODEL)
    for place, sentence in find_stale_sentences(gone, published_texts()):
        print(f"{place}: {sentence}")
    print("These name a number that older weights had: read each. Then make test.")


def measurement_commands(data: Path, aligned: Sequence[str]) -> list[list[str]]:
    """Return the commands that measure the weights, in order: arguments for ``python -m``.
    ``data`` is the folder of sentence pairs, ``aligned`` the files of word-aligned pairs.
    """
    return [
        ["model.data.training_sentences", "--data", str(data)],
        ["model.alignment", *aligned],
        ["model.alignment.end_token", *aligned, "--lines", "60"],
        ["model.census", "--data", str(data), "--lines", "6"],
        ["model.attribution", *aligned, "--lines", "25", "--slow", "3", "--pairs", "100"],
        ["model.flow", "--lines", "200"],
        ["model.steering"],
        ["model.robustness", "--data", str(data), "--lines", "150"],
        ["model.robustness.two_readers"],
        ["model.robustness.typed"],
        ["model.robustness.certainty"],
        ["model.data.detection", "--data", str(data)],
        ["pages.training.teach_it.in_advance"],
        ["tests.promises"],  # sentences that pages begin with, if one lost what its page shows
        ["examples"],
        ["examples.clip"],
    ]


def ship(trained: Path, folder: Path, data: Path, earlier_share: float = 0) -> None:
    """Quantize a trained model, measure its quality, and replace the shipped model by it.

    Args:
        trained: folder of the trained model, with the record and the film (attention weights at
            several steps) of its training.
        folder: folder of the shipped model, which is replaced.
        data: folder with the held-out sentence pairs.
        earlier_share: weight, from 0 to 1, of the model shipped before, if the weights to ship are
            to be a weighted mean of its weights and the trained ones; 0 for the trained ones alone.
    """
    kept = {name: (folder / name).read_bytes() for name in ("README.md", "LICENSE.md")}
    network, tokenizer = storage.load(trained)
    record = json.loads((trained / storage.RECORD).read_text(encoding="utf-8"))
    if earlier_share:
        earlier, _ = storage.load(folder)
        for weight, old in zip(network.parameters(), earlier.parameters(), strict=True):
            weight.data.lerp_(old.data, earlier_share)
        old_record = json.loads((folder / storage.RECORD).read_text(encoding="utf-8"))
        record["mixed_in"] = {"step": old_record["steps"], "share": earlier_share}
    rounded = quantize_int8(network.state_dict())
    network.load_state_dict(dequantize_int8(rounded))
    settings = TrainConfig(languages=tuple(network.config.languages))
    held_out = read_validation_pairs(data, settings.languages)
    record["final"] = evaluate_quality(network, tokenizer, held_out, settings, thorough=True)
    shutil.rmtree(folder)
    shutil.copytree(trained, folder)
    storage.write_weights(folder, rounded)
    last_frame = folder / "film" / f"{record['steps']}.npz"  # shows what is shipped
    record["film"][-1]["sentences"] = record_film_frame(network, tokenizer, last_frame)
    write_text(folder / storage.RECORD, json.dumps(record, ensure_ascii=False) + "\n")
    for name, content in kept.items():
        (folder / name).write_bytes(content)


def count_unjudged_translations() -> int:
    """Return the number of translations of the shipped model that nobody has judged yet."""
    unread = sum(not row.verdict for row in read_judgements(JUDGED))
    return unread + sum(not (row.first and row.second) for row in read_verdicts(JUDGED_TEST))


def collect_measured_numbers(folder: Path) -> set[float]:
    """Return all numbers in a model's JSON tables, except its training curves."""
    tables = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*.json")]
    kept = [
        {key: value for key, value in table.items() if key not in ("curve", "validation", "film")}
        for table in tables
        if isinstance(table, dict)
    ]
    return set(_iterate_numbers(kept))


def _iterate_numbers(value: object) -> Iterator[float]:
    """Yield every number in a nested JSON value."""
    if isinstance(value, Mapping):
        value = value.values()
    if isinstance(value, Iterable) and not isinstance(value, str):
        for item in value:
            yield from _iterate_numbers(item)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)


def find_stale_sentences(
    outdated: Iterable[float], located_texts: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield (location, sentence) for each sentence that quotes an outdated number.

    A number counts as quoted if it appears rounded to zero to three decimals, as it is or as a
    percentage (0.274 as 27.4). Numbers of fewer than three digits are skipped: they would match by
    coincidence.

    Args:
        outdated: numbers that were measured on the older weights only.
        located_texts: pairs (location, text), the location being for example a file's path.
    """
    written = {
        f"{scaled:.{digits}f}"
        for number in outdated
        for scaled in (number, 100 * number)
        for digits in range(4)
    }
    for place, text in located_texts:
        for sentence in re.split(r"(?<=[.:;!?])\s+|\n", text):
            named = {found.replace(",", "") for found in NUMBER.findall(sentence)}
            if any(len(name.replace(".", "")) > 2 and name in written for name in named):
                yield place, sentence.strip()


def published_texts() -> Iterator[tuple[str, str]]:
    """Yield (path, text) of the English texts of pages and documentation."""
    for pattern in (*TEXTS, *WORDS):
        for path in sorted(ROOT.glob(pattern)):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def _read_state(path: Path, source: str) -> dict:
    """Return the saved progress of this weights' release, or an empty one."""
    state = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return state if state.get("weights") == source else {"weights": source, "done": []}


def _save_done(path: Path, state: dict, finished_step: str) -> None:
    """Mark a release step as done, and save the progress."""
    state["done"].append(finished_step)
    write_text(path, json.dumps(state, ensure_ascii=False, indent=1) + "\n")


if __name__ == "__main__":
    main()
