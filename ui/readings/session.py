"""What all pages ask of the model, cached where it takes long; single pages use ``passes``."""

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import fmean

import streamlit as st
from jaxtyping import Float
from torch import Tensor

from model import detection, storage
from model.data.training_sentences import TrainingSentences
from model.glass import Glass
from model.measures import scoring
from model.measures.certainty import (
    WRONG_THRESHOLD,
    Certainty,
    Evidence,
    mean_and_lowest_log_p,
    reconstruction_log_p,
)
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
    """Return the SHA-256 of the weights file in use; measurements name the weights by it."""
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
    """Return the message that says why the model cannot be loaded; "" if it can."""
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
    """Let all pages use another model than the app's own, within a ``with`` block.

    Args:
        replacement: the other model.
    """
    token = _OVERRIDE.set(replacement)
    try:
        yield
    finally:
        _OVERRIDE.reset(token)


def is_other_model() -> bool:
    """Whether the model in use is not the app's own, but one given to ``use_glass``."""
    return glass().network is not load_model()[0]


def embedding_matrix(changes: tuple[Change, ...] = ()) -> Float[Tensor, "vocab d_model"]:
    """Return the embedding matrix E, one row per vocabulary piece.

    Args:
        changes: changes of the model; some of them alter E.
    """
    return glass().network_with(changes).E.weight.detach()


def read_optional_artefact(name: str) -> OptionalArtefact:
    """Return what an optional file beside the weights holds, or why it cannot be used.

    Args:
        name: name of the file, such as "training.json".
    """
    return optional_artefacts.read_once(MODEL_FOLDER / name)


def training_record() -> dict | None:
    """Return the training log that came with the loaded model; None if it came without one.

    It holds, for example, the "settings", the "curve" of the loss, and the translation "directions"
    that were trained, such as "en-fr". ``FILE_SCHEMAS[storage.RECORD]`` lists all its keys.
    """
    return read_optional_artefact(storage.RECORD).content


def load_measurements(name: str) -> dict | None:
    """Return measurements of the loaded model, the content of a file beside its weights.

    Args:
        name: name of the file, such as "alignment.json"; ``FILE_SCHEMAS`` lists the keys of each.

    Returns:
        The content; None if the file is missing, damaged, or about other weights.
    """
    table = read_optional_artefact(name).content
    return table if table and table.get("weights") == fingerprint() else None


def optional_artefact_errors() -> list[str]:
    """Return a message for the server's log for each optional file that cannot be used."""
    names = [*FILE_SCHEMAS, storage.TRAINING_SENTENCES]
    beside = [read_optional_artefact(name) for name in names]
    others = [
        optional_artefacts.read_once(path)
        for path in (detection.TABLE, optional_artefacts.CITATION)
    ]
    return [one.fault for one in (*beside, *others, *load_film_frames()) if one.fault]


def load_film_frames() -> list[OptionalArtefact]:
    """Return the frames of the training film, first to last, each as it was read from its file."""
    folder, record = MODEL_FOLDER / storage.FILM, training_record()
    steps = [frame["step"] for frame in record["film"]] if record else []
    return [optional_artefacts.read_from_disk(folder / f"{step}.npz") for step in steps]


def training_sentences() -> TrainingSentences | None:
    """Return which sentences the loaded model was trained on; None if it came without a list."""
    return read_optional_artefact(storage.TRAINING_SENTENCES).content


def label_smoothing() -> float | None:
    """Return the label smoothing at the end of the training, such as 0.1; None if it is unknown."""
    record = training_record()
    return record["settings"][-1]["settings"]["smoothing"] if record else None


def was_trained_on(source_language: str, target_language: str) -> bool:
    """Whether the model was trained to translate from one language into another.

    It is True if the model came without a training log.

    Args:
        source_language: code of the first language.
        target_language: code of the second language.
    """
    record = training_record()
    return record is None or f"{source_language}-{target_language}" in record["directions"]


def load_error_classifier() -> Certainty | None:
    """Return the classifier that estimates whether a translation is wrong; None without one."""
    if not (table := load_measurements(storage.CERTAINTY)):
        return None
    known = {field.name for field in fields(Certainty)}
    return Certainty(**{name: value for name, value in table.items() if name in known})


@dataclass(frozen=True)
class DoubtCounts:
    """Counts of translations that the classifier marks as doubtful.

    Args:
        count: number of marked translations.
        wrong: how many of them were wrong when people judged them.
    """

    count: int
    wrong: int


def doubt_counts(reading: Reading, source_language: str) -> DoubtCounts | None:
    """Return counts on test translations, for a reading whose translation is likely to be wrong.

    Args:
        reading: the reading; its translation is marked if the classifier of wrong translations
            finds it likely to be wrong.
        source_language: code of the sentence's language.

    Returns:
        How many translations of a test set are marked, and how many of these were wrong; None if
        the reading's translation is not marked, or if there is no classifier.
    """
    table = load_measurements(storage.CERTAINTY)
    if not table or (error_probability(reading, source_language) or 0) <= WRONG_THRESHOLD:
        return None
    count = table["marked"]
    return DoubtCounts(count, round(count * table["wrong_of_marked"]))


