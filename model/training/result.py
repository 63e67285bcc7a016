"""The evaluation of a training on held-out pairs, and the shipped model that it ends with."""

import json
import shutil
from dataclasses import asdict
from pathlib import Path

from model import storage
from model.data.corpora import Corpus, read_corpora
from model.files import write_text
from model.tokenizer import Tokenizer
from model.training.checkpoint import TrainingRun, mean_weights, weight_files
from model.training.film import film_sentences, record_film_frame
from model.training.recipe import TrainConfig
from model.training.scores import score_directions, validation_loss
from model.transformer import Transformer


def read_validation_pairs(data: Path, languages: tuple[str, ...]) -> dict[str, list[Corpus]]:
    """Read the sentence pairs that are held out from training, by the name of their set.

    Args:
        data: folder of the ``<part>.<a>-<b>.tsv.gz`` files.
        languages: codes of the languages; a file counts if both of its languages are among them.

    Returns:
        "valid": the corpora of the part ``valid``; and, if the folder has them, "own": those of the
        part ``valid-own``, the app's own sentences.
    """
    sets = {"valid": read_corpora(data, "valid", languages)}
    if any(data.glob("valid-own.*")):
        sets["own"] = read_corpora(data, "valid-own", languages)
    return sets


def evaluate_quality(
    model: Transformer,
    tokenizer: Tokenizer,
    held_out: dict[str, list[Corpus]],
    config: TrainConfig,
    thorough: bool,
) -> dict[str, object]:
    """Measure a model's loss, BLEU and chrF on sentence pairs held out from training.

    Args:
        model: the network.
        tokenizer: its vocabulary.
        held_out: name of a set -> its corpora, as ``read_validation_pairs`` returns them.
        config: the recipe.
        thorough: whether to translate all lines with beam width 4; if not, the first
            ``config.validate_lines`` lines of each direction are translated greedily.

    Returns:
        Of the set "valid": "loss", as in ``validation_loss``, and "scores", a list of ``Score`` as
        dicts. Any other set has both in a dict of its own, under its name, such as "own".
    """
    lines, width = (None, 4) if thorough else (config.validate_lines, 1)
    found = {
        name: {
            "loss": validation_loss(model, tokenizer, corpora, config.smoothing),
            "scores": [
                asdict(s) for s in score_directions(model, tokenizer, corpora, lines, width)
            ],
        }
        for name, corpora in held_out.items()
    }
    return {**found.pop("valid"), **found}


def finish_training(
    training_run: TrainingRun,
    tokenizer: Tokenizer,
    held_out: dict,
    config: TrainConfig,
    folder: Path,
) -> None:
    """Average the last checkpoints, evaluate the average and write it as the ``model`` folder.

    Args:
        training_run: the run, at its last step; its weights become the average.
        tokenizer: the run's vocabulary.
        held_out: sentence pairs to evaluate on, as ``read_validation_pairs`` returns them.
        config: the recipe; ``config.average`` is the number of checkpoints to average.
        folder: the run's folder, into which ``model`` is written.
    """
    training_run.save_checkpoint(folder, config.average)
    single = validation_loss(
        training_run.model.eval(), tokenizer, held_out["valid"], config.smoothing
    )
    averaged = weight_files(folder)
    training_run.model.load_state_dict(mean_weights(averaged))
    shipped = folder / "model"
    storage.save(training_run.model, tokenizer, shipped)
    model, _ = storage.load(shipped)  # what is scored is what is shipped: half precision
    model = model.to(training_run.model.E.weight.device)
    shutil.copytree(folder / "film", shipped / "film", dirs_exist_ok=True)
    frames = {frame["step"]: frame for frame in training_run.record["film"]}
    said = record_film_frame(model, tokenizer, shipped / "film" / f"{training_run.step}.npz")
    frames[training_run.step] = {"step": training_run.step, "sentences": said}
    record = {
        "model": asdict(model.config),
        "parameters": sum(parameter.numel() for parameter in model.parameters()),
        "steps": training_run.step,
        "epochs": training_run.epoch,
        "tokens": training_run.tokens,
        "seconds": round(training_run.seconds),
        "averaged": [int(path.stem) for path in averaged],
        "last_checkpoint": {"loss": single},
        "final": evaluate_quality(model, tokenizer, held_out, config, thorough=True),
        "film_sentences": [asdict(sentence) for sentence in film_sentences(tokenizer)],
        **training_run.record,
        "film": list(frames.values()),  # the last frame is the shipped weights themselves
    }
    write_text(shipped / "training.json", json.dumps(record, ensure_ascii=False) + "\n")
