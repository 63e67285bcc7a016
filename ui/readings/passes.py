"""What single pages ask the model besides a reading of the sentence; cached like ``session``."""

import csv

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from model.changes.kinds import by_position
from model.config import MAX_PIECES
from model.decoding import beam_search, ranking
from model.measures.fresh_stacks import Journey, journeys
from model.storage import fingerprint
from model.trace import Trace, recording
from pages.attention.masking.computed import leak
from pages.attention.masking.computed.orders import padded_pass
from pages.decoder.shifted_input import computed
from pages.encoder.feed_forward.computed import Excitement, excitement
from pages.start.history.computed import recurrence, table_1
from pages.training.learning.views.film import Film
from ui.readings.patience import SEATS
from ui.readings.reading import Change, Token, source_tokens, target_tokens
from ui.readings.session import (
    ASSETS,
    MODEL,
    changed_model,
    edits,
    load_model,
    read_table,
    source_ids,
    training_record,
)


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


@st.cache_data
def robustness() -> dict | None:
    """Return how the model bears careless typing, as it was measured; None for other weights."""
    path = MODEL / "robustness.json"  # written by model.robustness
    table = read_table(path) if path.exists() else {}
    return table if table.get("weights") == fingerprint(MODEL) else None


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


@st.cache_data(max_entries=24, show_spinner=False)
def greedy(source: tuple[int, ...], start: int, changes: tuple[Change, ...] = ()) -> list[int]:
    """Return what the model says if it takes the likeliest token at each step; it may be cut."""
    model = changed_model(changes)
    with recording(model, edits(changes)) if changes else torch.inference_mode():
        steps = beam_search(model, [source], [start], width=1, cached=by_position(changes))
        return ranking(SEATS.interruptible(steps))[0][0].tokens[:MAX_PIECES]


@st.cache_data(max_entries=24, show_spinner=False)
def each_token_changed(
    source: tuple[int, ...],
    target: tuple[int, ...],
    instead: tuple[int, ...],
    changes: tuple[Change, ...] = (),
) -> Tensor:
    """Return how far each prediction moves, in bits, when each token read is another."""
    return computed.each_token_changed(
        changed_model(changes), source, target, instead, edits(changes)
    )


@st.cache_data(max_entries=24, show_spinner=False)
def memory(source: tuple[int, ...], changes: tuple[Change, ...] = ()) -> Tensor:
    """Return the encoder's rows for any ids, which need not come from a text.

    Args:
        source: ids, the end token last.
        changes: what is edited in the pass.
    """
    model = changed_model(changes)
    with torch.inference_mode(), recording(model, edits(changes)):
        return model.encode(torch.tensor([source]))[0]


@st.cache_resource(max_entries=4, show_spinner=False)
def encoded(texts: tuple[str, ...], changes: tuple[Change, ...] = ()) -> Trace:
    """Record the encoder's pass over several sentences in one batch, the shorter ones padded."""
    return padded_pass(changed_model(changes), [source_ids(text) for text in texts], edits(changes))


@st.cache_data(show_spinner="Training two tiny models ...")
def losses_of_a_leak() -> dict[bool, list[float]]:
    """Return how two tiny models learn, with a causal mask (True) and without; loss by step."""
    return {masked: leak.losses(masked) for masked in (True, False)}


@st.cache_data(max_entries=12, show_spinner=False)
def fresh_stacks(layers: int, shrunk: bool) -> dict[str, Journey]:
    """Return what becomes of signal and gradient in untrained stacks; see ``fresh_stacks``."""
    return journeys(layers, shrunk)


@st.cache_data(max_entries=512, show_spinner=False)
def gradient_reach(kind: str, n: int, setting: int, seed: int) -> list[float]:
    """Return how much of a gradient gets through fresh networks; see ``computed.recurrence``."""
    return recurrence.reach(kind, n, setting, seed)


@st.cache_data(max_entries=32, show_spinner=False)
def layer_seconds(n: int) -> dict[str, float]:
    """Return how long layers of this model's width take on this machine; see ``table_1``."""
    return table_1.seconds(n, load_model()[0].config)
