"""What the pages ask the model: the only cached functions of the app."""

import csv
import gc
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from model import edits as tap_edits
from model import forcing, leak, storage
from model.alignment import TABLE, fingerprint
from model.batches import MAX_PIECES
from model.changes import by_position
from model.decoding import Candidate, beam_search, ranking
from model.feed_forward import Excitement, excitement
from model.fresh import Journey, journeys
from model.masking import padded_pass
from model.parameters import parameters
from model.scoring import each_head_silenced, log_probability
from model.tokenizer import EOS, Tokenizer, normalize
from model.trace import Edit, Trace, recording
from model.transformer import Transformer
from model.translate import recorded_pass
from ui.components.film import Film
from ui.reading import (
    ATTENTIONS,
    Change,
    Reading,
    Token,
    source_tokens,
    target_tokens,
)

ASSETS = Path(__file__).parents[1] / "assets"
MODEL = ASSETS / "model"
WIDTH, ALPHA = 4, 0.6  # the paper's beam and length penalty (section 6.1)


@st.cache_resource(show_spinner="Loading the model ...")
def load_model() -> tuple[Transformer, Tokenizer]:
    """Return the trained model that all visitors share; nothing ever changes it."""
    loaded = storage.load(MODEL)
    gc.collect()
    gc.freeze()  # what was loaded stays: later collections need not look at it
    return loaded


def edits(changes: Iterable[Change]) -> Mapping[str, Edit]:
    """Return the edits of a pass, by the names of the taps where they act."""
    return tap_edits.edits(load_model()[0], changes)


def projections(attention: str, layer: int, head: int) -> dict[str, Tensor]:
    """Return one head's own columns of W_Q, W_K and W_V, as in X W: d_model rows, d_k columns."""
    module = load_model()[0].get_submodule(ATTENTIONS[attention].format(layer))
    parts = {"Q": module.W_Q, "K": module.W_K, "V": module.W_V}
    # nn.Linear keeps its matrix turned: its rows are the columns of the paper's W.
    return {name: part.weight.unflatten(0, (module.h, -1))[head].T for name, part in parts.items()}


def embedding_matrix() -> Tensor:
    """Return E: a row of d_model numbers for each piece of the vocabulary."""
    return load_model()[0].E.weight.detach()


def parameter_counts() -> dict[str, int]:
    """Return how many numbers each part of the model learned."""
    return parameters(load_model()[0])


@st.cache_data
def training_record() -> dict:
    """Return what was written down while the model was trained."""
    return json.loads((MODEL / "training.json").read_text())


@st.cache_data
def alignment() -> dict | None:
    """Return how well each head aligns words, as it was measured; None for other weights."""
    path = MODEL / TABLE
    table = json.loads(path.read_text()) if path.exists() else {}
    return table if table.get("weights") == fingerprint(MODEL) else None


@st.cache_data(max_entries=18, show_spinner=False)
def film(number: int, attention: str) -> Film:
    """Return what the model said of one of the film's sentences as it learned, and its attention.

    Args:
        number: of the sentence, from 0.
        attention: a key of ``ATTENTIONS``.
    """
    record, tokenizer = training_record(), load_model()[1]
    sentence = record["film_sentences"][number]
    steps = [frame["step"] for frame in record["film"]]
    maps = []
    for step in steps:
        with np.load(MODEL / "film" / f"{step}.npz", allow_pickle=False) as frame:
            maps.append(torch.from_numpy(frame[f"{number}.{attention}"]))
    source = (*source_tokens(tokenizer, sentence["source"]), Token("</s>", special=True))
    ids = tokenizer.encode(sentence["target"])
    start = Token(f"<2{sentence['target_language']}>", special=True)
    target = (start, *target_tokens(tokenizer, ids))
    said = [frame["sentences"][number] for frame in record["film"]]
    return Film(
        source=sentence["source"],
        given=sentence["target"],
        steps=steps,
        texts=[each["text"] for each in said],
        losses=[each["loss"] for each in said],
        weights=torch.stack(maps),
        queries=source if attention == "encoder" else target,
        keys=target if attention == "decoder" else source,
    )


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
def read(text: str, language: str, changes: tuple[Change, ...] = ()) -> Reading:
    """Translate a sentence, then record one pass of the winning translation.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language to translate into.
        changes: what is edited in all of this.
    """
    model, tokenizer = load_model()
    source = _source(text)
    start = tokenizer.start(language)
    with recording(model, edits(changes)) if changes else torch.inference_mode():
        steps = beam_search(model, [source], [start], WIDTH, cached=by_position(changes))
        hypotheses = ranking(steps, ALPHA)[0]
    return _reading(text, language, hypotheses[0].tokens, changes, hypotheses)


@st.cache_resource(max_entries=12, show_spinner=False)
def forced(
    text: str, language: str, said: tuple[int, ...], changes: tuple[Change, ...] = ()
) -> Reading:
    """Record one pass of a given translation, whatever the model itself would say.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language of the translation.
        said: ids of the translation, without the start token; those after the 128th are left out.
        changes: what is edited in the pass.
    """
    return _reading(text, language, said[:MAX_PIECES], changes)


@st.cache_data(max_entries=24, show_spinner=False)
def greedy(source: tuple[int, ...], start: int, changes: tuple[Change, ...] = ()) -> list[int]:
    """Return what the model says if it takes the likeliest token at each step; it may be cut."""
    model = load_model()[0]
    with recording(model, edits(changes)) if changes else torch.inference_mode():
        steps = beam_search(model, [source], [start], width=1, cached=by_position(changes))
        return ranking(steps)[0][0].tokens[:MAX_PIECES]


