"""A training goes on from a folder that an earlier version of this code wrote."""

import json
import shutil
from pathlib import Path

from safetensors.torch import load_file

from model import hypotheses
from model.config import ModelConfig
from model.training import loop
from model.training.checkpoint import CHECKPOINT, weight_files
from model.training.precision import PRECISIONS
from model.training.recipe import TrainConfig

# Seven steps of a training on the toy task, as they lay in the folder before the code was moved.
BEGUN = Path(__file__).with_name("begun")
SIZES = ModelConfig(vocab_size=60, languages=("en", "fr"), N=1, d_model=16, h=2, d_ff=24)
RECIPE = TrainConfig(
    languages=("en", "fr"),
    steps=8,
    tokens=1_500,
    warmup=8,
    checkpoint_every=3,
    average=2,
    validate_every=10,
    validate_lines=1,
)


def test_a_folder_of_an_earlier_version_is_gone_on_with(tmp_path, data, monkeypatch):
    monkeypatch.setattr(loop, "FILM_STEPS", {0})
    monkeypatch.setattr(hypotheses, "EXTRA_LENGTH", 6)  # nothing ends a sentence yet
    folder = Path(shutil.copytree(BEGUN, tmp_path / "run"))
    loop.train(SIZES, RECIPE, data, folder)
    record = json.loads((folder / "model" / "training.json").read_text())
    noted = [(entry["from_step"], entry.get("precision")) for entry in record["settings"]]
    assert noted[0] == (0, None)  # what was noted then is still there
    assert noted[-1][0] == 7
    assert noted[-1][1] in PRECISIONS
    assert [path.stem for path in weight_files(folder)] == ["7", "8"]
    before, after = (load_file(run / CHECKPOINT) for run in (BEGUN, folder))
    assert before.keys() == after.keys()
    # One step of Adam, with the moments of seven: no weight goes much further than its rate.
    moved = [(after[k] - before[k]).abs().max() for k in before if k.startswith("model.")]
    assert 0 < max(moved) < 0.2
