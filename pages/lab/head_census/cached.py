"""Head statistics measured beforehand, and the same for one sentence; cached."""

import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.census.importance import gate_edits, log_probabilities_under_gates
from model.census.orders import least_important_first, make_head_gates
from model.census.professions import fill_templates, find_subject_gender, read_professions
from model.census.roles import HeadStatistics
from model.changes.kinds import SilencedHead
from model.parts import ATTENTIONS
from model.storage import CENSUS
from model.trace import editing
from model.translate import translate
from pages.lab.head_census import remarks
from pages.lab.head_census.compute import PruningCurve, compute_pruning_curve
from ui.messages import N_, _
from ui.readings import missing_measurements, session
from ui.readings.passes import losses_by_silencing, truncate_reading
from ui.readings.spinner import with_spinner

MEASURES = ("silencing", "gradient")


def load_head_statistics() -> dict | None:
    """Return the head statistics that ``python -m model.census`` measured for these weights.

    Returns:
        None if there are none for these weights; else a dict with "heads" (as ``get_head_roles``
        returns them); "curves" (BLEU and chrF by number of silenced heads); "lines" and
        "directions" (validation sentences per translation direction, and number of directions);
        and "professions" (fields of a ``GenderOutcome`` for each translated sentence).
    """
    return session.load_measurements(CENSUS)


def describe_missing_statistics() -> str:
    """Explain why there is no table of head statistics."""
    return missing_measurements.describe_missing_file(CENSUS, _(remarks.OTHER_WEIGHTS)).replace(
        "`", ""
    )


def get_sentence_ids(text: str, target_language: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ids of a sentence, end token included, and of the unchanged model's translation.

    The translation begins with the start token; at most 128 output tokens follow.
    """
    plain = truncate_reading(session.read(text, target_language, ()))
    return plain.source_ids, (plain.target_ids[0], *plain.output_ids)


@with_spinner(N_("Switching off each head ..."))
def compute_sentence_importance(
    text: str, target_language: str
) -> Float[Tensor, "attention layer head"]:
    """Return the drop in ln p of a sentence's translation, in nats, when each head alone is
    silenced; positive where the head helps.
    """
    return losses_by_silencing(text, target_language)


def get_head_importance(
    measure: str, text: str, target_language: str
) -> Float[Tensor, "attention layer head"]:
    """Return how important each head is, by one of three measures.

    Args:
        measure: a key of ``ORDERS``: "silencing", the mean drop in ln p, in nats, when the head is
            silenced, or "gradient", the mean absolute gradient of the loss at the head's gate, both
            measured beforehand on many sentences; or "sentence", the drop in ln p, in nats, on this
            sentence, which also replaces the other two where they were not measured.
        text: the sentence.
        target_language: code of the target language.
    """
    found = load_head_statistics()
    if found is None or measure not in MEASURES:
        return compute_sentence_importance(text, target_language)
    config, kinds = session.glass().config, list(ATTENTIONS)
    values = torch.zeros(len(kinds), config.max_depth, config.h)
    for row in found["heads"]:
        values[kinds.index(row["attention"]), row["layer"], row["head"]] = row[measure]
    return values


def order_heads(
    measure: str, group: str, text: str, target_language: str
) -> tuple[SilencedHead, ...]:
    """Return the heads of a group, the least important one first.

    Args:
        measure: measure of importance, a key of ``ORDERS``; see ``get_head_importance``.
        group: "all", or the attention that the heads belong to: "encoder", "decoder" or "cross".
        text: the sentence.
        target_language: code of the target language.
    """
    config = session.glass().config
    return tuple(
        least_important_first(get_head_importance(measure, text, target_language), config, group)
    )


@with_spinner(N_("Switching off more and more heads ..."))
@st.cache_data(max_entries=256, show_spinner=False)
def get_pruning_curve(
    text: str, target_language: str, order: tuple[SilencedHead, ...]
) -> PruningCurve:
    """Return the probability of the original model's translation by number of silenced heads.

    Args:
        text: the sentence.
        target_language: code of the target language.
        order: the heads, in the order in which they are silenced.
    """
    return compute_pruning_curve(
        session.glass().network, *get_sentence_ids(text, target_language), order
    )


@st.cache_data(max_entries=256, show_spinner=False)
def compute_mean_probability(
    text: str, target_language: str, silenced: tuple[SilencedHead, ...]
) -> float:
    """Return the geometric mean probability, with some heads silenced, of the tokens of the
    unchanged model's translation.
    """
    model = session.glass().network
    said, __ = log_probabilities_under_gates(
        model, *get_sentence_ids(text, target_language), make_head_gates([silenced], model.config)
    )
    return said.mean().exp().item()


def get_head_roles(text: str, target_language: str) -> list[dict]:
    """Return a record for each head: what it attends to, and how much it matters.

    The records were measured beforehand on many sentences; otherwise, on this sentence alone.

    Args:
        text: the sentence.
        target_language: code of the target language.

    Returns:
        Dicts with "attention" ("encoder", "decoder" or "cross"), "layer" and "head" (from 0);
        "role", a key of ``remarks.ROLES``; "share", how strongly the head has this role (see
        ``assign_role``); "output", the head's share of its attention's output; and "silencing", the
        drop in ln p without the head, in nats.
    """
    found = load_head_statistics()
    return found["heads"] if found else _measure_roles_on_sentence(text, target_language)


@st.cache_data(max_entries=24, show_spinner=False)
def _measure_roles_on_sentence(text: str, target_language: str) -> list[dict]:
    """Measure the role of every head on this sentence alone."""
    glass = session.glass()
    tally = HeadStatistics(glass.network, glass.tokenizer)
    source, target = get_sentence_ids(text, target_language)
    tally.add(source, target[:-1])
    return tally.rows({"silencing": compute_sentence_importance(text, target_language)})


@st.cache_data(max_entries=256, show_spinner=False)
def translate_without_heads(
    text: str, target_language: str, silenced: tuple[SilencedHead, ...]
) -> str:
    """Return the text of the translation that beam search finds with the heads ``silenced``."""
    glass = session.glass()
    model = glass.network
    with editing(model, gate_edits(make_head_gates([silenced], model.config), model.config)):
        return translate(model, glass.tokenizer, [text], [target_language])[0].text


@st.cache_data(max_entries=48, show_spinner=False)
def probe_genders(profession: str, languages: tuple[str, ...]) -> list[dict[str, str | None]]:
    """Return which gender translations give to a profession.

    "The ... lost his keys." and "The ... lost her keys." are translated into each language.

    Args:
        profession: the profession, in English.
        languages: codes of the target languages.

    Returns:
        For each translation a dict with "text" (the English sentence), "pronoun" ("his" or "her"),
        "language" (code), "translation", and "gender" ("masculine", "feminine", or None if it
        cannot be told).
    """
    forms = {one.name: one.forms for one in read_professions()}.get(profession, {})
    rows, glass = [], session.glass()
    for language in languages:
        asked = fill_templates([profession])
        texts = [text for __, __, text in asked]
        found = translate(glass.network, glass.tokenizer, texts, [language] * len(texts))
        rows += [
            {
                "text": text,
                "pronoun": pronoun,
                "language": language,
                "translation": one.text,
                "gender": find_subject_gender(one.text, language, forms.get(language)),
            }
            for (__, pronoun, text), one in zip(asked, found, strict=True)
        ]
    return rows
