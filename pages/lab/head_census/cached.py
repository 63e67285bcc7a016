"""Head statistics measured beforehand, and the same for one sentence; cached."""

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.census.importance import gate_edits, log_probabilities
from model.census.orders import gates, least_first
from model.census.professions import gender, read_professions, sentences
from model.census.roles import Tally
from model.changes.kinds import SilencedHead
from model.parts import ATTENTIONS
from model.storage import CENSUS
from model.trace import editing
from model.translate import translate
from pages.lab.head_census import remarks
from pages.lab.head_census.compute import Line, line
from ui.messages import N_, _
from ui.readings import session, unmeasured
from ui.readings.passes import losses_by_silencing, shorten_reading
from ui.readings.spinner import with_spinner

MEASURES = ("silencing", "gradient")


def table() -> dict | None:
    """Return the measured table of head statistics; None for other weights."""
    return session.measurements(CENSUS)


def why_no_table() -> str:
    """Return why there is no table of head statistics."""
    return unmeasured.reason(CENSUS, _(remarks.OTHER_WEIGHTS)).replace("`", "")


def ids(text: str, language: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return source ids and baseline translation ids of a sentence, at most 128."""
    plain = shorten_reading(session.read(text, language, ()))
    return plain.source_ids, (plain.target_ids[0], *plain.output_ids)


@with_spinner(N_("Switching off each head ..."))
def own(text: str, language: str) -> Float[Tensor, "attention layer head"]:
    """Return the drop in ln p of this sentence's translation without each head, in nats."""
    return losses_by_silencing(text, language)


def importance(measure: str, text: str, language: str) -> Float[Tensor, "attention layer head"]:
    """Return the importance of all heads, from the table or for this sentence."""
    found = table()
    if found is None or measure not in MEASURES:
        return own(text, language)
    config, kinds = session.glass().config, list(ATTENTIONS)
    values = torch.zeros(len(kinds), config.deepest, config.h)
    for row in found["heads"]:
        values[kinds.index(row["attention"]), row["layer"], row["head"]] = row[measure]
    return values


def order(measure: str, group: str, text: str, language: str) -> tuple[SilencedHead, ...]:
    """Return the heads of a group, least important first."""
    config = session.glass().config
    return tuple(least_first(importance(measure, text, language), config, group))


@with_spinner(N_("Switching off more and more heads ..."))
@st.cache_data(max_entries=256, show_spinner=False)
def own_line(text: str, language: str, order: tuple[SilencedHead, ...]) -> Line:
    """Return the pruning curve of the translation: its probability as heads are silenced."""
    return line(session.glass().network, *ids(text, language), order)


@st.cache_data(max_entries=256, show_spinner=False)
def own_p(text: str, language: str, silenced: tuple[SilencedHead, ...]) -> float:
    """Return the geometric mean probability of the target tokens with some heads silenced."""
    model = session.glass().network
    said, __ = log_probabilities(model, *ids(text, language), gates([silenced], model.config))
    return said.mean().exp().item()


def roles(text: str, language: str) -> list[dict]:
    """Return one row per head with its role: measured beforehand, or on this sentence."""
    found = table()
    return found["heads"] if found else _of_sentence(text, language)


@st.cache_data(max_entries=24, show_spinner=False)
def _of_sentence(text: str, language: str) -> list[dict]:
    """Measure the role of every head on this sentence alone."""
    glass = session.glass()
    tally = Tally(glass.network, glass.tokenizer)
    source, target = ids(text, language)
    tally.add(source, target[:-1])
    return tally.rows({"silencing": own(text, language)})


@st.cache_data(max_entries=256, show_spinner=False)
def translation_without(text: str, language: str, silenced: tuple[SilencedHead, ...]) -> str:
    """Return the translation by beam search with some heads silenced."""
    glass = session.glass()
    model = glass.network
    with editing(model, gate_edits(gates([silenced], model.config), model.config)):
        return translate(model, glass.tokenizer, [text], [language])[0].text


@st.cache_data(max_entries=48, show_spinner=False)
def genders(profession: str, languages: tuple[str, ...]) -> list[dict[str, str | None]]:
    """Translate both sentences of a profession; return one record per translation."""
    forms = {one.name: one.forms for one in read_professions()}.get(profession, {})
    rows, glass = [], session.glass()
    for language in languages:
        asked = sentences([profession])
        texts = [text for __, __, text in asked]
        found = translate(glass.network, glass.tokenizer, texts, [language] * len(texts))
        rows += [
            {
                "text": text,
                "pronoun": pronoun,
                "language": language,
                "translation": one.text,
                "gender": gender(one.text, language, forms.get(language)),
            }
            for (__, pronoun, text), one in zip(asked, found, strict=True)
        ]
    return rows
