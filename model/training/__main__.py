"""Train tokenizer and model: ``python -m model.training --data DIR --languages en,fr,de,es``.

The recipe is the paper's (section 5): Adam, warm-up, label smoothing, dropout, and the average of
the last checkpoints. Kill it at any time: the same command goes on from the last checkpoint, to
the same weights on the same machine. ``torchrun --nproc-per-node 2 -m model.training`` shares steps
among processes.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from model import storage
from model.config import ModelConfig
from model.training.loop import train
from model.training.recipe import TrainConfig

# Of the model: languages are the same for both, the others are for what is converted.
NOT_CHOSEN = ("languages", "biases", "activation", "source_languages", "converted_from")


def _parse_arguments(command_line: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line: every setting of the model and of the recipe is an option."""
    parser = argparse.ArgumentParser(prog="python -m model.training", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the .tsv.gz files")
    parser.add_argument("--folder", type=Path, default=Path("runs/default"), help="of the run")
    parser.add_argument("--begin", type=Path, help="folder of a model that a new run goes on from")
    for config in (ModelConfig, TrainConfig):
        for setting in fields(config):
            if config is ModelConfig and setting.name in NOT_CHOSEN:
                continue
            many = isinstance(setting.default, tuple)
            parser.add_argument(
                f"--{setting.name.replace('_', '-')}",
                type=(lambda text: tuple(text.split(","))) if many else type(setting.default),
                default=argparse.SUPPRESS,  # a model that is begun with has sizes of its own
                help=str(setting.default),
            )
    return parser.parse_args(command_line)


def _settings_of(config_class: type, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the command line arguments that are fields of a configuration class."""
    return {f.name: arguments[f.name] for f in fields(config_class) if f.name in arguments}


def main(command_line: Sequence[str] | None = None) -> None:
    """Train a model with the command line's settings.

    Raises:
        SystemExit: with one sentence, if the training cannot go on.
    """
    arguments = vars(_parse_arguments(command_line))
    try:
        begin = arguments["begin"]
        sizes = storage.read_config(begin) if begin else ModelConfig()
        model = replace(sizes, **_settings_of(ModelConfig, arguments))
        model.check_size_limits()  # now, not after the last step
        recipe = _settings_of(TrainConfig, arguments) | {"languages": model.languages}
        training = TrainConfig(**recipe)
        train(model, training, arguments["data"], arguments["folder"], begin=begin)
    except ValueError as error:  # on settings: the same command would say it again
        raise SystemExit(f"The training stopped: {error}.") from error
    except OSError as error:
        kept = "What was written before is kept: the same command goes on from it."
        raise SystemExit(f"The training stopped: {error}. {kept}") from error
    except KeyboardInterrupt:
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
