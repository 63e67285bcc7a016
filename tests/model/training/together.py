"""Train with the other processes, and leave this one's weights: what torchrun starts."""

import os
import signal
import sys
from pathlib import Path

from safetensors.torch import save_file

from model.config import ModelConfig
from model.training import loop
from model.training.recipe import TrainConfig

SIZES = ModelConfig(
    vocab_size=60, languages=("en", "fr"), N=1, d_model=16, h=2, d_ff=24, P_drop=0.0
)
RECIPE = TrainConfig(
    languages=("en", "fr"), steps=3, tokens=200, clip=1e9, average=1, seed=5, checkpoint_every=1
)


def train_and_tell(data: Path, folder: Path, fatal: int) -> None:
    """Train; write this process's final weights and the first gradient, as Adam's first mean.

    Args:
        data: to be trained on.
        folder: of the run.
        fatal: the step in which the first process is killed; 0 for none.
    """
    runs, rank, update = [], os.environ["RANK"], loop.train_step

    def watched(run, *rest):
        if run.step + 1 == fatal and rank == "0":
            os.kill(os.getpid(), signal.SIGKILL)
        loss = update(run, *rest)
        if not runs:
            states = run.optimizer.state_dict()["state"].values()
            names = [name for name, _ in run.model.named_parameters()]
            means = [state["exp_avg"].clone() for state in states]
            save_file(dict(zip(names, means, strict=True)), folder / f"mean.{rank}")
        runs.append(run)
        return loss

    loop.train_step = watched
    loop.FILM_STEPS = {0}
    loop.choose_faster_precision = lambda *_: ("float32", "")
    loop.train(SIZES, RECIPE, data, folder)
    save_file(runs[-1].model.state_dict(), folder / f"weights.{rank}")


if __name__ == "__main__":
    train_and_tell(*map(Path, sys.argv[1:3]), int(sys.argv[3]))
    os._exit(0)  # on a busy machine threads of gloo may abort the interpreter's own way out