@st.cache_data(max_entries=24, show_spinner=False)
def each_token_changed(
    source: tuple[int, ...],
    target: tuple[int, ...],
    instead: tuple[int, ...],
    changes: tuple[Change, ...] = (),
) -> Tensor:
    """Return how far each prediction moves, in bits, when each token read is another."""
    return forcing.each_token_changed(load_model()[0], source, target, instead, edits(changes))


@st.cache_data
def sentences() -> list[dict[str, str]]:
    """Return the app's own sentences: the same in each language, by its code."""
    with (ASSETS / "sentences.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@st.cache_data(max_entries=8, show_spinner="Reading 120 sentences ...")
def exciting(stack: str, layer: int) -> tuple[Excitement, list[tuple[Token, ...]]]:
    """Return which tokens of the app's own sentences excite each hidden unit of a layer most.

    Args:
        stack: "encoder" reads each sentence, "decoder" writes each.
        layer: counted from 0.
    """
    model, tokenizer = load_model()
    known = [code for code in tokenizer.languages if code in sentences()[0]]
    first, second = known[0], known[-1]
    pairs = [
        (row[code], (other, row[other]))
        for row in sentences()
        for code, other in ((code, second if code == first else first) for code in known)
    ]
    shown = [sentence for sentence, _ in pairs]
    if stack == "decoder":  # the other way round: the sentence is what is written
        codes = [code for _ in sentences() for code in known]
        pairs = [
            (other, (code, sentence))
            for (sentence, (_, other)), code in zip(pairs, codes, strict=True)
        ]
    found = excitement(
        model, tokenizer, *zip(*pairs, strict=True), f"{stack}.layers.{layer}.feed_forward", 8
    )
    texts = [source_tokens(tokenizer, sentence) for sentence in shown]
    if stack == "decoder":  # which is given a start token first
        texts = [(Token("", special=True), *text) for text in texts]
    return found, texts


def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a sentence as the encoder reads it, the end token last."""
    own = source_tokens(load_model()[1], text)[:MAX_PIECES]
    return (*own, Token("</s>", special=True))


def _source(text: str) -> list[int]:
    return [*load_model()[1].encode(text)[:MAX_PIECES], EOS]


def _reading(
    text: str,
    language: str,
    said: Sequence[int],
    changes: tuple[Change, ...],
    hypotheses: Sequence[Candidate] = (),
) -> Reading:
    model, tokenizer = load_model()
    source, said = _source(text), list(said)
    target = [tokenizer.start(language), *(said[:-1] if said[-1:] == [EOS] else said)]
    return Reading(
        text=normalize(text),
        language=language,
        source=tokens(text),
        target=(Token(f"<2{language}>", special=True), *target_tokens(tokenizer, target[1:])),
        output=target_tokens(tokenizer, said),
        translation=tokenizer.decode(said),
        hypotheses=tuple(hypotheses),
        source_ids=tuple(source),
        target_ids=tuple(target),
        cut=len(tokenizer.encode(text)) > MAX_PIECES,
        trace=recorded_pass(model, source, target, edits(changes)),
        changes=changes,
    )


@st.cache_resource(max_entries=4, show_spinner=False)
def encoded(texts: tuple[str, ...], changes: tuple[Change, ...] = ()) -> Trace:
    """Record the encoder's pass over several sentences in one batch, the shorter ones padded."""
    return padded_pass(load_model()[0], [_source(text) for text in texts], edits(changes))


@st.cache_data(show_spinner="Training two tiny models ...")
def losses_of_a_leak() -> dict[bool, list[float]]:
    """Return how two tiny models learn, with a causal mask (True) and without; loss by step."""
    return {masked: leak.losses(masked) for masked in (True, False)}


@st.cache_data(max_entries=24, show_spinner=False)
def memory(source: tuple[int, ...], changes: tuple[Change, ...] = ()) -> Tensor:
    """Return the encoder's rows for any ids, which need not come from a text.

    Args:
        source: ids, the end token last.
        changes: what is edited in the pass.
    """
    model = load_model()[0]
    with torch.inference_mode(), recording(model, edits(changes)):
        return model.encode(torch.tensor([source]))[0]


@st.cache_data(max_entries=96, show_spinner=False)
def probability(text: str, language: str, changes: tuple[Change, ...]) -> float:
    """Return how probable edits leave the unedited model's translation; log, in nats."""
    return log_probability(load_model()[0], *_said(text, language), edits(changes))


@st.cache_data(max_entries=24, show_spinner=False)
def probabilities(
    text: str, language: str, said: tuple[int, ...], variants: tuple[tuple[Change, ...], ...]
) -> list[float]:
    """Return how probable a given translation is under several sets of changes; log, in nats.

    Args:
        text: the sentence.
        language: code of the language of the translation.
        said: ids of the translation, without the start token.
        variants: each of them edits a pass of its own.
    """
    model, tokenizer = load_model()
    ids = _source(text), (tokenizer.start(language), *said)
    return [log_probability(model, *ids, edits(changes)) for changes in variants]


@st.cache_data(max_entries=12, show_spinner=False)
def fresh_stacks(layers: int, shrunk: bool) -> dict[str, Journey]:
    """Return what becomes of signal and gradient in untrained stacks; see ``model.fresh``."""
    return journeys(layers, shrunk)


@st.cache_data(max_entries=96, show_spinner=False)
def probability_without_each(text: str, language: str, module: str) -> list[float]:
    """Return the same for each head of one attention (its path in the model), silenced alone."""
    return each_head_silenced(load_model()[0], *_said(text, language), module)


def _said(text: str, language: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a sentence and what the unedited model made of it, both as ids."""
    plain = read(text, language, ())
    return plain.source_ids, (plain.target_ids[0], *plain.hypotheses[0].tokens)