def error_probability(reading: Reading, source_language: str) -> float | None:
    """Return the estimated probability that a reading's translation is wrong; None if unknown.

    It is unknown if the model has no classifier of wrong translations.

    Args:
        reading: the reading.
        source_language: code of the sentence's language.
    """
    if not (judge := load_error_classifier()):
        return None
    mean, lowest = mean_and_lowest_log_p(glass().tokenizer, reading.hypotheses[0])
    back = reconstruct_source(reading.source_ids, source_language, reading.output_ids)
    return judge.probability_wrong(Evidence(mean, lowest, fmean(back or [0.0])))


@st.cache_data(max_entries=256, show_spinner=False)
def reconstruct_source(
    source: tuple[int, ...], language: str, translation: tuple[int, ...]
) -> list[float] | None:
    """Return ln p of each source token, read back from the translation by the unchanged model.

    Args:
        source: ids of the source, the end token included.
        language: code of the source's language.
        translation: ids of the translation.

    Returns:
        The log-probabilities in nats; None if the model does not write the source's language.
    """
    network, tokenizer = load_model()
    if language not in tokenizer.languages:
        return None
    return reconstruction_log_p(network, tokenizer, source, language, translation)


# A search result is small, and takes ten times as long as the recorded pass: in a class, where
# everybody has a sentence of their own, it stays cached longer than the traces.
@st.cache_resource(max_entries=256, show_spinner=False)
def search_translation(text: str, language: str, changes: tuple[Change, ...]) -> SearchResult:
    """Return the result of a beam search for a text's translation; no pass is recorded.

    Args:
        text: the text.
        language: code of the target language.
        changes: changes of the model in the search.
    """
    return glass().search(text, language, changes=changes, watch=SLOTS.interruptible)


# The trace of the longest sentence takes about 40 MB.
@st.cache_resource(max_entries=12, show_spinner=False)
def read(text: str, language: str, changes: tuple[Change, ...] = ()) -> Reading:
    """Return the reading of a text: its translation, and one recorded forward pass over both.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language to translate into.
        changes: changes of the model in the search and in the pass.
    """
    return glass().read(
        text, language, changes=changes, search_result=search_translation(text, language, changes)
    )


@st.cache_resource(max_entries=12, show_spinner=False)
def read_with_translation(
    text: str, language: str, translation_ids: tuple[int, ...], changes: tuple[Change, ...] = ()
) -> Reading:
    """Return the reading of a text with a given translation: one recorded, teacher-forced pass.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language of the translation.
        translation_ids: token ids of the translation without the start token; only the first 128
            are read.
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
        """Return the reading of this text, translated into this language by the changed model."""
        return read(self.text, self.language, self.changes)


def current_request() -> Request:
    """Return what the sentence bar asks for in this script run: text, target language, changes."""
    return st.session_state[READ]


@st.cache_data(max_entries=256, show_spinner=False)
def baseline_translation_log_probability(
    text: str, language: str, changes: tuple[Change, ...]
) -> float:
    """Return ln p of the unchanged model's translation, in nats, according to a changed model.

    Args:
        text: the sentence.
        language: code of the target language.
        changes: the changes of the model.
    """
    ids = _baseline_ids(text, language)
    return scoring.log_probability(glass().network_with(changes), *ids, glass().edits(changes))


@st.cache_data(max_entries=256, show_spinner=False)
def log_probabilities(
    text: str,
    language: str,
    translation_ids: tuple[int, ...],
    variants: tuple[tuple[Change, ...], ...],
) -> list[float]:
    """Return ln p of a given translation, in nats, for each of several sets of changes.

    Args:
        text: the sentence.
        language: code of the language of the translation.
        translation_ids: token ids of the translation, without the start token.
        variants: the sets of changes; the model runs once with each.
    """
    ids = glass().source_ids(text, language), (glass().tokenizer.start(language), *translation_ids)
    ask = glass()
    return [scoring.log_probability(ask.network_with(c), *ids, ask.edits(c)) for c in variants]


@st.cache_data(max_entries=256, show_spinner=False)
def log_probabilities_without_heads(text: str, language: str, attention_path: str) -> list[float]:
    """Return ln p of the unchanged model's translation, in nats, with each head alone silenced.

    The heads are those of one attention in one layer.

    Args:
        text: the sentence.
        language: code of the target language.
        attention_path: path of the attention in the model, such as
            ``encoder.layers.0.self_attention``.

    Returns:
        One number per head.
    """
    ids = _baseline_ids(text, language)
    return scoring.log_probability_without_each_head(glass().network, *ids, attention_path)


def _baseline_ids(text: str, language: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the token ids of a sentence, and of the unchanged model's translation."""
    plain = read(text, language, ())
    return plain.source_ids, (plain.target_ids[0], *plain.hypotheses[0].tokens)
