"""What all pages ask of the model, cached where it takes long; single pages use ``passes``."""

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields
from pathlib import Path

import streamlit as st
from torch import Tensor

from model import detection, storage
from model.glass import Glass
from model.measures import scoring
from model.measures.certainty import WRONG_THRESHOLD, Certainty
from model.passes import SearchResult
from model.tokenizer import Tokenizer
from model.transformer import Transformer
from ui.queues.long_work import SLOTS
from ui.readings import optional_artefacts
from ui.readings.file_schemas import FILE_SCHEMAS
from ui.readings.optional_artefacts import OptionalArtefact
from ui.readings.reading import Change, Reading
from ui.session_keys import READ

ASSETS = Path(__file__).parents[2] / "assets"
MODEL_FOLDER = Path(
    os.environ.get("GLASS_MODEL") or storage.MODEL
)  # a folder of one's own, or ours
_OVERRIDE: ContextVar[Glass | None] = ContextVar("given", default=None)


class ModelUnavailable(Exception):
    """A file of the model is missing or damaged; the message tells the operator which."""


def load_model() -> tuple[Transformer, Tokenizer]:
    """Return the app's network and tokenizer, shared by all visitors.

    Raises:
        ModelUnavailable: if they cannot be loaded.
    """
    network, tokenizer, _ = _load()
    return network, tokenizer


def fingerprint() -> str:
    """Return the fingerprint of the weights in use."""
    return _load()[2]


@st.cache_resource(show_spinner=False)
def _load() -> tuple[Transformer, Tokenizer, str]:
    """Load network, tokenizer and the weights' fingerprint, once per server."""
    try:
        loaded = storage.load_with_fingerprint(MODEL_FOLDER)
    except ValueError as error:
        raise ModelUnavailable(str(error)) from error
    gc.collect()
    gc.freeze()  # keeps what was loaded out of later garbage collections
    return loaded


def model_fault() -> str:
    """Return why the model cannot be loaded, as a message; "" if it can."""
    try:
        load_model()
    except ModelUnavailable as error:
        return str(error)
    return ""


def glass() -> Glass:
    """Return the model in use as a ``Glass``, its public interface, which all pages share."""
    return _OVERRIDE.get() or Glass(*_load())


@contextmanager
def use_glass(replacement: Glass) -> Iterator[None]:
    """Use another model on all pages, within a ``with`` block."""
    token = _OVERRIDE.set(replacement)
    try:
        yield
    finally:
        _OVERRIDE.reset(token)


def is_other_model() -> bool:
    """Whether ``use_glass`` has replaced the app's own model."""
    return glass().network is not load_model()[0]


def embedding_matrix(changes: tuple[Change, ...] = ()) -> Tensor:
    """Return the embedding matrix E, one row per vocabulary piece, under changes of the model."""
    return glass().network_with(changes).E.weight.detach()


def read_optional_artefact(name: str) -> OptionalArtefact:
    """Return an optional file beside the weights as it was read, or why it could not be."""
    return optional_artefacts.read_once(MODEL_FOLDER / name)


def training_record() -> dict | None:
    """Return the record of the training; None if there is none."""
    return read_optional_artefact(storage.RECORD).content


def load_measurements(name: str) -> dict | None:
    """Return the measurements in a file beside the weights; None if missing or of other weights."""
    table = read_optional_artefact(name).content
    return table if table and table.get("weights") == fingerprint() else None


def optional_artefact_errors() -> list[str]:
    """Return why optional files cannot be used, as messages for the log."""
    beside = [read_optional_artefact(name) for name in FILE_SCHEMAS]
    others = [
        optional_artefacts.read_once(path)
        for path in (detection.TABLE, optional_artefacts.CITATION)
    ]
    return [one.fault for one in (*beside, *others, *load_film_frames()) if one.fault]


def load_film_frames() -> list[OptionalArtefact]:
    """Return the frames of the training film in order, as read from their files."""
    folder, record = MODEL_FOLDER / storage.FILM, training_record()
    steps = [frame["step"] for frame in record["film"]] if record else []
    return [optional_artefacts.read_from_disk(folder / f"{step}.npz") for step in steps]


def label_smoothing() -> float | None:
    """Return the label smoothing in the last training steps; None if unknown."""
    record = training_record()
    return record["settings"][-1]["settings"]["smoothing"] if record else None


def was_trained_on(source_language: str, target_language: str) -> bool:
    """Whether the model was trained on this direction, by its record; True without a record."""
    record = training_record()
    return record is None or f"{source_language}-{target_language}" in record["directions"]


