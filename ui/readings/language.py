"""In which language a sentence was typed: told by the visitor, or detected."""

import streamlit as st

from model import detection
from model.detection import Detector
from ui.readings.session import NoModel

SURE = 0.8  # probability from which on a detected language is taken for certain


@st.cache_resource(show_spinner=False)
def _detector() -> Detector:
    try:
        return detection.load()
    except ValueError as error:
        raise NoModel(str(error)) from error


def likeliest_language(text: str, languages: tuple[str, ...]) -> tuple[str, bool]:
    """Return the likeliest language of a text, and whether that is sure."""
    detector = _detector()
    if not set(languages) <= set(detector.languages):  # a model of one's own: some are unknown
        return languages[0], False
    code, probability = detection.detect_language(detector, text, languages)
    return code, probability >= SURE
