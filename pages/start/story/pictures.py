"""Tensors of the pass that the story's scenes draw, cropped to the tokens that are shown."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.languages import LANGUAGES
from model.measures.head_patterns import clear_pattern_shares
from model.parts import ATTENTION_OUTPUTS, residual_tap
from model.tensors import Trace
from model.tokenizer import SPACE, Tokenizer
from pages.start.story import compute
from pages.start.story.compute import AttentionExample
from ui.choices import controls, default_choices
from ui.messages import _
from ui.readings import session
from ui.readings.habits import HABITS
from ui.readings.reading import ATTENTIONS, Reading, whole_words

CANDIDATES = 5  # likeliest next tokens of each step
STEPS = 8  # at most this many steps of the decoder
FRAMES = 5  # at most this many moments of the training
NAMED = 3  # at most this many heads with a named pattern


@dataclass(frozen=True)
class DecoderStep:
    """One decoder step: its likeliest next tokens, and its cross-attention.

    Args:
        names: the likeliest tokens.
        probabilities: probability of each.
        came: index of the translation's token among them.
        weights: cross-attention weights on the source tokens that are shown.
    """

    names: Sequence[str]
    probabilities: Sequence[float]
    came: int
    weights: Sequence[float]


@dataclass(frozen=True)
class TrainingFrame:
    """The model's translation of the recorded sentence at one step of its training."""

    step: int
    text: str


@dataclass(frozen=True)
class SceneTensors:
    """The tensors of the pass that the scenes draw, for the tokens that are shown.

    Args:
        shown_positions: positions of those tokens.
        embedding_sample: a sample of E.
        rows: the tokens' scaled rows of E.
        positional_encodings: the tokens' positional encodings.
        sums: the encoder's input.
        equal_tokens: positions of two equal tokens, if any.
        example: a word that attends to another, if any.
        attention: weights of the example's query on the tokens that are shown.
        z: output of the example's head at the query.
        varied_layer: the layer whose heads show the most different patterns.
        maps: attention weights of all heads of that layer.
        pattern_names: names of some of these patterns, by head.
        block: vector before attention, update and vector after it, at the example's query.
        units: activations of the feed-forward layer there.
        layers: inputs and outputs of the encoder's layers.
        steps: the first steps of the decoder.
        frames: translations recorded during training.
    """

    shown_positions: range
    embedding_sample: Float[Tensor, "sample sample_column"]
    rows: Float[Tensor, "row column"]
    positional_encodings: Float[Tensor, "row column"]
    sums: Float[Tensor, "row column"]
    equal_tokens: tuple[int, int] | None
    example: AttentionExample | None
    attention: Float[Tensor, " row"]
    z: Float[Tensor, " d_k"]
    varied_layer: int
    maps: Float[Tensor, "head map_query map_key"]
    pattern_names: Mapping[int, str]
    block: Float[Tensor, "3 column"]
    units: Float[Tensor, " d_ff"]
    layers: Float[Tensor, "layer row column"]
    steps: Sequence[DecoderStep]
    frames: Sequence[TrainingFrame]


def collect_scene_tensors(reading: Reading) -> SceneTensors:
    """Return the tensors of a reading's pass that the scenes of the story draw, cropped to the
    tokens and components that are shown.
    """
    trace, tokens = reading.trace, reading.source
    layers = session.glass().config.layers("encoder")
    weights = torch.stack([reading.attention("encoder", n)["weights"][0] for n in layers])
    example = compute.find_attention_example(weights, whole_words(tokens), _pronouns())
    needed = (example.query, example.key) if example else ()
    shown = compute.find_shown_range(len(tokens), *needed)
    some = slice(shown.start, shown.stop)
    layer, query = (example.layer, example.query) if example else (0, shown.start)
    head = example.head if example else default_choices.default_head_number("encoder", 0) - 1
    named = [_name_clear_patterns(each) for each in weights]
    many = max(layers, key=lambda n: (len(set(named[n].values())), n == layer))
    return SceneTensors(
        shown_positions=shown,
        embedding_sample=compute.sample_embeddings(session.embedding_matrix(reading.changes)),
        rows=compute.crop_vectors(trace["encoder.embedding.embedding"][0], shown),
        positional_encodings=compute.crop_vectors(trace["encoder.embedding.positions"], shown),
        sums=compute.crop_vectors(trace[residual_tap("encoder", 0)][0], shown),
        equal_tokens=compute.find_equal_tokens(
            [tokens[place].text for place in shown], shown.start
        ),
        example=example,
        attention=weights[layer, head, query, some],
        z=trace[f"{ATTENTIONS['encoder'].format(layer)}.heads"][0, head, query],
        varied_layer=many,
        maps=weights[many, :, some, some],
        pattern_names=named[many],
        block=_stack_add_and_norm(trace, layer, query)[:, : compute.COLUMNS],
        units=trace[f"encoder.layers.{layer}.feed_forward.hidden"][0, query],
        layers=torch.stack(
            [
                compute.crop_vectors(trace[residual_tap("encoder", n)][0], shown)
                for n in (*layers, len(layers))
            ]
        ),
        steps=_steps(reading, session.glass().tokenizer, shown),
        frames=_frames(),
    )


