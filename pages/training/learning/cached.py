"""Losses of an untrained model, and the frames of the training film; cached."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st
import torch

from model.tokenizer import EOS
from pages.training.learning import compute
from pages.training.learning.film import Film
from ui.messages import N_
from ui.readings import session
from ui.readings.reading import Token, source_tokens, target_tokens
from ui.readings.session import glass, training_record
from ui.readings.spinner import with_spinner


@with_spinner(N_("Building an untrained model ..."))
@st.cache_data(max_entries=12, show_spinner=False)
def get_untrained_losses(sentence: Mapping[str, str]) -> compute.UntrainedLosses:
    """Return the losses of a model with untrained weights on one sentence pair.

    Args:
        sentence: an entry of "film_sentences" in the training record: "source", "target" (the
            reference translation) and "target_language" (its code).
    """
    glass = session.glass()
    source = [*glass.tokenizer.encode(sentence["source"]), EOS]
    start = glass.tokenizer.start(sentence["target_language"])
    target = [start, *glass.tokenizer.encode(sentence["target"]), EOS]
    return compute.compute_untrained_losses(glass.network, source, target)


@st.cache_resource(max_entries=18, show_spinner=False)
def load_film(sentence_index: int, attention: str) -> Film | None:
    """Return one sentence's translation, loss and attention weights at each recorded checkpoint.

    Args:
        sentence_index: index in "film_sentences" of the training record, from 0.
        attention: which attention weights are loaded: "encoder", "decoder" or "cross".

    Returns:
        The film; None if nothing was recorded, or if a checkpoint's record is missing or damaged.
    """
    record, tokenizer = training_record(), glass().tokenizer
    if not record:
        return None
    sentence = record["film_sentences"][sentence_index]
    steps = [frame["step"] for frame in record["film"]]
    name = f"{sentence_index}.{attention}"
    frames = [frame.content or {} for frame in session.load_film_frames()]
    maps = [frame[name] for frame in frames if name in frame]
    said = [frame["sentences"][sentence_index : sentence_index + 1] for frame in record["film"]]
    whole = len(maps) == len(steps) and len({each.shape for each in maps}) == 1 and all(said)
    if not whole or maps[0].dim() != 4:
        return None
    languages = sentence["source_language"], sentence["target_language"]
    typed = source_tokens(tokenizer, sentence["source"])
    source = (*(replace(one, language=languages[0]) for one in typed), Token("</s>", special=True))
    ids = tokenizer.encode(sentence["target"])
    start = Token(f"<2{languages[1]}>", special=True)
    target = (start, *target_tokens(tokenizer, ids, languages[1]))
    return Film(
        source=sentence["source"],
        reference=sentence["target"],
        languages=languages,
        steps=steps,
        texts=[each["text"] for (each,) in said],
        losses=[each["loss"] for (each,) in said],
        weights=torch.stack(maps),
        queries=source if attention == "encoder" else target,
        keys=target if attention == "decoder" else source,
    )
