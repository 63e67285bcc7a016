"""What the pages ask the model: the only cached functions of the app."""

import gc
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import streamlit as st
import torch
from torch import Tensor

from model import storage
from model.batches import MAX_PIECES
from model.decoding import Candidate, beam_search, ranking
from model.scoring import each_head_silenced, log_probability
from model.tokenizer import EOS, SPACE, UNK, Tokenizer, normalize
from model.trace import Edit, Trace, recording
from model.transformer import Transformer
from model.translate import recorded_pass

MODEL = Path(__file__).parents[1] / "assets" / "model"
WIDTH, ALPHA = 4, 0.6  # the paper's beam and length penalty (section 6.1)

# How a trace names the three attentions of a layer.
ATTENTIONS = {
    "encoder": "encoder.layers.{}.self_attention",
    "decoder": "decoder.layers.{}.self_attention",
    "cross": "decoder.layers.{}.cross_attention",
}


@dataclass(frozen=True)
class Token:
    """A token as the screen shows it.

    Args:
        text: what the person typed, or the piece of a translation.
        joined: whether it continues the word before it.
        special: whether it is a mark such as the end token.
        known: False for a character that the vocabulary lacks.
    """

    text: str
    joined: bool = False
    special: bool = False
    known: bool = True


@dataclass(frozen=True, order=True)
class Silenced:
    """An edit: one head whose output is set to zero.

    Args:
        attention: a key of ``ATTENTIONS``.
        layer: counted from 0.
        head: counted from 0.
    """

    attention: str
    layer: int
    head: int


@dataclass(frozen=True)
class Reading:
    """One sentence, what the model said, and everything it computed on the way.

    Args:
        text: the sentence as the model reads it.
        language: into which it was translated.
        source: tokens of the encoder, the end token last.
        target: tokens that the decoder was given, the start token first.
        output: tokens that the decoder said: the same, one step ahead.
        translation: the best translation.
        hypotheses: all that the beam search finished, best first.
        source_ids: ids of ``source``.
        target_ids: ids of ``target``.
        cut: whether the sentence was longer than the model reads.
        trace: the recorded pass.
        silenced: heads that were silent in all of this.
    """

    text: str
    language: str
    source: tuple[Token, ...]
    target: tuple[Token, ...]
    output: tuple[Token, ...]
    translation: str
    hypotheses: tuple[Candidate, ...]
    source_ids: tuple[int, ...]
    target_ids: tuple[int, ...]
    cut: bool
    trace: Trace
    silenced: tuple[Silenced, ...] = ()

    def axes(self, attention: str) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
        """Return the tokens that ask and the tokens that answer in one of the attentions."""
        return {
            "encoder": (self.source, self.source),
            "decoder": (self.target, self.target),
            "cross": (self.target, self.source),
        }[attention]

    def attention(self, attention: str, layer: int) -> Trace:
        """Return the tensors of one attention of one layer."""
        return self.trace.at(ATTENTIONS[attention].format(layer))

    def inputs(self, attention: str, layer: int) -> tuple[Tensor, Tensor]:
        """Return what one attention was given: the rows that ask and the rows that answer."""
        if attention == "cross":
            asks = self.trace[f"decoder.layers.{layer}.add_and_norm_1.output"]
            return asks, self.trace["memory"]
        last = {"encoder": "add_and_norm_2", "decoder": "add_and_norm_3"}[attention]
        below = f"layers.{layer - 1}.{last}" if layer else "embedding"
        x = self.trace[f"{attention}.{below}.output"]
        return x, x


@st.cache_resource(show_spinner="Loading the model ...")
def load_model() -> tuple[Transformer, Tokenizer]:
    """Return the trained model that all visitors share; nothing ever changes it."""
    torch.set_num_threads(1)  # visitors run side by side, each on one core
    loaded = storage.load(MODEL)
    gc.collect()
    gc.freeze()  # what was loaded stays: later collections need not look at it
    return loaded


def projections(attention: str, layer: int, head: int) -> dict[str, Tensor]:
    """Return one head's own columns of W_Q, W_K and W_V, as in X W: d_model rows, d_k columns."""
    module = load_model()[0].get_submodule(ATTENTIONS[attention].format(layer))
    parts = {"Q": module.W_Q, "K": module.W_K, "V": module.W_V}
    # nn.Linear keeps its matrix turned: its rows are the columns of the paper's W.
    return {name: part.weight.unflatten(0, (module.h, -1))[head].T for name, part in parts.items()}


