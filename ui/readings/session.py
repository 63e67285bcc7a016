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
    """Return the trained model that all visitors share; nothing ever changes it.

    Raises:
        NoModel: if it cannot be read.
    """
    network, tokenizer, _ = _load()
    return network, tokenizer


def fingerprint() -> str:
    """Return what tells the weights from all others: those at work, whatever the disk has now."""
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
    """Return why no page can be drawn, in one sentence; "" if pages can be."""
    try:
        load_model()
    except NoModel as error:
        return str(error)
    return ""


def glass() -> Glass:
    """Return the model's door, through which all pages ask."""
    return _GIVEN.get() or Glass(*_load())


@contextmanager
def using_glass(given: Glass) -> Iterator[None]:
    """Let what is drawn in this block ask another model than that of the app."""
    token = _GIVEN.set(given)
    try:
        yield
    finally:
        _GIVEN.reset(token)


def is_other_model() -> bool:
    """Whether what is drawn asks another model than that of the app; see ``using_glass``."""
    return glass().network is not load_model()[0]


def embedding_matrix(changes: tuple[Change, ...] = ()) -> Tensor:
    """Return E: a row of d_model numbers for each piece of the vocabulary."""
    return glass().network_with(changes).E.weight.detach()


def side_file(name: str) -> SideFile:
    """Return a file that stands beside the weights, by its name there."""
    return side_files.read(MODEL / name)


def training_record() -> dict | None:
    """Return what was written down while the model was trained; None if nothing can be read."""
    return side_file(storage.RECORD).content


def measurements(name: str) -> dict | None:
    """Return a table that was measured of these weights; None if there is none, or of others."""
    table = side_file(name).content
    return table if table and table.get("weights") == fingerprint() else None


def side_faults() -> list[str]:
    """Return of each file that pages have to do without why, in a sentence for the log."""
    beside = [side_file(name) for name in FORMS]
    others = [side_files.read(path) for path in (detection.TABLE, side_files.CITATION)]
    return [one.fault for one in (*beside, *others, *film_frames()) if one.fault]


def film_frames() -> list[SideFile]:
    """Return the frames of the film of the training, in its order; none if none was taken."""
    folder, record = MODEL / storage.FILM, training_record()
    steps = [frame["step"] for frame in record["film"]] if record else []
    return [side_files.read_now(folder / f"{step}.npz") for step in steps]


def smoothing() -> float | None:
    """Return the label smoothing of the end of the training; None if nobody wrote it down."""
    record = training_record()
    return record["settings"][-1]["settings"]["smoothing"] if record else None


def saw_direction(source: str, target: str) -> bool:
    """Whether the model saw examples of this direction, as far as anybody wrote it down."""
    record = training_record()
    return record is None or f"{source}-{target}" in record["directions"]


def certainty() -> Certainty | None:
    """Return what tells which translations are wrong; None if nobody judged any of this model's."""
    if not (table := measurements(storage.CERTAINTY)):
        return None
    return Certainty(**{field.name: table[field.name] for field in fields(Certainty)})


@dataclass(frozen=True)
class Marked:
    """What was counted of the translations that the same rule marks.

    Args:
        count: of them.
        wrong: how many were wrong when somebody read them.
    """

    count: int
    wrong: int


def doubt_counts(reading: Reading) -> Marked | None:
    """Return what was counted of translations like this one if it is marked as doubtful."""
    table = measurements(storage.CERTAINTY)
    if not table or (chance_wrong(reading) or 0) <= MARKED:
        return None
    count = table["marked"]
    return Marked(count, round(count * table["wrong_of_marked"]))


def chance_wrong(reading: Reading) -> float | None:
    """Return how likely a translation is wrong, if somebody judged translations of this model."""
    judge = certainty()
    return judge.chance_wrong(glass().tokenizer, reading.hypotheses[0]) if judge else None


# What a search found is small, and takes ten times as long as the pass that is recorded of it: in a
# class, where everybody has a sentence, it outlasts the traces.
@st.cache_resource(max_entries=256, show_spinner=False)
def search(text: str, language: str, changes: tuple[Change, ...]) -> SearchResult:
    """Search for the translation that ``read`` records; the arguments are the same."""
    return glass().search(text, language, changes=changes, watch=SEATS.interruptible)


# The trace of the longest sentence takes about 40 MB.
@st.cache_resource(max_entries=12, show_spinner=False)
def read(text: str, language: str, changes: tuple[Change, ...] = ()) -> Reading:
    """Translate a sentence, then record one pass of the winning translation.

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
    """Record one pass of a given translation, whatever the model itself would say.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language of the translation.
        said: ids of the translation, without the start token; those after the 128th are left out.
        changes: what is edited in the pass.
    """
    return glass().read(text, language, changes=changes, said=said)


@dataclass(frozen=True)
class Request:
    """What a visitor asks of the model now, on every page; a session keeps no more than that.

    Args:
        text: a sentence, not empty once normalized.
        language: code of the language to translate into.
        changes: what is changed in the model.
    """

    text: str
    language: str
    changes: tuple[Change, ...] = ()

    def read(self) -> Reading:
        """Return what became of it; see ``read`` of this file."""
        return read(self.text, self.language, self.changes)


def current_request() -> Request:
    """Return what the sentence bar asks in this run."""
    return st.session_state[READ]


@st.cache_data(max_entries=256, show_spinner=False)
def own_log_probability(text: str, language: str, changes: tuple[Change, ...]) -> float:
    """Return ln p, in nats, of the unchanged model's translation under some changes."""
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
        said: ids of the translation, without the start token.
        variants: each of them edits a pass of its own.
    """
    ids = glass().source_ids(text, language), (glass().tokenizer.start(language), *said)
    ask = glass()
    return [scoring.log_probability(ask.network_with(c), *ids, ask.edits(c)) for c in variants]


@st.cache_data(max_entries=256, show_spinner=False)
def log_probability_without_each(text: str, language: str, module: str) -> list[float]:
    """Return ln p of that translation with each head of one attention, by its path, silenced."""
    ids = _own_translation(text, language)
    return scoring.log_probability_without_each(glass().network, *ids, module)


def _own_translation(text: str, language: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a sentence and what the unedited model made of it, both as ids."""
    plain = read(text, language, ())
    return plain.source_ids, (plain.target_ids[0], *plain.hypotheses[0].tokens)
