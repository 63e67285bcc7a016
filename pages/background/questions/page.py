"""Questions about the sentence whose answers the model computes: predict, then reveal."""

from pages.background.questions.predictions import predictions
from ui.frame import explain

NAME = "questions"

explain.opening(NAME)
predictions()
