"""Tensors of the pass that the story's scenes draw, cropped to the tokens that are shown."""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.languages import LANGUAGES
from model.measures import neighbours
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
STEPS = 12  # at most this many steps of the decoder
FRAMES = 5  # at most this many moments of the training
NAMED = 3  # at most this many heads with a named pattern
ALIKE = 3  # at most this many similar tokens
MEANT = 3  # letters that a word has at least for which similar ones are looked up
RARE_WORDS = {  # each is made up of pieces
    "en": "unbreakable",
    "de": "unzerbrechlich",
    "fr": "incassable",
    "es": "irrompible",
}


@dataclass(frozen=True)
class SimilarRows:
    """The rows of E that are most similar to a word's row, the mean of all rows subtracted.

    Args:
        position: position of the word in the sentence, from 0.
        names: texts of the tokens that the similar rows belong to, most similar first.
        angle: angle between the word's row and the first of them, in degrees.
    """

    position: int
    names: Sequence[str]
    angle: float


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
        rare_word: the pieces of a word that is not in the vocabulary; empty if the sentence has
            such a word itself.
        embedding_sample: a sample of E.
        similar: a word of the sentence, with the rows of E that are most similar to its own.
        rows: the tokens' scaled rows of E.
        positional_encodings: the tokens' positional encodings.
        sums: the encoder's input.
        equal_tokens: positions of two equal tokens, if any.
        equal_tokens_angle: angle between their vectors in ``sums``, in degrees; 0 without two.
        example: a word that attends to another, if any.
        attention: weights of the example's query on the tokens that are shown.
        z: output of the example's head at the query.
        varied_layer: the layer whose heads show the most different patterns.
        maps: attention weights of all heads of that layer.
        pattern_names: names of some of these patterns, by head.
        block: vector before attention, its update, and the vectors after attention and after the
            feed-forward layer, at the example's query.
        units: activations of the feed-forward layer there.
        also_active: other positions at which the feed-forward unit that is strongest there is
            active.
        layers: inputs and outputs of the encoder's layers.
        turn: angle between the example's query before the first layer and after the last one, in
            degrees.
        steps: the first steps of the decoder.
        frames: translations recorded during training.
    """

    shown_positions: range
    rare_word: Sequence[str]
    embedding_sample: Float[Tensor, "sample sample_column"]
    similar: SimilarRows | None
    rows: Float[Tensor, "row column"]
    positional_encodings: Float[Tensor, "row column"]
    sums: Float[Tensor, "row column"]
    equal_tokens: tuple[int, int] | None
    equal_tokens_angle: float
    example: AttentionExample | None
    attention: Float[Tensor, " row"]
    z: Float[Tensor, " d_k"]
    varied_layer: int
    maps: Float[Tensor, "head map_query map_key"]
    pattern_names: Mapping[int, str]
    block: Float[Tensor, "4 column"]
    units: Float[Tensor, " d_ff"]
    also_active: Sequence[int]
    layers: Float[Tensor, "layer row column"]
    turn: float
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
    hidden = trace[f"encoder.layers.{layer}.feed_forward.hidden"][0]
    residuals = [trace[residual_tap("encoder", n)][0] for n in (*layers, len(layers))]
    equal = compute.find_equal_tokens([tokens[place].text for place in shown], shown.start)
    tokenizer = session.glass().tokenizer
    return SceneTensors(
        shown_positions=shown,
        rare_word=_split_rare_word(reading, tokenizer),
        similar=find_similar_rows(reading, tokenizer, shown),
        embedding_sample=compute.sample_embeddings(session.embedding_matrix(reading.changes)),
        rows=compute.crop_vectors(trace["encoder.embedding.embedding"][0], shown),
        positional_encodings=compute.crop_vectors(trace["encoder.embedding.positions"], shown),
        sums=compute.crop_vectors(residuals[0], shown),
        equal_tokens=equal,
        equal_tokens_angle=compute.angle(*(residuals[0][n] for n in equal)) if equal else 0.0,
        example=example,
        attention=weights[layer, head, query, some],
        z=trace[f"{ATTENTIONS['encoder'].format(layer)}.heads"][0, head, query],
        varied_layer=many,
        maps=weights[many, :, some, some],
        pattern_names=named[many],
        block=_stack_add_and_norm(trace, layer, query)[:, : compute.COLUMNS],
        units=hidden[query],
        also_active=compute.find_positions_with_strongest_unit(hidden, query),
        layers=torch.stack([compute.crop_vectors(each, shown) for each in residuals]),
        turn=compute.angle(residuals[0][query], residuals[-1][query]),
        steps=_steps(reading, tokenizer, shown),
        frames=_frames(),
    )


def _split_rare_word(reading: Reading, tokenizer: Tokenizer) -> list[str]:
    """Return the pieces of a rare word in the sentence's language; empty if it is not split, or if
    the sentence has a split word of its own.
    """
    if compute.find_split_word(reading.source[:-1]):
        return []
    word = RARE_WORDS.get(controls.source_language(), RARE_WORDS["en"])
    pieces = [piece.replace(SPACE, "") for piece in tokenizer.pieces(tokenizer.encode(word))]
    return pieces if len(pieces) > 1 else []


def find_similar_rows(reading: Reading, tokenizer: Tokenizer, shown: range) -> SimilarRows | None:
    """Return the word, among those shown, whose row of E has the nearest other row, and its nearest
    rows; None if no word is shown that is a token of at least ``MEANT`` (3) letters.

    The mean of all rows is subtracted first, since they have most of their length in common.
    """
    words = {n: word for n, word in whole_words(reading.source).items() if n in shown}
    places = [n for n, word in words.items() if len(word) >= MEANT]
    if not places:
        return None
    rows = neighbours.subtract_mean(session.embedding_matrix(reading.changes))
    cosines = neighbours.cosine_matrix(rows, rows[[reading.source_ids[n] for n in places]])
    found = []
    for place, nearest in zip(places, neighbours.nearest_rows(cosines, 3 * ALIKE), strict=True):
        pieces = tokenizer.pieces([number for number, __ in nearest])
        texts = [piece.replace(SPACE, "") for piece in pieces]
        own = words[place].casefold()
        others = [
            (one, text) for one, text in zip(nearest, texts, strict=True) if text.casefold() != own
        ]
        names = list(dict.fromkeys(text for __, text in others))[:ALIKE]
        if others:
            found.append(SimilarRows(place, names, math.degrees(math.acos(others[0][0][1]))))
    return min(found, key=lambda one: one.angle, default=None)


def _stack_add_and_norm(trace: Trace, layer: int, query: int) -> Float[Tensor, "4 d_model"]:
    """Return x, what self-attention adds, and the outputs of the layer's two Add & Norm."""
    taps = (
        residual_tap("encoder", layer),
        ATTENTION_OUTPUTS["encoder"].format(layer),
        f"encoder.layers.{layer}.add_and_norm_1.output",
        residual_tap("encoder", layer + 1),
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
