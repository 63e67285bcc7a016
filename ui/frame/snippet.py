"""The Python program that computes what a page shows, through the public API."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from model.changes.kinds import TaughtWeights
from model.changes.lesson import Lesson
from model.parts import ATTENTIONS, SUBLAYERS
from model.reading import Reading

# In the wheel this code is inside a package, which is imported instead.
IMPORT = "import model" if __name__.startswith("ui.") else "import glass_transformer as model"
# The main tensor of each page: a tap, and the axis of which one index is shown, if any.
TENSORS = {
    "embedding": ("encoder.embedding.embedding", None),
    "positional_encoding": ("encoder.embedding.positions", None),
    "queries_keys_values": ("{attention}.q", "head"),
    "scaled_dot_product": ("{attention}.weights", "head"),
    "multi_head": ("{attention}.weights", "head"),
    "masking": ("decoder.layers.{layer}.self_attention.masked", "head"),
    "residual_and_norm": ("{sublayer}.output", None),
    "feed_forward": ("{stack}.layers.{layer}.feed_forward.hidden", None),
    "encoder_stack": ("memory", None),
    "shifted_input": ("logits", None),
    "cross_attention": ("decoder.layers.{layer}.cross_attention.weights", "head"),
    "decoder_stack": ("decoder.layers.{layer}.add_and_norm_3.output", None),
    "next_token": ("logits", None),
}


def build_python_snippet(
    page: str, reading: Reading, choices: Mapping[str, object], fingerprint: str, folder: str = ""
) -> str:
    """Return a Python program that computes the main tensor of a page with the public API.

    ``TENSORS`` names the tensor of each page; for other pages, the program computes all tensors.

    Args:
        page: name of the page.
        reading: the reading that the page shows.
        choices: the values of the page's controls by key, such as "layer"; see
            ``link.current_choices``.
        fingerprint: SHA-256 of the weights, or its beginning, for a comment.
        folder: folder of the model; "" for the shipped one.
    """
    settings = [repr(reading.text), f"to={reading.language!r}"]
    lessons = [one.lesson for one in reading.changes if isinstance(one, TaughtWeights)]
    others = [one for one in reading.changes if not isinstance(one, TaughtWeights)]
    if others:
        changes = ",\n    ".join(f"model.{change!r}" for change in others)
        settings.append(f"changes=[\n    {changes},\n]")
    lines = [
        IMPORT,
        "",
        f"glass = model.load({folder and repr(folder)})  # the weights {fingerprint}",
        *map(_write_teach_line, lessons),
        f"run = glass.read({', '.join(settings)})",
        "print(run.translation)",
        "print([token.text for token in run.source])",
        _write_tensor_line(page, choices),
    ]
    return "\n".join(lines) + "\n"


def _write_teach_line(lesson: Lesson) -> str:
    """Return the line of Python that fine-tunes the model on a lesson."""
    settings = asdict(lesson)
    pairs = [tuple(pair.values()) for pair in settings.pop("pairs")]
    said = ", ".join(f"{name}={value!r}" for name, value in settings.items())
    return f"glass = glass.teach({pairs!r}, {said})"


def _write_tensor_line(page: str, choices: Mapping[str, Any]) -> str:
    """Return the line of Python that picks the page's tensor from the trace; else all tensors."""
    if page not in TENSORS:
        return "numbers = dict(run.trace)  # every tensor of the pass, by its name"
    pattern, axis = TENSORS[page]
    layer = int(choices.get("layer", 1)) - 1
    chosen = {
        "attention": ATTENTIONS[choices.get("attention", "encoder")].format(layer),
        "sublayer": SUBLAYERS[choices.get("sublayer", "encoder-attention")].format(layer),
        "stack": choices.get("stack", "encoder"),
        "layer": layer,
    }
    place = f", {axis}={int(choices.get(axis, 1)) - 1}" if axis else ""
    return f"numbers = run.trace.pick({pattern.format(**chosen)!r}{place})"