@st.cache_data
def training_record() -> dict:
    """Return what was written down while the model was trained."""
    return json.loads((MODEL / "training.json").read_text())


def trained(source: str, target: str) -> bool:
    """Whether the model saw examples of this direction."""
    return f"{source}-{target}" in training_record()["final"]["loss"]


def unsure(reading: Reading, source: str) -> bool:
    """Whether a tenth of the validation set's translations, or fewer, are less probable."""
    scores = training_record()["final"]["scores"]
    below = {score["direction"]: score["unsure_below"] for score in scores}
    mean = reading.hypotheses[0].total / len(reading.output)
    return mean < below.get(f"{source}-{reading.language}", -math.inf)


# The trace of the longest sentence takes about 40 MB.
@st.cache_resource(max_entries=12, show_spinner=False)
def read(text: str, language: str, silenced: tuple[Silenced, ...] = ()) -> Reading:
    """Translate a sentence, then record one pass of the winning translation.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language to translate into.
        silenced: heads whose output is zero in all of this.
    """
    model, tokenizer = load_model()
    edits = silencing(silenced)
    ids = tokenizer.encode(text)
    source = [*ids[:MAX_PIECES], EOS]
    start = tokenizer.start(language)
    with recording(model, edits) if edits else torch.inference_mode():
        steps = beam_search(model, [source], [start], WIDTH, cached=not edits)
        hypotheses = ranking(steps, ALPHA)[0]
    said = hypotheses[0].tokens
    target = [start, *(said[:-1] if said[-1] == EOS else said)]
    return Reading(
        text=normalize(text),
        language=language,
        source=(*source_tokens(tokenizer, text)[:MAX_PIECES], Token("</s>", special=True)),
        target=(Token(f"<2{language}>", special=True), *target_tokens(tokenizer, target[1:])),
        output=target_tokens(tokenizer, said),
        translation=tokenizer.decode(said),
        hypotheses=tuple(hypotheses),
        source_ids=tuple(source),
        target_ids=tuple(target),
        cut=len(ids) > MAX_PIECES,
        trace=recorded_pass(model, source, target, edits),
        silenced=silenced,
    )


@st.cache_data(max_entries=96, show_spinner=False)
def probability(text: str, language: str, silenced: tuple[Silenced, ...]) -> float:
    """Return how probable silenced heads leave the unedited model's translation; log, in nats."""
    return log_probability(load_model()[0], *_said(text, language), silencing(silenced))


@st.cache_data(max_entries=96, show_spinner=False)
def probability_without_each(text: str, language: str, module: str) -> list[float]:
    """Return the same for each head of one attention (its path in the model), silenced alone."""
    return each_head_silenced(load_model()[0], *_said(text, language), module)


def _said(text: str, language: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a sentence and what the unedited model made of it, both as ids."""
    plain = read(text, language, ())
    return plain.source_ids, (plain.target_ids[0], *plain.hypotheses[0].tokens)


def silencing(silenced: tuple[Silenced, ...]) -> Mapping[str, Edit]:
    """Return the edits of the pass that set these heads to zero."""

    def silence(heads: Tensor, chosen: list[int]) -> Tensor:
        heads = heads.clone()
        heads[:, chosen] = 0
        return heads

    edits: dict[str, list[int]] = {}
    for one in silenced:
        name = f"{ATTENTIONS[one.attention].format(one.layer)}.heads"
        edits.setdefault(name, []).append(one.head)
    return {name: partial(silence, chosen=chosen) for name, chosen in edits.items()}


def source_tokens(tokenizer: Tokenizer, text: str) -> tuple[Token, ...]:
    """Return the tokens of a text as the person typed them."""
    ids = tokenizer.encode(text)
    return tuple(
        Token(
            surface.strip() or piece.removeprefix(SPACE) or SPACE,
            joined=not piece.startswith(SPACE) and place > 0,
            known=identity != UNK,
        )
        for place, (identity, piece, surface) in enumerate(
            zip(ids, tokenizer.pieces(ids), tokenizer.surfaces(text), strict=True)
        )
    )


def target_tokens(tokenizer: Tokenizer, ids: list[int]) -> tuple[Token, ...]:
    """Return the tokens of a translation."""
    pieces = tokenizer.pieces(ids)
    return tuple(
        Token(
            piece.removeprefix(SPACE) or SPACE,
            joined=not piece.startswith(SPACE) and place > 0 and identity != EOS,
            special=identity == EOS,
            known=identity != UNK,
        )
        for place, (identity, piece) in enumerate(zip(ids, pieces, strict=True))
    )