def _stack_add_and_norm(trace: Trace, layer: int, query: int) -> Float[Tensor, "3 d_model"]:
    """Return the three rows of Add & Norm after self-attention: x, what is added, the output."""
    taps = (
        residual_tap("encoder", layer),
        ATTENTION_OUTPUTS["encoder"].format(layer),
        f"encoder.layers.{layer}.add_and_norm_1.output",
    )
    return torch.stack([trace[tap][0, query] for tap in taps])


def _pronouns() -> Collection[str]:
    """Return the pronouns of the source language, in lower case."""
    language = controls.source_language()
    return LANGUAGES[language].pronouns if language in LANGUAGES else ()


def _name_clear_patterns(weights: Float[Tensor, "head query key"]) -> dict[int, str]:
    """Return up to ``NAMED`` clear attention patterns by name, each under its clearest head."""
    found = [
        (share, head, name)
        for name, values in clear_pattern_shares(weights, "encoder").items()
        for head, share in enumerate(values.tolist())
        if share > 0
    ]
    named: dict[str, int] = {}
    for __, head, name in sorted(found, reverse=True):
        named.setdefault(name, head)
    return {head: _(HABITS[name]) for name, head in list(named.items())[:NAMED]}


def _steps(reading: Reading, tokenizer: Tokenizer, shown: range) -> list[DecoderStep]:
    """Return the first decoding steps: attention to the source, and likeliest next tokens."""
    last = session.glass().config.layers("cross")[-1]
    looked = reading.attention("cross", last)["weights"][
        0, default_choices.default_head_number("cross", last) - 1
    ]
    probabilities = reading.trace["logits"][0].softmax(dim=-1)
    steps = []
    for step, came in enumerate(reading.output_ids[:STEPS]):
        ids = probabilities[step].topk(CANDIDATES).indices.tolist()
        if came not in ids:
            ids[-1] = came
        steps.append(
            DecoderStep(
                names=[piece.replace(SPACE, "") or SPACE for piece in tokenizer.pieces(ids)],
                probabilities=probabilities[step, ids].tolist(),
                came=ids.index(came),
                weights=looked[step, shown.start : shown.stop].tolist(),
            )
        )
    return steps


def _frames() -> list[TrainingFrame]:
    """Return a sentence's translations recorded at up to ``FRAMES`` moments of the training."""
    record = session.training_record()
    if not record or not record.get("film") or not record.get("film_sentences"):
        return []
    said = [(f["step"], f["sentences"][0]["text"]) for f in record["film"] if f["sentences"]]
    told = [(step, text) for n, (step, text) in enumerate(said) if text and text != said[n - 1][1]]
    if not told:
        return []
    chosen = [told[n] for n in compute.pick_evenly(len(told), FRAMES - 1)]
    if said[-1] not in chosen:
        chosen.append(said[-1])
    return [TrainingFrame(step, text) for step, text in chosen]


def find_recorded_sentence() -> str:
    """Return the first of the fixed sentences whose translations were recorded during training.

    Returns:
        The source sentence; "" if the model has no training record, or none with such sentences.
    """
    record = session.training_record() or {}
    return next((one["source"] for one in record.get("film_sentences", ())), "")
