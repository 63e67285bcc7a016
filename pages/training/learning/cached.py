"""What the page asks the model and keeps."""

import zlib
from dataclasses import replace
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import streamlit as st
import torch
from jaxtyping import Float
from torch import Tensor

from model.tokenizer import EOS
from pages.training.learning import compute
from pages.training.learning.film import Film
from ui.readings import session
from ui.readings.reading import Token, source_tokens, target_tokens
from ui.readings.session import NoModel, glass, training_record


@st.cache_data(max_entries=12, show_spinner="Drawing fresh weights ...")
def beginning(number: int) -> compute.Beginning:
    """Return what a model with fresh weights makes of one of the film's sentences.

    Args:
        number: of the sentence, from 0.
    """
    glass = session.glass()
    sentence = session.training_record()["film_sentences"][number]
    source = [*glass.tokenizer.encode(sentence["source"]), EOS]
    start = glass.tokenizer.start(sentence["target_language"])
    target = [start, *glass.tokenizer.encode(sentence["target"]), EOS]
    return compute.beginning(glass.network, source, target)


@st.cache_resource(max_entries=18, show_spinner=False)
def film(number: int, attention: str) -> Film | None:
    """Return what the model said of one of the film's sentences as it learned, and where it looked.

    None if no film was taken.

    Args:
        number: of the sentence, from 0.
        attention: a key of ``ATTENTIONS``.
    """
    record, tokenizer = training_record(), glass().tokenizer
    sentence = record["film_sentences"][number]
    steps = [frame["step"] for frame in record["film"]]
    if not all((session.MODEL / "film" / f"{step}.npz").exists() for step in steps):
        return None
    maps = [_frame(session.MODEL / "film" / f"{step}.npz", number, attention) for step in steps]
    languages = sentence["source_language"], sentence["target_language"]
    typed = source_tokens(tokenizer, sentence["source"])
    source = (*(replace(one, language=languages[0]) for one in typed), Token("</s>", special=True))
    ids = tokenizer.encode(sentence["target"])
    start = Token(f"<2{languages[1]}>", special=True)
    target = (start, *target_tokens(tokenizer, ids, languages[1]))
    said = [frame["sentences"][number] for frame in record["film"]]
    return Film(
        source=sentence["source"],
        given=sentence["target"],
        languages=languages,
        steps=steps,
        texts=[each["text"] for each in said],
        losses=[each["loss"] for each in said],
        weights=torch.stack(maps),
        queries=source if attention == "encoder" else target,
        keys=target if attention == "decoder" else source,
    )


def _frame(path: Path, number: int, attention: str) -> Float[Tensor, "layer head query key"]:
    """Return the maps of one frame.

    Raises:
        NoModel: if it cannot be read.
    """
    try:
        with np.load(path, allow_pickle=False) as frame:
            return torch.from_numpy(frame[f"{number}.{attention}"])
    except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error) as error:
        raise NoModel(f"{path} is damaged or no frame of a film: {error}") from error
