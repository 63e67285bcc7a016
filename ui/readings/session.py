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
from model.measures.certainty import MARKED, Certainty
from model.passes import SearchResult
from model.tokenizer import Tokenizer
from model.transformer import Transformer
from ui.queues.patience import SEATS
from ui.readings import side_files
from ui.readings.reading import Change, Reading
from ui.readings.side_files import SideFile
from ui.readings.tables import FORMS
from ui.session_keys import READ

ASSETS = Path(__file__).parents[2] / "assets"
MODEL = Path(os.environ.get("GLASS_MODEL") or storage.MODEL)  # a folder of one's own, or ours
_GIVEN: ContextVar[Glass | None] = ContextVar("given", default=None)


class NoModel(Exception):
    """A file of the model is missing or damaged; the message tells the operator which."""


def load_model() -> tuple[Transformer, Tokenizer]:
    """Return the trained model and tokenizer, shared by all visitors.

    Raises:
        NoModel: if they cannot be loaded.
    """
    network, tokenizer, _ = _load()
    return network, tokenizer


def fingerprint() -> str:
    """Return the fingerprint of the weights in use."""
    return _load()[2]


@st.cache_resource(show_spinner=False)
def _load() -> tuple[Transformer, Tokenizer, str]:
    """Load the network, the tokenizer and the fingerprint of the weights, once per server."""
    try:
        loaded = storage.load_with_fingerprint(MODEL)
    except ValueError as error:
        raise NoModel(str(error)) from error
    gc.collect()
    gc.freeze()  # keeps what was loaded out of later garbage collections
    return loaded


def model_fault() -> str:
    """Return why the model cannot be loaded, as a message; "" if it can."""
    try:
        load_model()
    except NoModel as error:
        return str(error)
    return ""


def glass() -> Glass:
    """Return the model in use as a ``Glass``, its public interface, which all pages share."""
    return _GIVEN.get() or Glass(*_load())


@contextmanager
def using_glass(given: Glass) -> Iterator[None]:
    """Use another model on all pages within a ``with`` block."""
    token = _GIVEN.set(given)
    try:
        yield
    finally:
        _GIVEN.reset(token)


def is_other_model() -> bool:
    """Whether another model than the app's is in use; see ``using_glass``."""
    return glass().network is not load_model()[0]


def embedding_matrix(changes: tuple[Change, ...] = ()) -> Tensor:
    """Return the embedding matrix E, one row for each vocabulary piece."""
    return glass().network_with(changes).E.weight.detach()


def side_file(name: str) -> SideFile:
    """Return what was read of an optional file beside the weights, by its name."""
    return side_files.read(MODEL / name)


def training_record() -> dict | None:
    """Return the record of the training; None if there is none."""
    return side_file(storage.RECORD).content


def measurements(name: str) -> dict | None:
    """Return a table of measurements on these weights; None if there is none."""
    table = side_file(name).content
    return table if table and table.get("weights") == fingerprint() else None


def side_faults() -> list[str]:
    """Return why each unusable optional file cannot be used, as messages for the log."""
    beside = [side_file(name) for name in FORMS]
    others = [side_files.read(path) for path in (detection.TABLE, side_files.CITATION)]
    return [one.fault for one in (*beside, *others, *film_frames()) if one.fault]


def film_frames() -> list[SideFile]:
    """Return the snapshots of the film of the training, as read from their files, in order."""
    folder, record = MODEL / storage.FILM, training_record()
    steps = [frame["step"] for frame in record["film"]] if record else []
    return [side_files.read_now(folder / f"{step}.npz") for step in steps]


def smoothing() -> float | None:
    """Return the label smoothing at the end of training; None if unknown."""
    record = training_record()
    return record["settings"][-1]["settings"]["smoothing"] if record else None


def saw_direction(source: str, target: str) -> bool:
    """Whether the model was trained on this translation direction, as far as is recorded."""
    record = training_record()
    return record is None or f"{source}-{target}" in record["directions"]


