"""Texts of the story's scenes, and the recorded outputs of training."""

import json
import math
from collections.abc import Sequence
from pathlib import Path

from safetensors import safe_open

from model import storage
from model.config import ModelConfig
from model.eight_bits import SCALE
from ui.contents import KNOWN, find_page
from ui.frame.texts import read_page_sections, translate_heading
from ui.messages import _
from ui.sentence import Remark, remark_html
from ui.words import format_decimal, format_integer

NAME = "story"


def read_scenes(folder: Path, config: ModelConfig) -> list[dict[str, object]]:
    """Return the texts of the story's scenes, with the model's sizes filled in.

    Args:
        folder: folder of the model.
        config: the model's config.

    Returns:
        For each scene its "title", and as "text" a list of paragraphs; a paragraph is a list of
        runs (text, is bold).
    """
    sizes = _collect_model_sizes(folder, config)
    texts = list(read_page_sections(NAME).items())[
        1:-2
    ]  # the sections between the lead and the end
    return [
        {
            "title": translate_heading(NAME, heading),
            "text": [Remark(one, sizes).text_runs() for one in _paragraphs(text)],
        }
        for heading, text in texts
    ]


def scenes_html(folder: Path, config: ModelConfig) -> str:
    """Return the texts of the story's scenes as HTML, to be read while the model loads.

    Args:
        folder: folder of the model: its vocabulary and training log give the numbers of pieces and
            of training steps that the texts name.
        config: the model's config: gives the numbers of layers, heads and dimensions.
    """
    sizes = _collect_model_sizes(folder, config)
    return "".join(
        f"<h2>{translate_heading(NAME, heading)}</h2>"
        + "".join(f"<p>{remark_html(Remark(one, sizes))}</p>" for one in _paragraphs(text))
        for heading, text in list(read_page_sections(NAME).items())[1:-2]
    )


def end_html(names: Sequence[str], app: str) -> str:
    """Return the last section of the story, "A page for each scene", as HTML.

    It lists what the story has taught, one sentence for each page that tells more, with a link.

    Args:
        names: names of the edition's pages.
        app: URL of the full app, for links to pages that the edition lacks; "" for none.
    """
    lines = []
    for name, sentence in KNOWN:
        title = find_page(name).title
        if name in names:
            title = f'<a href="{name}.html" data-page="{name}">{title} →</a>'
        elif app:
            title = f'<a data-app="{name}" href="{app}{name}">{title} ↗</a>'
        lines.append(f"<li>{_(sentence)} {title}</li>")
    heading, said = translate_heading(NAME, "A page for each scene"), read_page_sections(NAME)
    top = f"<h2>{heading}</h2><p>{said['A page for each scene']}</p>"
    return f'<section>{top}<ul class="known">{"".join(lines)}</ul></section>'


def _paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a text, each on one line."""
    return [one.replace("\n", " ") for one in text.strip().split("\n\n")]


def _collect_model_sizes(folder: Path, config: ModelConfig) -> dict[str, object]:
    """Return the model's sizes, as they fill placeholders in the scenes' texts, by name."""
    record = read_training_record(folder)
    with safe_open(folder / storage.WEIGHTS, "numpy") as file:
        names = [name for name in file.keys() if not name.endswith(SCALE)]  # noqa: SIM118
        parameters = sum(math.prod(file.get_slice(name).get_shape()) for name in names)
    return {
        "vocabulary": format_integer(config.vocab_size),
        "width": config.d_model,
        "heads": config.h,
        "units": format_integer(config.d_ff),
        "layers": config.N,
        "parameters": format_decimal(parameters / 1e6, 1),
        "steps": format_integer(record["steps"]) if record else _("many"),
    }


def read_training_film(folder: Path) -> dict[str, object] | None:
    """Return how the model translated one sentence at several steps of its training.

    Args:
        folder: folder of the model.

    Returns:
        "sentence" (the source) and "said", a list of [training step, translation]; None if the
        training was not recorded.
    """
    record = read_training_record(folder)
    if not record.get("film") or not record.get("film_sentences"):
        return None
    said = [[one["step"], one["sentences"][0]["text"]] for one in record["film"]]
    return {"sentence": record["film_sentences"][0]["source"], "said": said}


def read_training_record(folder: Path) -> dict:
    """Return a model's training log, the content of ``training.json``; ``{}`` without that file.

    Args:
        folder: folder of the model.
    """
    path = folder / storage.RECORD
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
