"""Ten scenes: a sentence on its way through the model, moving as you scroll."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from torch import Tensor

from pages.start.story.pictures import SceneTensors
from ui.readings.reading import Reading
from ui.sentence import Remark
from ui.views import encode_tensor, register_view, token_labels_data

_story = register_view(__file__, picture=False)
WORDS = 8  # words of each sentence in the first scene; for one more it shows "…"


@dataclass(frozen=True)
class Scene:
    """The texts of one scene, beside its picture.

    Args:
        title: its heading.
        text: fixed paragraphs; the last one is the sentence to remember.
        remark: the sentence about the current reading.
    """

    title: str
    text: Sequence[str]
    remark: Remark


def show_story(reading: Reading, scenes: Sequence[Scene], pictures: SceneTensors) -> None:
    """Show the scenes of the story for one sentence.

    Args:
        reading: the sentence and its translation.
        scenes: the texts of the scenes, in order.
        pictures: the tensors that they draw.
    """
    shown, example = pictures.shown_positions, pictures.example
    some = slice(shown.start, shown.stop)
    data = {
        "sentence": [reading.text, reading.language, *reading.target_ids],
        "scenes": [
            {
                "title": scene.title,
                "text": [Remark(paragraph, {}).text_runs() for paragraph in scene.text],
                "now": scene.remark.text_runs(),
            }
            for scene in scenes
        ],
        "source": token_labels_data(reading.source[some]),
        "words": {
            "source": reading.text.split()[: WORDS + 1],
            "target": reading.translation.split()[: WORDS + 1],
        },
        "left": [shown.start, len(reading.source) - shown.stop],
        "ids": list(reading.source_ids[some]),
        "output": token_labels_data(reading.output),
        "start": token_labels_data(reading.target[:1])[0],
        "vocabulary": reading.network.config.vocab_size if reading.network else 0,
        "twins": pictures.equal_tokens and [place - shown.start for place in pictures.equal_tokens],
        "example": example
        and asdict(
            replace(example, query=example.query - shown.start, key=example.key - shown.start)
        ),
        "rare": list(pictures.rare_word),
        "alike": pictures.similar
        and {
            "row": pictures.similar.position - shown.start,
            "names": list(pictures.similar.names),
            "angle": pictures.similar.angle,
        },
        "apart": pictures.equal_tokens_angle,
        "turn": pictures.turn,
        "attention": pictures.attention.tolist(),
        "habits": {str(head): name for head, name in pictures.pattern_names.items()},
        "active": (pictures.units > 0).int().tolist(),
        "tensors": {name: encode_tensor(x) for name, x in _row_tensors(pictures).items()},
        "steps": [asdict(step) for step in pictures.steps],
        "frames": [asdict(frame) for frame in pictures.frames],
    }
    _story(key="story", data=data)


def _row_tensors(pictures: SceneTensors) -> dict[str, Tensor]:
    """Return the tensors that are drawn as rows of cells, by the names in the script."""
    return {
        "table": pictures.embedding_sample,
        "rows": pictures.rows,
        "waves": pictures.positional_encodings,
        "sums": pictures.sums,
        "z": pictures.z.unsqueeze(0),
        "maps": pictures.maps,
        "block": pictures.block,
        **{f"layer {n}": layer for n, layer in enumerate(pictures.layers)},
    }
