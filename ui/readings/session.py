"""What is asked of the model on all pages, cached where it takes long; single pages: ``passes``."""

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
    """A file of the model is missing or damaged; the text tells the operator which."""


def load_model() -> tuple[Transformer, Tokenizer]:
    """Return the trained model and tokenizer, shared by all visitors.

    Raises:
        NoModel: if it cannot be read.
    """
    network, tokenizer, _ = _load()
    return network, tokenizer


def fingerprint() -> str:
    """Return the fingerprint of the weights in use."""
    return _load()[2]


@st.cache_resource(show_spinner=False)
def _load() -> tuple[Transformer, Tokenizer, str]:
    try:
        loaded = storage.load_with_fingerprint(MODEL)
    except ValueError as error:
        raise NoModel(str(error)) from error
    gc.collect()
    gc.freeze()  # what was loaded stays: later collections need not look at it
    return loaded


def model_fault() -> str:
    """Return why the model cannot be loaded; "" if it can."""
    try:
        load_model()
    except NoModel as error:
        return str(error)
    return ""


def glass() -> Glass:
    """Return the model's public interface, used by all pages."""
    return _GIVEN.get() or Glass(*_load())


@contextmanager
def using_glass(given: Glass) -> Iterator[None]:
    """Use another model within a ``with`` block."""
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
    """Return an optional file beside the weights."""
    return side_files.read(MODEL / name)


def training_record() -> dict | None:
    """Return the training log; None if there is none."""
    return side_file(storage.RECORD).content


def measurements(name: str) -> dict | None:
    """Return a table measured on these weights; None if there is none."""
    table = side_file(name).content
    return table if table and table.get("weights") == fingerprint() else None


def side_faults() -> list[str]:
    """Return for each optional file that cannot be used the reason, for the log."""
    beside = [side_file(name) for name in FORMS]
    others = [side_files.read(path) for path in (detection.TABLE, side_files.CITATION)]
    return [one.fault for one in (*beside, *others, *film_frames()) if one.fault]


def film_frames() -> list[SideFile]:
    """Return the snapshots recorded during training, in order."""
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
        count: of them.
        wrong: how many were wrong when somebody read them.
    """

    count: int
    wrong: int


def doubt_counts(reading: Reading) -> Marked | None:
    """Return counts of translations marked like this one; None if it is not marked."""
    table = measurements(storage.CERTAINTY)
    if not table or (chance_wrong(reading) or 0) <= MARKED:
        return None
    count = table["marked"]
    return Marked(count, round(count * table["wrong_of_marked"]))


def chance_wrong(reading: Reading) -> float | None:
    """Return the probability that a translation is wrong; None without a classifier."""
    judge = certainty()
    return judge.chance_wrong(glass().tokenizer, reading.hypotheses[0]) if judge else None


# What a search found is small, and takes ten times as long as the pass that is recorded of it: in a
# class, where everybody has a sentence, it outlasts the traces.
@st.cache_resource(max_entries=256, show_spinner=False)
def search(text: str, language: str, changes: tuple[Change, ...]) -> SearchResult:
    """Run the beam search for the translation that ``read`` records."""
    return glass().search(text, language, changes=changes, watch=SEATS.interruptible)


# The trace of the longest sentence takes about 40 MB.
@st.cache_resource(max_entries=12, show_spinner=False)
def read(text: str, language: str, changes: tuple[Change, ...] = ()) -> Reading:
    """Translate a sentence and record one forward pass over it and its translation.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language to translate into.
        changes: what is edited in all of this.
    """
    return glass().read(text, language, changes=changes, found=search(text, language, changes))


@st.cache_resource(max_entries=12, show_spinner=False)
def read_with_translation(
    text: str, language: str, said: tuple[int, ...], changes: tuple[Change, ...] = ()
) -> Reading:
    """Record one teacher-forced pass of a given translation.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language of the translation.
        said: ids of the translation, without the start token; those after the 128th are left out.
        changes: what is edited in the pass.
    """
    return glass().read(text, language, changes=changes, said=said)


@dataclass(frozen=True)
class Request:
    """What a session asks of the model: text, language and changes.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language to translate into.
        changes: what is changed in the model.
    """

    text: str
    language: str
    changes: tuple[Change, ...] = ()

    def read(self) -> Reading:
        """Return the reading of this request."""
        return read(self.text, self.language, self.changes)


def current_request() -> Request:
    """Return the request of the sentence bar in this run."""
    return st.session_state[READ]


@st.cache_data(max_entries=256, show_spinner=False)
def own_log_probability(text: str, language: str, changes: tuple[Change, ...]) -> float:
    """Return ln p of the baseline translation under some changes, in nats."""
    ids = _own_translation(text, language)
    return scoring.log_probability(glass().network_with(changes), *ids, glass().edits(changes))


@st.cache_data(max_entries=256, show_spinner=False)
def log_probabilities(
    text: str, language: str, said: tuple[int, ...], variants: tuple[tuple[Change, ...], ...]
) -> list[float]:
    """Return ln p of a given translation under each of several sets of changes.

    Args:
        text: the sentence.
        language: code of the language of the translation.
        said: ids of the translation, without the start token.
        variants: each of them edits a pass of its own.
    """
    ids = glass().source_ids(text, language), (glass().tokenizer.start(language), *said)
    ask = glass()
    return [scoring.log_probability(ask.network_with(c), *ids, ask.edits(c)) for c in variants]


@st.cache_data(max_entries=256, show_spinner=False)
def log_probability_without_each(text: str, language: str, module: str) -> list[float]:
    """Return ln p of the baseline translation with each head of one attention silenced."""
    ids = _own_translation(text, language)
    return scoring.log_probability_without_each(glass().network, *ids, module)


def _own_translation(text: str, language: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a sentence and what the unedited model made of it, both as ids."""
    plain = read(text, language, ())
    return plain.source_ids, (plain.target_ids[0], *plain.hypotheses[0].tokens)