def load_error_classifier() -> Certainty | None:
    """Return the classifier of wrong translations; None if the model has no classifier."""
    if not (table := load_measurements(storage.CERTAINTY)):
        return None
    return Certainty(**{field.name: table[field.name] for field in fields(Certainty)})


@dataclass(frozen=True)
class DoubtCounts:
    """Counts of translations that the classifier marks as doubtful.

    Args:
        count: number of marked translations.
        wrong: how many of them were wrong when people judged them.
    """

    count: int
    wrong: int


def doubt_counts(reading: Reading) -> DoubtCounts | None:
    """Return counts of marked test translations; None unless this translation is marked, too."""
    table = load_measurements(storage.CERTAINTY)
    if not table or (error_probability(reading) or 0) <= WRONG_THRESHOLD:
        return None
    count = table["marked"]
    return DoubtCounts(count, round(count * table["wrong_of_marked"]))


def error_probability(reading: Reading) -> float | None:
    """Return the estimated probability that a translation is wrong; None without classifier."""
    judge = load_error_classifier()
    return judge.probability_wrong(glass().tokenizer, reading.hypotheses[0]) if judge else None


# A search result is small, and takes ten times as long as the recorded pass: in a class, where
# everybody has a sentence of their own, it stays cached longer than the traces.
@st.cache_resource(max_entries=256, show_spinner=False)
def search_translation(text: str, language: str, changes: tuple[Change, ...]) -> SearchResult:
    """Beam-search a text's translation into ``language``; record no pass (``read`` does)."""
    return glass().search(text, language, changes=changes, watch=SLOTS.interruptible)


# The trace of the longest sentence takes about 40 MB.
@st.cache_resource(max_entries=12, show_spinner=False)
def read(text: str, language: str, changes: tuple[Change, ...] = ()) -> Reading:
    """Translate a text into ``language``; record one forward pass over it and its translation.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language to translate into.
        changes: changes of the model in search and pass.
    """
    return glass().read(
        text, language, changes=changes, search_result=search_translation(text, language, changes)
    )


@st.cache_resource(max_entries=12, show_spinner=False)
def read_with_translation(
    text: str, language: str, translation_ids: tuple[int, ...], changes: tuple[Change, ...] = ()
) -> Reading:
    """Record one teacher-forced pass over a text and a given translation; return its reading.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language of the translation.
        translation_ids: ids of the translation without the start token; the first 128 count.
        changes: changes of the model in the pass.
    """
    return glass().read(text, language, changes=changes, translation=translation_ids)


@dataclass(frozen=True)
class Request:
    """A session's request to the model: text, target language and changes.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language to translate into.
        changes: changes of the model.
    """

    text: str
    language: str
    changes: tuple[Change, ...] = ()

    def read(self) -> Reading:
        """Return the reading that this request asks for."""
        return read(self.text, self.language, self.changes)


def current_request() -> Request:
    """Return the sentence bar's request in this script run: text, language, changes."""
    return st.session_state[READ]


@st.cache_data(max_entries=256, show_spinner=False)
def baseline_log_probability(text: str, language: str, changes: tuple[Change, ...]) -> float:
    """Return the changed model's ln p, in nats, of the unchanged one's translation of a text."""
    ids = _baseline_ids(text, language)
    return scoring.log_probability(glass().network_with(changes), *ids, glass().edits(changes))


@st.cache_data(max_entries=256, show_spinner=False)
def log_probabilities(
    text: str,
    language: str,
    translation_ids: tuple[int, ...],
    variants: tuple[tuple[Change, ...], ...],
) -> list[float]:
    """Return ln p of a given translation, in nats, under each set of changes in ``variants``.

    Args:
        text: the sentence.
        language: code of the language of the translation.
        translation_ids: token ids of the translation, without the start token.
        variants: sets of changes, each for a pass of its own.
    """
    ids = glass().source_ids(text, language), (glass().tokenizer.start(language), *translation_ids)
    ask = glass()
    return [scoring.log_probability(ask.network_with(c), *ids, ask.edits(c)) for c in variants]


@st.cache_data(max_entries=256, show_spinner=False)
def log_probabilities_without_heads(text: str, language: str, module: str) -> list[float]:
    """Return, for each head of a module silenced, the unchanged translation's ln p, in nats."""
    ids = _baseline_ids(text, language)
    return scoring.log_probability_without_each_head(glass().network, *ids, module)


def _baseline_ids(text: str, language: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the token ids of a sentence, and of the unchanged model's translation."""
    plain = read(text, language, ())
    return plain.source_ids, (plain.target_ids[0], *plain.hypotheses[0].tokens)
