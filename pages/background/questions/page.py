"""Questions about the sentence whose answers the model computes: predict, then reveal."""

from pages.background.questions import remarks
from pages.background.questions.asks import asks_about
from pages.background.questions.predictions import predictions
from ui.choices import controls
from ui.frame import explain

NAME = "questions"

explain.opening(NAME)
explain.look_for(remarks.look_for(asks_about(controls.reading())))
predictions()