def certainty() -> Certainty | None:
    """Return the classifier of wrong translations; None if this model has none."""
    if not (table := measurements(storage.CERTAINTY)):
        return None
    return Certainty(**{field.name: table[field.name] for field in fields(Certainty)})


@dataclass(frozen=True)
class Marked:
    """Counts of translations that the classifier marks as doubtful.

    Args:
        count: number of marked translations.
        wrong: how many of them were wrong when people judged them.
    """

    count: int
    wrong: int


def doubt_counts(reading: Reading) -> Marked | None:
    """Return the counts of doubtful translations; None if this one is not marked as doubtful."""
    table = measurements(storage.CERTAINTY)
    if not table or (chance_wrong(reading) or 0) <= MARKED:
        return None
    count = table["marked"]
    return Marked(count, round(count * table["wrong_of_marked"]))


def chance_wrong(reading: Reading) -> float | None:
    """Return the probability that a reading's translation is wrong; None without classifier."""
    judge = certainty()
    return judge.chance_wrong(glass().tokenizer, reading.hypotheses[0]) if judge else None


# A search result is small, and takes ten times as long as the recorded pass: in a class, where
# everybody has a sentence of their own, it stays cached longer than the traces.
@st.cache_resource(max_entries=256, show_spinner=False)
def search(text: str, language: str, changes: tuple[Change, ...]) -> SearchResult:
    """Run the beam search for the translation whose pass ``read`` records."""
    return glass().search(text, language, changes=changes, watch=SEATS.interruptible)


# The trace of the longest sentence takes about 40 MB.
@st.cache_resource(max_entries=12, show_spinner=False)
def read(text: str, language: str, changes: tuple[Change, ...] = ()) -> Reading:
    """Translate a sentence and record one forward pass over it and its translation.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language to translate into.
        changes: changes of the model in search and pass.
    """
    return glass().read(text, language, changes=changes, found=search(text, language, changes))


@st.cache_resource(max_entries=12, show_spinner=False)
def read_with_translation(
    text: str, language: str, said: tuple[int, ...], changes: tuple[Change, ...] = ()
) -> Reading:
    """Return the reading of a given translation, recorded in one teacher-forced pass.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language of the translation.
        said: token ids of the translation, without the start token; only the first 128 count.
        changes: changes of the model in the pass.
    """
    return glass().read(text, language, changes=changes, said=said)


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
    """Return the sentence bar's request in this run."""
    return st.session_state[READ]


@st.cache_data(max_entries=256, show_spinner=False)
def own_log_probability(text: str, language: str, changes: tuple[Change, ...]) -> float:
    """Return ln p, in nats, of the unedited model's translation under changes of the model."""
    ids = _own_translation(text, language)
    return scoring.log_probability(glass().network_with(changes), *ids, glass().edits(changes))


@st.cache_data(max_entries=256, show_spinner=False)
def log_probabilities(
    text: str, language: str, said: tuple[int, ...], variants: tuple[tuple[Change, ...], ...]
) -> list[float]:
    """Return ln p, in nats, of a given translation under each of several sets of changes.

    Args:
        text: the sentence.
        language: code of the language of the translation.
        said: token ids of the translation, without the start token.
        variants: sets of changes, each for a pass of its own.
    """
    ids = glass().source_ids(text, language), (glass().tokenizer.start(language), *said)
    ask = glass()
    return [scoring.log_probability(ask.network_with(c), *ids, ask.edits(c)) for c in variants]


@st.cache_data(max_entries=256, show_spinner=False)
def log_probability_without_each(text: str, language: str, module: str) -> list[float]:
    """Return ln p of the baseline translation, in nats, with each head of a module silenced."""
    ids = _own_translation(text, language)
    return scoring.log_probability_without_each(glass().network, *ids, module)


def _own_translation(text: str, language: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the token ids of a sentence and of the unedited model's translation."""
    plain = read(text, language, ())
    return plain.source_ids, (plain.target_ids[0], *plain.hypotheses[0].tokens)
